// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/shapes.h"
#include "core/ops/quantization/code_table.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

#include <algorithm>
#include <array>

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
    return withByteCode(first->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, first->dtype(), dims));
        T* to = out.template as<T>().data();
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const ir::Tensor& part = *context.input(First + 3 * i);
            ASSIGN_OR_RETURN(const auto x, codingOf(context, First + 3 * i + 1, First + 3 * i + 2));
            const std::int64_t block = part.dims()[axis] * inner;
            const T* from = part.as<T>().data();
            if (x.scale == y.scale && x.zero == y.zero) {
                for (T* line = to + offset; from != part.as<T>().data() + part.elements();
                     line += along * inner, from += block)
                    std::copy_n(from, block, line);
                offset += block;
                continue;
            }
            if (part.elements() > 0 && part.elements() <= TableCodes) { // a table takes longer
                std::array<float, TableCodes> values;
                const std::uint8_t flip = flipOf(part.dtype());
                const kernels::IntegerTiles& tiles = *kernels::table().integer;
                tiles.decode(reinterpret_cast<const std::uint8_t*>(from), part.elements(), flip, x.zero + flip,
                             x.scale, values.data());
                ASSIGN_OR_RETURN(const auto target,
                                 byteTarget(part.dtype(), y.zero, reinterpret_cast<std::byte*>(to + offset)));
                for (std::int64_t line = 0; line < part.elements() / block; ++line)
                    tiles.encode(values.data() + line * block, block, y.scale,
                                 advanced(target, line * along * inner));
                offset += block;
                continue;
            }
            const auto table = codeTable<T>(x, y, [](float value) { return value; });
            for (T* line = to + offset; from != part.as<T>().data() + part.elements();
                 line += along * inner, from += block)
                table.lookUp(from, block, line);
            offset += block;
        }
        return {};
    });
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
