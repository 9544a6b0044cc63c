// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"

#include <algorithm>

namespace edgewright::fusion::merge_concats {

namespace {

//   Concat(Concat(a, b), c)        =>      Concat(a, b, c)          along the same axis
Match match(const GraphView& view, NodeId id) {
    const ir::Node& outer = view.graph.node(id);
    if (!outer.is("Concat")) return NoMatch{};
    std::optional<Refused> refused;
    std::vector<NodeId> joined;
    std::vector<ValueId> operands;
    for (const ValueId input : outer.inputs) {
        const ir::Node* inner = view.producer(input);
        const bool again = std::ranges::count(outer.inputs, input) > 1;
        if (!inner || !inner->is("Concat") || again || concatAxis(view, *inner) != concatAxis(view, outer) ||
            !concatAxis(view, outer)) {
            operands.push_back(input);
        } else if (auto reason = whyNotPrivate(view, input, id)) {
            refused = Refused{{id, inner->id}, {input}, std::move(*reason)};
            operands.push_back(input);
        } else {
            joined.push_back(inner->id);
            operands.insert(operands.end(), inner->inputs.begin(), inner->inputs.end());
        }
    }
    if (joined.empty()) return refused ? Match(*std::move(refused)) : NoMatch{};
    ir::Node merged = outer;
    merged.origins.clear();
    merged.inputs = std::move(operands);
    ir::PatchBuilder patch(view.graph);
    for (const NodeId each : joined)
        patch.remove(each);
    patch.remove(id);
    patch.add(std::move(merged));
    std::vector<NodeId> nodes{id};
    nodes.insert(nodes.end(), joined.begin(), joined.end());
    const std::string inner = listed(view.graph, joined);
    return Applied{patch.take(), nodes,
                   joined.size() == 1
                       ? say("{1} joins what {2} joins along the same axis", outer.label(), inner)
                       : say("{1} joins what {2} join along the same axis", outer.label(), inner)};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive concats along one axis into one"),
    .match = match,
    .before = "Concat(Concat(a, b), c)",
    .after = "Concat(a, b, c)",
    .roots = {"Concat"},
};

} // namespace edgewright::fusion::merge_concats
