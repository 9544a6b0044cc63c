// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of ONNX Runtime's optimized files whose tensors hold their channels in blocks, as wide as the
// vectors of one processor: their shapes, which are those of [N, C, ...] with channels that fill their blocks,
// and their work. They cannot run: nothing in the file says how wide the blocks are.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/operands/operands.h"
#include "core/ops/pooling/pool.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::blocked_layouts {

namespace {

constexpr std::int64_t WidestBlock = 16;

Result<void> inferConv(InferContext& context) {
    const Operator* standard = find("", "Conv");
    return standard->infer(context);
}

// The channels of the input are those of the weights, however wide its blocks are.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, 1));
    ASSIGN_OR_RETURN(const auto y, extentsOf(outputs, 0));
    ir::TensorType x = inputs[0];
    const auto channels = weight.size() > 1 ? checkedMul(weight[1], node.intOr("group", 1)) : std::nullopt;
    if (x.shape && x.shape->size() > 1 && channels.value_or(-1) >= 0) (*x.shape)[1] = ir::Dim(*channels);
    ASSIGN_OR_RETURN(const auto in, extentsOf(std::span(&x, 1), 0));
    ASSIGN_OR_RETURN(auto product, convolutionProduct(node, in, weight, y));
    return MatrixProducts{product};
}

Result<void> inferWindow(InferContext& context) { return inferPool(context); }

// [N, C, ...], or [N, ..., C] with channels_last, to blocks: more channels, unless they fill any block.
Result<void> inferToBlocks(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType out = *in;
    if (out.shape) {
        if (out.shape->size() < 3)
            return badInput(say("the input is {1} where at least 3 axes are expected", in->text()));
        if (context.node().intOr("channels_last", 0) != 0)
            std::rotate(out.shape->begin() + 1, out.shape->end() - 1, out.shape->end());
        ir::Dim& channels = (*out.shape)[1];
        if (!channels.known() || channels.value() % WidestBlock != 0) channels = ir::Dim();
    }
    context.setOutput(0, std::move(out));
    return {};
}

// And back, to as many channels as the attribute says.
Result<void> inferFromBlocks(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::int64_t channels = context.node().intOr("channels", 0);
    if (channels < 1) return badInput(say("channels is {1}", channels));
    ir::TensorType out = *in;
    if (out.shape) {
        if (out.shape->size() < 3)
            return badInput(say("the input is {1} where at least 3 axes are expected", in->text()));
        (*out.shape)[1] = ir::Dim(channels);
        if (context.node().intOr("channels_last", 0) != 0)
            std::rotate(out.shape->begin() + 1, out.shape->begin() + 2, out.shape->end());
    }
    context.setOutput(0, std::move(out));
    return {};
}

// By whole factors, one for each axis.
Result<void> inferUpsample(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto scales = context.node().ints("scales");
    ir::TensorType out = *in;
    if (out.shape) {
        if (scales.size() != out.shape->size())
            return badInput(say("scales has {1} entries where the input is {2}", scales.size(), in->text()));
        for (std::size_t i = 0; i < scales.size(); ++i) {
            ir::Dim& extent = (*out.shape)[i];
            if (scales[i] < 1 || (extent.known() && !checkedMul(extent.value(), scales[i])))
                return badInput(say("scales holds {1} for {2}", scales[i], in->text()));
            extent = ir::times(extent, ir::Dim(scales[i]));
        }
    }
    context.setOutput(0, std::move(out));
    return {};
}

constexpr Operator row(std::string_view name, Category category, InferFunction infer,
                       ProductsFunction products = nullptr) {
    return {.domain = "com.microsoft.nchwc",
            .name = name,
            .category = category,
            .infer = infer,
            .products = products};
}

constexpr std::array Rows{
    row("Conv", Category::Compute, inferConv, products),
    row("MaxPool", Category::Pooling, inferWindow),
    row("AveragePool", Category::Pooling, inferWindow),
    row("GlobalMaxPool", Category::Pooling, inferGlobalPool),
    row("GlobalAveragePool", Category::Pooling, inferGlobalPool),
    row("ReorderInput", Category::DataMovement, inferToBlocks),
    row("ReorderOutput", Category::DataMovement, inferFromBlocks),
    row("Upsample", Category::DataMovement, inferUpsample),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::blocked_layouts
