// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's archive of arrays: a zip file with one member NAME.npy for each array, stored (numpy.savez) or
// deflated (numpy.savez_compressed).
#pragma once

#include "core/base/result.h"
#include "core/onnx/arrays/tensor_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace edgewright::onnx {

inline constexpr std::int64_t NpzLimitBytes = std::int64_t(4) << 30;

// True for a member of this name, without ".npy", that is to be unpacked, among so many; an error ends reading.
using WantedMember = std::function<Result<bool>(const std::string& name, std::size_t members)>;
// The wanted members, or all, in the order of the archive, by their names. Names are labels, never paths.
// Together they unpack to at most `limitBytes`; each is checked against its CRC. Others are not unpacked.
Result<std::vector<NamedTensor>> readNpz(const std::filesystem::path& file,
                                         std::int64_t limitBytes = NpzLimitBytes,
                                         const WantedMember& wanted = {});
// Stored members, as a whole or not at all; the same tensors give the same bytes. Names must differ. Fails for
// element types that NumPy lacks, and for sequences and optionals.
Result<void> writeNpz(const std::filesystem::path& file, std::span<const NamedTensor> tensors);

} // namespace edgewright::onnx
