// SPDX-License-Identifier: GPL-3.0-or-later
// Values in files of their own: ONNX TensorProto, SequenceProto and OptionalProto (.pb), NumPy (.npy, versions
// 1-3, C and Fortran order; tensors only, strings among them).
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <filesystem>
#include <string>

namespace edgewright::onnx {

struct NamedTensor {
    std::string name; // as stored in the file; empty for .npy
    ir::Tensor tensor;
};

Result<NamedTensor> readTensorFile(const std::filesystem::path& file); // by extension
// A file does not say whether it holds a tensor, a sequence or an optional: what was `wanted` decides (its
// container; its dtype where the file has no tensor that could tell). Unsupported for maps and deeper nestings.
Result<NamedTensor> readTensorFile(const std::filesystem::path& file, const ir::TensorType& wanted);
// The name and the type of the tensor in a file, without its elements: only the pages that say it are read, of
// a file as large as may be. BadInput also where the file is too short for the elements.
struct NamedType {
    std::string name;
    ir::TensorType type;
};
Result<NamedType> readTensorType(const std::filesystem::path& file);
// A sequence or an optional needs the extension .pb.
Result<void> writeTensorFile(const std::filesystem::path& file, const std::string& name,
                             const ir::Tensor& tensor);

} // namespace edgewright::onnx
