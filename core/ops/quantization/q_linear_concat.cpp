// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/shapes.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

#include <array>
#include <numeric>

namespace edgewright::ops::q_linear_concat {

namespace {

// y_scale, y_zero_point, then tensor, scale and zero point for each part.
constexpr std::size_t First = 2;
constexpr std::int64_t TableCodes = 256;

Result<std::size_t> partCount(const ir::Node& node) {
    if (node.inputs.size() < First + 3 || (node.inputs.size() - First) % 3 != 0)
        return badInput(say("has {1} inputs where 2 + 3 per part are expected", node.inputs.size()));
    return (node.inputs.size() - First) / 3;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto count, partCount(context.node()));
    ASSIGN_OR_RETURN(const auto first, operand(context, First));
    ir::TensorType type = *first;
    for (std::size_t i = 1; i < count; ++i) {
        ASSIGN_OR_RETURN(const auto next, operand(context, First + 3 * i));
        if (!type.shape || !next->shape || type.shape->size() != next->shape->size()) {
            type.shape.reset();
            continue;
        }
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(type.shape->size())));
        ir::Dim& dim = (*type.shape)[static_cast<std::size_t>(axis)];
        dim = addDims(dim, (*next->shape)[static_cast<std::size_t>(axis)]);
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Lines of `block` codes of the coding x as those of y, `step` codes apart.
void putLines(const ir::Tensor& part, const Coding& x, const Coding& y, std::int64_t block, std::int64_t step,
              const kernels::IntegerTarget& target) {
    const std::int64_t lines = part.elements() == 0 ? 0 : part.elements() / block;
    const std::uint8_t* from = part.as<std::uint8_t>().data();
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    if (x.scale == y.scale && x.zero == y.zero) {
        tiles.copyLines(from, block, lines, block, 0, target.codes, step);
        return;
    }
    // The numbers that the codes stand for: of all codes for a table, where there are more of them.
    std::array<std::uint8_t, TableCodes> table;
    std::array<float, TableCodes> values;
    const std::uint8_t flip = flipOf(part.dtype());
    const auto decode = [&](const std::uint8_t* codes, std::int64_t count) {
        tiles.decode(codes, count, flip, x.zero + flip, x.scale, values.data());
    };
    if (part.elements() <= TableCodes) {
        decode(from, part.elements());
        for (std::int64_t line = 0; line < lines; ++line)
            tiles.encode(values.data() + line * block, block, y.scale, advanced(target, line * step));
        return;
    }
    std::iota(table.begin(), table.end(), std::uint8_t(0));
    decode(table.data(), TableCodes);
    kernels::IntegerTarget all = target;
    all.codes = table.data();
    tiles.encode(values.data(), TableCodes, y.scale, all);
    for (std::int64_t line = 0; line < lines; ++line)
        tiles.lookUp(from + line * block, block, table.data(), target.codes + line * step);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto count, partCount(context.node()));
    ASSIGN_OR_RETURN(const auto first, operand(context, First));
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(context.node().intOr("axis", 0), first->rank()));
    const auto axis = static_cast<std::size_t>(normal);
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 0, 1));
    ir::Dims dims = first->dims();
    std::int64_t along = 0;
    for (std::size_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(const auto part, operand(context, First + 3 * i));
        ir::Dims expected = part->dims();
        if (expected.size() == dims.size()) {
            along += expected[axis];
            expected[axis] = dims[axis];
        }
        if (expected != dims || part->dtype() != first->dtype())
            return badInput(say("part {1} is {2}, which does not fit {3} along axis {4}", i,
                                part->type().text(), first->type().text(), axis));
    }
    dims[axis] = along;
    const std::int64_t inner = rowMajorStrides(dims)[axis];
    ASSIGN_OR_RETURN(auto out, context.output(0, first->dtype(), dims));
    ASSIGN_OR_RETURN(kernels::IntegerTarget target,
                     byteTarget(first->dtype(), y.zero, out.mutableBytes().data()));
    for (std::size_t i = 0; i < count; ++i) {
        ASSIGN_OR_RETURN(const auto x, codingOf(context, First + 3 * i + 1, First + 3 * i + 2));
        const ir::Tensor& part = *context.input(First + 3 * i);
        const std::int64_t block = part.dims()[axis] * inner;
        putLines(part, x, y, block, along * inner, target);
        target = advanced(target, block);
    }
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearConcat",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_concat
