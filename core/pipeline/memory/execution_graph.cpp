// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory/execution_graph.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/ir/subgraphs.h"
#include "core/memory/body_plan.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/value_sizes.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace edgewright::pipeline {

namespace {

// A full shape and no number of bytes: the product is too large. Packed types and strings have theirs, too.
bool isUncountable(const ir::TensorType& type) {
    return type.isTensor() && type.dtype != ir::DataType::Undefined && type.dtype != ir::DataType::String &&
           type.dims() && !type.bytes();
}

} // namespace

Result<void> expectPlannable(const ir::Graph& graph) {
    if (const auto cyclic = ir::executionOrder(graph).cyclic; !cyclic.empty())
        return badInput(
            say("a memory plan needs an execution order, and node '{1}' lies on a cycle or behind one: "
                "it depends on its own output, or on a node that does",
                graph.node(cyclic.front()).label()));
    const memory::ValueSizes sizes(graph);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        if (value.constant) continue;
        if (isUncountable(value.type))
            return badInput(say("value '{1}' is {2}, more bytes than can be counted; expected smaller extents",
                                value.name, value.type.text()));
        const auto known = value.type.bytes();
        const auto sum = checkedAdd(total, known ? *known : sizes.bytes(ValueId(i)).value_or(0));
        if (!sum)
            return badInput(say("the values up to '{1}' have more bytes together than can be counted; expected "
                                "smaller extents",
                                value.name));
        total = *sum;
    }
    return {};
}

namespace {

constexpr std::size_t MaxCandidates = 8;    // groups that are tried at one peak
constexpr std::size_t MaxVisited = 200'000; // nodes lowered in all these trials: about a second

// A peak, the lower the better: its bytes, then the steps with so many, then such steps of what runs inside of
// the first of them.
struct Peak {
    std::int64_t bytes = 0;
    std::int64_t steps = 0;
    std::int64_t innerSteps = 0;
    friend auto operator<=>(const Peak&, const Peak&) = default;
};

struct Form {
    exec::Lowered lowered;
    memory::Liveness live;
    std::vector<std::int64_t> liveBytes; // by step
    Peak peak;

    // The node that runs at the first peak.
    std::optional<NodeId> atPeak() const {
        const auto step =
            static_cast<std::size_t>(std::ranges::find(liveBytes, peak.bytes) - liveBytes.begin());
        return step < live.steps.size() ? std::optional(live.steps[step]) : std::nullopt;
    }
};

// The graph inside of a node that needs the most memory, by its place among them; empty: the node runs none.
std::optional<std::size_t> largestBody(const ir::Graph& graph, const memory::Liveness& live, NodeId node) {
    const auto plans = live.bodies.find(node);
    if (plans == live.bodies.end() || plans->second->empty() || graph.node(node).body) return std::nullopt;
    const auto largest = std::ranges::max_element(
        *plans->second, {}, [](const memory::BodyPlan& each) { return each.solution.peak; });
    return static_cast<std::size_t>(largest - plans->second->begin());
}

Form formOf(exec::Lowered lowered, const memory::LivenessOptions& options) {
    Form form{std::move(lowered), {}, {}, {}};
    form.live = memory::liveness(*form.lowered.graph, options);
    form.peak.bytes = memory::alignedBound(form.live.problem, &form.liveBytes);
    form.peak.steps = std::ranges::count(form.liveBytes, form.peak.bytes);
    if (const auto node = form.atPeak())
        if (const auto body = largestBody(*form.lowered.graph, form.live, *node)) {
            std::vector<std::int64_t> inside;
            const std::int64_t most =
                memory::alignedBound((*form.live.bodies.at(*node))[*body].liveness.problem, &inside);
            form.peak.innerSteps = std::ranges::count(inside, most);
        }
    return form;
}

// A group that may be taken apart.
struct Candidate {
    NodeId node;              // the group, or the node that runs it
    std::size_t subgraph = 0; // of the node, where the group is in one of those
    NodeId member = {};       // the group in there; invalid: it is the node
};

bool isGroup(const ir::Node& node) { return node.body && node.domain == ir::FusedDomain; }

// The groups that run at the first peak of `graph`, or read what is alive there.
std::vector<NodeId> groupsAtPeak(const ir::Graph& graph, const memory::Liveness& live,
                                 const std::vector<std::int64_t>& liveBytes) {
    const auto peak = std::ranges::max_element(liveBytes) - liveBytes.begin();
    std::vector<NodeId> groups;
    const auto add = [&](NodeId id) {
        if (isGroup(graph.node(id)) && std::ranges::find(groups, id) == groups.end()) groups.push_back(id);
    };
    if (static_cast<std::size_t>(peak) < live.steps.size()) add(live.steps[static_cast<std::size_t>(peak)]);
    const ir::Connections links(graph);
    for (std::size_t i = 0; i < live.values.size(); ++i) {
        const memory::Buffer& buffer = live.problem.buffers[i];
        if (buffer.lower > peak || buffer.upper <= peak) continue;
        for (const ValueId value : live.values[i])
            for (const NodeId reader : links.consumers(value))
                add(reader);
    }
    return groups;
}

// Those of the graph, and those inside of the node that runs at its first peak.
std::vector<Candidate> candidatesOf(const Form& form) {
    const ir::Graph& graph = *form.lowered.graph;
    std::vector<Candidate> candidates;
    if (const auto node = form.atPeak())
        if (const auto body = largestBody(graph, form.live, *node)) {
            const memory::BodyPlan& plan = (*form.live.bodies.at(*node))[*body];
            std::vector<std::int64_t> inside;
            memory::alignedBound(plan.liveness.problem, &inside);
            for (const NodeId member : groupsAtPeak(*plan.graph, plan.liveness, inside))
                candidates.push_back({*node, *body, member});
        }
    for (const NodeId node : groupsAtPeak(graph, form.live, form.liveBytes))
        candidates.push_back({node});
    if (candidates.size() > MaxCandidates) candidates.resize(MaxCandidates);
    return candidates;
}

// What `second` made of the graph of `first`, told of the graph that `first` was made of.
exec::Lowered joined(const exec::Lowered& first, exec::Lowered second) {
    std::vector<NodeId> memberOf = first.memberOf;
    for (const NodeId node : second.memberOf)
        memberOf.push_back(first.given(node));
    second.memberOf = std::move(memberOf);
    second.firstMember = first.firstMember;
    return second;
}

// `best` with the candidate taken apart. `given`: as it was asked for, without plans of bodies.
Form splitForm(const Form& best, const Candidate& candidate, const ir::Opsets& opsets,
               const memory::LivenessOptions& given, const RunContext& run) {
    memory::LivenessOptions options = given;
    options.bodies = best.live.bodies;
    if (!candidate.member.valid())
        return formOf(joined(best.lowered, exec::lower(*best.lowered.graph, opsets, {candidate.node}, run)),
                      options);
    ir::Graph graph = *best.lowered.graph;
    std::size_t place = 0;
    ir::forEachSubgraph(graph.node(candidate.node), [&](ir::Subgraph& each) {
        if (place++ != candidate.subgraph) return;
        each = exec::lower(*each, ir::opsetsOf(*each, opsets), {candidate.member}, run).graph;
    });
    memory::BodyBudget budget;
    options.bodies[candidate.node] = memory::planBodies(graph, graph.node(candidate.node), given, budget);
    exec::Lowered lowered = best.lowered;
    lowered.graph = std::make_shared<const ir::Graph>(std::move(graph));
    return formOf(std::move(lowered), options);
}

bool hasGroup(const ir::Graph& graph) {
    return std::ranges::any_of(graph.order(), [&](NodeId id) {
        const ir::Node& node = graph.node(id);
        bool found = isGroup(node);
        ir::forEachSubgraph(node, [&](const ir::Subgraph& each) { found = found || hasGroup(*each); });
        return found;
    });
}

} // namespace

Result<ExecutionGraph> executionGraph(const ir::Graph& graph, const ir::Opsets& opsets,
                                      const memory::LivenessOptions& given, const RunContext& run) {
    RETURN_IF_ERROR(expectPlannable(graph));
    ExecutionGraph result;
    result.lowered = exec::lower(graph, opsets, {}, run);
    if (run.stopped()) return cancelled();
    if (!given.inPlace || !hasGroup(result.graph())) return result;

    memory::LivenessOptions options = given;
    options.bodies = memory::planBodies(result.graph(), given);
    Form best = formOf(result.lowered, options);
    const std::int64_t whole = best.peak.bytes;
    std::vector<ExecutionGraph::Split> splits;
    std::size_t visited = 0;
    for (bool better = true; better;) {
        better = false;
        std::optional<Form> next;
        NodeId chosen;
        for (const Candidate& candidate : candidatesOf(best)) {
            if (run.stopped()) return cancelled();
            visited += best.lowered.graph->nodeCount();
            if (visited > MaxVisited) break;
            Form tried = splitForm(best, candidate, opsets, given, run);
            if (tried.peak >= (next ? next->peak : best.peak)) continue;
            next = std::move(tried);
            chosen = best.lowered.given(candidate.node);
        }
        if (!next) continue;
        splits.push_back({chosen, best.peak.bytes - next->peak.bytes});
        best = *std::move(next);
        better = true;
        if (best.peak.bytes < whole) { // what was taken apart so far has paid
            result.lowered = best.lowered;
            result.splits = splits;
        }
    }
    return result;
}

} // namespace edgewright::pipeline
