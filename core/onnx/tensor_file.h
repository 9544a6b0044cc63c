// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors in files of their own: ONNX TensorProto (.pb), NumPy (.npy, versions 1-3, C and Fortran order).
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <filesystem>
#include <string>
#include <utility>

namespace edgewright::onnx {

struct NamedTensor {
    std::string name; // as stored in the file; empty for .npy
    ir::Tensor tensor;
};

Result<NamedTensor> readTensorFile(const std::filesystem::path& file); // by extension
Result<void> writeTensorFile(const std::filesystem::path& file, const std::string& name,
                             const ir::Tensor& tensor);

} // namespace edgewright::onnx
