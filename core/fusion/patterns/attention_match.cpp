// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/attention_match.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

using Order = std::vector<std::int64_t>;

bool sameDim(const ir::Dim& a, const ir::Dim& b) { return a == b && (a.known() || !a.symbol().empty()); }

// Multiplications and divisions by a single number, from `value` towards its source.
ValueId unscaled(Trail& trail, ValueId value, double& scale) {
    for (;;) {
        const ir::Node* node = trail.peek(value, "Mul");
        const bool divides = !node && (node = trail.peek(value, "Div"));
        if (!node) return value;
        ValueId next;
        for (std::size_t side = divides ? 1 : 0; side < 2 && !next.valid(); ++side)
            if (const auto number = uniformNumber(trail.view(), node->input(side)); number && *number != 0) {
                next = node->input(1 - side);
                scale = divides ? scale / *number : scale * *number;
            }
        if (!next.valid() || !typeOf(trail.view(), next).rank() ||
            typeOf(trail.view(), next).rank() != typeOf(trail.view(), value).rank())
            return value;
        trail.note(node->id);
        value = next;
    }
}

// The heads of [batch, heads, rows, size] that are each repeated for a group of queries, before they were;
// `single` when an axis of one element in front of the rows is left.
ValueId unrepeated(Trail& trail, ValueId value, bool& single) {
    const GraphView& view = trail.view();
    const ir::Node* reshape = trail.peek(value, "Reshape");
    const ir::Node* expand = reshape ? trail.peek(reshape->input(0), "Expand") : nullptr;
    if (!expand) return value;
    const auto& few = typeOf(view, expand->input(0)).shape; // [batch, heads, 1, rows, size]
    const auto& wide = typeOf(view, expand->output(0)).shape;
    const auto& many = typeOf(view, value).shape;
    if (!few || !wide || !many || few->size() != 5 || wide->size() != 5 || many->size() != 4) return value;
    const auto& f = *few;
    const auto& w = *wide;
    const auto& m = *many;
    bool kept = f[2] == ir::Dim(1) && sameDim(w[0], m[0]) && sameDim(w[3], m[2]) && sameDim(w[4], m[3]);
    for (const std::size_t i : {std::size_t(0), std::size_t(1), std::size_t(3), std::size_t(4)})
        kept = kept && sameDim(f[i], w[i]);
    const bool counted =
        f[1].known() && w[2].known() && m[1].known() && m[1].value() == f[1].value() * w[2].value();
    if (!kept || !counted) return value;
    trail.note(reshape->id);
    trail.note(expand->id);
    const ir::Node* widened = trail.peek(expand->input(0), "Unsqueeze");
    if (!widened) widened = trail.peek(expand->input(0), "Reshape");
    const auto& four = widened ? typeOf(view, widened->input(0)).shape : few;
    if (widened && four && *four == std::vector<ir::Dim>{f[0], f[1], f[3], f[4]}) {
        trail.note(widened->id);
        return widened->input(0);
    }
    single = true;
    return expand->input(0);
}

// Which operand of the sum is the scores: the one that a product of two tensors is behind.
const ir::Node* scoresBehind(Trail& trail, ValueId value, double& scale) {
    const ValueId product = unscaled(trail, value, scale);
    return trail.step(product, "MatMul");
}

// The mask must reach over all columns, and its axes must be those of the scores. `name`: "the mask, 'm',".
std::string whyNotMask(const std::string& name, const ir::TensorType& mask, const ir::TensorType& scores) {
    const auto& m = mask.shape;
    if (!m || !scores.shape) return say("the shape of {1} is not known", name);
    if (m->size() < 2) return say("{1} has no axis of rows, which Attention wants", name);
    if (m->size() > scores.shape->size()) return say("{1} has more axes than the scores", name);
    if (!sameDim(m->back(), scores.shape->back()))
        return say("{1} may not reach over all columns of the scores", name);
    if (scores.shape->size() == 3 && m->size() == 3 && m->front() != ir::Dim(1))
        return say("{1} has rows for each head that lie in the batch axis", name);
    return {};
}

// Scores that a constant condition puts far below the others, as the mask that leaves them out. Exact where
// each row keeps a column: the exponentials of the others are zero. Otherwise says what is in the way.
void readCondition(const GraphView& view, const ir::Node& where, std::size_t scores, AttentionMatch& found) {
    constexpr double FarBelow = -1e4;
    const ir::Tensor* condition = knownTensor(view, where.input(0));
    const auto number = uniformNumber(view, where.input(3 - scores));
    found.tensor = where.output(0);
    if (!number || *number > FarBelow) {
        found.obstacle = say("the scores that {1} replaces are not put far below the others", where.label());
        return;
    }
    found.tensor = where.input(0);
    if (condition && condition->rank() < 2) {
        found.obstacle = say("the condition of {1}, {2}, has no axis of rows, which Attention wants",
                             where.label(), described(view, found.tensor));
        return;
    }
    bool rowsKeep = condition && condition->dtype() == ir::DataType::Bool && condition->elements() > 0;
    auto allowed = rowsKeep ? ir::Tensor::allocate(ir::DataType::Bool, condition->dims())
                            : Result<ir::Tensor>(badInput("no condition"));
    if (allowed) {
        const auto given = condition->as<std::uint8_t>();
        const auto kept = allowed->as<std::uint8_t>();
        const auto columns = static_cast<std::size_t>(condition->dims().back());
        for (std::size_t row = 0; row < given.size(); row += columns) {
            bool any = false;
            for (std::size_t i = row; i < row + columns; ++i) {
                kept[i] = (given[i] != 0) == (scores == 1) ? 1 : 0;
                any = any || kept[i] != 0;
            }
            rowsKeep = rowsKeep && any;
        }
    }
    if (!allowed || !rowsKeep) {
        found.obstacle = say(
            "{1} may mask whole rows of the scores with {2}, and for such a row Attention gives something else",
            where.label(), described(view, found.tensor));
        return;
    }
    found.allowed = std::move(allowed).value();
}

} // namespace

std::optional<AttentionMatch> attentionAt(const GraphView& view, const ir::Node& product) {
    if (!product.is("MatMul")) return std::nullopt;
    Trail trail(view);
    trail.note(product.id);
    AttentionMatch found;
    const ir::Node* softmax = trail.step(product.input(0), "Softmax");
    if (!softmax) return std::nullopt;
    const ir::TensorType& scores = typeOf(view, softmax->output(0));
    const auto rank = scores.rank();
    if (!rank || (*rank != 3 && *rank != 4) || !ir::isFloating(scores.dtype)) return std::nullopt;
    const std::int64_t axis = softmax->intOr("axis", view.opset() < 13 ? 1 : -1);
    if (axis != -1 && axis != static_cast<std::int64_t>(*rank) - 1) return std::nullopt;

    const ir::Node* matmul = nullptr;
    if (const ir::Node* add = trail.peek(softmax->input(0), "Add")) {
        for (std::size_t side = 0; side < 2 && !matmul; ++side) {
            Trail ahead = trail;
            ahead.note(add->id);
            double scale = 1;
            if ((matmul = scoresBehind(ahead, add->input(side), scale))) {
                trail = std::move(ahead);
                found.scale = scale;
                found.mask = add->input(1 - side);
            }
        }
    } else if (const ir::Node* where = trail.peek(softmax->input(0), "Where")) {
        for (std::size_t side = 1; side < 3 && !matmul; ++side) {
            Trail ahead = trail;
            ahead.note(where->id);
            double scale = 1;
            matmul = scoresBehind(ahead, where->input(side), scale);
            if (!matmul) continue;
            trail = std::move(ahead);
            found.scale = scale;
            readCondition(view, *where, side, found);
        }
    } else {
        matmul = scoresBehind(trail, softmax->input(0), found.scale);
    }
    if (!matmul) return std::nullopt;
    found.query = unscaled(trail, matmul->input(0), found.scale);
    ValueId turned = unscaled(trail, matmul->input(1), found.scale);
    const Order swap = *rank == 4 ? Order{0, 1, 3, 2} : Order{0, 2, 1};
    if (const ir::Node* transpose = trail.peek(turned, "Transpose");
        transpose && (transpose->ints("perm") == swap || transpose->ints("perm") == Order{0, 2, 3, 1})) {
        trail.note(transpose->id);
        if (transpose->ints("perm") != swap) found.keyOrder = {0, 2, 1, 3};
        turned = unscaled(trail, transpose->input(0), found.scale);
    } else {
        found.keyOrder = swap;
    }
    found.key = found.keyOrder.empty() && *rank == 4 ? unrepeated(trail, turned, found.keySingle) : turned;
    found.value = *rank == 4 && found.key != turned ? unrepeated(trail, product.input(1), found.valueSingle)
                                                    : product.input(1);
    found.nodes = trail.nodes();

    for (const ValueId each : {found.query, turned, product.input(1)})
        if (typeOf(view, each).rank() != rank || typeOf(view, each).dtype != scores.dtype) return std::nullopt;
    // Batch and heads must not be broadcast: those of the scores are those of all.
    for (const ValueId each : {matmul->input(0), matmul->input(1), product.input(1)})
        for (std::size_t i = 0; i + 2 < *rank; ++i)
            if (!sameDim((*typeOf(view, each).shape)[i], (*scores.shape)[i])) {
                found.obstacle = say("the batch or the heads of {1} are not known to be those of the scores",
                                     described(view, each));
                found.tensor = each;
            }
    if (found.key != turned && found.obstacle.empty() && found.value == product.input(1)) {
        found.obstacle = say("groups of heads share their keys, {1}, but not their values, {2}",
                             described(view, found.key), described(view, found.value));
        found.tensor = found.value;
    }
    if ((found.mask.valid() || found.allowed) && found.obstacle.empty()) {
        if (found.mask.valid()) found.tensor = found.mask;
        found.obstacle = whyNotMask(say("the mask, {1},", described(view, found.tensor)),
                                    found.allowed ? found.allowed->type() : typeOf(view, found.mask), scores);
    }
    if (*rank == 3) {
        found.headsLast = true;
        found.heads = found.keyHeads = 1;
    }
    return found;
}

namespace {

struct Lifted {
    ValueId value;
    std::int64_t heads = 0;
};

// [batch, rows, heads * size] behind a Reshape to [batch, rows, heads, size].
std::optional<Lifted> joinedHeads(Trail& trail, ValueId value) {
    const GraphView& view = trail.view();
    const ir::Node* reshape = trail.peek(value, "Reshape");
    if (!reshape) return std::nullopt;
    const auto& flat = typeOf(view, reshape->input(0)).shape;
    const auto& split = typeOf(view, value).shape;
    if (!flat || !split || flat->size() != 3 || split->size() != 4) return std::nullopt;
    const ir::Dim& heads = (*split)[2];
    const ir::Dim& size = (*split)[3];
    if (!sameDim((*flat)[0], (*split)[0]) || !sameDim((*flat)[1], (*split)[1]) || !heads.known() ||
        !size.known())
        return std::nullopt;
    trail.note(reshape->id);
    return Lifted{reshape->input(0), heads.value()};
}

std::optional<Lifted> behindTranspose(Trail& trail, ValueId value) {
    const ir::Node* transpose = trail.peek(value, "Transpose");
    if (!transpose || transpose->ints("perm") != Order{0, 2, 1, 3}) return std::nullopt;
    trail.note(transpose->id);
    return joinedHeads(trail, transpose->input(0));
}

// Part i of a tensor [3, batch, heads, rows, size]: a Gather of one index, or a Squeeze of a Split's output.
struct Part {
    ValueId whole;
    std::int64_t index = 0;
};

std::optional<Part> partOf(Trail& trail, ValueId value) {
    const GraphView& view = trail.view();
    if (const ir::Node* gather = trail.peek(value, "Gather")) {
        const ir::Tensor* index = knownTensor(view, gather->input(1));
        if (!index || index->rank() != 0 || !ir::isInteger(index->dtype()) || gather->intOr("axis", 0) != 0)
            return std::nullopt;
        trail.note(gather->id);
        const std::int64_t at = ir::elementAsInt64(*index, 0);
        return Part{gather->input(0), at < 0 ? at + 3 : at};
    }
    const ir::Node* squeeze = trail.peek(value, "Squeeze");
    if (!squeeze) squeeze = trail.peek(value, "Reshape");
    const ir::Node* split = squeeze ? view.producer(squeeze->input(0)) : nullptr;
    if (!split || !split->is("Split") || split->outputs.size() != 3) return std::nullopt;
    const auto& piece = typeOf(view, squeeze->input(0)).shape;
    const auto& flat = typeOf(view, value).shape;
    if (!piece || !flat || piece->size() != 5 || (*piece)[0] != ir::Dim(1) ||
        !std::equal(flat->begin(), flat->end(), piece->begin() + 1, piece->end()))
        return std::nullopt;
    trail.note(squeeze->id);
    trail.note(split->id);
    const auto at = std::ranges::find(split->outputs, squeeze->input(0)) - split->outputs.begin();
    return split->intOr("axis", 0) == 0 ? std::optional(Part{split->input(0), at}) : std::nullopt;
}

// Query, key and value out of one projection: Reshape [batch, rows, 3, heads, size], Transpose to the front.
bool unpack(Trail& trail, AttentionMatch& found) {
    const GraphView& view = trail.view();
    Trail ahead = trail;
    ValueId whole;
    std::array<bool, 3> seen{};
    std::size_t i = 0;
    for (const ValueId each : {found.query, found.key, found.value}) {
        const auto part = partOf(ahead, each);
        if (!part || (i > 0 && part->whole != whole) || part->index < 0 || part->index > 2) return false;
        whole = part->whole;
        found.parts[i++] = part->index;
        seen[static_cast<std::size_t>(part->index)] = true;
    }
    if (!seen[0] || !seen[1] || !seen[2]) return false;
    const ir::Node* transpose = ahead.step(whole, "Transpose");
    if (!transpose || transpose->ints("perm") != Order{2, 0, 3, 1, 4}) return false;
    const ir::Node* reshape = ahead.step(transpose->input(0), "Reshape");
    if (!reshape) return false;
    const auto& flat = typeOf(view, reshape->input(0)).shape;
    const auto& split = typeOf(view, reshape->output(0)).shape;
    if (!flat || !split || flat->size() != 3 || split->size() != 5 || (*split)[2] != ir::Dim(3) ||
        !flat->back().known() || !(*split)[3].known() || !(*split)[4].known() ||
        !sameDim((*flat)[0], (*split)[0]) || !sameDim((*flat)[1], (*split)[1]))
        return false;
    found.packed = reshape->input(0);
    found.heads = found.keyHeads = (*split)[3].value();
    trail = std::move(ahead);
    return true;
}

} // namespace

std::optional<AttentionMatch> withHeadsLast(const GraphView& view, const AttentionMatch& found) {
    if (found.headsLast || found.keySingle || found.valueSingle || !found.obstacle.empty()) return std::nullopt;
    const ir::Node* turn = view.onlyConsumer(view.graph.node(found.nodes.front()).output(0));
    if (!turn || !turn->is("Transpose") || turn->ints("perm") != Order{0, 2, 1, 3}) return std::nullopt;
    const ir::Node* join = view.onlyConsumer(turn->output(0));
    if (!join || !join->is("Reshape") || join->input(0) != turn->output(0)) return std::nullopt;
    const auto& split = typeOf(view, turn->output(0)).shape;
    const auto& joined = typeOf(view, join->output(0)).shape;
    if (!split || !joined || joined->size() != 3 || !sameDim((*split)[0], (*joined)[0]) ||
        !sameDim((*split)[1], (*joined)[1]))
        return std::nullopt;
    Trail trail(view);
    trail.note(join->id);
    trail.note(turn->id);
    for (const NodeId id : found.nodes)
        trail.note(id);
    AttentionMatch lifted = found;
    lifted.keyOrder.clear();
    lifted.headsLast = true;
    if (found.keyOrder.empty() && unpack(trail, lifted)) {
        lifted.nodes = trail.nodes();
        return lifted;
    }
    const auto query = behindTranspose(trail, found.query);
    const auto key = found.keyOrder == Order{0, 2, 1, 3} ? joinedHeads(trail, found.key)
                     : found.keyOrder.empty()            ? behindTranspose(trail, found.key)
                                                         : std::nullopt;
    const auto value = behindTranspose(trail, found.value);
    if (!query || !key || !value || key->heads != value->heads) return std::nullopt;
    lifted.query = query->value;
    lifted.key = key->value;
    lifted.value = value->value;
    lifted.heads = query->heads;
    lifted.keyHeads = key->heads;
    lifted.nodes = trail.nodes();
    return lifted;
}

} // namespace edgewright::fusion
