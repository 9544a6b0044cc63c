// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/types.h"

namespace edgewright::onnx {

DeclaredType readType(const pb::TypeProto& proto) {
    DeclaredType result;
    if (!proto.has_tensor_type()) {
        if (proto.value_case() != pb::TypeProto::VALUE_NOT_SET) result.other = proto.SerializePartialAsString();
        return result;
    }
    const auto& tensor = proto.tensor_type();
    if (const auto type = ir::dataTypeFromOnnx(tensor.elem_type()))
        result.tensor.dtype = *type;
    else
        result.unknownNumber = tensor.elem_type();
    if (!tensor.has_shape()) return result;
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
    return result;
}

void writeType(const ir::Value& value, pb::ValueInfoProto& proto) {
    if (!value.otherType.empty() && value.type.dtype == ir::DataType::Undefined) {
        // What cannot be read back was no type to begin with.
        if (!proto.mutable_type()->ParsePartialFromString(value.otherType)) proto.clear_type();
        return;
    }
    if (value.type.dtype == ir::DataType::Undefined && !value.type.shape) return;
    auto& tensor = *proto.mutable_type()->mutable_tensor_type();
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
