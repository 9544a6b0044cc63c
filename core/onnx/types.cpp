// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/types.h"

namespace edgewright::onnx {

using ir::Container;

namespace {

void readTensorType(const pb::TypeProto::Tensor& tensor, DeclaredType& result) {
    if (const auto type = ir::dataTypeFromOnnx(tensor.elem_type()))
        result.tensor.dtype = *type;
    else
        result.unknownNumber = tensor.elem_type();
    if (!tensor.has_shape()) return;
    auto& shape = result.tensor.shape.emplace();
    for (const auto& dim : tensor.shape().dim()) {
        if (dim.has_dim_value() && dim.dim_value() >= 0) shape.emplace_back(dim.dim_value());
        // Exporters write these for "some extent", not for one that is the same wherever the word occurs.
        else if (dim.has_dim_param() && dim.dim_param() != "?" && dim.dim_param() != "None" &&
                 dim.dim_param() != "-1")
            shape.push_back(ir::Dim::named(dim.dim_param()));
        else
            shape.emplace_back();
    }
}

// The type of the tensors inside, and what they are in; null when `proto` is nested in another way.
const pb::TypeProto* innermost(const pb::TypeProto& proto, Container& container) {
    const pb::TypeProto* inner = &proto;
    container = Container::Tensor;
    if (inner->has_optional_type()) {
        container = Container::Optional;
        inner = &inner->optional_type().elem_type();
    }
    if (inner->has_sequence_type()) {
        container = container == Container::Optional ? Container::OptionalSequence : Container::Sequence;
        inner = &inner->sequence_type().elem_type();
    }
    return inner->has_tensor_type() ? inner : nullptr;
}

} // namespace

DeclaredType readType(const pb::TypeProto& proto) {
    DeclaredType result;
    if (proto.value_case() == pb::TypeProto::VALUE_NOT_SET) return result;
    if (const pb::TypeProto* inner = innermost(proto, result.tensor.container)) {
        readTensorType(inner->tensor_type(), result);
    } else {
        result.tensor.container = Container::Other;
        result.other = proto.SerializePartialAsString();
    }
    return result;
}

void writeType(const ir::Value& value, pb::ValueInfoProto& proto) {
    if (value.type.container == Container::Other) {
        // What cannot be read back was no type to begin with.
        if (!value.otherType.empty() && !proto.mutable_type()->ParsePartialFromString(value.otherType))
            proto.clear_type();
        return;
    }
    if (value.type.dtype == ir::DataType::Undefined && !value.type.shape) return;
    pb::TypeProto* inner = proto.mutable_type();
    if (value.type.container == Container::Optional || value.type.container == Container::OptionalSequence)
        inner = inner->mutable_optional_type()->mutable_elem_type();
    if (value.type.container == Container::Sequence || value.type.container == Container::OptionalSequence)
        inner = inner->mutable_sequence_type()->mutable_elem_type();
    auto& tensor = *inner->mutable_tensor_type();
    tensor.set_elem_type(static_cast<int>(value.type.dtype));
    if (!value.type.shape) return;
    auto& shape = *tensor.mutable_shape();
    for (const ir::Dim& dim : *value.type.shape) {
        auto& out = *shape.add_dim();
        if (dim.known())
            out.set_dim_value(dim.value());
        else if (!dim.symbol().empty())
            out.set_dim_param(dim.symbol());
    }
}

} // namespace edgewright::onnx
