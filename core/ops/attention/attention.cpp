// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dim_expression.h"
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
        const auto type = operand(context, i);
        if (!type) return type.error();
        in[i] = *type;
    }
    const auto shape =
        shapeOf(context.node(), *in[0], *in[1], *in[2], context.input(PastKey), context.input(PastValue));
    if (!shape) return shape.error();
    ir::TensorType out(in[0]->dtype);
    ir::TensorType key(in[1]->dtype);
    ir::TensorType value(in[2]->dtype);
    ir::TensorType scores(in[0]->dtype);
    if (const auto& s = *shape) {
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
    const auto given = operand(context, Mask);
    if (!given) return given.error();
    const ir::Dims& dims = (*given)->dims();
    if (!dims.empty() && dims.back() < columns && (dims.back() != 1 || context.opset() >= 24))
        columns = dims.back();
    const auto strides =
        scoreStrides(**given, {extents.batch, extents.heads, extents.rows, columns}, "attn_mask");
    if (!strides) return strides.error();
    if ((*given)->dtype() == ir::DataType::Bool) {
        mask = **given;
        attention.allowed = {std::as_const(mask).as<std::uint8_t>().data(), *strides};
        return {};
    }
    const auto values = floatOperand(context, Mask);
    if (!values) return values.error();
    auto converted = elementsAs<T>(**values);
    if (!converted) return std::move(converted).error();
    mask = *std::move(converted);
    attention.biases.push_back({std::as_const(mask).template as<T>().data(), *strides});
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
        const auto given = operand(context, KeyLengths);
        if (!given) return given.error();
        used = ir::toInt64s(**given);
        if (used->size() != batch || !std::ranges::all_of(*used, [&](std::int64_t length) {
                return length >= 0 && length <= extents.columns;
            }))
            return badInput("nonpad_kv_seqlen is " + (*given)->type().text() + " where " +
                            std::to_string(extents.batch) + " lengths in [0, " +
                            std::to_string(extents.columns) + "] are expected");
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
        return badInput("qk_matmul_output_mode is " + std::to_string(mode) + " where 0 to 3 is expected");
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
    const auto stage = stageOf(node);
    if (!stage) return stage.error();
    attention.stage = *stage;
    attention.scores = scores;

    std::array<ir::Tensor, 3> held;
    for (std::size_t i = 0; i < held.size(); ++i) {
        ir::Tensor tensor = *in[i];
        const ir::Tensor* past =
            i > 0 && node.hasInput(PastKey + i - 1) ? context.input(PastKey + i - 1) : nullptr;
        if (i > 0 && (past || context.wantsOutput(i))) {
            auto joined = joinPast(context, i, past, tensor, extents.keyHeads);
            if (!joined) return std::move(joined).error();
            tensor = *std::move(joined);
        }
        auto converted = elementsAs<T>(tensor);
        if (!converted) return std::move(converted).error();
        held[i] = *std::move(converted);
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
    if (auto done = readMask(context, extents, attention, mask, maskColumns); !done) return done;
    if (auto done = readLimits(context, extents, maskColumns, attention); !done) return done;
    return attend(attention, context);
}

Result<void> run(KernelContext& context) {
    std::array<const ir::Tensor*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto given = floatOperand(context, i);
        if (!given) return given.error();
        in[i] = *given;
    }
    std::array<ir::TensorType, 2> past;
    for (std::size_t i = 0; i < past.size(); ++i)
        if (context.node().hasInput(PastKey + i)) {
            const auto given = floatOperand(context, PastKey + i);
            if (!given) return given.error();
            past[i] = (*given)->type();
        }
    const auto shape = shapeOf(context.node(), in[0]->type(), in[1]->type(), in[2]->type(),
                               context.node().hasInput(PastKey) ? &past[0] : nullptr,
                               context.node().hasInput(PastValue) ? &past[1] : nullptr);
    if (!shape) return shape.error();
    const auto known = knownExtents(*shape);
    if (!known) return known.error();
    const AttentionExtents& e = *known;
    const ir::DataType type = in[0]->dtype();
    const ir::Dims dims = e.headsFirst ? ir::Dims{e.batch, e.heads, e.rows, e.valueSize}
                                       : ir::Dims{e.batch, e.rows, e.heads * e.valueSize};
    const ir::Dims scoreDims{e.batch, e.heads, e.rows, e.columns};
    const bool wantsScores = context.wantsOutput(Scores);
    if (type == ir::DataType::Float64) {
        auto out = context.output(0, type, dims);
        if (!out) return std::move(out).error();
        ir::Tensor scores;
        if (wantsScores) {
            auto made = context.output(Scores, type, scoreDims);
            if (!made) return std::move(made).error();
            scores = *std::move(made);
        }
        return compute<double>(context, e, in, out->as<double>().data(), scores.as<double>().data());
    }
    auto out = FloatOutput::make(context, 0, type, dims);
    if (!out) return std::move(out).error();
    std::optional<FloatOutput> scores;
    if (wantsScores) {
        auto made = FloatOutput::make(context, Scores, type, scoreDims);
        if (!made) return std::move(made).error();
        scores = *std::move(made);
    }
    if (auto done =
            compute<float>(context, e, in, out->data().data(), scores ? scores->data().data() : nullptr);
        !done)
        return done;
    out->finish();
    if (scores) scores->finish();
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    if (inputs.size() < 3) return badInput("query, key or value is missing");
    const auto past = [&](std::size_t index) {
        return node.hasInput(index) && index < inputs.size() ? &inputs[index] : nullptr;
    };
    return attentionProducts(shapeOf(node, inputs[0], inputs[1], inputs[2], past(PastKey), past(PastValue)));
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Attention",
    .category = Category::Compute,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .products = products,
    .run = run,
    .since = 23,
};

} // namespace edgewright::ops::attention
