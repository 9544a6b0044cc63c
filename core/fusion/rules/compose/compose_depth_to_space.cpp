// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"
#include "core/fusion/movement/block_move.h"

#include <string>

namespace edgewright::fusion::compose_depth_to_space {

namespace {

constexpr std::string_view Op = "DepthToSpace";

//   [N, C, H, W] -> [N, b, b, C', H, W] -> (0, 3, 4, 1, 5, 2) -> [N, C', H b, W b]     mode DCR
//   [N, C, H, W] -> [N, C', b, b, H, W] -> (0, 1, 4, 2, 5, 3) -> [N, C', H b, W b]     mode CRD
Match match(const GraphView& view, NodeId id) {
    const auto move = blockMoveAt(view, view.graph.node(id));
    if (!move || move->from.size() != 4 || move->split.size() != 6 || move->to.size() != 4) return NoMatch{};
    const bool depthFirst = move->order == std::vector<std::int64_t>{0, 3, 4, 1, 5, 2};
    const bool columnFirst = move->order == std::vector<std::int64_t>{0, 1, 4, 2, 5, 3};
    if (!depthFirst && !columnFirst) return NoMatch{};
    const ir::Dims& s = move->split;
    const std::size_t at = depthFirst ? 1 : 2; // of the blocks' height, before their width
    const ir::Dims wanted{s[0], depthFirst ? s[3] : s[1], s[4] * s[at], s[5] * s[at + 1]};
    if (s[4] != move->from[2] || s[5] != move->from[3] || move->to != wanted) return NoMatch{};
    if (s[at] != s[at + 1])
        return Refused{move->nodes,
                       {move->x},
                       "the blocks that " + listed(view.graph, move->nodes) + " move are " +
                           std::to_string(s[at]) + " x " + std::to_string(s[at + 1]) +
                           ", and DepthToSpace has square ones"};
    if (auto refused = whyNotComposed(view, move->nodes, Op, depthFirst ? 1 : 11)) return *std::move(refused);
    std::vector<ir::Attribute> attributes{{"blocksize", s[at]}};
    if (columnFirst) attributes.push_back({"mode", std::string("CRD")});
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, move->nodes, Op, {move->x}, std::move(attributes)));
    return composed(view, std::move(patch), move->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = "Channels moved into the plane into DepthToSpace",
    .match = match,
    .before = "Reshape -> Transpose -> Reshape",
    .after = "DepthToSpace",
    .composes = true,
    .roots = {"Reshape"},
};

} // namespace edgewright::fusion::compose_depth_to_space
