// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/movement/block_move.h"

#include "core/fusion/matching.h"

namespace edgewright::fusion {

namespace {

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

} // namespace

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

} // namespace edgewright::fusion
