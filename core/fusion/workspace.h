// SPDX-License-Identifier: GPL-3.0-or-later
// The graph while it is being fused. Patches that were found on one and the same state are applied one after
// the other in place, each as ir::apply would; a patch that an earlier one has overtaken is left for the next
// look.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"
#include "core/ir/patch.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::fusion {

class Workspace {
public:
    // `graph` is sound (see fuse()) and in execution order.
    explicit Workspace(ir::Graph graph);

    const ir::Graph& graph() const { return m_graph; }
    ir::Graph take() { return std::move(m_graph); }

    // From here on, patches refer to the graph as it is now.
    void begin();
    // Applies `patch` after giving it the ids (and unique names) that are free by now; `patch` is then what
    // ir::apply would have to be given. False, and nothing changed, when an earlier patch since begin() touched
    // what it or `looked` refers to, or when it would close a cycle.
    bool apply(ir::Patch& patch, const std::vector<NodeId>& looked);
    // Drops the constants that nobody reads any more. Fails when a patch left a value without a producer.
    Result<void> finish();

private:
    bool overtaken(const ir::Patch& patch, const std::vector<NodeId>& looked) const;
    void rebase(ir::Patch& patch);
    void noteChanges(const ir::Patch& patch);
    bool keepsOrder(const ir::Patch& patch, std::size_t position) const;
    std::size_t positionBehind(const std::vector<NodeId>& removed) const;
    bool applyInPlace(const ir::Patch& patch);
    bool reads(const ir::Node& node, const std::unordered_set<ValueId>& values) const;
    void trackProducers();

    ir::Graph m_graph;
    std::vector<NodeId> m_producer;                              // by value
    std::unordered_map<NodeId, std::vector<ValueId>> m_captured; // what the subgraphs of a node read
    std::unordered_set<std::string> m_names;
    std::uint32_t m_firstNode = 0; // nextNode() at begin()
    std::uint32_t m_firstValue = 0;
    std::unordered_set<NodeId> m_changed; // since begin(): removed, or reading other values than before
    std::unordered_set<ValueId>
        m_gone; // since begin(): values without a producer or with their readers moved away
};

} // namespace edgewright::fusion
