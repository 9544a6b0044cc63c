// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's file format, versions 1 to 3: numpy.lib.format's documentation is the source.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace edgewright::onnx {

// Floats of 2, 4, 8 bytes, integers of 1 to 8 bytes and bools, of either byte order, in C or Fortran order.
// `bytes` is a whole file; the tensor may keep using them, so `owner` keeps them alive.
Result<ir::Tensor> readNpy(std::shared_ptr<const void> owner, std::span<std::byte> bytes);
// The header of a version 1 file; the tensor's bytes follow it. Fails for element types that NumPy lacks.
Result<std::string> npyHeader(const ir::Tensor& tensor);

} // namespace edgewright::onnx
