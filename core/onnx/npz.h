// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's archive of arrays: a zip file with one member NAME.npy for each array, stored (numpy.savez) or
// deflated (numpy.savez_compressed).
#pragma once

#include "core/base/result.h"
#include "core/onnx/tensor_file.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace edgewright::onnx {

inline constexpr std::int64_t NpzLimitBytes = std::int64_t(4) << 30;

// Every member in the order of the archive, by its name without ".npy". Names are labels, never paths. All
// members together unpack to at most `limitBytes`; each is checked against its CRC.
Result<std::vector<NamedTensor>> readNpz(const std::filesystem::path& file,
                                         std::int64_t limitBytes = NpzLimitBytes);
// Stored members, as a whole or not at all; the same tensors give the same bytes. Names must differ. Fails for
// element types that NumPy lacks, and for sequences and optionals.
Result<void> writeNpz(const std::filesystem::path& file, std::span<const NamedTensor> tensors);

} // namespace edgewright::onnx
