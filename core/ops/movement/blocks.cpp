// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of pixels as channels, and back.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <array>
#include <span>
#include <string_view>

namespace edgewright::ops::blocks {

namespace {

Result<std::int64_t> blockOf(const ir::Node& node) {
    constexpr std::int64_t MaxBlock = 1 << 16;
    const std::int64_t block = node.intOr("blocksize", 0);
    if (block < 1 || block > MaxBlock) return badInput(say("blocksize is {1}", block));
    return block;
}

Result<void> inferDepthToSpace(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto block, blockOf(context.node()));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 4, say("input {1}", 0)));
    ir::TensorType type = *in;
    if (ranked) {
        ir::Dim& channels = (*type.shape)[1];
        if (channels.known() && channels.value() % (block * block) != 0)
            return badInput(say("{1} channels are not a multiple of {2}", channels.text(), block * block));
        channels = channels.known() ? ir::Dim(channels.value() / (block * block)) : ir::Dim();
        for (const std::size_t axis : {2u, 3u})
            (*type.shape)[axis] = multiplyDims((*type.shape)[axis], block);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runDepthToSpace(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto block, blockOf(context.node()));
    const std::string mode = context.node().stringOr("mode", "DCR");
    if (mode != "DCR" && mode != "CRD")
        return badInput(say("mode is '{1}' where DCR or CRD is expected", mode));
    if (in->rank() != 4 || in->dims()[1] % (block * block) != 0)
        return badInput(say("a blocksize of {1} does not fit {2}", block, in->type().text()));
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

Result<void> inferSpaceToDepth(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto block, blockOf(context.node()));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 4, say("input {1}", 0)));
    ir::TensorType type = *in;
    if (ranked) {
        (*type.shape)[1] = multiplyDims((*type.shape)[1], block * block);
        for (const std::size_t axis : {2u, 3u}) {
            ir::Dim& dim = (*type.shape)[axis];
            if (dim.known() && dim.value() % block != 0)
                return badInput(say("an extent of {1} is not a multiple of {2}", dim.text(), block));
            dim = dim.known() ? ir::Dim(dim.value() / block) : ir::Dim();
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runSpaceToDepth(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto block, blockOf(context.node()));
    const ir::Dims& dims = in->dims();
    if (in->rank() != 4 || dims[2] % block != 0 || dims[3] % block != 0)
        return badInput(say("a blocksize of {1} does not fit {2}", block, in->type().text()));
    const auto channels = checkedMul(dims[1], block * block);
    if (!channels) return badInput(say("too many channels"));
    const std::int64_t plane = dims[2] * dims[3];
    // Output channel = (row, column, channel).
    return gatherByStrides(context, 0, *in, {dims[0], *channels, dims[2] / block, dims[3] / block},
                           {dims[0], block, block, dims[1], dims[2] / block, dims[3] / block},
                           {dims[1] * plane, dims[3], 1, plane, dims[3] * block, block});
}

constexpr Operator entryOf(std::string_view name, InferFunction infer, RunFunction run) {
    return {.name = name,
            .category = Category::DataMovement,
            .pattern = Pattern::Injective,
            .infer = infer,
            .run = run};
}
constexpr std::array Rows{entryOf("DepthToSpace", inferDepthToSpace, runDepthToSpace),
                          entryOf("SpaceToDepth", inferSpaceToDepth, runSpaceToDepth)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::blocks
