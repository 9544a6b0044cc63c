// SPDX-License-Identifier: GPL-3.0-or-later
// The graph while it is being fused, with its connections kept up to date. Patches that were found on one and
// the same state are applied one after the other in place, each as ir::apply would; a patch that an earlier one
// conflicts with has to be found anew, and an illegal one changes nothing.
#pragma once

#include "core/fusion/traffic.h"
#include "core/ir/graph.h"
#include "core/ir/patch.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace edgewright::fusion {

class Workspace {
public:
    // `graph` is sound (see fuse()) and in execution order.
    explicit Workspace(ir::Graph graph);

    // In execution order, and without what patches removed, only between finish() and the next apply().
    const ir::Graph& graph() const { return m_graph; }
    const ir::Connections& connections() const { return m_links; }
    void traceTo(std::vector<ValueId>* trace) { m_links.traceTo(trace); }
    ir::Graph take() { return std::move(m_graph); }
    // At any time: whether no patch has removed the node.
    bool has(NodeId id) const { return id.index() < m_next.size() && m_linked[id.index()]; }

    // From here on, patches refer to the graph as it is now.
    void begin();
    enum class Outcome {
        Applied,
        Conflict, // an earlier patch since begin() touched what this one or `looked` refers to
        Illegal,  // see fault()
    };
    // The fault of a patch against the graph as it was then, which refers to what is not there, or changes
    // nothing: "removes a node that is not in the graph". Empty: it can be looked at further.
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
    struct Plan {                                       // what follows from a patch, before anything is changed
        std::unordered_map<ValueId, ValueId> to;        // redirected, chains followed
        std::unordered_map<ValueId, std::size_t> maker; // written by which of the added nodes
        std::unordered_set<NodeId> removed;
        std::vector<std::vector<ValueId>> captured; // by each of the added nodes
        NodeId behind;              // the added nodes come behind this one; invalid: first of all
        std::vector<NodeId> window; // nodes whose order changes, in their new order; else empty
    };

    bool conflicts(const ir::Patch& patch, const std::vector<NodeId>& looked) const;
    ir::Patch rebased(const ir::Patch& patch) const;
    Plan planOf(const ir::Patch& patch) const;
    std::string whyIllegal(const ir::Patch& patch, Plan& plan, bool types) const;
    std::string whyNotProvided(const ir::Patch& patch, const Plan& plan) const;
    std::string whyRedirectedWrong(const ir::Patch& patch, const Plan& plan, bool types) const;
    std::string place(const ir::Patch& patch, Plan& plan) const;
    std::string sortWindow(const ir::Patch& patch, Plan& plan, NodeId first, std::uint64_t last) const;

    const ir::Value& valueOf(const ir::Patch& patch, ValueId id) const;
    bool available(const ir::Patch& patch, const Plan& plan, ValueId id) const;
    bool captures(NodeId node, ValueId value) const;
    ValueId follow(const Plan& plan, ValueId id) const;
    std::vector<ValueId> readBy(NodeId node) const;

    void commit(ir::Patch& patch, const Plan& plan);
    void unlink(NodeId node);
    void linkBehind(NodeId before, const std::vector<NodeId>& nodes);
    void relinkWindow(const std::vector<NodeId>& window);
    void spread(NodeId first, std::size_t count);
    void renumber();
    void redirect(ValueId from, ValueId to);
    void touch(const ir::Node& node);

    ir::Graph m_graph;
    ir::Connections m_links;
    std::unordered_map<NodeId, std::vector<ValueId>> m_captured; // what the subgraphs of a node read
    std::unordered_set<std::string> m_names;
    std::vector<bool> m_isInput, m_isOutput; // by value
    // The order as a list: by node, and the ends.
    std::vector<NodeId> m_next, m_previous;
    std::vector<bool> m_linked;
    NodeId m_first, m_last;

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
