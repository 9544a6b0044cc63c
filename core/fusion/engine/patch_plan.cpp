// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/patch_plan.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

std::string quoted(const ir::Value& value) { return "'" + value.name + "'"; }

const ir::Value& valueOf(const LinkedGraph& now, const ir::Patch& patch, ValueId id) {
    return now.graph.contains(id) ? now.graph.value(id) : patch.values[id.index() - now.graph.valueCount()];
}

// Somebody provides the value once the patch is applied.
bool available(const LinkedGraph& now, const ir::Patch& patch, const PatchPlan& plan, ValueId id) {
    if (plan.maker.contains(id)) return true;
    const ir::Value& value = valueOf(now, patch, id);
    if (value.constant || value.outer) return true;
    if (!now.graph.contains(id)) return false;
    if (now.isInput[id.index()]) return true;
    const auto producer = now.links.producer(id);
    return producer && !plan.removed.contains(*producer);
}

std::string whyNotProvided(const LinkedGraph& now, const ir::Patch& patch, const PatchPlan& plan) {
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        for (const ValueId input : patch.added[i].inputs)
            if (input.valid() && !available(now, patch, plan, plan.follow(input)))
                return say("{1} reads {2}, which nothing provides", patch.added[i].op,
                           quoted(valueOf(now, patch, plan.follow(input))));
        for (const ValueId captured : plan.captured[i])
            if (!available(now, patch, plan, captured))
                return say("{1} captures {2}, which nothing provides", patch.added[i].op,
                           quoted(valueOf(now, patch, captured)));
    }
    for (const NodeId id : patch.removed)
        for (const ValueId output : now.graph.node(id).outputs) {
            if (!output.valid() || !now.graph.contains(output) || plan.maker.contains(output)) continue;
            const bool moved = plan.to.contains(output);
            const auto left = [&](NodeId reader) {
                return !plan.removed.contains(reader) && (!moved || now.captures(reader, output));
            };
            if (std::ranges::any_of(now.links.consumers(output), left) ||
                (now.isOutput[output.index()] && !moved))
                return say("leaves {1} without a producer", quoted(now.graph.value(output)));
        }
    return {};
}

std::string whyRedirectedWrong(const LinkedGraph& now, const ir::Patch& patch, const PatchPlan& plan,
                               bool types) {
    for (const auto& [from, target] : patch.redirected) {
        const ValueId to = plan.follow(from);
        if (!available(now, patch, plan, to))
            return say("redirects to {1}, which nothing provides", quoted(valueOf(now, patch, to)));
        if (!types || !now.graph.contains(from)) continue;
        const bool read = now.isOutput[from.index()] ||
                          std::ranges::any_of(now.links.consumers(from),
                                              [&](NodeId id) { return !plan.removed.contains(id); });
        if (!read) continue;
        const ir::TensorType& before = now.graph.value(from).type;
        const ir::TensorType& after = valueOf(now, patch, to).type;
        const bool otherKind = before.dtype != after.dtype && before.dtype != ir::DataType::Undefined &&
                               after.dtype != ir::DataType::Undefined;
        if (otherKind || shapesClash(before, after))
            return say("changes what is read as {1} from {2} to {3}", quoted(now.graph.value(from)),
                       before.text(), after.text());
    }
    return {};
}

// Fills PatchPlan::maker.
std::string whyIllegal(const LinkedGraph& now, const ir::Patch& patch, PatchPlan& plan, bool types) {
    for (std::size_t i = 0; i < patch.added.size(); ++i)
        for (const ValueId output : patch.added[i].outputs) {
            if (!output.valid()) continue;
            const ir::Value& value = valueOf(now, patch, output);
            if (value.constant || value.outer || (now.graph.contains(output) && now.isInput[output.index()]))
                return say("{1} writes {2}, which is an input or a constant", patch.added[i].op, quoted(value));
            const auto producer = now.links.producer(output);
            if (producer && !plan.removed.contains(*producer))
                return say("{1} writes {2}, which {3} writes too", patch.added[i].op, quoted(value),
                           now.graph.node(*producer).label());
            if (!plan.maker.emplace(output, i).second)
                return say("{1} writes {2}, which is written twice", patch.added[i].op, quoted(value));
        }
    if (auto fault = whyNotProvided(now, patch, plan); !fault.empty()) return fault;
    return whyRedirectedWrong(now, patch, plan, types);
}

} // namespace

ValueId PatchPlan::follow(ValueId id) const {
    const auto it = to.find(id);
    return it == to.end() ? id : it->second;
}

std::string whyMalformed(const ir::Patch& patch, const PatchBase& base) {
    if (patch.inside) return say("changes a subgraph, which is not for a rule to do");
    if (patch.removed.empty() && patch.added.empty() && patch.redirected.empty()) return say("changes nothing");
    std::unordered_set<NodeId> removed;
    for (const NodeId id : patch.removed) {
        const bool known = id.valid() && id.index() < base.firstNode && base.contains(id);
        if (!known) return say("removes a node that is not in the graph");
        if (!removed.insert(id).second) return say("removes a node twice");
    }
    const std::size_t values = base.firstValue + patch.values.size();
    for (std::size_t i = 0; i < patch.values.size(); ++i)
        if (patch.values[i].id != ValueId(base.firstValue + i))
            return say("adds the value {1} under an id that is not the next one", quoted(patch.values[i]));
    const auto missing = [&](ValueId id) { return id.valid() && id.index() >= values; };
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        const ir::Node& node = patch.added[i];
        if (node.op.empty()) return say("adds a node without an operator");
        if (node.id != NodeId(base.firstNode + i))
            return say("adds {1} under an id that is not the next one", node.op);
        if (std::ranges::any_of(node.inputs, missing))
            return say("{1} reads a value that does not exist", node.op);
        if (std::ranges::any_of(node.outputs, missing))
            return say("{1} writes a value that does not exist", node.op);
        for (const ValueId captured : ir::capturedValues(node))
            if (!captured.valid() || missing(captured))
                return say("a subgraph of {1} reads a value that does not exist", node.op);
    }
    std::unordered_map<ValueId, ValueId> to;
    for (const auto& [from, target] : patch.redirected) {
        if (!from.valid() || !target.valid() || missing(from) || missing(target))
            return say("redirects a value that does not exist");
        if (!to.emplace(from, target).second) return say("redirects a value twice");
    }
    for (const auto& [from, target] : patch.redirected) {
        std::size_t hops = 0;
        for (auto it = to.find(from); it != to.end(); it = to.find(it->second))
            if (++hops > to.size()) return say("redirects values in a circle");
    }
    return {};
}

PatchPlan planOf(const LinkedGraph& now, const ir::Patch& patch, bool types, std::string& fault) {
    PatchPlan plan;
    plan.removed.insert(patch.removed.begin(), patch.removed.end());
    std::unordered_map<ValueId, ValueId> direct(patch.redirected.begin(), patch.redirected.end());
    for (const auto& [from, target] : patch.redirected) {
        ValueId end = target;
        for (auto it = direct.find(end); it != direct.end(); it = direct.find(end))
            end = it->second;
        plan.to.emplace(from, end);
    }
    for (const ir::Node& node : patch.added)
        plan.captured.push_back(ir::capturedValues(node));
    for (const NodeId id : patch.removed)
        if (!plan.behind.valid() || now.links.rank(id) > now.links.rank(plan.behind)) plan.behind = id;
    fault = whyIllegal(now, patch, plan, types);
    return plan;
}

} // namespace edgewright::fusion
