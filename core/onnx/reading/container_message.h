// SPDX-License-Identifier: GPL-3.0-or-later
// SequenceProto and OptionalProto <-> ir::Tensor.
#pragma once

#include "core/onnx/reading/tensor_reader.h"

#include <onnx/onnx-data_pb.h>

#include <string>

namespace edgewright::onnx {

// Take the bytes out of the message where that saves a copy. `element`: the dtype when no tensor tells.
Result<ir::Tensor> readSequence(pb::SequenceProto& proto, ir::DataType element, TensorReader& tensors);
Result<ir::Tensor> readOptional(pb::OptionalProto& proto, const ir::TensorType& wanted, TensorReader& tensors);

// `value` is a sequence; an optional.
void writeSequence(const ir::Tensor& value, const std::string& name, pb::SequenceProto& proto);
void writeOptional(const ir::Tensor& value, const std::string& name, pb::OptionalProto& proto);

} // namespace edgewright::onnx
