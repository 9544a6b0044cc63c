// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::attention {

namespace {

constexpr std::size_t Mask = 3, PastKey = 4, PastValue = 5, KeyLengths = 6; // inputs behind query, key, value
constexpr std::size_t Scores = 3;                                           // output behind result and caches

Result<std::optional<AttentionShape>> shapeOf(const ir::Node& node, const ir::TensorType& query,
                                              const ir::TensorType& key, const ir::TensorType& value,
                                              const ir::TensorType* pastKey, const ir::TensorType* pastValue) {
    return attentionShape(query, key, value, pastKey, pastValue, node.intOr("q_num_heads", 0),
                          node.intOr("kv_num_heads", 0));
}

Result<void> infer(InferContext& context) {
    std::array<const ir::TensorType*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], operand(context, i));
    }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(context.node(), *in[0], *in[1], *in[2], context.input(PastKey),
                                               context.input(PastValue)));
    ir::TensorType out(in[0]->dtype);
    ir::TensorType key(in[1]->dtype);
    ir::TensorType value(in[2]->dtype);
    ir::TensorType scores(in[0]->dtype);
    if (const auto& s = shape) {
        out.shape = s->headsFirst ? std::vector<ir::Dim>{s->batch, s->heads, s->rows, s->valueSize}
                                  : std::vector<ir::Dim>{s->batch, s->rows, ir::times(s->heads, s->valueSize)};
        key.shape = {s->batch, s->keyHeads, s->columns, s->headSize};
        value.shape = {s->batch, s->keyHeads, s->columns, s->valueSize};
        scores.shape = {s->batch, s->heads, s->rows, s->columns};
    }
    const std::array outputs{std::move(out), std::move(key), std::move(value), std::move(scores)};
    for (std::size_t i = 0; i < std::min(outputs.size(), context.node().outputs.size()); ++i)
        context.setOutput(i, outputs[i]);
    return {};
}

// The scores that a float mask is added to, or a bool mask allows. A mask that ends early masks the other
// columns; in opset 23 a single column stands for all of them.
template <typename T>
Result<void> readMask(KernelContext& context, const AttentionExtents& extents, Attention<T>& attention,
                      ir::Tensor& mask, std::int64_t& columns) {
    columns = extents.columns;
    if (!context.node().hasInput(Mask)) return {};
    ASSIGN_OR_RETURN(const auto given, operand(context, Mask));
    const ir::Dims& dims = given->dims();
    if (!dims.empty() && dims.back() < columns && (dims.back() != 1 || context.opset() >= 24))
        columns = dims.back();
    ASSIGN_OR_RETURN(const auto strides,
                     scoreStrides(*given, {extents.batch, extents.heads, extents.rows, columns}, "attn_mask"));
    if (given->dtype() == ir::DataType::Bool) {
        mask = *given;
        attention.allowed = {std::as_const(mask).as<std::uint8_t>().data(), strides};
        return {};
    }
    ASSIGN_OR_RETURN(const auto values, floatOperand(context, Mask));
    ASSIGN_OR_RETURN(mask, elementsAs<T>(context, *values));
    attention.biases.push_back({std::as_const(mask).template as<T>().data(), strides});
    return {};
}

// Which columns a row does not see: behind the causal frontier, behind the mask, behind the keys that are in
// use.
template <typename T>
Result<void> readLimits(KernelContext& context, const AttentionExtents& extents, std::int64_t maskColumns,
                        Attention<T>& attention) {
    const auto batch = static_cast<std::size_t>(extents.batch);
    std::optional<std::vector<std::int64_t>> used;
    if (context.node().hasInput(KeyLengths)) {
        ASSIGN_OR_RETURN(const auto given, operand(context, KeyLengths));
        used = ir::toInt64s(*given);
        if (used->size() != batch || !std::ranges::all_of(*used, [&](std::int64_t length) {
                return length >= 0 && length <= extents.columns;
            }))
            return badInput(say("nonpad_kv_seqlen is {1} where {2} lengths in [0, {3}] are expected",
                                given->type().text(), extents.batch, extents.columns));
    }
    if (used)
        attention.lengths = *used;
    else if (maskColumns < extents.columns)
        attention.lengths.assign(batch, extents.columns);
    for (std::int64_t& length : attention.lengths)
        length = std::min(length, maskColumns);
    if (context.node().intOr("is_causal", 0) == 0) return {};
    // The last row stands at the last key in use; without a cache, the first row at the first key.
    attention.frontier.assign(batch, extents.past);
    if (used && !context.node().hasInput(PastKey))
        for (std::size_t i = 0; i < batch; ++i)
            attention.frontier[i] = (*used)[i] - extents.rows;
    return {};
}

Result<ScoreStage> stageOf(const ir::Node& node) {
    const std::int64_t mode = node.intOr("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        return badInput(say("qk_matmul_output_mode is {1} where 0 to 3 is expected", mode));
    return static_cast<ScoreStage>(mode);
}

template <typename T>
Result<void> compute(KernelContext& context, const AttentionExtents& extents,
                     const std::array<const ir::Tensor*, 3>& in, T* out, T* scores) {
    Attention<T> attention = attentionOf<T>(extents);
    const ir::Node& node = context.node();
    const T standard = extents.headSize > 0 ? 1 / std::sqrt(static_cast<T>(extents.headSize)) : T(1);
    const float scale = node.floatOr("scale", 0.0f);
    attention.scale = node.find("scale") ? static_cast<T>(scale) : standard;
    attention.cap = static_cast<T>(node.floatOr("softcap", 0.0f));
    ASSIGN_OR_RETURN(attention.stage, stageOf(node));
    attention.scores = scores;

    std::array<ir::Tensor, 3> held;
    for (std::size_t i = 0; i < held.size(); ++i) {
        ir::Tensor tensor = *in[i];
        const ir::Tensor* past =
            i > 0 && node.hasInput(PastKey + i - 1) ? context.input(PastKey + i - 1) : nullptr;
        if (i > 0 && (past || context.wantsOutput(i))) {
            ASSIGN_OR_RETURN(tensor, joinPast(context, i, past, tensor, extents.keyHeads));
        }
        ASSIGN_OR_RETURN(held[i], elementsAs<T>(context, tensor));
    }
    const auto view = [&](std::size_t i, std::int64_t heads, std::int64_t length, std::int64_t size) {
        const T* data = std::as_const(held[i]).template as<T>().data();
        return held[i].rank() == 4 ? headsFirst(data, heads, length, size)
                                   : headsLast(data, heads, length, size);
    };
    attention.query = view(0, extents.heads, extents.rows, extents.headSize);
    attention.key = view(1, extents.keyHeads, extents.columns, extents.headSize);
    attention.value = view(2, extents.keyHeads, extents.columns, extents.valueSize);
    attention.output = extents.headsFirst ? headsFirst(out, extents.heads, extents.rows, extents.valueSize)
                                          : headsLast(out, extents.heads, extents.rows, extents.valueSize);
    ir::Tensor mask;
    std::int64_t maskColumns = 0;
    RETURN_IF_ERROR(readMask(context, extents, attention, mask, maskColumns));
    RETURN_IF_ERROR(readLimits(context, extents, maskColumns, attention));
    return attend(attention, context);
}

Result<void> run(KernelContext& context) {
    std::array<const ir::Tensor*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], floatOperand(context, i));
    }
    std::array<ir::TensorType, 2> past;
    for (std::size_t i = 0; i < past.size(); ++i)
        if (context.node().hasInput(PastKey + i)) {
            ASSIGN_OR_RETURN(const auto given, floatOperand(context, PastKey + i));
            past[i] = given->type();
        }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(context.node(), in[0]->type(), in[1]->type(), in[2]->type(),
                                               context.node().hasInput(PastKey) ? &past[0] : nullptr,
                                               context.node().hasInput(PastValue) ? &past[1] : nullptr));
    ASSIGN_OR_RETURN(const AttentionExtents e, knownExtents(shape));
    const ir::DataType type = in[0]->dtype();
    const ir::Dims dims = e.headsFirst ? ir::Dims{e.batch, e.heads, e.rows, e.valueSize}
                                       : ir::Dims{e.batch, e.rows, e.heads * e.valueSize};
    const ir::Dims scoreDims{e.batch, e.heads, e.rows, e.columns};
    const bool wantsScores = context.wantsOutput(Scores);
    if (type == ir::DataType::Float64) {
        ASSIGN_OR_RETURN(auto out, context.output(0, type, dims));
        ir::Tensor scores;
        if (wantsScores) {
            ASSIGN_OR_RETURN(scores, context.output(Scores, type, scoreDims));
        }
        return compute<double>(context, e, in, out.as<double>().data(), scores.as<double>().data());
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, dims));
    std::optional<FloatOutput> scores;
    if (wantsScores) {
        ASSIGN_OR_RETURN(scores, FloatOutput::make(context, Scores, type, scoreDims));
    }
    RETURN_IF_ERROR(
        compute<float>(context, e, in, out.data().data(), scores ? scores->data().data() : nullptr));
    out.finish();
    if (scores) scores->finish();
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    if (inputs.size() < 3) return badInput(say("query, key or value is missing"));
    const auto past = [&](std::size_t index) {
        return node.hasInput(index) && index < inputs.size() ? &inputs[index] : nullptr;
    };
    return attentionProducts(shapeOf(node, inputs[0], inputs[1], inputs[2], past(PastKey), past(PastValue)));
}

} // namespace

extern const Operator entry{
    .name = "Attention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .parameters = attentionParameters,
    .run = run,
    .since = 23,
};

} // namespace edgewright::ops::attention
