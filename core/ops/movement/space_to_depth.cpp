// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::space_to_depth {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::int64_t block = context.node().intOr("blocksize", 0);
    constexpr std::int64_t maxBlock = 1 << 16;
    if (block < 1 || block > maxBlock) return badInput("blocksize is " + std::to_string(block));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 4, "input 0"));
    ir::TensorType type = *in;
    if (ranked) {
        (*type.shape)[1] = multiplyDims((*type.shape)[1], block * block);
        for (const std::size_t axis : {2u, 3u}) {
            ir::Dim& dim = (*type.shape)[axis];
            if (dim.known() && dim.value() % block != 0)
                return badInput("an extent of " + dim.text() + " is not a multiple of " +
                                std::to_string(block));
            dim = dim.known() ? ir::Dim(dim.value() / block) : ir::Dim();
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::int64_t block = context.node().intOr("blocksize", 0);
    const ir::Dims& dims = in->dims();
    constexpr std::int64_t maxBlock = 1 << 16;
    if (in->rank() != 4 || block < 1 || block > maxBlock || dims[2] % block != 0 || dims[3] % block != 0)
        return badInput("a blocksize of " + std::to_string(block) + " does not fit " + in->type().text());
    const auto channels = checkedMul(dims[1], block * block);
    if (!channels) return badInput("too many channels");
    const std::int64_t plane = dims[2] * dims[3];
    // Output channel = (row, column, channel).
    return gatherByStrides(context, 0, *in, {dims[0], *channels, dims[2] / block, dims[3] / block},
                           {dims[0], block, block, dims[1], dims[2] / block, dims[3] / block},
                           {dims[1] * plane, dims[3], 1, plane, dims[3] * block, block});
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "SpaceToDepth",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::space_to_depth
