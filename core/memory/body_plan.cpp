// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/body_plan.h"

#include "core/base/say.h"
#include "core/ir/subgraphs.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/planner.h"
#include "core/ops/iterations.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace edgewright::memory {

namespace {

bool isCall(const ir::Node& node) { return node.body && node.domain != ir::FusedDomain; }

// Until opset 8 a Scan has a batch axis, and an input for the lengths.
bool isBatched(const ir::Node& scan) {
    const auto body = scan.graph("body");
    return body && scan.inputs.size() == body->inputs.size() + 1;
}

// How a node uses one of its graphs.
struct Use {
    std::string name;
    std::shared_ptr<const ir::Graph> graph;
    std::vector<ValueId> given;               // which the node copies to their places before each run
    std::vector<ValueId> handed;              // given again to the next run
    std::unordered_set<ValueId> outside = {}; // neither given a place nor written to one
};

// Plans go by the place among the node's graphs.
std::size_t subgraphsOf(const ir::Node& node) {
    std::size_t count = 0;
    ir::forEachSubgraph(node, [&](const ir::Subgraph&) { ++count; });
    return count;
}

bool isSized(const ir::Graph& graph, ValueId id) {
    return id.valid() && graph.contains(id) && graph.value(id).type.dtype != ir::DataType::String &&
           graph.value(id).type.bytes();
}

// Carried from input `from` + k to output `to` + k of the body.
void carry(Use& use, std::size_t from, std::size_t to, std::size_t count) {
    const ir::Graph& body = *use.graph;
    for (std::size_t k = 0; k < count; ++k) {
        const ValueId in = body.inputs[from + k], out = body.outputs[to + k];
        if (in == out) { // the same tensor in every run: it stays where it is
            use.outside.insert(in);
        } else if (isSized(body, in) && !use.outside.contains(in)) {
            use.given.push_back(in);
            use.handed.push_back(out);
        } else { // each run makes one of its own
            use.outside.insert({in, out});
        }
    }
}

Use useOfLoop(const ir::Graph& graph, const ir::Node& node) {
    Use use{"body", node.graph("body"), {}, {}};
    const ir::Graph& body = *use.graph;
    const std::size_t carried = node.inputs.size() - 2;
    // What the iterations write goes to its place in the node's output after each of them, where their number
    // is known when the first one is through; else all of it is kept until the last one is.
    const bool counted = node.hasInput(0) && ops::alwaysGoesOn(body);
    for (std::size_t k = carried; k + 1 < body.outputs.size(); ++k) {
        const ValueId whole = node.output(k);
        if (whole.valid() && !(counted && isSized(graph, whole))) use.outside.insert(body.outputs[k + 1]);
    }
    for (std::size_t i = 0; i < 2; ++i) // iteration and condition
        if (!use.outside.contains(body.inputs[i])) use.given.push_back(body.inputs[i]);
    carry(use, 2, 1, carried);
    return use;
}

// Steps are read where they lie in the scanned input or where the node copies them, and what they write goes to
// its place in the node's output after each of them.
Use useOfScan(const ir::Node& node) {
    Use use{"body", node.graph("body"), {}, {}};
    const std::size_t states = node.inputs.size() - static_cast<std::size_t>(node.intOr("num_scan_inputs", 0));
    use.outside.insert(use.graph->inputs.begin() + static_cast<std::ptrdiff_t>(states),
                       use.graph->inputs.end());
    carry(use, 0, 0, states);
    return use;
}

std::vector<Use> usesOf(const ir::Graph& graph, const ir::Node& node) {
    std::vector<Use> uses;
    if (isCall(node)) {
        uses.push_back({node.op, node.body, {}, {}});
        uses.back().outside.insert(node.body->inputs.begin(), node.body->inputs.end());
    } else if (node.is("If")) {
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* branch = std::get_if<ir::Subgraph>(&attribute.value); branch && *branch)
                uses.push_back({attribute.name, *branch, {}, {}});
    } else {
        uses.push_back(node.is("Loop") ? useOfLoop(graph, node) : useOfScan(node));
    }
    return uses;
}

LivenessOptions optionsOf(const Use& use, const LivenessOptions& around) {
    LivenessOptions options;
    options.alignment = around.alignment;
    options.inPlace = around.inPlace;
    options.parts = around.parts;
    options.inputs = Placement::WholeRun;
    options.outside = use.outside;
    return options;
}

// The smallest of a few quick plans.
std::optional<Solution> packed(const Problem& problem) {
    constexpr std::array<const char*, 3> Planners{"greedy_by_size", "greedy_by_breadth", "greedy_by_conflicts"};
    const std::int64_t bound = alignedBound(problem);
    std::optional<Solution> best;
    for (const char* name : Planners) {
        auto solution = findPlanner(name)->solve(problem, {}, {});
        if (solution && (!best || solution->peak < best->peak)) best = *std::move(solution);
        if (!best || best->peak <= bound) break;
    }
    return best;
}

// Values of one buffer that holds both what a run is given and what it hands on: each has to lie on its own.
std::vector<ValueId> tangled(const Liveness& live, const Use& use) {
    const auto holds = [](const std::vector<ValueId>& values, const std::vector<ValueId>& any) {
        return std::ranges::any_of(values, [&](ValueId id) { return std::ranges::find(any, id) != any.end(); });
    };
    std::vector<ValueId> result;
    for (const auto& values : live.values)
        if (values.size() > 1 && holds(values, use.given) && holds(values, use.graph->outputs))
            result.insert(result.end(), values.begin(), values.end());
    return result;
}

std::optional<BodyPlan> planOf(const Use& use, LivenessOptions options, BodyBudget& budget) {
    for (;;) {
        bool again = false;
        BodyPlan plan{use.name, use.graph, liveness(*use.graph, options, budget), {}, {}, {}};
        for (const ValueId id : tangled(plan.liveness, use))
            again = options.unshared.insert(id).second || again;
        if (again) continue;
        auto solution = packed(plan.liveness.problem);
        if (!solution) return std::nullopt;
        plan.solution = *std::move(solution);
        const auto hasPlace = [&](ValueId id) {
            return std::ranges::any_of(plan.liveness.values, [&](const std::vector<ValueId>& values) {
                return std::ranges::find(values, id) != values.end();
            });
        };
        std::ranges::copy_if(use.given, std::back_inserter(plan.given), hasPlace);
        std::ranges::copy_if(use.handed, std::back_inserter(plan.handed),
                             [&](ValueId id) { return hasPlace(id) && !use.graph->isInput(id); });
        return plan;
    }
}

// Nothing of the graph is planned: what it holds is allocated while it runs. `reason`: null, it was said
// before.
BodyPlan withoutPlaces(const Use& use, std::string (*reason)()) {
    BodyPlan plan{use.name, use.graph, {}, {}, {}, {}};
    plan.liveness.problem.steps = 1;
    if (!reason) return plan;
    plan.liveness.skipped.push_back({Severity::Warning, "unplanned-body", reason(), NodeId(), ValueId(), ""});
    const InEnglish english; // for files
    plan.liveness.unplanned.push_back({use.name, reason()});
    return plan;
}

} // namespace

bool runsGraphs(const ir::Node& node) { return isCall(node) || (!node.body && ir::hasSubgraph(node)); }

std::string whyUnplanned(const ir::Node& node) {
    if (isCall(node)) return {};
    const auto body = node.graph("body");
    const bool standard = node.domain.empty();
    const auto unfit = [] { return say("has a body that does not fit its inputs: its memory is not planned"); };
    if (standard && node.is("If")) {
        if (!node.graph("then_branch") || !node.graph("else_branch") || subgraphsOf(node) != 2) return unfit();
        return {};
    }
    if (standard && node.is("Loop")) {
        if (!body || subgraphsOf(node) != 1 || node.inputs.size() < 2 ||
            body->inputs.size() != node.inputs.size() || body->outputs.size() + 1 < node.inputs.size())
            return unfit();
        return {};
    }
    if (standard && node.is("Scan") && !isBatched(node)) {
        const std::int64_t scans = node.intOr("num_scan_inputs", 0);
        const auto inputs = static_cast<std::int64_t>(node.inputs.size());
        if (!body || subgraphsOf(node) != 1 || scans < 1 || scans > inputs ||
            body->inputs.size() != node.inputs.size() ||
            static_cast<std::int64_t>(body->outputs.size()) < inputs - scans)
            return unfit();
        return {};
    }
    return say("({1}) runs graphs whose memory is not planned", node.op);
}

std::shared_ptr<const std::vector<BodyPlan>> planBodies(const ir::Graph& graph, const ir::Node& node,
                                                        const LivenessOptions& options, BodyBudget& budget) {
    auto plans = std::make_shared<std::vector<BodyPlan>>();
    for (const Use& use : usesOf(graph, node)) {
        std::size_t& left = isCall(node) ? budget.callNodes : budget.nodes;
        if (budget.depth == 0 || use.graph->nodeCount() >= left) {
            left = 0;
            const auto reason = [] {
                return say("is one body too many, or too deep: its memory is not planned");
            };
            plans->push_back(withoutPlaces(use, budget.said ? nullptr : +reason));
            budget.said = true;
            continue;
        }
        left -= use.graph->nodeCount() + 1;
        LivenessOptions own = optionsOf(use, options);
        --budget.depth;
        auto plan = planOf(use, own, budget);
        // Parts leave gaps, which are harder to fill.
        if (plan && !plan->liveness.parts.empty() &&
            plan->solution.peak > alignedBound(plan->liveness.problem)) {
            own.parts = false;
            if (auto other = planOf(use, own, budget); other && other->solution.peak < plan->solution.peak)
                plan = std::move(other);
        }
        ++budget.depth;
        plans->push_back(plan ? *std::move(plan) : withoutPlaces(use, [] {
            return say("has more bytes than can be counted: it is not planned");
        }));
    }
    return plans;
}

std::unordered_map<NodeId, std::shared_ptr<const std::vector<BodyPlan>>>
planBodies(const ir::Graph& graph, const LivenessOptions& options) {
    std::unordered_map<NodeId, std::shared_ptr<const std::vector<BodyPlan>>> plans;
    BodyBudget budget;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (runsGraphs(node) && whyUnplanned(node).empty())
            plans.emplace(id, planBodies(graph, node, options, budget));
    }
    return plans;
}

std::int64_t bytesOf(const std::vector<BodyPlan>& plans) {
    std::int64_t bytes = 0;
    for (const BodyPlan& plan : plans)
        bytes = std::max(bytes, plan.solution.peak);
    return bytes;
}

} // namespace edgewright::memory
