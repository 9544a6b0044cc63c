// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory/execution_graph.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ir/order.h"
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
            "a memory plan needs an execution order, and node '" + graph.node(cyclic.front()).label() +
            "' lies on a cycle or behind one: it depends on its own output, or on a node that does");
    const memory::ValueSizes sizes(graph);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        if (value.constant) continue;
        if (isUncountable(value.type))
            return badInput("value '" + value.name + "' is " + value.type.text() +
                            ", more bytes than can be counted; expected smaller extents");
        const auto known = value.type.bytes();
        const auto sum = checkedAdd(total, known ? *known : sizes.bytes(ValueId(i)).value_or(0));
        if (!sum)
            return badInput("the values up to '" + value.name +
                            "' have more bytes together than can be counted; expected smaller extents");
        total = *sum;
    }
    return {};
}

namespace {

constexpr std::size_t MaxCandidates = 8;    // groups that are tried at one peak
constexpr std::size_t MaxVisited = 200'000; // nodes lowered in all these trials: about a second

// How bad the peak is: its bytes, then in how many steps there are so many.
struct Peak {
    std::int64_t bytes = 0;
    std::int64_t steps = 0;
    friend auto operator<=>(const Peak&, const Peak&) = default;
};

struct Form {
    exec::Lowered lowered;
    memory::Liveness live;
    std::vector<std::int64_t> liveBytes; // by step
    Peak peak;
};

Form formOf(exec::Lowered lowered, const memory::LivenessOptions& options) {
    Form form{std::move(lowered), {}, {}, {}};
    form.live = memory::liveness(*form.lowered.graph, options);
    form.peak.bytes = memory::alignedBound(form.live.problem, &form.liveBytes);
    form.peak.steps = std::ranges::count(form.liveBytes, form.peak.bytes);
    return form;
}

bool isGroup(const ir::Node& node) { return node.body && node.domain == ir::FusedDomain; }

// The groups that run at the first peak, or read what is alive there.
std::vector<NodeId> candidatesOf(const Form& form) {
    const ir::Graph& graph = *form.lowered.graph;
    const auto peak = std::ranges::find(form.liveBytes, form.peak.bytes) - form.liveBytes.begin();
    std::vector<NodeId> candidates;
    const auto add = [&](NodeId id) {
        if (isGroup(graph.node(id)) && std::ranges::find(candidates, id) == candidates.end())
            candidates.push_back(id);
    };
    if (static_cast<std::size_t>(peak) < form.live.steps.size())
        add(form.live.steps[static_cast<std::size_t>(peak)]);
    const ir::Connections links(graph);
    for (std::size_t i = 0; i < form.live.values.size(); ++i) {
        const memory::Buffer& buffer = form.live.problem.buffers[i];
        if (buffer.lower > peak || buffer.upper <= peak) continue;
        for (const ValueId value : form.live.values[i])
            for (const NodeId reader : links.consumers(value))
                add(reader);
    }
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

} // namespace

Result<ExecutionGraph> executionGraph(const ir::Graph& graph, const ir::Opsets& opsets,
                                      const memory::LivenessOptions& given, const RunContext& run) {
    RETURN_IF_ERROR(expectPlannable(graph));
    ExecutionGraph result;
    result.lowered = exec::lower(graph, opsets, {}, run);
    if (run.stopped()) return cancelled();
    if (!given.inPlace ||
        std::ranges::none_of(graph.order(), [&](NodeId id) { return isGroup(graph.node(id)); }))
        return result;

    memory::LivenessOptions options = given;
    options.bodies = memory::planBodies(result.graph(), given); // the same in every form
    Form best = formOf(result.lowered, options);
    const std::int64_t whole = best.peak.bytes;
    std::vector<ExecutionGraph::Split> splits;
    std::size_t visited = 0;
    for (bool better = true; better;) {
        better = false;
        std::optional<Form> next;
        NodeId chosen;
        for (const NodeId candidate : candidatesOf(best)) {
            if (run.stopped()) return cancelled();
            visited += best.lowered.graph->nodeCount();
            if (visited > MaxVisited) break;
            Form tried = formOf(
                joined(best.lowered, exec::lower(*best.lowered.graph, opsets, {candidate}, run)), options);
            if (tried.peak >= (next ? next->peak : best.peak)) continue;
            next = std::move(tried);
            chosen = best.lowered.given(candidate);
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
