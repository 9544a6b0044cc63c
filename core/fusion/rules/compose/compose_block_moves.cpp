// SPDX-License-Identifier: GPL-3.0-or-later
// Reshape -> Transpose -> Reshape, as pixels and channels are exchanged, into one operator.
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"

#include <optional>
#include <string>

namespace edgewright::fusion {

namespace {

// Reshape -> Transpose -> Reshape with known extents.
struct BlockMove {
    ValueId x;
    ir::Dims from;  // of x
    ir::Dims split; // behind the first reshape
    std::vector<std::int64_t> order;
    ir::Dims to;               // of the result
    std::vector<NodeId> nodes; // last first
};

// Extents with the first, when only named, as -1.
std::optional<ir::Dims> extents(const ir::TensorType& type) {
    if (!type.shape) return std::nullopt;
    ir::Dims result;
    for (std::size_t i = 0; i < type.shape->size(); ++i) {
        const ir::Dim& dim = (*type.shape)[i];
        if (!dim.known() && (i > 0 || dim.symbol().empty())) return std::nullopt;
        result.push_back(dim.value());
    }
    return result;
}

// The block move whose last reshape is `last`; extents that differ only by name are not known, so batch may be
// 0.
std::optional<BlockMove> blockMoveAt(const GraphView& view, const ir::Node& last) {
    if (!last.is("Reshape")) return std::nullopt;
    Trail trail(view);
    trail.note(last.id);
    const ir::Node* transpose = trail.step(last.input(0), "Transpose");
    const ir::Node* split = transpose ? trail.step(transpose->input(0), "Reshape") : nullptr;
    if (!split) return std::nullopt;
    const auto from = extents(typeOf(view, split->input(0)));
    const auto middle = extents(typeOf(view, split->output(0)));
    const auto to = extents(typeOf(view, last.output(0)));
    auto order = transpose->ints("perm");
    if (!from || !middle || !to || order.size() != middle->size()) return std::nullopt;
    const bool sameBatch =
        !from->empty() && from->front() == middle->front() && from->front() == to->front() &&
        typeOf(view, split->input(0)).shape->front() == typeOf(view, last.output(0)).shape->front();
    if (!sameBatch) return std::nullopt;
    return BlockMove{split->input(0), *from, *middle, std::move(order), *to, trail.nodes()};
}

Refused notSquare(const GraphView& view, const BlockMove& move, std::int64_t height, std::int64_t width,
                  std::string_view op) {
    return {move.nodes,
            {move.x},
            say("the blocks that {1} move are {2} x {3}, and {4} has square ones",
                listed(view.graph, move.nodes), height, width, op)};
}

} // namespace

namespace compose_depth_to_space {

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
    if (s[at] != s[at + 1]) return notSquare(view, *move, s[at], s[at + 1], Op);
    if (auto refused = whyNotComposed(view, move->nodes, Op, depthFirst ? 1 : 11)) return *std::move(refused);
    std::vector<ir::Attribute> attributes{{"blocksize", s[at]}};
    if (columnFirst) attributes.push_back({"mode", std::string("CRD")});
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, move->nodes, Op, {move->x}, std::move(attributes)));
    return composed(view, std::move(patch), move->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Channels moved into the plane into DepthToSpace"),
    .match = match,
    .before = "Reshape -> Transpose -> Reshape",
    .after = "DepthToSpace",
    .composes = true,
    .roots = {"Reshape"},
};

} // namespace compose_depth_to_space

namespace compose_space_to_depth {

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
    if (s[3] != s[5]) return notSquare(view, *move, s[3], s[5], Op);
    if (channelsFirst && s[1] != 1)
        return Refused{move->nodes,
                       {move->x},
                       say("the pixels of a block end up beside each other in the channels behind {1}, and {2} "
                           "puts the channels beside each other",
                           listed(view.graph, {move->nodes.front()}), Op)};
    if (auto refused = whyNotComposed(view, move->nodes, Op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, move->nodes, Op, {move->x}, {{"blocksize", s[3]}}));
    return composed(view, std::move(patch), move->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Blocks of the plane moved into channels into SpaceToDepth"),
    .match = match,
    .before = "Reshape -> Transpose -> Reshape",
    .after = "SpaceToDepth",
    .composes = true,
    .roots = {"Reshape"},
};

} // namespace compose_space_to_depth

} // namespace edgewright::fusion
