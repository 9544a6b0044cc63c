// SPDX-License-Identifier: GPL-3.0-or-later
// A change to a graph as a value: what goes, what comes, and who reads what instead.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::ir {

struct PatchInside;

struct Patch {
    std::vector<NodeId> removed;
    std::vector<Node> added;   // ids from nextNode() on, in order
    std::vector<Value> values; // new values, ids from nextValue() on, in order
    // Readers of `first`, graph outputs included, read `second` instead.
    std::vector<std::pair<ValueId, ValueId>> redirected;
    // A change within a subgraph of one node, which keeps its id; then there is nothing of the above.
    std::shared_ptr<const PatchInside> inside;
};

struct PatchInside {
    NodeId node;
    std::string attribute; // that holds the subgraph: "then_branch", "body"
    Patch patch;           // against that subgraph
};

// Collects a patch against one graph; hands out the ids that applying it will give.
class PatchBuilder {
public:
    explicit PatchBuilder(const Graph& graph) : m_graph(graph) {}

    void remove(NodeId id) { m_patch.removed.push_back(id); }
    void redirect(ValueId from, ValueId to) { m_patch.redirected.emplace_back(from, to); }
    ValueId constant(std::string name, Tensor tensor);
    ValueId value(std::string name, TensorType type);
    NodeId add(Node node);
    Patch take() { return std::move(m_patch); }

private:
    const Graph& m_graph;
    Patch m_patch;
};

// The nodes that a patch of this graph adds, as they are to stand there: those without origins stand for what
// the removed nodes stood for, those without a hierarchy lie in the modules that the removed nodes share.
std::vector<Node> addedNodes(const Graph& graph, const Patch& patch);

// The patched graph, in execution order, with addedNodes(). Constants that nobody reads any more lose their
// tensor, captured values (Value::outer) that nobody reads any more are let go. Fails (Internal) when the patch
// leaves a value that is still read without a producer, closes a cycle, or refers to what is not there.
Result<Graph> apply(const Graph& graph, const Patch& patch);

} // namespace edgewright::ir
