// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/movement/replace_uses.h"

namespace edgewright::fusion::join_slices {

namespace {

struct Piece {
    const ir::Node* slice;
    Walk walk; // along the axis of the concat
};

// A slice along `axis` alone, element by element.
std::optional<Piece> pieceOf(const GraphView& view, ValueId value, std::size_t axis) {
    const ir::Node* slice = view.producer(value);
    if (!slice || !slice->is("Slice")) return std::nullopt;
    const auto walks = walksOf(view, *slice);
    if (!walks || axis >= walks->size() || (*walks)[axis].step != 1 || (*walks)[axis].count <= 0)
        return std::nullopt;
    for (std::size_t i = 0; i < walks->size(); ++i)
        if (i != axis && !(*walks)[i].whole()) return std::nullopt;
    return Piece{slice, (*walks)[axis]};
}

//   Concat(x[0:2], x[2:5])        =>      x[0:5]          and x itself, when that is all of it
Match joined(const GraphView& view, const ir::Node& concat) {
    const auto rank = typeOf(view, concat.output(0)).rank();
    const auto axis = concatAxis(view, concat);
    if (!axis || concat.inputs.size() < 2) return NoMatch{};
    std::vector<Piece> pieces;
    for (const ValueId input : concat.inputs) {
        auto piece = pieceOf(view, input, *axis);
        if (!piece) return NoMatch{};
        if (!pieces.empty()) {
            const Piece& last = pieces.back();
            if (piece->slice->input(0) != last.slice->input(0)) return NoMatch{};
            if (piece->walk.start != last.walk.start + last.walk.count) return NoMatch{};
        }
        pieces.push_back(*std::move(piece));
    }
    const ValueId x = pieces.front().slice->input(0);
    Walk whole = pieces.front().walk;
    whole.count = pieces.back().walk.start + pieces.back().walk.count - whole.start;
    std::vector<NodeId> nodes{concat.id};
    for (const Piece& piece : pieces)
        nodes.push_back(piece.slice->id);
    const std::string reason = say("{1} joins slices that lie side by side", concat.label());
    if (whole.start == 0 && ir::Dim(whole.count) == (*typeOf(view, x).shape)[*axis])
        return replaceAllUsesWith(view, concat.id, x, reason, {nodes.begin() + 1, nodes.end()});
    ir::PatchBuilder patch(view.graph);
    std::vector<Walk> walks(*rank);
    walks[*axis] = whole;
    auto merged = sliceOf(view, patch, x, walks, view.graph.value(concat.output(0)).name);
    if (!merged) return NoMatch{};
    merged->name = concat.name;
    merged->outputs = concat.outputs;
    patch.remove(concat.id);
    for (const Piece& piece : pieces)
        if (isPrivate(view, piece.slice->output(0), concat.id)) patch.remove(piece.slice->id);
    patch.add(*std::move(merged));
    return Applied{patch.take(), nodes, reason};
}

//   Concat(a [2], b [3])[2:5]        =>      b
Match cut(const GraphView& view, const ir::Node& slice) {
    const ir::Node* concat = view.producer(slice.input(0));
    if (!concat || !concat->is("Concat")) return NoMatch{};
    const auto rank = typeOf(view, concat->output(0)).rank();
    const auto axis = concatAxis(view, *concat);
    const auto piece = axis ? pieceOf(view, slice.output(0), *axis) : std::nullopt;
    if (!piece) return NoMatch{};
    std::int64_t begin = 0;
    for (const ValueId operand : concat->inputs) {
        const ir::TensorType& type = typeOf(view, operand);
        if (!type.shape || type.shape->size() != *rank || !(*type.shape)[*axis].known()) return NoMatch{};
        const std::int64_t extent = (*type.shape)[*axis].value();
        if (piece->walk.start == begin && piece->walk.count == extent)
            return replaceAllUsesWith(view, slice.id, operand,
                                      say("{1} takes out {2}, which {3} has joined to others", slice.label(),
                                          described(view, operand), concat->label()),
                                      {concat->id});
        begin += extent;
    }
    return NoMatch{};
}

Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (node.is("Concat")) return joined(view, node);
    if (node.is("Slice")) return cut(view, node);
    return NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Slices that a concat joins again, and concats that a slice cuts again"),
    .match = match,
    .before = "Slice, Slice -> Concat",
    .after = "Slice",
    .roots = {"Concat", "Slice"},
};

} // namespace edgewright::fusion::join_slices
