// SPDX-License-Identifier: GPL-3.0-or-later
// An operator that comes down to another one: the contexts in which that one is inferred and run. Operands are
// those of the node outside; its name, attributes and operator set are those of the node inside.
#pragma once

#include "core/ops/operands/forwarding_context.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace edgewright::ops {

// The operator set of the standard that operators inside are of.
inline constexpr std::int64_t OpsetInside = 22;

struct NodeInside {
    ir::Node node; // with the inputs and outputs of the one outside
    std::int64_t opset = OpsetInside;
    const Operator* op = nullptr; // never null
};

// `node` as an operator of the catalogue with the same attributes. Internal error where there is none.
inline Result<NodeInside> nodeInside(const ir::Node& node, std::string_view name,
                                     std::string_view domain = {}) {
    NodeInside inside{node, domain.empty() ? OpsetInside : 1, find(domain, name)};
    if (!inside.op) return internalError("there is no operator " + std::string(name));
    inside.node.op = name;
    inside.node.domain = domain;
    return inside;
}

class InferInside : public InferContext {
public:
    InferInside(InferContext& outer, const NodeInside& inside) : m_outer(outer), m_inside(inside) {}

    const ir::Node& node() const override { return m_inside.node; }
    std::int64_t opset() const override { return m_inside.opset; }
    const ir::TensorType* input(std::size_t index) const override { return m_outer.input(index); }
    const ir::Tensor* value(std::size_t index) const override { return m_outer.value(index); }
    void setOutput(std::size_t index, ir::TensorType type) override {
        m_outer.setOutput(index, std::move(type));
    }
    void setValue(std::size_t index, ir::Tensor tensor) override { m_outer.setValue(index, std::move(tensor)); }
    std::optional<std::vector<ir::Dim>> extents(std::size_t index) const override {
        return m_outer.extents(index);
    }
    void setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim> elements) override {
        m_outer.setExtents(index, std::move(type), std::move(elements));
    }
    Result<std::vector<ir::TensorType>> inferSubgraph(const ir::Graph& graph,
                                                      std::span<const ir::TensorType> inputs) override {
        return m_outer.inferSubgraph(graph, inputs);
    }

protected:
    InferContext& outer() const { return m_outer; }

private:
    InferContext& m_outer;
    const NodeInside& m_inside;
};

class RunInside : public ForwardingContext {
public:
    RunInside(KernelContext& outer, const NodeInside& inside) : ForwardingContext(outer), m_inside(inside) {}

    const ir::Node& node() const override { return m_inside.node; }
    std::int64_t opset() const override { return m_inside.opset; }

private:
    const NodeInside& m_inside;
};

// Places of the inputs of a node inside among those of the node outside, by position.
using InputPlaces = std::vector<std::size_t>;

// Gives the node inside these inputs of the one outside.
inline void takeInputs(NodeInside& inside, const ir::Node& outside, const InputPlaces& places) {
    inside.node.inputs.clear();
    for (const std::size_t place : places)
        inside.node.inputs.push_back(outside.input(place));
}

// The same on tensors that were made for it: `made` by position, without data where it is the input of the node
// outside, which is that of `places`, or, with no places, the one of the same position.
class RunOnInputs : public RunInside {
public:
    RunOnInputs(KernelContext& outer, const NodeInside& inside, std::vector<ir::Tensor> made,
                InputPlaces places = {})
        : RunInside(outer, inside), m_made(std::move(made)), m_places(std::move(places)) {}
    std::size_t inputCount() const override {
        return m_places.empty() ? RunInside::inputCount() : m_places.size();
    }
    const ir::Tensor* input(std::size_t index) const override {
        if (index < m_made.size() && m_made[index].hasData()) return &m_made[index];
        return node().hasInput(index) ? outer().input(placeOf(index)) : nullptr;
    }
    bool isConstant(std::size_t index) const override {
        return !(index < m_made.size() && m_made[index].hasData()) && outer().isConstant(placeOf(index));
    }

private:
    std::size_t placeOf(std::size_t index) const { return index < m_places.size() ? m_places[index] : index; }

    std::vector<ir::Tensor> m_made;
    InputPlaces m_places;
};

// The same for types.
class InferOnInputs final : public InferInside {
public:
    InferOnInputs(InferContext& outer, const NodeInside& inside, std::vector<ir::TensorType> types)
        : InferInside(outer, inside), m_types(std::move(types)) {}
    const ir::TensorType* input(std::size_t index) const override {
        return node().hasInput(index) && index < m_types.size() ? &m_types[index] : nullptr;
    }
    const ir::Tensor* value(std::size_t) const override { return nullptr; }
    std::optional<std::vector<ir::Dim>> extents(std::size_t) const override { return std::nullopt; }

private:
    std::vector<ir::TensorType> m_types;
};

} // namespace edgewright::ops
