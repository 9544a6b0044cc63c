// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/container_message.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/onnx/graph_writer.h"

namespace edgewright::onnx {

using ir::Container;
using ir::Tensor;

namespace {

Result<Tensor> readItem(pb::TensorProto& proto, TensorReader& tensors) {
    ASSIGN_OR_RETURN(auto read, tensors.read(proto));
    if (!read.code.empty()) return faultOf(std::move(read));
    return std::move(read.tensor);
}

} // namespace

Result<Tensor> readSequence(pb::SequenceProto& proto, ir::DataType element, TensorReader& tensors) {
    if (proto.elem_type() != pb::SequenceProto::TENSOR && proto.elem_type() != pb::SequenceProto::UNDEFINED)
        return unsupported(say("a sequence of sparse tensors, maps or further nestings is not read"));
    std::vector<Tensor> items;
    for (int i = 0; i < proto.tensor_values_size(); ++i) {
        auto item = readItem(*proto.mutable_tensor_values(i), tensors);
        if (!item) return std::move(item).error().within(say("item {1}", i));
        if (i > 0 && item->dtype() != items.front().dtype())
            return badInput(say("item {1} is {2} where the first one is {3}", i, item->type().text(),
                                items.front().type().text()));
        items.push_back(*std::move(item));
    }
    if (!items.empty()) element = items.front().dtype();
    return Tensor::ofItems(Container::Sequence, element, std::move(items));
}

Result<Tensor> readOptional(pb::OptionalProto& proto, const ir::TensorType& wanted, TensorReader& tensors) {
    std::vector<Tensor> items;
    ir::DataType element = wanted.dtype;
    const int kind = proto.elem_type();
    if (kind != pb::OptionalProto::UNDEFINED && kind != pb::OptionalProto::TENSOR &&
        kind != pb::OptionalProto::SEQUENCE)
        return unsupported(say("an optional of sparse tensors, maps or further nestings is not read"));
    if (kind == pb::OptionalProto::TENSOR && proto.has_tensor_value()) {
        auto item = readItem(*proto.mutable_tensor_value(), tensors);
        if (!item) return item;
        items.push_back(*std::move(item));
    } else if (kind == pb::OptionalProto::SEQUENCE && proto.has_sequence_value()) {
        auto item = readSequence(*proto.mutable_sequence_value(), element, tensors);
        if (!item) return item;
        items.push_back(*std::move(item));
    }
    if (items.empty()) return Tensor::ofItems(wanted.container, element, {});
    element = items.front().dtype();
    const bool sequence = kind == pb::OptionalProto::SEQUENCE;
    return Tensor::ofItems(sequence ? Container::OptionalSequence : Container::Optional, element,
                           std::move(items));
}

void writeSequence(const Tensor& value, const std::string& name, pb::SequenceProto& proto) {
    if (!name.empty()) proto.set_name(name);
    proto.set_elem_type(pb::SequenceProto::TENSOR);
    for (const Tensor& item : value.items())
        writeTensor(item, {}, *proto.add_tensor_values());
}

void writeOptional(const Tensor& value, const std::string& name, pb::OptionalProto& proto) {
    if (!name.empty()) proto.set_name(name);
    if (value.items().empty()) {
        proto.set_elem_type(pb::OptionalProto::UNDEFINED);
        return;
    }
    const Tensor& item = value.items().front();
    proto.set_elem_type(item.isTensor() ? pb::OptionalProto::TENSOR : pb::OptionalProto::SEQUENCE);
    if (item.isTensor())
        writeTensor(item, {}, *proto.mutable_tensor_value());
    else
        writeSequence(item, {}, *proto.mutable_sequence_value());
}

} // namespace edgewright::onnx
