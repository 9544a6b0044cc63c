// SPDX-License-Identifier: GPL-3.0-or-later
// Attention as a recurrence: every head of the keys keeps a matrix S [key size, value size]. At each step
//
//   S = exp(decay) S                       when gated, per row of S or for all of it
//   w = v, or beta (v - S^T k)             with the delta rule
//   S = S + k w^T
//   out = scale S^T q                      for each query head that shares the key head
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/kernels/parallel.h"
#include "core/ops/attention/attention_heads.h"
#include "core/ops/attention/update_rule.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::linear_attention {

namespace {

constexpr std::size_t PastState = 3, Decay = 4, Beta = 5;

std::string inputsOf(const UpdateRule& rule) {
    if (rule.gated)
        return rule.delta ? say("the rule {1} takes a decay and a beta", rule.name)
                          : say("the rule {1} takes a decay and no beta", rule.name);
    return rule.delta ? say("the rule {1} takes no decay and a beta", rule.name)
                      : say("the rule {1} takes no decay and no beta", rule.name);
}

Result<UpdateRule> ruleOf(const ir::Node& node) {
    ASSIGN_OR_RETURN(UpdateRule rule, updateRuleOf(node));
    if (node.hasInput(Decay) != rule.gated || node.hasInput(Beta) != rule.delta)
        return badInput(inputsOf(rule));
    return rule;
}

Result<std::optional<AttentionShape>> shapeOf(const ir::Node& node, const ir::TensorType& query,
                                              const ir::TensorType& key, const ir::TensorType& value) {
    if (query.shape && query.shape->size() != 3)
        return badInput(say("the query is {1} where 3 axes are expected", query.text()));
    auto shape = attentionShape(query, key, value, nullptr, nullptr, node.intOr("q_num_heads", 0),
                                node.intOr("kv_num_heads", 0));
    if (shape && *shape) {
        ASSIGN_OR_RETURN(auto length, sameExtent((*shape)->rows, (*shape)->columns, say("the length")));
        (*shape)->rows = std::move(length);
    }
    return shape;
}

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(ruleOf(context.node()));
    std::array<const ir::TensorType*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], operand(context, i));
    }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(context.node(), *in[0], *in[1], *in[2]));
    const ir::TensorType* past = context.input(PastState);
    ir::TensorType out(in[0]->dtype);
    ir::TensorType state(past ? past->dtype : in[0]->dtype);
    if (const auto& s = shape) {
        out.shape = {s->batch, s->rows, ir::times(s->heads, s->valueSize)};
        state.shape = {s->batch, s->keyHeads, s->headSize, s->valueSize};
    }
    context.setOutput(0, std::move(out));
    if (context.node().outputs.size() > 1) context.setOutput(1, std::move(state));
    return {};
}

// Float32 inputs; decay and beta are null where the rule has none.
struct Recurrence {
    AttentionExtents extents;
    const float* query = nullptr;
    const float* key = nullptr;
    const float* value = nullptr;
    const float* decay = nullptr;
    const float* beta = nullptr;
    bool decayPerRow = false; // one for each row of the state, else for each head
    bool betaPerHead = false; // else one for all heads
    float scale = 1;
};

// All steps of one key head. `state` [headSize, valueSize], `work` valueSize elements.
void walk(const Recurrence& r, std::int64_t batch, std::int64_t head, float* state, float* work, float* out) {
    const AttentionExtents& e = r.extents;
    const std::int64_t shared = e.heads / e.keyHeads;
    for (std::int64_t step = 0; step < e.rows; ++step) {
        const std::int64_t at = batch * e.rows + step;
        const float* k = r.key + (at * e.keyHeads + head) * e.headSize;
        const float* v = r.value + (at * e.keyHeads + head) * e.valueSize;
        if (r.decay)
            for (std::int64_t d = 0; d < e.headSize; ++d) {
                const float* gate = r.decay + (r.decayPerRow ? (at * e.keyHeads + head) * e.headSize + d
                                                             : at * e.keyHeads + head);
                const float factor = std::exp(*gate);
                for (std::int64_t j = 0; j < e.valueSize; ++j)
                    state[d * e.valueSize + j] *= factor;
            }
        std::copy(v, v + e.valueSize, work);
        if (r.beta) {
            for (std::int64_t d = 0; d < e.headSize; ++d)
                for (std::int64_t j = 0; j < e.valueSize; ++j)
                    work[j] -= k[d] * state[d * e.valueSize + j];
            const float beta = r.beta[r.betaPerHead ? at * e.keyHeads + head : at];
            for (std::int64_t j = 0; j < e.valueSize; ++j)
                work[j] *= beta;
        }
        for (std::int64_t d = 0; d < e.headSize; ++d)
            for (std::int64_t j = 0; j < e.valueSize; ++j)
                state[d * e.valueSize + j] += k[d] * work[j];
        for (std::int64_t h = head * shared; h < (head + 1) * shared; ++h) {
            const float* q = r.query + (at * e.heads + h) * e.headSize;
            float* to = out + (at * e.heads + h) * e.valueSize;
            std::fill(to, to + e.valueSize, 0.0f);
            for (std::int64_t d = 0; d < e.headSize; ++d)
                for (std::int64_t j = 0; j < e.valueSize; ++j)
                    to[j] += q[d] * state[d * e.valueSize + j];
            for (std::int64_t j = 0; j < e.valueSize; ++j)
                to[j] *= r.scale;
        }
    }
}

// Decay or beta as [batch, length, one of `widths`]; says which.
Result<std::pair<ir::Tensor, bool>> gate(KernelContext& context, std::size_t index, const AttentionExtents& e,
                                         std::int64_t narrow, std::int64_t wide, std::string_view what) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    for (const std::int64_t width : {narrow, wide})
        if (given->dims() == ir::Dims{e.batch, e.rows, width}) {
            ASSIGN_OR_RETURN(auto values, asFloat32(context, *given));
            return std::pair(std::move(values), width == wide);
        }
    return badInput(say("{1} is {2} where [{3},{4},{5} or {6}] is expected", what, given->type().text(),
                        e.batch, e.rows, narrow, wide));
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rule, ruleOf(context.node()));
    if (context.node().hasInput(Beta + 1)) return unsupported(say("an erase gate is not supported"));
    std::array<ir::Tensor, 3> in;
    ASSIGN_OR_RETURN(const auto query, floatOperand(context, 0));
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, i));
        ASSIGN_OR_RETURN(in[i], asFloat32(context, *given));
    }
    ASSIGN_OR_RETURN(const auto shape, shapeOf(context.node(), in[0].type(), in[1].type(), in[2].type()));
    ASSIGN_OR_RETURN(const AttentionExtents e, knownExtents(shape));
    Recurrence r{.extents = e,
                 .query = std::as_const(in[0]).as<float>().data(),
                 .key = std::as_const(in[1]).as<float>().data(),
                 .value = std::as_const(in[2]).as<float>().data()};
    const float scale = context.node().floatOr("scale", 0.0f);
    r.scale = scale != 0 ? scale : 1 / std::sqrt(static_cast<float>(std::max<std::int64_t>(e.headSize, 1)));
    ir::Tensor decay;
    if (rule.gated) {
        ASSIGN_OR_RETURN(auto given,
                         gate(context, Decay, e, e.keyHeads, e.keyHeads * e.headSize, say("the decay")));
        std::tie(decay, r.decayPerRow) = std::move(given);
        r.decay = std::as_const(decay).as<float>().data();
    }
    ir::Tensor beta;
    if (rule.delta) {
        ASSIGN_OR_RETURN(auto given, gate(context, Beta, e, 1, e.keyHeads, "beta"));
        std::tie(beta, r.betaPerHead) = std::move(given);
        r.beta = std::as_const(beta).as<float>().data();
    }

    const ir::Dims stateDims{e.batch, e.keyHeads, e.headSize, e.valueSize};
    ASSIGN_OR_RETURN(auto state, context.scratchTensor(ir::DataType::Float32, stateDims));
    std::ranges::fill(state.as<float>(), 0.0f);
    ir::DataType stateType = query->dtype();
    if (context.node().hasInput(PastState)) {
        ASSIGN_OR_RETURN(const auto past, floatOperand(context, PastState));
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, *past));
        if (values.dims() != stateDims)
            return badInput(
                say("past_state is {1} where {2} is expected", values.type().text(), state.type().text()));
        std::ranges::copy(values.as<float>(), state.as<float>().begin());
        stateType = past->dtype();
    }
    ASSIGN_OR_RETURN(auto out,
                     FloatOutput::make(context, 0, query->dtype(), {e.batch, e.rows, e.heads * e.valueSize}));
    const std::int64_t size = e.headSize * e.valueSize;
    if (state.elements() > 0) {
        const std::int64_t tasks = e.batch * e.keyHeads;
        const int threads =
            kernels::usefulThreads(context.threads(), attentionMacs(tasks, 1, e.rows, size, 3), tasks);
        ASSIGN_OR_RETURN(const auto work, context.scratch(threads * e.valueSize * std::int64_t(sizeof(float))));
        kernels::parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
            if (context.run().stopped()) return;
            walk(r, task / e.keyHeads, task % e.keyHeads, state.as<float>().data() + task * size,
                 reinterpret_cast<float*>(work.data()) + worker * e.valueSize, out.data().data());
        });
        if (context.run().stopped()) return cancelled();
    } else {
        std::ranges::fill(out.data(), 0.0f);
    }
    out.finish();
    if (!context.wantsOutput(1)) return {};
    ASSIGN_OR_RETURN(auto present, FloatOutput::make(context, 1, stateType, stateDims));
    std::ranges::copy(state.as<float>(), present.data().begin());
    present.finish();
    return {};
}

// At every step and key head: what the delta rule reads of the state, its update, and a row for each query
// head.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto rule, ruleOf(node));
    if (inputs.size() < 3) return badInput(say("query, key or value is missing"));
    ASSIGN_OR_RETURN(const auto shape, shapeOf(node, inputs[0], inputs[1], inputs[2]));
    ASSIGN_OR_RETURN(const auto e, knownExtents(shape));
    const std::array steps{e.batch, e.rows, e.keyHeads};
    const auto count = checkedProduct(steps);
    if (!count || e.keyHeads < 1) return badInput(say("the layer is too large"));
    MatrixProducts products;
    if (rule.delta)
        products.push_back({.m = 1, .n = e.valueSize, .k = e.headSize, .count = *count, .part = "delta"});
    products.push_back({.m = e.headSize, .n = e.valueSize, .k = 1, .count = *count, .part = "state"});
    products.push_back(
        {.m = e.heads / e.keyHeads, .n = e.valueSize, .k = e.headSize, .count = *count, .part = "output"});
    return products;
}

} // namespace

extern const Operator entry{
    .name = "LinearAttention",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
    .since = 27,
};

} // namespace edgewright::ops::linear_attention
