// SPDX-License-Identifier: GPL-3.0-or-later
// The part of GraphWriter that writes attributes and tensors.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/onnx/graph_writer.h"

#include <type_traits>

namespace edgewright::onnx {

namespace {

template <typename T, typename Value>
constexpr bool Is = std::is_same_v<T, std::remove_cvref_t<Value>>;

using GraphPointer = std::shared_ptr<const ir::Graph>;

} // namespace

void writeTensorHead(const ir::Tensor& tensor, const std::string& name, pb::TensorProto& proto) {
    if (!name.empty()) proto.set_name(name);
    proto.set_data_type(static_cast<int>(tensor.dtype()));
    for (const std::int64_t dim : tensor.dims())
        proto.add_dims(dim);
}

void writeTensor(const ir::Tensor& tensor, const std::string& name, pb::TensorProto& proto) {
    writeTensorHead(tensor, name, proto);
    if (tensor.dtype() == ir::DataType::String) {
        for (const std::string& each : tensor.strings())
            proto.add_string_data(each);
        return;
    }
    const auto bytes = tensor.bytes();
    proto.set_raw_data(bytes.data(), bytes.size());
}

Result<void> GraphWriter::writeAttribute(const ir::Attribute& attribute, const Names& names,
                                         pb::AttributeProto& proto) {
    const auto fault = [&](Error error) {
        return std::move(error).within(say("attribute '{1}'", attribute.name));
    };
    const auto tensorTo = [&](const ir::Tensor& tensor, pb::TensorProto& out) -> Result<void> {
        if (!tensor.hasData())
            return fault(badInput(say("has no data; a model can only be written with all of its weights")));
        writeTensor(tensor, {}, out);
        return {};
    };
    const auto graphTo = [&](const GraphPointer& graph, pb::GraphProto& out) -> Result<void> {
        if (!graph) return fault(internalError("is a graph that is not there"));
        if (++m_depth > 64) return fault(unsupported(say("subgraphs are nested deeper than 64 levels")));
        auto done = writeGraph(*graph, Names(*graph, &names, m_neutral), out);
        --m_depth;
        if (!done) return fault(std::move(done).error());
        return {};
    };
    proto.set_name(attribute.name);
    return std::visit(
        [&](const auto& value) -> Result<void> {
            using T = std::remove_cvref_t<decltype(value)>;
            using Type = pb::AttributeProto;
            if constexpr (Is<T, std::int64_t>) {
                proto.set_type(Type::INT);
                proto.set_i(value);
            } else if constexpr (Is<T, float>) {
                proto.set_type(Type::FLOAT);
                proto.set_f(value);
            } else if constexpr (Is<T, std::string>) {
                proto.set_type(Type::STRING);
                proto.set_s(value);
            } else if constexpr (Is<T, ir::Tensor>) {
                proto.set_type(Type::TENSOR);
                return tensorTo(value, *proto.mutable_t());
            } else if constexpr (Is<T, GraphPointer>) {
                proto.set_type(Type::GRAPH);
                return graphTo(value, *proto.mutable_g());
            } else if constexpr (Is<T, std::vector<std::int64_t>>) {
                proto.set_type(Type::INTS);
                for (const std::int64_t each : value)
                    proto.add_ints(each);
            } else if constexpr (Is<T, std::vector<float>>) {
                proto.set_type(Type::FLOATS);
                for (const float each : value)
                    proto.add_floats(each);
            } else if constexpr (Is<T, std::vector<std::string>>) {
                proto.set_type(Type::STRINGS);
                for (const std::string& each : value)
                    proto.add_strings(each);
            } else if constexpr (Is<T, std::vector<ir::Tensor>>) {
                proto.set_type(Type::TENSORS);
                for (const ir::Tensor& each : value)
                    RETURN_IF_ERROR(tensorTo(each, *proto.add_tensors()));
            } else if constexpr (Is<T, std::vector<GraphPointer>>) {
                proto.set_type(Type::GRAPHS);
                for (const GraphPointer& each : value)
                    RETURN_IF_ERROR(graphTo(each, *proto.add_graphs()));
            } else {
                static_assert(Is<T, ir::OpaqueAttribute>);
                if (!proto.ParsePartialFromString(value.serialized))
                    return fault(internalError("is kept as bytes that are no attribute"));
                proto.set_name(attribute.name);
            }
            return {};
        },
        attribute.value);
}

} // namespace edgewright::onnx
