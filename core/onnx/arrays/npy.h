// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's file format, versions 1 to 3: numpy.lib.format's documentation is the source.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace edgewright::onnx {

inline constexpr std::int64_t NpyLimitBytes = std::int64_t(4) << 30;

// Floats of 2, 4, 8 bytes, integers of 1 to 8 bytes, bools and strings (U, S), of either byte order, in C or
// Fortran order. `bytes` is a whole file; the tensor may keep using them, so `owner` keeps them alive.
// `limitBytes`: of strings, which take memory beside the file.
Result<ir::Tensor> readNpy(std::shared_ptr<const void> owner, std::span<std::byte> bytes,
                           std::int64_t limitBytes = NpyLimitBytes);
// The type of the array in a file, from its header: the elements, which have to be there, are not looked at.
Result<ir::TensorType> npyType(std::span<const std::byte> bytes);
// A version 1 file is the header and the bytes of `data`: of the tensor itself, or of the code points of
// strings. Fails for element types and strings that NumPy lacks.
struct NpyParts {
    std::string header;
    ir::Tensor data;
};
Result<NpyParts> npyParts(const ir::Tensor& tensor);

} // namespace edgewright::onnx
