// SPDX-License-Identifier: GPL-3.0-or-later
// QuantizeLinear and DequantizeLinear, with one scale and zero point or those of an axis.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/coded.h"
#include "core/gpu/layers/layer_rule.h"

namespace edgewright::gpu::code_values_layer {

namespace {

constexpr std::int64_t Float32InFiles = 1; // as ONNX numbers types

Result<CodeRuns> runsOf(const LayerContext& context, const ir::Dims& dims) {
    const ir::Node& node = context.node();
    if (node.intOr("block_size", 0) != 0) return unsupported(say("its scales are those of blocks"));
    if (const std::int64_t precision = node.intOr("precision", 0);
        precision != 0 && precision != Float32InFiles)
        return unsupported(say("it divides in another type than float32"));
    const ir::Tensor* const scale = context.constant(1);
    if (!scale) return unsupported(say("input {1} is no constant", 1));
    CodeRuns runs{countOf(dims), 1, countOf(dims)};
    if (scale->elements() == 1) return runs;
    const auto rank = static_cast<std::int64_t>(dims.size());
    std::int64_t axis = node.intOr("axis", 1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return unsupported(say("its axis is not there"));
    runs.extent = dims[static_cast<std::size_t>(axis)];
    runs.inner = countOf(dims, static_cast<std::size_t>(axis) + 1);
    return runs;
}

Result<void> make(LayerContext& context) {
    const bool makesCodes = context.node().is("QuantizeLinear");
    const bool isOfSums = context.type(0) == ir::DataType::Int32;
    const Numbers codes = isOfSums ? Numbers::Int32 : Numbers::Codes;
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(0, makesCodes ? Numbers::Float32 : codes));
    RETURN_IF_ERROR(context.resultDims(makesCodes ? Numbers::Codes : Numbers::Float32));
    ASSIGN_OR_RETURN(const CodeRuns runs, runsOf(context, dims));
    ASSIGN_OR_RETURN(std::vector<float> scales, scalesOf(context, 1, runs.extent));
    const ir::DataType type = makesCodes ? context.resultType() : context.type(0);
    ASSIGN_OR_RETURN(const std::vector<int> zeros, zerosOf(context, 2, type, runs.extent));
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    const Operand scale = context.weight(std::move(scales)), zero = wholeWeight(context, zeros);
    if (makesCodes) {
        const CodeBounds bounds = boundsOf(type);
        context.launch(quantizeLaunch(runs, bounds.low, bounds.high, x, scale, zero, y));
        return {};
    }
    context.launch(dequantizeLaunch(runs, sourceOf(type), x, scale, zero, y));
    return {};
}

} // namespace

extern const LayerRule entry{
    "code_values",
    [](const ir::Node& node, std::int64_t) { return node.is("QuantizeLinear") || node.is("DequantizeLinear"); },
    make};

} // namespace edgewright::gpu::code_values_layer
