// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::depth_to_space {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::int64_t block = context.node().intOr("blocksize", 0);
    constexpr std::int64_t maxBlock = 1 << 16;
    if (block < 1 || block > maxBlock) return badInput("blocksize is " + std::to_string(block));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 4, "input 0"));
    ir::TensorType type = *in;
    if (ranked) {
        ir::Dim& channels = (*type.shape)[1];
        if (channels.known() && channels.value() % (block * block) != 0)
            return badInput(channels.text() + " channels are not a multiple of " +
                            std::to_string(block * block));
        channels = channels.known() ? ir::Dim(channels.value() / (block * block)) : ir::Dim();
        for (const std::size_t axis : {2u, 3u})
            (*type.shape)[axis] = multiplyDims((*type.shape)[axis], block);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::int64_t block = context.node().intOr("blocksize", 0);
    const std::string mode = context.node().stringOr("mode", "DCR");
    if (mode != "DCR" && mode != "CRD") return badInput("mode is '" + mode + "' where DCR or CRD is expected");
    constexpr std::int64_t maxBlock = 1 << 16;
    if (in->rank() != 4 || block < 1 || block > maxBlock || in->dims()[1] % (block * block) != 0)
        return badInput("a blocksize of " + std::to_string(block) + " does not fit " + in->type().text());
    const ir::Dims& dims = in->dims();
    const std::int64_t channels = dims[1] / (block * block);
    const std::int64_t plane = dims[2] * dims[3];
    // Input channel = (row, column, channel) in DCR and (channel, row, column) in CRD.
    const std::int64_t row = mode == "DCR" ? block * channels * plane : block * plane;
    const std::int64_t column = mode == "DCR" ? channels * plane : plane;
    const std::int64_t channel = mode == "DCR" ? plane : block * block * plane;
    return gatherByStrides(context, 0, *in, {dims[0], channels, dims[2] * block, dims[3] * block},
                           {dims[0], channels, dims[2], block, dims[3], block},
                           {dims[1] * plane, channel, dims[3], row, 1, column});
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "DepthToSpace",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::depth_to_space
