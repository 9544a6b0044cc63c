// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/lower.h"

#include "core/exec/fused/code_map.h"
#include "core/exec/fused/fused_kernel.h"
#include "core/exec/fused/inner_groups.h"
#include "core/exec/fused/plane_moves.h"
#include "core/exec/fused/row_kernel.h"
#include "core/ir/subgraphs.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

namespace edgewright::exec {

namespace {

constexpr int MaxDepth = 64;               // of functions that call functions: as deep as frames run
constexpr std::size_t MaxMembers = 20'000; // that take the place of their groups; the rest stays whole

// Whether the body means the same outside: what it calls has the versions that hold around it.
bool sameOpsets(const ir::Graph& body, const ir::Opsets& opsets) {
    return std::ranges::all_of(
        body.opsets, [&](const auto& each) { return ir::opsetOf(opsets, each.first) == each.second; });
}

class Lowering {
public:
    Lowering(const ir::Graph& graph, const ir::Opsets& opsets, const std::unordered_set<NodeId>& split,
             const RunContext& run)
        : m_graph(graph), m_opsets(opsets), m_split(split), m_run(run), m_lowered(graph) {
        m_result.firstMember = graph.nextNode().index();
    }

    Lowered lower() {
        for (const NodeId id : m_graph.order()) {
            if (m_run.stopped()) break;
            const ir::Node& node = m_graph.node(id);
            if (staysWhole(node, 0)) continue;
            m_given = id;
            m_gone.insert(id);
            inlineBody(node, 0);
        }
        m_changed = !m_gone.empty();
        lowerSubgraphs();
        if (!m_gone.empty()) {
            std::vector<NodeId> stay = m_lowered.order();
            std::erase_if(stay, [&](NodeId id) { return m_gone.contains(id); });
            m_lowered.keepOnly(std::move(stay));
            m_lowered.setOrder(modelOrder());
        }
        m_result.graph = std::make_shared<const ir::Graph>(std::move(m_lowered));
        return std::move(m_result);
    }

private:
    bool staysWhole(const ir::Node& node, int depth) const {
        if (!node.body || depth == MaxDepth || node.inputs.size() > node.body->inputs.size()) return true;
        if (m_members + node.body->nodeCount() > MaxMembers) return true;
        if (node.domain != ir::FusedDomain) return !sameOpsets(*node.body, m_opsets);
        return !m_split.contains(node.id) && isOneKernel(m_lowered, node, m_opsets);
    }

    // The members of `node`, or of what kernels compute of it, become nodes of m_lowered.
    void inlineBody(const ir::Node& node, int depth) {
        const bool group = node.domain == ir::FusedDomain;
        const bool split = group && m_split.contains(node.id);
        const auto members = group && !split ? withInnerGroups(node.body, m_opsets, m_run) : node.body;
        std::unordered_map<ValueId, ValueId> outside; // by value of the body
        for (std::size_t i = 0; i < members->inputs.size(); ++i)
            if (members->inputs[i].valid()) outside.emplace(members->inputs[i], node.input(i));
        std::vector<std::pair<ValueId, ValueId>>
            copies; // outputs that are an input, a constant, or another output
        const ir::Connections links(*members);
        for (std::size_t i = 0; i < members->outputs.size(); ++i) {
            const ValueId inner = members->outputs[i];
            if (!node.output(i).valid()) continue;
            if (!outside.contains(inner) && links.producer(inner) && !members->value(inner).known())
                outside.emplace(inner, node.output(i));
            else
                copies.emplace_back(inner, node.output(i));
        }
        const auto mapped = [&](ValueId inner) -> ValueId {
            if (!inner.valid()) return {};
            if (const auto found = outside.find(inner); found != outside.end()) return found->second;
            ir::Value value = members->value(inner);
            value.id = {};
            const ValueId made = m_lowered.addValue(std::move(value));
            outside.emplace(inner, made);
            return made;
        };
        const auto add = [&](ir::Node member) {
            member.id = {};
            if (member.origins.empty()) member.origins = originsOf(node);
            const NodeId id = m_lowered.addNode(std::move(member));
            m_result.memberOf.push_back(m_given);
            ++m_members;
            const ir::Node& added = m_lowered.node(id);
            if (staysWhole(added, depth + 1)) return;
            m_gone.insert(id);
            inlineBody(ir::Node(added), depth + 1); // a copy: nodes move where some are added
        };
        for (const NodeId id : members->order()) {
            ir::Node member = members->node(id);
            std::ranges::transform(member.inputs, member.inputs.begin(), mapped);
            std::ranges::transform(member.outputs, member.outputs.begin(), mapped);
            remapCaptures(member, mapped);
            add(std::move(member));
        }
        for (const auto& [from, to] : copies) {
            ir::Node copy;
            copy.op = "Identity";
            copy.inputs = {mapped(from)};
            copy.outputs = {to};
            add(std::move(copy));
        }
    }

    // What runs inside of the nodes that are left runs lowered, too.
    void lowerSubgraphs() {
        for (const NodeId id : m_lowered.order()) {
            if (m_run.stopped()) return;
            if (m_gone.contains(id)) continue;
            ir::forEachSubgraph(m_lowered.node(id), [&](ir::Subgraph& subgraph) {
                if (!hasBodies(*subgraph)) return;
                const std::unordered_set<NodeId> none; // ids of m_split are those of the graph around
                Lowering inner(*subgraph, ir::opsetsOf(*subgraph, m_opsets), none, m_run);
                inner.m_members = m_members;
                auto lowered = inner.lower().graph;
                m_members = inner.m_members;
                if (!inner.m_changed) return;
                subgraph = std::move(lowered);
                m_changed = true;
            });
        }
    }

    // Whether lowering may change the graph.
    static bool hasBodies(const ir::Graph& graph) {
        return std::ranges::any_of(graph.order(), [&](NodeId id) {
            const ir::Node& node = graph.node(id);
            bool found = node.body != nullptr;
            ir::forEachSubgraph(node, [&](const ir::Subgraph& each) { found = found || hasBodies(*each); });
            return found;
        });
    }

    // What subgraphs of a member read of the body they now read of the graph.
    template <typename Mapped>
    static void remapCaptures(ir::Node& member, const Mapped& mapped) {
        const auto remapped = [&](const std::shared_ptr<const ir::Graph>& graph) {
            ir::Graph copy = *graph;
            for (std::size_t i = 0; i < copy.valueCount(); ++i)
                if (ir::Value& value = copy.value(ValueId(i)); value.outer) value.outer = mapped(*value.outer);
            return std::make_shared<const ir::Graph>(std::move(copy));
        };
        for (ir::Attribute& attribute : member.attributes) {
            if (auto* graph = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value))
                *graph = remapped(*graph);
            else if (auto* graphs =
                         std::get_if<std::vector<std::shared_ptr<const ir::Graph>>>(&attribute.value))
                std::ranges::transform(*graphs, graphs->begin(), remapped);
        }
    }

    // Producers first; among those that could run, the one whose last node of the model comes first. O((V + E)
    // log V).
    std::vector<NodeId> modelOrder() const {
        const ir::Connections links(m_lowered);
        std::vector<std::uint32_t> waitsFor(m_lowered.nextNode().index(),
                                            0);                    // by node: distinct producers to come
        std::vector<std::vector<NodeId>> readers(waitsFor.size()); // by node
        for (const NodeId id : m_lowered.order()) {
            const ir::Node& node = m_lowered.node(id);
            std::vector<ValueId> reads = ir::capturedValues(node);
            reads.insert(reads.end(), node.inputs.begin(), node.inputs.end());
            std::vector<NodeId> producers;
            for (const ValueId read : reads)
                if (read.valid() && m_lowered.contains(read))
                    if (const auto producer = links.producer(read)) producers.push_back(*producer);
            std::ranges::sort(producers);
            producers.erase(std::unique(producers.begin(), producers.end()), producers.end());
            waitsFor[id.index()] = static_cast<std::uint32_t>(producers.size());
            for (const NodeId producer : producers)
                readers[producer.index()].push_back(id);
        }
        using Key = std::pair<std::size_t, std::size_t>; // last node of the model, then place in the order here
        std::unordered_map<NodeId, Key> keys;
        std::priority_queue<std::pair<Key, NodeId>, std::vector<std::pair<Key, NodeId>>, std::greater<>> ready;
        for (std::size_t place = 0; place < m_lowered.order().size(); ++place) {
            const NodeId id = m_lowered.order()[place];
            const std::vector<NodeId> origins = originsOf(m_lowered.node(id));
            keys[id] = {std::ranges::max(origins).index(), place};
            if (waitsFor[id.index()] == 0) ready.emplace(keys[id], id);
        }
        std::vector<NodeId> order;
        while (!ready.empty()) {
            const NodeId id = ready.top().second;
            ready.pop();
            order.push_back(id);
            for (const NodeId reader : readers[id.index()])
                if (--waitsFor[reader.index()] == 0) ready.emplace(keys[reader], reader);
        }
        for (const NodeId id : m_lowered.order()) // on or behind a cycle: as they were, to be reported
            if (waitsFor[id.index()] != 0) order.push_back(id);
        return order;
    }

    const ir::Graph& m_graph;
    const ir::Opsets& m_opsets;
    const std::unordered_set<NodeId>& m_split;
    const RunContext& m_run;
    ir::Graph m_lowered;
    Lowered m_result;
    std::unordered_set<NodeId> m_gone; // of m_lowered: replaced by their members
    std::size_t m_members = 0;         // that took the place of their groups, here and in subgraphs so far
    bool m_changed = false;
    NodeId m_given; // the node of m_graph whose members are being added
};

} // namespace

bool isOneKernel(const ir::Graph& graph, const ir::Node& group, const ir::Opsets& opsets) {
    if (CodeMap::make(group, opsets)) return true;
    if (const auto fused = FusedKernel::make(group, opsets))
        return fused->fits([&](std::size_t input) {
            const ValueId id = group.input(input);
            return id.valid() && graph.contains(id) && graph.value(id).known();
        });
    return PlaneMoves::make(group) || RowKernel::make(group, opsets);
}

Lowered lower(const ir::Graph& graph, const ir::Opsets& opsets, const std::unordered_set<NodeId>& split,
              const RunContext& run) {
    return Lowering(graph, opsets, split, run).lower();
}

} // namespace edgewright::exec
