// SPDX-License-Identifier: GPL-3.0-or-later
// The graph while it is being fused, with its connections kept up to date. Patches that were found on one and
// the same state are applied one after the other in place, each as ir::apply would; a patch that an earlier one
// conflicts with has to be found anew, and an illegal one changes nothing.
#pragma once

#include "core/fusion/engine/patch_plan.h"
#include "core/fusion/traffic.h"
#include "core/ir/graph.h"
#include "core/ir/patch.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace edgewright::fusion {

class Workspace {
public:
    // `graph` is sound (see fuse()) and in execution order.
    explicit Workspace(ir::Graph graph);

    // In execution order, and without what patches removed, only between finish() and the next apply().
    const ir::Graph& graph() const { return m_now.graph; }
    const ir::Connections& connections() const { return m_now.links; }
    void traceTo(std::vector<ValueId>* trace) { m_now.links.traceTo(trace); }
    ir::Graph take() { return std::move(m_now.graph); }
    // At any time: true if no patch has removed the node.
    bool has(NodeId id) const { return m_now.order.contains(id); }

    // From here on, patches refer to the graph as it is now.
    void begin();
    enum class Outcome {
        Applied,
        Conflict, // an earlier patch since begin() touched what this one or `looked` refers to
        Illegal,  // see fault()
    };
    // The fault of a patch against the graph as it was then (patch_plan.h).
    std::string whyMalformed(const ir::Patch& patch) const;
    // Applies `patch` after giving it the ids (and unique names) that are free by now; `patch` is then what
    // ir::apply would have to be given. Without Applied nothing has changed. `types`: whether a redirection
    // must keep the types that the graph has; files may contradict themselves there. `saved`: what it saved,
    // when it was Applied.
    Outcome apply(ir::Patch& patch, const std::vector<NodeId>& looked, bool types = false,
                  Benefit* saved = nullptr);
    // True if the patch, found on the state as it is at begin(), would be Applied.
    bool wouldApply(const ir::Patch& patch, bool types) const;
    // The reason why the last patch was illegal: "closes a cycle through Add_3".
    const std::string& fault() const { return m_fault; }
    // Puts the order in place and drops the constants that nobody reads any more.
    void finish();

    // Puts another graph into the attribute. It captures no value that its predecessor did not.
    void setSubgraph(NodeId node, const std::string& attribute, std::shared_ptr<const ir::Graph> subgraph);

    // Since begin(), with repetitions: values with other readers or another producer, or whose neighbours
    // changed; and the nodes that came or read something else now (they may be gone again).
    const std::vector<ValueId>& touched() const { return m_touched; }
    const std::vector<NodeId>& inserted() const { return m_inserted; }

private:
    bool conflicts(const ir::Patch& patch, const std::vector<NodeId>& looked) const;
    ir::Patch rebased(const ir::Patch& patch) const;
    void commit(ir::Patch& patch, const PatchPlan& plan);
    void redirect(ValueId from, ValueId to);
    void touch(const ir::Node& node);

    LinkedGraph m_now;
    std::unordered_set<std::string> m_names;
    std::uint32_t m_firstNode = 0; // nextNode() at begin()
    std::uint32_t m_firstValue = 0;
    std::size_t m_applied = 0;            // since begin()
    std::unordered_set<NodeId> m_changed; // since begin(): removed, or reading other values than before
    std::unordered_set<ValueId> m_gone;   // since begin(): without a producer or with their readers moved away
    std::vector<ValueId> m_touched;
    std::vector<NodeId> m_inserted;
    std::vector<ValueId> m_unfinished; // touched since finish()
    bool m_finishedOnce = false;
    std::string m_fault;
};

} // namespace edgewright::fusion
