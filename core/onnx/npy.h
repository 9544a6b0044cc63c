// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's file format, versions 1 to 3: numpy.lib.format's documentation is the source.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "core/onnx/mapped_file.h"

#include <memory>
#include <string>

namespace edgewright::onnx {

// Floats of 2, 4, 8 bytes, integers of 1 to 8 bytes and bools, of either byte order, in C or Fortran order.
Result<ir::Tensor> readNpy(const std::shared_ptr<const MappedFile>& file);
// The header of a version 1 file; the tensor's bytes follow it. Fails for element types that NumPy lacks.
Result<std::string> npyHeader(const ir::Tensor& tensor);

} // namespace edgewright::onnx
