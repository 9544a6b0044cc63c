// SPDX-License-Identifier: GPL-3.0-or-later
// IDX, the format of MNIST and its relatives (yann.lecun.com/exdb/mnist): a magic number 0, 0, type, rank; one
// big-endian 32-bit extent for each axis; then the elements. Of its types only unsigned bytes are read.
#pragma once

#include "core/base/result.h"
#include "core/ir/mapped_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace edgewright::dataset {

struct IdxFile {
    std::shared_ptr<const ir::MappedFile> file;
    std::vector<std::int64_t> extents; // each below 2^32; all elements are in the file
    std::span<const std::byte> elements;
};

// BadInput, naming the file, for another magic number or rank than that, and where the file has fewer or more
// bytes than its extents ask for.
Result<IdxFile> readIdx(const std::filesystem::path& file, std::size_t rank);

} // namespace edgewright::dataset
