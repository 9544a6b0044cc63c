// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/movement/reshaping.h"

namespace edgewright::fusion::reshape_transpose {

namespace {

//   x [1,C,1,W] -> Transpose(0,2,1,3) -> A        =>      x -> Reshape(1,1,C,W) -> A
//   the axes that are longer than 1 keep their order, so that no element moves
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("Transpose")) return NoMatch{};
    const ir::TensorType& in = typeOf(view, node.input(0));
    const auto perm = permutationOf(view, node);
    if (!perm || !in.shape || in.shape->size() != perm->size() || isIdentity(*perm)) return NoMatch{};
    std::optional<std::size_t> last;
    for (const std::size_t axis : *perm) {
        if ((*in.shape)[axis] == ir::Dim(1)) continue;
        if (last && *last > axis) return NoMatch{};
        last = axis;
    }
    ir::PatchBuilder patch(view.graph);
    const ValueId y = node.output(0);
    auto reshape = reshapeTo(view, patch, node.input(0), permuted(in, *perm), view.graph.value(y).name);
    if (!reshape)
        return Refused{{id},
                       {y},
                       say("{1} only moves axes of extent 1, but its output, {2}, has more than one open "
                           "extent, which a constant shape cannot say",
                           node.label(), typeOf(view, y).text())};
    reshape->outputs = {y};
    patch.remove(id);
    patch.add(*std::move(reshape));
    return Applied{
        patch.take(), {id}, say("{1} only moves axes of extent 1: no element changes its place", node.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Transposes that only move axes of extent 1 are reshapes"),
    .match = match,
    .before = "Transpose",
    .after = "Reshape",
    .roots = {"Transpose"},
};

} // namespace edgewright::fusion::reshape_transpose
