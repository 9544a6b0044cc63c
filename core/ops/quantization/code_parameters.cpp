// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/code_parameters.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops {

namespace {

bool codingStays(const KernelContext& context) {
    return context.isConstant(1) && (context.inputCount() < 3 || !context.input(2) || context.isConstant(2));
}

} // namespace

void forEachOfPieces(const KernelContext& context, std::int64_t elements,
                     const std::function<void(std::int64_t at, std::int64_t count)>& f) {
    const std::int64_t pieces = ceilDiv(elements, ElementsOfPiece);
    parallelFor(usefulThreads(context.threads(), elements / 8, pieces), pieces, [&](std::int64_t piece, int) {
        f(piece * ElementsOfPiece, std::min(ElementsOfPiece, elements - piece * ElementsOfPiece));
    });
}

std::shared_ptr<const KeptCoding> KeptCoding::of(KernelContext& context) {
    if (!context.state() || !codingStays(context)) return nullptr;
    return std::static_pointer_cast<const KeptCoding>(context.state());
}

void KeptCoding::keep(KernelContext& context, ir::DataType codes, const CodeParameters& parameters) {
    if (parameters.scales.size() == 1 && codingStays(context))
        context.state() = std::make_shared<KeptCoding>(KeptCoding{codes, parameters});
}

Result<CodeParameters> CodeParameters::of(const KernelContext& context, const ir::Dims& dims) {
    ASSIGN_OR_RETURN(const auto scale, operand(context, 1));
    const std::int64_t count = scale->elements();
    CodeParameters result;
    result.inner = checkedProduct(dims).value_or(0);
    const std::int64_t block = context.node().intOr("block_size", 0);
    if (block < 0) return badInput(say("block_size is {1}", block));
    if (block > 0 || scale->rank() > 0) {
        const bool single = block == 0 && count == 1;
        const auto normal =
            normaliseAxis(context.node().intOr("axis", 1), static_cast<std::int64_t>(dims.size()));
        // A one-element list stands for the whole tensor, whatever the axis.
        if (!normal && !single) return normal.error();
        if (!single) {
            const auto axis = static_cast<std::size_t>(*normal);
            result.extent = dims[axis];
            result.inner = 1;
            for (std::size_t i = 0; i < dims.size(); ++i) {
                if (i < axis) result.outer *= dims[i];
                if (i > axis) result.inner *= dims[i];
            }
            ir::Dims expected = dims;
            expected[axis] = block > 0 ? ceilDiv(dims[axis], block) : dims[axis];
            if (block > 0 ? scale->dims() != expected : count != dims[axis])
                return badInput(say("the scale is {1}, which does not fit axis {2} of {3}",
                                    scale->type().text(), axis,
                                    ir::TensorType(ir::DataType::Int8, dims).text().substr(4)));
            result.block = block;
        }
    }
    ASSIGN_OR_RETURN(auto scales, scalesOf(context, 1, count));
    ASSIGN_OR_RETURN(auto zeros, zerosOf(context, 2, count));
    result.scales = std::move(scales);
    result.zeros = std::move(zeros);
    return result;
}

bool CodeParameters::hasRuns() const {
    constexpr std::int64_t longEnough = 16;
    return block == 0 && !scales.empty() && (scales.size() == 1 || inner >= longEnough) &&
           std::ranges::all_of(zeros, [](std::int32_t zero) { return zero >= -128 && zero <= 255; });
}

} // namespace edgewright::ops
