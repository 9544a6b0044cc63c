// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

namespace edgewright::fusion::fuse_injective {

namespace {

//   Reshape -> Transpose -> Reshape        =>      [Reshape, Transpose, Reshape]       a channel shuffle: one
//   gather
Match match(const GraphView& view, NodeId id) {
    // ONNX Runtime finds no type for its own operators on codes within a function.
    const auto isTyped = [](const ir::Node& node) {
        return node.domain != "com.microsoft" || !node.op.starts_with("QLinear");
    };
    const auto movesAtMost = [&](const ir::Node& node) {
        return patternOf(node) <= ops::Pattern::Injective && isTyped(node);
    };
    const ir::Node& root = view.graph.node(id);
    if (!movesAtMost(root)) return NoMatch{};
    const Region region =
        growChain(view, id, [&](const ir::Node& reader, const std::vector<NodeId>& members, bool last) {
            if (!movesAtMost(view.graph.node(members.front()))) return false;
            return movesAtMost(reader) ||
                   (last && isTyped(reader) && readsElementByElement(view, reader, members));
        });
    if (!region.grown()) return NoMatch{};
    const std::vector<NodeId> others(region.members.begin() + 1, region.members.end());
    return Applied{groupPatch(view, region.members), region.members,
                   say("{1} and {2} move each element once", root.label(), listed(view.graph, others))};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Chains of data movement into one"),
    .match = match,
    .before = "Reshape -> Transpose -> Reshape",
    .after = "[Reshape, Transpose, Reshape]",
    .groups = true,
};

} // namespace edgewright::fusion::fuse_injective
