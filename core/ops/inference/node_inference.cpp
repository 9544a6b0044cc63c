// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/inference/node_inference.h"

#include "core/ir/dims/dim_expression.h"
#include "core/ops/iterations.h"

#include <algorithm>

namespace edgewright::ops {

const ir::TensorType* NodeInference::input(std::size_t index) const {
    const ir::Value* value = m_owner.valueAt(m_node.input(index));
    return value ? &value->type : nullptr;
}

const ir::Tensor* NodeInference::value(std::size_t index) const {
    const ir::Value* value = m_owner.valueAt(m_node.input(index));
    return value ? value->known() : nullptr;
}

void NodeInference::setOutput(std::size_t index, ir::TensorType type) {
    if (index < m_outputs.size()) m_outputs[index].type = std::move(type);
}

void NodeInference::setValue(std::size_t index, ir::Tensor tensor) {
    if (index >= m_outputs.size()) return;
    m_outputs[index].type = tensor.type();
    m_outputs[index].value = std::move(tensor);
}

std::optional<std::vector<ir::Dim>> NodeInference::extents(std::size_t index) const {
    const ir::Value* value = m_owner.valueAt(m_node.input(index));
    if (!value || !value->type.isTensor() || !ir::isInteger(value->type.dtype) ||
        value->type.rank().value_or(2) > 1)
        return std::nullopt;
    if (const ir::Tensor* known = value->known()) return toElements(*known);
    const Elements* elements = m_owner.elementsAt(value->id);
    return elements ? std::optional(*elements) : std::nullopt;
}

void NodeInference::setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim> elements) {
    if (index >= m_outputs.size()) return;
    m_outputs[index].type = std::move(type);
    m_outputs[index].elements = std::move(elements);
}

Result<std::vector<ir::TensorType>> NodeInference::inferSubgraph(const ir::Graph& graph,
                                                                 std::span<const ir::TensorType> inputs) {
    const ir::Attribute* attribute = attributeOf(graph);
    if (!attribute) return internalError("a subgraph that is no attribute of the node");
    const GraphPtr& original = std::get<GraphPtr>(attribute->value);
    auto inner =
        m_owner.inferInner(original, {{inputs.begin(), inputs.end()}, {}, {}}, true, m_node, attribute->name);
    std::vector<ir::TensorType> types = inner.outputs;
    std::erase_if(m_subgraphs, [&](const Subgraph& each) {
        if (each.original == original) m_owner.forget(each.inner);
        return each.original == original;
    });
    m_subgraphs.push_back({original, std::move(inner)});
    return types;
}

const ir::Attribute* NodeInference::attributeOf(const ir::Graph& graph) const {
    const auto it = std::ranges::find_if(m_node.attributes, [&](const ir::Attribute& attribute) {
        const auto* held = std::get_if<GraphPtr>(&attribute.value);
        return held && held->get() == &graph;
    });
    return it == m_node.attributes.end() ? nullptr : &*it;
}

void NodeInference::countIterations() {
    const bool begun = !m_node.hasInput(1) || isTrue(value(1));
    const auto trips = extents(0);
    const auto body = std::ranges::find(m_subgraphs, m_node.graph("body"), &Subgraph::original);
    if (!begun || !trips || trips->size() != 1 || body == m_subgraphs.end() ||
        !alwaysGoesOn(*body->inner.graph))
        return;
    const auto number = ir::constantOf(trips->front());
    const std::size_t carried = m_node.inputs.size() < 2 ? 0 : m_node.inputs.size() - 2;
    for (std::size_t i = carried; i < m_outputs.size(); ++i)
        if (auto& type = m_outputs[i].type; type && type->isTensor() && type->shape && !type->shape->empty())
            type->shape->front() = number && *number < 0 ? ir::Dim(0) : trips->front();
}

} // namespace edgewright::ops
