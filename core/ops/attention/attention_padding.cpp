// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_padding.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::ops {

namespace {

// How the elements of a mask are to be read.
enum class MaskKind { Ends, EndsAndBegins, PerKey, PerRowAndKey, Constant };

Result<MaskKind> kindOf(const ir::Tensor& mask, const AttentionExtents& e) {
    const ir::Dims& dims = mask.dims();
    if (ir::isInteger(mask.dtype())) {
        if (dims == ir::Dims{e.batch}) return MaskKind::Ends;
        if (dims == ir::Dims{2 * e.batch}) return MaskKind::EndsAndBegins;
        if (dims == ir::Dims{e.batch, e.columns}) return MaskKind::PerKey;
        if (dims == ir::Dims{e.batch, e.rows, e.columns}) return MaskKind::PerRowAndKey;
        // One element for all keys shifts every score alike, which the softmax does not see.
        if (dims.size() == 2 && dims[1] == 1 && (dims[0] == e.batch || dims[0] == 1)) return MaskKind::Constant;
        if (dims.size() == 4 || dims == ir::Dims{3 * e.batch + 2})
            return unsupported(say("a mask of {1} is not supported", mask.type().text()));
    }
    return badInput(say("the mask is {1} where integers for {2} sequences of {3} keys are expected",
                        mask.type().text(), e.batch, e.columns));
}

} // namespace

Result<ir::Tensor> paddingBias(KernelContext& context, std::size_t index, const AttentionExtents& e,
                               bool causal) {
    const ir::Tensor* given = nullptr;
    MaskKind kind = MaskKind::PerKey;
    bool masked = context.node().hasInput(index);
    if (masked) {
        ASSIGN_OR_RETURN(const auto mask, operand(context, index));
        ASSIGN_OR_RETURN(kind, kindOf(*mask, e));
        given = mask;
        masked = kind != MaskKind::Constant;
    }
    if (!masked && !causal) return ir::Tensor();
    const std::int64_t rows = causal || kind == MaskKind::PerRowAndKey ? e.rows : 1;
    auto bias = context.scratchTensor(ir::DataType::Float32, {masked ? e.batch : 1, 1, rows, e.columns});
    if (!bias || bias->elements() == 0) return bias;
    const float padding = context.node().floatOr("mask_filter_value", -10000.0f);
    const auto isPadding = [&](std::int64_t b, std::int64_t row, std::int64_t column) {
        const auto at = [&](std::int64_t i) { return ir::elementAsInt64(*given, i); };
        switch (kind) {
        case MaskKind::Ends:
            return column >= at(b);
        case MaskKind::EndsAndBegins:
            return column >= at(b) || column < at(e.batch + b);
        case MaskKind::PerKey:
            return at(b * e.columns + column) <= 0;
        default:
            return at((b * e.rows + row) * e.columns + column) <= 0;
        }
    };
    float* to = bias->as<float>().data();
    for (std::int64_t b = 0; b < bias->dims()[0]; ++b)
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < e.columns; ++column, ++to) {
                *to = masked && isPadding(b, row, column) ? padding : 0.0f;
                if (causal && column > row + e.past) *to = std::numeric_limits<float>::lowest();
            }
    return bias;
}

Result<void> addBiases(KernelContext& context, std::size_t mask, std::size_t bias,
                       const AttentionExtents& extents, bool causal, Attention<float>& attention,
                       std::array<ir::Tensor, 2>& held) {
    ASSIGN_OR_RETURN(held[0], paddingBias(context, mask, extents, causal));
    if (context.node().hasInput(bias)) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, bias));
        ASSIGN_OR_RETURN(held[1], asFloat32(context, *given));
    }
    for (const ir::Tensor& tensor : held) {
        if (!tensor.hasData()) continue;
        ASSIGN_OR_RETURN(const auto strides,
                         scoreStrides(tensor, extents.scores(), say("the bias of the scores")));
        attention.biases.push_back({tensor.as<float>().data(), strides});
    }
    return {};
}

float scaleOf(const ir::Node& node, std::int64_t headSize) {
    const float given = node.floatOr("scale", 0.0f);
    return given != 0 ? given : 1 / std::sqrt(static_cast<float>(std::max<std::int64_t>(headSize, 1)));
}

} // namespace edgewright::ops
