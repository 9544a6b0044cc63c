// SPDX-License-Identifier: GPL-3.0-or-later
// Self-attention with the projection of its input to queries, keys and values inside.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/kernels/parallel.h"
#include "core/ops/attention/attention_padding.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/product/product.h"

#include <algorithm>

namespace edgewright::ops::microsoft_attention {

namespace {

constexpr std::size_t Weight = 1, Bias = 2, MaskIndex = 3, Past = 4, ScoreBiasInput = 5;

// Widths of the projected queries, keys and values.
using Widths = std::array<std::int64_t, 3>;

// Nothing when the weight's shape is not known yet.
Result<std::optional<Widths>> widthsOf(const ir::Node& node, const ir::TensorType& weight) {
    const std::int64_t heads = node.intOr("num_heads", 0);
    if (heads < 1) return badInput(say("num_heads is {1}", heads));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(weight, 2, say("the weight")));
    const std::optional<std::int64_t> columns =
        ranked && (*weight.shape)[1].known() ? std::optional((*weight.shape)[1].value()) : std::nullopt;
    Widths widths{};
    const auto sizes = node.ints("qkv_hidden_sizes");
    if (sizes.empty()) {
        if (!columns) return std::optional<Widths>();
        widths.fill(*columns / 3);
    } else if (sizes.size() == 3) {
        std::ranges::copy(sizes, widths.begin());
    }
    std::int64_t sum = 0;
    bool fits = sizes.empty() || sizes.size() == 3;
    for (const std::int64_t width : widths) {
        fits = fits && width > 0 && width < (std::int64_t(1) << 40) && width % heads == 0;
        sum += fits ? width : 0;
    }
    if (!fits || widths[0] != widths[1] || (columns && *columns != sum))
        return badInput(
            say("the weight is {1}, which does not project to queries, keys and values of {2} heads",
                weight.text(), heads));
    return std::optional(widths);
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, Weight));
    ASSIGN_OR_RETURN(const auto widths, widthsOf(context.node(), *weight));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*x, 3, say("the input")));
    ir::TensorType out(x->dtype);
    ir::TensorType present(x->dtype);
    const ir::TensorType* past = context.input(Past);
    if (past) RETURN_IF_ERROR(expectRank(*past, 5, "past"));
    if (ranked) {
        const auto& shape = *x->shape;
        const std::int64_t heads = context.node().intOr("num_heads", 1);
        out.shape = {shape[0], shape[1], widths ? ir::Dim((*widths)[2]) : ir::Dim()};
        const bool shares = past && context.node().intOr("past_present_share_buffer", 0) != 0;
        const ir::Dim before = !past ? ir::Dim(0) : past->shape ? (*past->shape)[3] : ir::Dim();
        present.shape = {ir::Dim(2), shape[0], ir::Dim(heads), shares ? before : ir::plus(before, shape[1]),
                         widths ? ir::Dim((*widths)[1] / heads) : ir::Dim()};
    }
    context.setOutput(0, std::move(out));
    if (context.node().outputs.size() > 1) context.setOutput(1, std::move(present));
    return {};
}

// Rows of `x` times the weight, plus the bias.
Result<ir::Tensor> project(KernelContext& context, const ir::Tensor& x, const ir::Tensor& weight) {
    const std::int64_t inner = weight.dims()[0];
    const std::int64_t columns = weight.dims()[1];
    const std::int64_t rows = x.dims()[0] * x.dims()[1];
    auto projected = context.scratchTensor(ir::DataType::Float32, {rows, columns});
    if (!projected) return projected;
    float* out = projected->as<float>().data();
    if (context.node().hasInput(Bias)) {
        ASSIGN_OR_RETURN(const auto bias, parameter(context, Bias, columns, say("the bias")));
        for (std::int64_t row = 0; row < rows; ++row)
            std::ranges::copy(bias.as<float>(), out + row * columns);
    } else {
        std::ranges::fill(projected->as<float>(), 0.0f);
    }
    constexpr std::int64_t block = 32;
    const std::int64_t tasks = ceilDiv(rows, block);
    const int threads =
        kernels::usefulThreads(context.threads(), attentionMacs(1, 1, rows, columns, inner) / 16, tasks);
    const std::int64_t each = multiplyScratch<float>(std::min(block, rows), columns, inner);
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(each * threads));
    kernels::parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        const std::int64_t begin = task * block;
        multiply<float>({x.as<float>().data() + begin * inner, inner, false},
                        {weight.as<float>().data(), columns, false}, std::min(block, rows - begin), columns,
                        inner, out + begin * columns, columns, scratch.data() + worker * each, true);
    });
    return projected;
}

// Keys (which = 0) or values (1) of `past` and then of the projection, as [batch, heads, columns, size].
void joinInto(float* present, const float* past, const float* fresh, const AttentionExtents& e,
              std::int64_t which, std::int64_t stride) {
    const std::int64_t size = e.headSize;
    for (std::int64_t b = 0; b < e.batch; ++b)
        for (std::int64_t h = 0; h < e.heads; ++h) {
            const std::int64_t plane = (which * e.batch + b) * e.heads + h;
            float* to = present + plane * e.columns * size;
            if (past) to = std::copy_n(past + plane * e.past * size, e.past * size, to);
            for (std::int64_t i = 0; i < e.rows; ++i)
                to = std::copy_n(fresh + (b * e.rows + i) * stride + h * size, size, to);
        }
}

Result<void> run(KernelContext& context) {
    for (const char* name : {"do_rotary", "past_present_share_buffer"})
        if (context.node().intOr(name, 0) != 0) return unsupported(say("{1} is not supported", name));
    std::array<ir::Tensor, 2> in;
    ir::DataType type{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, i));
        if (i == 0) type = given->dtype();
        ASSIGN_OR_RETURN(in[i], asFloat32(context, *given));
    }
    const auto& [x, weight] = in;
    ASSIGN_OR_RETURN(const auto widths, widthsOf(context.node(), weight.type()));
    if (x.rank() != 3 || !widths || x.dims()[2] != weight.dims()[0])
        return badInput(say("the input is {1} where the weight is {2}", x.type().text(), weight.type().text()));
    const std::int64_t heads = context.node().intOr("num_heads", 1);
    AttentionExtents e{.batch = x.dims()[0],
                       .heads = heads,
                       .keyHeads = heads,
                       .rows = x.dims()[1],
                       .columns = x.dims()[1],
                       .headSize = (*widths)[0] / heads,
                       .valueSize = (*widths)[2] / heads};
    ir::Tensor past;
    if (context.node().hasInput(Past)) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, Past));
        ASSIGN_OR_RETURN(past, asFloat32(context, *given));
        e.past = past.rank() == 5 ? past.dims()[3] : 0;
        if (past.dims() != ir::Dims{2, e.batch, heads, e.past, e.headSize})
            return badInput(say("past is {1} where [2,{2},{3},past,{4}] is expected", past.type().text(),
                                e.batch, heads, e.headSize));
        const auto total = checkedAdd(e.columns, e.past);
        if (!total) return badInput(say("past is {1}", past.type().text()));
        e.columns = *total;
    }
    RETURN_IF_ERROR(checkExtents(e));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, {e.batch, e.rows, (*widths)[2]}));
    ASSIGN_OR_RETURN(const auto projected, project(context, x, weight));
    const float* data = projected.as<float>().data();
    const std::int64_t stride = weight.dims()[1];
    Attention<float> attention = attentionOf<float>(e);
    const auto view = [&](std::int64_t offset, std::int64_t size) {
        return HeadsView<const float>{data + offset, e.rows * stride, size, stride};
    };
    const std::int64_t keys = (*widths)[0];
    const std::int64_t values = 2 * keys;
    attention.query = view(0, e.headSize);
    attention.key = view(keys, e.headSize);
    attention.value = view(values, e.valueSize);
    attention.output = headsLast(out.data().data(), heads, e.rows, e.valueSize);
    std::optional<FloatOutput> present;
    ir::Tensor joined;
    if (past.hasData() || context.wantsOutput(1)) {
        if (e.headSize != e.valueSize) return badInput(say("a cache needs keys and values of the same size"));
        const ir::Dims dims{2, e.batch, heads, e.columns, e.headSize};
        if (context.wantsOutput(1)) {
            ASSIGN_OR_RETURN(present, FloatOutput::make(context, 1, type, dims));
        } else {
            ASSIGN_OR_RETURN(joined, context.scratchTensor(ir::DataType::Float32, dims));
        }
        float* to = present ? present->data().data() : joined.as<float>().data();
        const float* before = past.hasData() ? std::as_const(past).as<float>().data() : nullptr;
        joinInto(to, before, data + keys, e, 0, stride);
        joinInto(to, before, data + values, e, 1, stride);
        attention.key = headsFirst<const float>(to, heads, e.columns, e.headSize);
        attention.value = headsFirst<const float>(to + e.batch * heads * e.columns * e.headSize, heads,
                                                  e.columns, e.headSize);
    }
    attention.scale = scaleOf(context.node(), e.headSize);
    std::array<ir::Tensor, 2> held;
    const bool causal = context.node().intOr("unidirectional", 0) != 0;
    RETURN_IF_ERROR(addBiases(context, MaskIndex, ScoreBiasInput, e, causal, attention, held));
    RETURN_IF_ERROR(attend(attention, context));
    out.finish();
    if (present) present->finish();
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, Weight));
    ASSIGN_OR_RETURN(const auto widths, widthsOf(node, inputs[Weight]));
    if (x.size() != 3 || !widths) return badInput(say("the input has no three axes"));
    std::int64_t columns = x[1];
    if (node.hasInput(Past)) {
        ASSIGN_OR_RETURN(const auto past, extentsOf(inputs, Past));
        if (past.size() != 5) return badInput(say("past has no five axes"));
        const bool shares = node.intOr("past_present_share_buffer", 0) != 0;
        columns = shares ? past[3] : checkedAdd(columns, past[3]).value_or(-1);
    }
    const std::int64_t heads = node.intOr("num_heads", 1);
    const auto rows = checkedMul(x[0], x[1]);
    const auto each = checkedMul(x[0], heads);
    if (!rows || !each || columns < 0) return badInput(say("the layer is too large"));
    MatrixProducts products{{.m = *rows, .n = weight[1], .k = weight[0], .part = "projection"}};
    products.push_back({.m = x[1], .n = columns, .k = (*widths)[0] / heads, .count = *each, .part = "scores"});
    products.push_back({.m = x[1], .n = (*widths)[2] / heads, .k = columns, .count = *each, .part = "values"});
    return products;
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "Attention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .parameters = attentionParameters,
    .run = run,
};

} // namespace edgewright::ops::microsoft_attention
