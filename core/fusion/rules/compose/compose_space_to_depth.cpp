// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"
#include "core/fusion/movement/block_move.h"

#include <string>

namespace edgewright::fusion::compose_space_to_depth {

namespace {

constexpr std::string_view Op = "SpaceToDepth";

//   [N, C, H, W] -> [N, C, H', b, W', b] -> (0, 3, 5, 1, 2, 4) -> [N, b b C, H', W']
Match match(const GraphView& view, NodeId id) {
    const auto move = blockMoveAt(view, view.graph.node(id));
    if (!move || move->from.size() != 4 || move->split.size() != 6 || move->to.size() != 4) return NoMatch{};
    const bool channelsLast = move->order == std::vector<std::int64_t>{0, 3, 5, 1, 2, 4};
    const bool channelsFirst = move->order == std::vector<std::int64_t>{0, 1, 3, 5, 2, 4};
    if (!channelsLast && !channelsFirst) return NoMatch{};
    const ir::Dims& s = move->split;
    const bool split = s[1] == move->from[1] && s[2] * s[3] == move->from[2] && s[4] * s[5] == move->from[3];
    const ir::Dims wanted{s[0], s[1] * s[3] * s[5], s[2], s[4]};
    if (!split || move->to != wanted) return NoMatch{};
    if (s[3] != s[5])
        return Refused{move->nodes,
                       {move->x},
                       "the blocks that " + listed(view.graph, move->nodes) + " move are " +
                           std::to_string(s[3]) + " x " + std::to_string(s[5]) +
                           ", and SpaceToDepth has square ones"};
    if (channelsFirst && s[1] != 1)
        return Refused{move->nodes,
                       {move->x},
                       "the pixels of a block end up beside each other in the channels behind " +
                           listed(view.graph, {move->nodes.front()}) +
                           ", and SpaceToDepth puts the channels beside each other"};
    if (auto refused = whyNotComposed(view, move->nodes, Op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, move->nodes, Op, {move->x}, {{"blocksize", s[3]}}));
    return composed(view, std::move(patch), move->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = "Blocks of the plane moved into channels into SpaceToDepth",
    .match = match,
    .before = "Reshape -> Transpose -> Reshape",
    .after = "SpaceToDepth",
    .composes = true,
    .roots = {"Reshape"},
};

} // namespace edgewright::fusion::compose_space_to_depth
