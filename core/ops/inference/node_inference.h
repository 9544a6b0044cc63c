// SPDX-License-Identifier: GPL-3.0-or-later
// The view of one node's operator on the graph while types are inferred, and its answers.
#pragma once

#include "core/ops/inference/graph_inference.h"

#include <optional>
#include <vector>

namespace edgewright::ops {

class NodeInference final : public InferContext {
public:
    NodeInference(GraphInference& owner, const ir::Node& node, std::int64_t opset)
        : m_owner(owner), m_node(node), m_opset(opset), m_outputs(node.outputs.size()) {}

    const ir::Node& node() const override { return m_node; }
    std::int64_t opset() const override { return m_opset; }
    const ir::TensorType* input(std::size_t index) const override;
    const ir::Tensor* value(std::size_t index) const override;
    void setOutput(std::size_t index, ir::TensorType type) override;
    void setValue(std::size_t index, ir::Tensor tensor) override;
    std::optional<std::vector<ir::Dim>> extents(std::size_t index) const override;
    void setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim> elements) override;
    Result<std::vector<ir::TensorType>> inferSubgraph(const ir::Graph& graph,
                                                      std::span<const ir::TensorType> inputs) override;

    // The operator's answer for each output.
    struct Output {
        std::optional<ir::TensorType> type;
        std::optional<ir::Tensor> value;
        std::optional<Elements> elements;
    };
    std::vector<Output>& outputs() { return m_outputs; }
    // The subgraphs it asked about, each once with what the last question led to.
    struct Subgraph {
        GraphPtr original;
        GraphInference::Inner inner;
    };
    std::vector<Subgraph>& subgraphs() { return m_subgraphs; }

    // For a Loop whose trip count alone decides when it ends: the first extent of what it scans.
    void countIterations();

private:
    const ir::Attribute* attributeOf(const ir::Graph& graph) const;

    GraphInference& m_owner;
    const ir::Node& m_node;
    std::int64_t m_opset;
    std::vector<Output> m_outputs;
    std::vector<Subgraph> m_subgraphs;
};

} // namespace edgewright::ops
