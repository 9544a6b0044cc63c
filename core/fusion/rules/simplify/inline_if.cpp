// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/ir/captures.h"

#include <unordered_map>

namespace edgewright::fusion::inline_if {

namespace {

using Ids = std::unordered_map<ValueId, ValueId>; // of the branch -> of the graph around it

//   If(true, then: x -> A -> y)        =>      x -> A -> y
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("If")) return NoMatch{};
    const ir::Tensor* condition = knownTensor(view, node.input(0));
    if (!condition || condition->elements() != 1 || condition->dtype() != ir::DataType::Bool) return NoMatch{};
    const bool taken = ir::elementAsInt64(*condition, 0) != 0;
    const auto branch = node.graph(taken ? "then_branch" : "else_branch");
    if (!branch || branch->outputs.size() < node.outputs.size()) return NoMatch{};
    const auto refuse = [&](const std::string& reason, ValueId tensor) {
        return Refused{{id},
                       {tensor},
                       taken ? say("{1} always takes its then branch, but {2}", node.label(), reason)
                             : say("{1} always takes its else branch, but {2}", node.label(), reason)};
    };

    ir::PatchBuilder patch(view.graph);
    Ids ids;
    std::unordered_map<ValueId, ir::Tensor> folded;
    std::vector<bool> made(branch->valueCount(), false);
    for (const NodeId inner : branch->order())
        for (const ValueId output : branch->node(inner).outputs)
            if (output.valid() && branch->contains(output)) made[output.index()] = true;
    // What has to keep its name takes the place of the output of If; the rest is read under the branch's own
    // types.
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const ValueId outer = node.outputs[i];
        const ValueId inner = branch->outputs[i];
        if (!outer.valid()) continue;
        if (!branch->contains(inner)) return NoMatch{};
        if (!view.graph.isOutput(outer) && !capturedBy(view, outer)) continue;
        if (!made[inner.index()] || !ids.emplace(inner, outer).second)
            return refuse(say("{1} would be another value under the name of '{2}'", described(view, outer),
                              view.graph.value(outer).name),
                          outer);
    }
    for (std::size_t i = 0; i < branch->valueCount(); ++i) {
        const ValueId inner(i);
        if (ids.contains(inner)) continue;
        const ir::Value& value = branch->value(inner);
        if (value.outer)
            ids.emplace(inner, *value.outer);
        else if (value.constant)
            ids.emplace(inner, patch.constant(value.name, *value.constant));
        else if (made[i]) {
            const ValueId added = patch.value(value.name, value.type);
            ids.emplace(inner, added);
            if (value.folded) folded.emplace(added, *value.folded);
        }
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const ValueId outer = node.outputs[i];
        if (!outer.valid()) continue;
        const auto it = ids.find(branch->outputs[i]);
        if (it == ids.end()) return NoMatch{};
        if (it->second != outer) patch.redirect(outer, it->second);
    }
    patch.remove(id);
    for (const NodeId each : branch->order()) {
        ir::Node inner = branch->node(each);
        inner.origins.clear();
        for (std::vector<ValueId>* list : {&inner.inputs, &inner.outputs})
            for (ValueId& value : *list) {
                if (!value.valid()) continue;
                const auto it = ids.find(value);
                if (it == ids.end()) return NoMatch{};
                value = it->second;
            }
        // The subgraphs of a node of the branch name what they capture by its ids of the branch.
        ir::moveCaptures(inner, [&](ValueId captured) {
            const auto it = ids.find(captured);
            return it == ids.end() ? captured : it->second;
        });
        patch.add(std::move(inner));
    }
    ir::Patch result = patch.take();
    for (ir::Value& value : result.values)
        if (const auto it = folded.find(value.id); it != folded.end()) value.folded = it->second;
    return Applied{std::move(result),
                   {id},
                   taken ? say("{1} always takes its then branch: its condition is constant", node.label())
                         : say("{1} always takes its else branch: its condition is constant", node.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "An If whose condition is constant is the branch that it takes"),
    .match = match,
    .before = "If(true)",
    .after = TRANSLATABLE("Rule", "its branch"),
    .roots = {"If"},
};

} // namespace edgewright::fusion::inline_if
