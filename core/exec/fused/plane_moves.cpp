// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/plane_moves.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/kernels/parallel.h"
#include "core/ops/operands/axes.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace edgewright::exec {

namespace {

using Loop = PlaneMoves::Loop;
using Piece = PlaneMoves::Piece;

constexpr std::int64_t ShortestRun = 16; // bytes

struct Axis {
    std::int64_t extent, from, to; // strides of the linear index before and after
};

// The linear target index of every element from one set of strides to another. The axes are outermost first and
// contiguous in `from`. False when a loop would run over the end of an axis elsewhere than at its boundary.
bool restride(Piece& piece, const std::vector<Axis>& axes, std::int64_t base) {
    std::vector<std::int64_t> highest(axes.size(), 0); // index along each axis that the loops reach
    std::int64_t rest = piece.target;
    std::int64_t target = base;
    for (std::size_t k = 0; k < axes.size(); ++k) {
        highest[k] = rest / axes[k].from;
        rest %= axes[k].from;
        target += highest[k] * axes[k].to;
    }
    std::vector<Loop> loops;
    for (Loop loop : piece.loops) {
        // Innermost axis first: what the loop has beyond its end goes on along the axis to the left.
        for (std::size_t k = axes.size(); k-- > 0 && loop.extent > 1;) {
            const Axis& axis = axes[k];
            if (axis.extent == 1 || loop.target < axis.from || loop.target >= axis.from * axis.extent) continue;
            if (loop.target % axis.from != 0) return false;
            const std::int64_t step = loop.target / axis.from;
            const std::int64_t whole = axis.extent % step == 0 ? axis.extent / step : 0;
            std::int64_t extent = loop.extent;
            if (step * (loop.extent - 1) + highest[k] >= axis.extent) {
                if (whole == 0 || highest[k] != 0 || loop.extent % whole != 0) return false;
                extent = whole;
            }
            highest[k] += step * (extent - 1);
            loops.push_back({extent, loop.source, step * axis.to});
            loop = {loop.extent / extent, loop.source * extent, loop.target * extent};
        }
        if (loop.extent > 1) return false;
    }
    piece.target = target;
    piece.loops = std::move(loops);
    return true;
}

// Loops with the largest target stride outermost, neighbours joined where both sides go on.
void simplify(Piece& piece) {
    std::erase_if(piece.loops, [](const Loop& loop) { return loop.extent == 1; });
    std::ranges::sort(piece.loops, [](const Loop& a, const Loop& b) { return a.target > b.target; });
    std::vector<Loop> joined;
    for (const Loop& loop : piece.loops) {
        if (!joined.empty() && joined.back().source == loop.source * loop.extent &&
            joined.back().target == loop.target * loop.extent)
            joined.back() = {joined.back().extent * loop.extent, loop.source, loop.target};
        else
            joined.push_back(loop);
    }
    if (joined.empty() || joined.back().source != 1 || joined.back().target != 1) joined.push_back({});
    piece.loops = std::move(joined);
}

using Pieces = std::vector<Piece>;

std::int64_t product(const ir::Dims& dims, std::size_t first, std::size_t last) {
    return std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(first),
                           dims.begin() + static_cast<std::ptrdiff_t>(last), std::int64_t(1),
                           std::multiplies<>());
}

std::optional<Pieces> transposed(const ir::Node& node, const ir::Dims& dims, const ir::Dims& result,
                                 Pieces pieces) {
    std::vector<std::int64_t> order = node.ints("perm");
    if (order.empty()) {
        order.resize(dims.size());
        std::iota(order.rbegin(), order.rend(), 0);
    }
    const auto perm = ops::normaliseAxes(order, static_cast<std::int64_t>(dims.size()));
    if (!perm || perm->size() != dims.size() || result.size() != dims.size()) return std::nullopt;
    for (std::size_t k = 0; k < dims.size(); ++k)
        if (result[k] != dims[static_cast<std::size_t>((*perm)[k])]) return std::nullopt;
    std::vector<Axis> axes(dims.size());
    for (std::size_t k = 0; k < dims.size(); ++k)
        axes[k] = {dims[k], product(dims, k + 1, dims.size()), 1};
    std::int64_t stride = 1;
    for (std::size_t k = dims.size(); k-- > 0;) {
        Axis& axis = axes[static_cast<std::size_t>((*perm)[k])];
        axis.to = stride;
        stride *= axis.extent;
    }
    for (Piece& piece : pieces)
        if (!restride(piece, axes, 0)) return std::nullopt;
    return pieces;
}

} // namespace

std::unique_ptr<PlaneMoves> PlaneMoves::make(const ir::Node& group) {
    if (!group.body || group.domain != ir::FusedDomain || group.body->outputs.size() != 1) return nullptr;
    const ir::Graph& body = *group.body;
    // Of tensors with elements, as many as can be counted.
    const auto shapeOf = [&](ValueId id) -> std::optional<ir::Dims> {
        if (!id.valid() || !body.value(id).type.isTensor()) return std::nullopt;
        auto dims = body.value(id).type.dims();
        return dims && checkedProduct(*dims).value_or(0) > 0 ? dims : std::nullopt;
    };
    auto moves = std::make_unique<PlaneMoves>();
    std::unordered_map<ValueId, Pieces> made;
    const auto piecesOf = [&](ValueId id) -> std::optional<Pieces> {
        if (const auto found = made.find(id); found != made.end()) return found->second;
        const auto input = std::ranges::find(body.inputs, id);
        const auto dims = shapeOf(id);
        if (input == body.inputs.end() || !dims) return std::nullopt;
        const std::int64_t count = product(*dims, 0, dims->size());
        return Pieces{{static_cast<std::size_t>(input - body.inputs.begin()), 0, 0, {{count, 1, 1}}}};
    };
    for (const NodeId id : ir::executionOrder(body).nodes) {
        const ir::Node& node = body.node(id);
        const auto dims = node.outputs.empty() ? std::nullopt : shapeOf(node.output(0));
        if (!node.domain.empty() || !dims) return nullptr;
        std::optional<Pieces> pieces;
        if (node.op == "Concat") {
            const auto axis =
                ops::normaliseAxis(node.intOr("axis", 1), static_cast<std::int64_t>(dims->size()));
            if (!axis) return nullptr;
            const auto at = static_cast<std::size_t>(*axis);
            const std::int64_t all = product(*dims, at, dims->size());
            std::int64_t base = 0;
            pieces.emplace();
            for (const ValueId input : node.inputs) {
                const auto given = shapeOf(input);
                auto parts = piecesOf(input);
                if (!given || !parts || given->size() != dims->size()) return nullptr;
                const std::int64_t own = product(*given, at, given->size());
                if (product(*given, 0, at) != product(*dims, 0, at)) return nullptr;
                for (Piece& part : *parts) {
                    if (!restride(part, {{product(*given, 0, at), own, all}, {own, 1, 1}}, base))
                        return nullptr;
                    pieces->push_back(std::move(part));
                }
                base += own;
            }
            if (base != all) return nullptr;
        } else if (node.op == "Transpose") {
            const auto given = shapeOf(node.input(0));
            auto parts = piecesOf(node.input(0));
            if (!given || !parts) return nullptr;
            pieces = transposed(node, *given, *dims, *std::move(parts));
        } else if (node.op == "Reshape" || node.op == "Flatten" || node.op == "Squeeze" ||
                   node.op == "Unsqueeze" || node.op == "Identity") {
            const auto given = shapeOf(node.input(0));
            if (!given || checkedProduct(*given) != checkedProduct(*dims)) return nullptr;
            if (const ValueId list = node.input(1); list.valid()) {
                ShapeOperand shape{{{}, body.value(list).known()}, node.op, *given, *dims};
                const auto input = std::ranges::find(body.inputs, list);
                if (input != body.inputs.end())
                    shape.operand.input = static_cast<std::size_t>(input - body.inputs.begin());
                else if (!shape.operand.constant)
                    return nullptr;
                moves->m_shapes.push_back(std::move(shape));
            }
            pieces = piecesOf(node.input(0));
        }
        if (!pieces) return nullptr;
        made.insert_or_assign(node.output(0), *std::move(pieces));
    }
    const auto result = made.find(body.outputs[0]);
    if (result == made.end()) return nullptr;
    moves->m_dims = *shapeOf(body.outputs[0]);
    moves->m_type = body.value(body.outputs[0]).type.dtype;
    moves->m_width = ir::bitWidth(moves->m_type) / 8;
    if (moves->m_width == 0 || moves->m_type == ir::DataType::String) return nullptr;
    moves->m_pieces = std::move(result->second);
    moves->m_inputs.resize(body.inputs.size());
    for (Piece& piece : moves->m_pieces) {
        simplify(piece);
        if (piece.loops.back().extent * moves->m_width < ShortestRun) return nullptr;
        moves->m_inputs[piece.input] = *shapeOf(body.inputs[piece.input]);
    }
    return moves;
}

// Whether the operator makes `to` of `from` with this operand. That both have as many elements is known.
bool PlaneMoves::ShapeOperand::agrees(const ir::Tensor& list) const {
    if (!list.isTensor() || list.dtype() != ir::DataType::Int64 || list.rank() != 1) return false;
    const auto given = list.as<std::int64_t>();
    if (op == "Reshape") {
        if (given.size() != to.size()) return false;
        for (std::size_t k = 0; k < to.size(); ++k) {
            const bool copied = given[k] == 0 && k < from.size() && to[k] == from[k];
            if (given[k] != to[k] && given[k] != -1 && !copied) return false;
        }
        return std::ranges::count(given, -1) <= 1;
    }
    // The axes of extent 1 that the longer shape has and the shorter one has not.
    const ir::Dims& longer = op == "Squeeze" ? from : to;
    ir::Dims rest = op == "Squeeze" ? to : from;
    auto axes = ops::normaliseAxes(given, static_cast<std::int64_t>(longer.size()));
    if (!axes) return false;
    std::ranges::sort(*axes);
    for (const std::int64_t axis : *axes) {
        if (axis > static_cast<std::int64_t>(rest.size())) return false;
        rest.insert(rest.begin() + axis, 1);
    }
    return rest == longer;
}

bool PlaneMoves::fits(const ops::KernelContext& context) const {
    return std::ranges::all_of(m_shapes, [&](const ShapeOperand& each) {
        const ir::Tensor* list = each.operand.of(context);
        return list && each.agrees(*list);
    });
}

Result<void> PlaneMoves::run(ops::KernelContext& context) const {
    for (const Piece& piece : m_pieces) {
        const ir::Tensor* in = context.input(piece.input);
        if (!in || !in->isTensor() || in->dtype() != m_type || in->dims() != m_inputs[piece.input])
            return badInput(say("input {1} of this group is not what its type says", piece.input));
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, m_type, m_dims));
    std::byte* const to = out.mutableBytes().data();
    for (const Piece& piece : m_pieces) {
        const std::byte* const from = context.input(piece.input)->bytes().data();
        const std::size_t outer = piece.loops.size() - 1;
        std::int64_t rows = 1;
        for (std::size_t k = 0; k < outer; ++k)
            rows *= piece.loops[k].extent;
        const std::int64_t bytes = piece.loops.back().extent * m_width;
        const int threads = kernels::usefulThreads(context.threads(), rows * bytes / 8, rows);
        kernels::parallelFor(threads, rows, [&](std::int64_t row, int) {
            std::int64_t source = piece.source;
            std::int64_t target = piece.target;
            for (std::size_t k = outer; k-- > 0;) {
                const Loop& loop = piece.loops[k];
                source += row % loop.extent * loop.source;
                target += row % loop.extent * loop.target;
                row /= loop.extent;
            }
            std::memcpy(to + target * m_width, from + source * m_width, static_cast<std::size_t>(bytes));
        });
    }
    return {};
}

} // namespace edgewright::exec
