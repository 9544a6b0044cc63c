// SPDX-License-Identifier: GPL-3.0-or-later
// LinearAttention as com.microsoft writes it for tokens of several sequences behind each other. Every head of
// the values keeps a matrix S [value size, key size]; several share a head of queries and keys. At each token
//
//   S = S exp(decay)                       when gated, per column of S or for all of it
//   S = S + beta (v - S k) k^T             with the delta rule, else S + beta v k^T
//   out = scale S q
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/kernels/parallel.h"
#include "core/ops/attention/update_rule.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace edgewright::ops::gated_delta_net {

namespace {

constexpr std::size_t Query = 0, Key = 1, Value = 2, Starts = 3, Decay = 4, Beta = 5, Past = 6, Rates = 7,
                      Shift = 8;

Result<UpdateRule> ruleOf(const ir::Node& node) {
    ASSIGN_OR_RETURN(UpdateRule rule, updateRuleOf(node));
    if (rule.gated && !node.hasInput(Decay)) return badInput(say("the rule {1} takes a decay", rule.name));
    return rule;
}

// True where attribute `name` is `active`; BadInput unless it is that or none.
Result<bool> isActive(const ir::Node& node, std::string_view name, std::string_view active) {
    const std::string given = node.stringOr(name, "none");
    if (given == active) return true;
    if (given == "none" || given.empty()) return false;
    return badInput(say("{1} is '{2}' where none or {3} is expected", name, given, active));
}

Result<void> infer(InferContext& context) {
    const ir::Node& node = context.node();
    RETURN_IF_ERROR(ruleOf(node));
    std::array<const ir::TensorType*, 3> in{};
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(in[i], operand(context, i));
        if (in[i]->shape && in[i]->shape->size() != 3 && in[i]->shape->size() != 4)
            return badInput(say("an input is {1} where 3 or 4 axes are expected", in[i]->text()));
    }
    const auto last = [&](std::size_t index, std::size_t back) {
        return in[index]->shape ? (*in[index]->shape)[in[index]->shape->size() - back] : ir::Dim();
    };
    ir::TensorType out = *in[Value];
    out.dtype = in[Query]->dtype;
    context.setOutput(0, std::move(out));
    if (node.outputs.size() < 2) return {};
    const ir::TensorType* past = context.input(Past);
    const ir::TensorType* starts = context.input(Starts);
    ir::Dim batch;
    if (past && past->shape && !past->shape->empty())
        batch = past->shape->front();
    else if (starts && starts->shape && starts->shape->size() == 1)
        batch = ir::minus(starts->shape->front(), ir::Dim(1));
    else if (in[Value]->shape && in[Value]->shape->size() == 4)
        batch = in[Value]->shape->front();
    const ir::Dim heads = last(Value, 2), size = last(Value, 1), keySize = last(Query, 1);
    context.setOutput(1, {ir::DataType::Float32, std::vector<ir::Dim>{batch, heads, size, keySize}});
    if (node.outputs.size() < 3) return {};
    const ir::Dim each = ir::plus(ir::plus(heads, ir::times(last(Key, 2), keySize)), ir::times(heads, size));
    const ir::Dim capacity(std::max<std::int64_t>(node.intOr("state_update_capacity", 0), 0));
    context.setOutput(2, {ir::DataType::Float32, std::vector<ir::Dim>{batch, ir::times(capacity, each)}});
    return {};
}

struct Extents {
    std::int64_t tokens = 0, keyHeads = 0, heads = 0, keySize = 0, valueSize = 0;
};

Result<Extents> extentsOf(const ir::Dims& query, const ir::Dims& key, const ir::Dims& value) {
    const std::size_t rank = value.size();
    Extents e;
    bool fits = (rank == 3 || rank == 4) && query == key && query.size() == rank &&
                std::equal(query.begin(), query.end() - 2, value.begin());
    if (fits) {
        const auto tokens = checkedProduct(std::span(value).first(rank - 2));
        e = {tokens.value_or(0), query[rank - 2], value[rank - 2], query[rank - 1], value[rank - 1]};
        // Even tensors without elements may have extents that cannot be counted.
        const auto each = checkedProduct(std::array{e.tokens, e.heads, e.keySize, e.valueSize});
        fits = tokens && each && e.keyHeads > 0 && e.heads % e.keyHeads == 0;
    }
    if (fits) return e;
    const auto text = [](const ir::Dims& dims) { return ir::TensorType(ir::DataType::Float32, dims).text(); };
    return badInput(say("query, key and value are {1}, {2} and {3}", text(query), text(key), text(value)));
}

// The first token of each sequence, and where the last one ends.
Result<std::vector<std::int64_t>> boundsOf(KernelContext& context, const ir::Dims& value, std::int64_t tokens) {
    if (context.node().hasInput(Starts)) {
        auto bounds = knownInts(context, Starts);
        if (!bounds || bounds->size() < 2 || value.size() != 3 || bounds->front() != 0 ||
            bounds->back() != tokens || !std::ranges::is_sorted(*bounds))
            return badInput(say("cu_seqlens does not divide {1} tokens into sequences", tokens));
        return *std::move(bounds);
    }
    std::int64_t batch = value[0];
    if (value.size() == 3) {
        const ir::Tensor* past = context.node().hasInput(Past) ? context.input(Past) : nullptr;
        batch = past && past->rank() > 0 ? past->dims()[0] : 0;
    }
    if (batch < 1 || tokens % batch != 0)
        return badInput(say("{1} tokens do not divide into {2} sequences", tokens, batch));
    std::vector<std::int64_t> bounds(static_cast<std::size_t>(batch) + 1);
    for (std::size_t i = 0; i < bounds.size(); ++i)
        bounds[i] = static_cast<std::int64_t>(i) * (tokens / batch);
    return bounds;
}

// An input of float32 numbers; no data when omitted.
Result<ir::Tensor> numbersOf(KernelContext& context, std::size_t index,
                             std::initializer_list<std::int64_t> counts) {
    if (!context.node().hasInput(index)) return ir::Tensor();
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (std::ranges::find(counts, given->elements()) == counts.end())
        return badInput(say("input {1} is {2} where {3} numbers are expected", index, given->type().text(),
                            *counts.begin()));
    return asFloat32(context, *given);
}

struct Net {
    Extents extents;
    UpdateRule rule;
    const float *query = nullptr, *key = nullptr, *value = nullptr;
    const float *decay = nullptr, *beta = nullptr; // of each token and head
    bool decayPerColumn = false;
    bool normalises = false; // queries and keys
    float scale = 1;
};

float dot(const float* a, const float* b, std::int64_t count) {
    float sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

void copyNormalised(const float* from, std::int64_t count, bool normalises, float* to) {
    double squares = 0;
    for (std::int64_t i = 0; i < count; ++i)
        squares += static_cast<double>(from[i]) * static_cast<double>(from[i]);
    const float by = normalises ? static_cast<float>(1 / std::sqrt(squares + 1e-12)) : 1.0f;
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = from[i] * by;
}

// Tokens [begin, end) of one head of the values. `state` [valueSize, keySize], `work` 2 keySize elements.
void walk(const Net& net, std::int64_t head, std::int64_t begin, std::int64_t end, float* state, float* work,
          float* out) {
    const Extents& e = net.extents;
    const std::int64_t keyHead = head / (e.heads / e.keyHeads);
    float *q = work, *k = work + e.keySize;
    for (std::int64_t token = begin; token < end; ++token) {
        const std::int64_t from = (token * e.keyHeads + keyHead) * e.keySize, at = token * e.heads + head;
        copyNormalised(net.query + from, e.keySize, net.normalises, q);
        copyNormalised(net.key + from, e.keySize, net.normalises, k);
        const float beta = net.beta ? net.beta[at] : 1.0f;
        for (std::int64_t row = 0; row < e.valueSize; ++row) {
            float* s = state + row * e.keySize;
            if (net.rule.gated)
                for (std::int64_t i = 0; i < e.keySize; ++i)
                    s[i] *= net.decay[net.decayPerColumn ? at * e.keySize + i : at];
            const float known = net.rule.delta ? dot(s, k, e.keySize) : 0.0f;
            const float added = beta * (net.value[at * e.valueSize + row] - known);
            for (std::int64_t i = 0; i < e.keySize; ++i)
                s[i] += added * k[i];
            out[at * e.valueSize + row] = net.scale * dot(s, q, e.keySize);
        }
    }
}

// By how much each state shrinks: e to the decay, which may be given as what comes out of a projection.
Result<ir::Tensor> shrinkOf(KernelContext& context, const Extents& e, const ir::Tensor& decay) {
    ASSIGN_OR_RETURN(const bool raw, isActive(context.node(), "gate_activation", "qwen"));
    ASSIGN_OR_RETURN(const auto rates, numbersOf(context, Rates, {e.heads}));
    ASSIGN_OR_RETURN(const auto shift, numbersOf(context, Shift, {e.heads}));
    if (raw != (rates.hasData() && shift.hasData()))
        return badInput(say("a_log and dt_bias come with gate_activation qwen, and it with them"));
    ASSIGN_OR_RETURN(auto shrink, context.scratchTensor(ir::DataType::Float32, decay.dims()));
    const std::span<float> to = shrink.as<float>();
    const std::size_t each =
        to.size() / static_cast<std::size_t>(std::max<std::int64_t>(e.tokens * e.heads, 1));
    for (std::size_t i = 0; i < to.size(); ++i) {
        float exponent = decay.as<float>()[i];
        if (raw) {
            const std::size_t head = i / each % static_cast<std::size_t>(e.heads);
            const float x = exponent + shift.as<float>()[head];
            exponent = -std::exp(rates.as<float>()[head]) * softplus(x);
        }
        to[i] = std::exp(exponent);
    }
    return shrink;
}

Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    if (context.wantsOutput(2)) return unsupported(say("updates of the state are not written"));
    Net net;
    ASSIGN_OR_RETURN(net.rule, ruleOf(node));
    ASSIGN_OR_RETURN(const bool squashes, isActive(node, "beta_activation", "sigmoid"));
    std::array<const ir::Tensor*, 3> given{};
    std::array<ir::Tensor, 3> in;
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(given[i], floatOperand(context, i));
        ASSIGN_OR_RETURN(in[i], asFloat32(context, *given[i]));
    }
    const ir::Dims& dims = given[Value]->dims();
    ASSIGN_OR_RETURN(const Extents e, extentsOf(given[Query]->dims(), given[Key]->dims(), dims));
    ASSIGN_OR_RETURN(const auto bounds, boundsOf(context, dims, e.tokens));
    const std::int64_t each = e.tokens * e.heads, batch = static_cast<std::int64_t>(bounds.size()) - 1;
    ir::Tensor decay;
    if (net.rule.gated) {
        ASSIGN_OR_RETURN(const auto exponents, numbersOf(context, Decay, {each, each * e.keySize}));
        ASSIGN_OR_RETURN(decay, shrinkOf(context, e, exponents));
        net.decayPerColumn = decay.elements() != each;
        net.decay = std::as_const(decay).as<float>().data();
    }
    ASSIGN_OR_RETURN(auto beta, numbersOf(context, Beta, {each}));
    if (squashes && beta.hasData()) {
        ASSIGN_OR_RETURN(auto made, context.scratchTensor(ir::DataType::Float32, beta.dims()));
        std::ranges::transform(std::as_const(beta).as<float>(), made.as<float>().begin(), logistic<float>);
        beta = std::move(made);
    }
    net.extents = e;
    net.query = std::as_const(in[Query]).as<float>().data();
    net.key = std::as_const(in[Key]).as<float>().data();
    net.value = std::as_const(in[Value]).as<float>().data();
    net.beta = beta.hasData() ? std::as_const(beta).as<float>().data() : nullptr;
    net.normalises = node.intOr("qk_l2_norm", 0) != 0;
    const float scale = node.floatOr("scale", 0.0f);
    net.scale = scale != 0 ? scale : 1 / std::sqrt(static_cast<float>(std::max<std::int64_t>(e.keySize, 1)));

    const ir::Dims stateDims{batch, e.heads, e.valueSize, e.keySize};
    ASSIGN_OR_RETURN(auto state, context.wantsOutput(1)
                                     ? context.output(1, ir::DataType::Float32, stateDims)
                                     : context.scratchTensor(ir::DataType::Float32, stateDims));
    std::ranges::fill(state.as<float>(), 0.0f);
    if (node.hasInput(Past)) {
        ASSIGN_OR_RETURN(const auto past, floatOperand(context, Past));
        if (past->dims() != stateDims)
            return badInput(
                say("initial_state is {1} where {2} is expected", past->type().text(), state.type().text()));
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, *past));
        std::ranges::copy(values.as<float>(), state.as<float>().begin());
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given[Query]->dtype(), dims));
    std::ranges::fill(out.data(), 0.0f);
    const std::int64_t size = e.valueSize * e.keySize, tasks = size > 0 ? batch * e.heads : 0;
    const int threads = kernels::usefulThreads(context.threads(), 3 * each * size, tasks);
    ASSIGN_OR_RETURN(const auto work, context.scratchOf<float>(threads * 2 * e.keySize));
    const std::span<float> states = state.as<float>(), results = out.data();
    kernels::parallelFor(threads, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        const auto sequence = static_cast<std::size_t>(task / e.heads);
        walk(net, task % e.heads, bounds[sequence], bounds[sequence + 1], states.data() + task * size,
             work.data() + worker * 2 * e.keySize, results.data());
    });
    if (context.run().stopped()) return cancelled();
    out.finish();
    return {};
}

// At every token and head of the values: what the delta rule reads of the state, its update, and the result.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto rule, ruleOf(node));
    std::array<ir::Dims, 3> dims;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        ASSIGN_OR_RETURN(dims[i], ops::extentsOf(inputs, i));
    }
    ASSIGN_OR_RETURN(const auto e, extentsOf(dims[Query], dims[Key], dims[Value]));
    const std::int64_t count = e.tokens * e.heads;
    MatrixProducts made;
    if (rule.delta) made.push_back({.m = 1, .n = e.valueSize, .k = e.keySize, .count = count, .part = "delta"});
    made.push_back({.m = e.keySize, .n = e.valueSize, .k = 1, .count = count, .part = "state"});
    made.push_back({.m = 1, .n = e.valueSize, .k = e.keySize, .count = count, .part = "output"});
    return made;
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "GatedDeltaNet",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::gated_delta_net
