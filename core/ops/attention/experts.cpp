// SPDX-License-Identifier: GPL-3.0-or-later
// Mixtures of experts: each token goes through the k experts that the router gives it the most weight for. An
// expert is two products with an activation between them, or three where a gate has a product of its own.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/operands.h"
#include "core/ops/product/product.h"
#include "core/ops/quantization/packed_weights.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace edgewright::ops::experts {

namespace {

// Inputs of one product; 0: the operator has none.
struct ProductInputs {
    std::size_t weights = 0, scales = 0, bias = 0, zeros = 0;
};
struct ExpertInputs {
    ProductInputs first, second, third;
    std::size_t unsupported = 0; // this one and those behind it
};
constexpr ExpertInputs Floats{{2, 0, 3, 0}, {4, 0, 5, 0}, {6, 0, 7, 0}, 8};
constexpr ExpertInputs Coded{{2, 3, 4, 11}, {5, 6, 7, 12}, {8, 9, 10, 13}, 14};

struct Extents {
    std::int64_t tokens = 0, hidden = 0, experts = 0, chosen = 0;
};

Result<Extents> extentsOf(const ir::Node& node, const ir::Dims& input, const ir::Dims& weights) {
    if (input.size() < 2 || input.size() > 3 || input.back() < 1 || weights.size() != 3 || weights[0] < 1)
        return badInput(say("expected tokens in 2 or 3 axes and weights of experts in 3"));
    const auto tokens = checkedProduct(std::span(input).first(input.size() - 1));
    Extents e{tokens.value_or(0), input.back(), weights[0], node.intOr("k", 1)};
    if (e.chosen < 1 || e.chosen > e.experts || !tokens || !checkedMul(*tokens, e.experts))
        return badInput(say("k is {1} where there are {2} experts", e.chosen, e.experts));
    return e;
}

// The extents of one expert's product: `hidden` is one of them.
Result<std::int64_t> otherExtent(const ir::Node& node, const ir::TensorType& weights, const Extents& e) {
    const auto dims = weights.dims();
    const auto both = checkedMul(e.experts, e.hidden);
    const auto elements = weights.dtype == ir::DataType::UInt8
                              ? packedCodes(weights, node.intOr("expert_weight_bits", 4))
                              : weights.elements();
    if (!dims || dims->size() != 3 || dims->front() != e.experts || !both || elements.value_or(0) == 0 ||
        *elements % *both != 0)
        return badInput(
            say("weights are {1} where a matrix with an extent of {2} for each of {3} experts is expected",
                weights.text(), e.hidden, e.experts));
    return *elements / *both;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto tokens, operand(context, 0));
    if (tokens->shape && (tokens->shape->size() < 2 || tokens->shape->size() > 3))
        return badInput(say("the input is {1} where tokens in 2 or 3 axes are expected", tokens->text()));
    return inferSame(context);
}

template <const ExpertInputs& Inputs>
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto input, ops::extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weights, ops::extentsOf(inputs, Inputs.first.weights));
    ASSIGN_OR_RETURN(const auto e, extentsOf(node, input, weights));
    // Tokens spread evenly over as many experts as divide them.
    const std::int64_t routes = e.tokens * e.chosen;
    const std::int64_t busy = std::gcd(routes, e.experts);
    MatrixProducts result;
    for (const auto& [index, part, widens] :
         {std::tuple(Inputs.first.weights, "fc1", true), std::tuple(Inputs.second.weights, "fc2", false),
          std::tuple(Inputs.third.weights, "fc3", true)}) {
        if (index == Inputs.third.weights && !node.hasInput(index)) continue;
        if (index >= inputs.size() || !inputs[index].dims())
            return badInput(say("its shapes are not known, so it has no cost"));
        ASSIGN_OR_RETURN(const auto other, otherExtent(node, inputs[index], e));
        result.push_back({.m = routes / busy,
                          .n = widens ? other : e.hidden,
                          .k = widens ? e.hidden : other,
                          .count = busy,
                          .part = part});
    }
    return result;
}

template <const ExpertInputs& Inputs>
std::optional<std::int64_t> packedElements(const ir::Node& node, std::size_t index,
                                           const ir::TensorType& input) {
    for (const ProductInputs& each : {Inputs.first, Inputs.second, Inputs.third})
        if (index == each.weights) return packedCodes(input, node.intOr("expert_weight_bits", 4));
    return std::nullopt;
}

// One product of all experts: [n, k] for each of them.
struct Product {
    std::int64_t n = 0, k = 0;
    ir::Tensor values, scales, zeros, bias; // in float32; without data where there are none
    PackedWeights codes;                    // of all experts; without scales: `values` count

    static const float* part(const ir::Tensor& tensor, std::int64_t at) {
        return tensor.hasData() ? tensor.as<float>().data() + at : nullptr;
    }
    Result<void> multiply(KernelContext& context, std::int64_t expert, const float* a, std::int64_t m,
                          float* out, std::span<float>& scratch) const {
        if (scales.hasData()) {
            PackedWeights own = codes;
            own.codes += expert * n * codes.rowBytes;
            own.scales = part(scales, expert * n * codes.blocks());
            own.zeros = part(zeros, expert * n * codes.blocks());
            RETURN_IF_ERROR(multiplyPacked(context, a, m, own, out, scratch));
        } else {
            const std::int64_t needed = multiplyScratch<float>(m, n, k);
            if (static_cast<std::int64_t>(scratch.size()) < needed) {
                ASSIGN_OR_RETURN(scratch, context.scratchOf<float>(needed));
            }
            ops::multiply<float>({a, k, false}, {part(values, expert * n * k), k, true}, m, n, k, out, n,
                                 scratch.data());
        }
        if (const float* added = part(bias, expert * n))
            for (std::int64_t i = 0; i < m * n; ++i)
                out[i] += added[i % n];
        return {};
    }
};

Result<ir::Tensor> floatsOf(KernelContext& context, std::size_t index, std::int64_t elements) {
    if (index == 0 || !context.node().hasInput(index)) return ir::Tensor();
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (given->elements() != elements)
        return badInput(
            say("input {1} is {2} where {3} numbers are expected", index, given->type().text(), elements));
    return asFloat32(context, *given);
}

Result<void> readCodes(KernelContext& context, const ProductInputs& inputs, const Extents& e,
                       Product& product) {
    const ir::Node& node = context.node();
    const std::int64_t bits = node.intOr("expert_weight_bits", 4);
    ASSIGN_OR_RETURN(const auto perByte, codesPerByte(bits));
    ASSIGN_OR_RETURN(const auto weights, operandOfType(context, inputs.weights, ir::DataType::UInt8));
    if (weights->dims() != ir::Dims{e.experts, product.n, product.k / perByte} || product.k % perByte != 0)
        return badInput(say("input {1} is {2} where [{3},{4},{5}] codes of {6} bits are expected",
                            inputs.weights, weights->type().text(), e.experts, product.n, product.k, bits));
    const std::int64_t block = node.intOr("block_size", 0);
    product.codes = {.rows = product.n,
                     .columns = product.k,
                     .block = block > 0 ? block : product.k,
                     .bits = static_cast<int>(bits),
                     .rowBytes = product.k / perByte,
                     .codes = weights->bytes().data()};
    const std::int64_t rows = e.experts * product.n, blocks = product.codes.blocks();
    ASSIGN_OR_RETURN(product.scales, floatsOf(context, inputs.scales, rows * blocks));
    if (!product.scales.hasData()) return badInput(say("input {1}, the scales, is missing", inputs.scales));
    if (!node.hasInput(inputs.zeros)) return {};
    ASSIGN_OR_RETURN(product.zeros, zeroPointsOf(context, inputs.zeros, rows, blocks, bits));
    return {};
}

// `widens`: from the hidden extent to `other`.
Result<Product> productOf(KernelContext& context, const ProductInputs& inputs, const Extents& e, bool widens) {
    ASSIGN_OR_RETURN(const auto weights, operand(context, inputs.weights));
    ASSIGN_OR_RETURN(const auto other, otherExtent(context.node(), weights->type(), e));
    Product product;
    product.n = widens ? other : e.hidden;
    product.k = widens ? e.hidden : other;
    ASSIGN_OR_RETURN(product.bias, floatsOf(context, inputs.bias, e.experts * product.n));
    if (inputs.scales != 0) {
        RETURN_IF_ERROR(readCodes(context, inputs, e, product));
        return product;
    }
    if (weights->dims() != ir::Dims{e.experts, product.n, product.k})
        return unsupported(say("weights of experts that are stored by columns are not supported"));
    ASSIGN_OR_RETURN(product.values, floatsOf(context, inputs.weights, weights->elements()));
    return product;
}

// What stands between the products: of `line`, and of the third product's `gate` where there is one.
struct Activation {
    std::string name;
    std::int64_t fusion = 0; // swiglu of one line: 1 in pairs of gate and factor, 2 all gates first
    float alpha = 1, beta = 0, limit = 0;

    static Result<Activation> of(const ir::Node& node, bool hasThird) {
        Activation activation{node.stringOr("activation_type", "relu"), node.intOr("swiglu_fusion", 0),
                              node.floatOr("activation_alpha", 1.0f), node.floatOr("activation_beta", 0.0f),
                              node.floatOr("swiglu_limit", std::numeric_limits<float>::infinity())};
        constexpr std::array<std::string_view, 5> Known{"relu", "gelu", "silu", "identity", "swiglu"};
        if (std::ranges::find(Known, activation.name) == Known.end())
            return badInput(say("activation_type is '{1}', which is not known", activation.name));
        if (activation.gates() && hasThird == (activation.fusion == 1 || activation.fusion == 2))
            return unsupported(
                say("swiglu takes one product with swiglu_fusion 1 or 2, or three products without"));
        return activation;
    }
    bool gates() const { return name == "swiglu"; }
    bool halves() const { return gates() && fusion != 0; }
    float gated(float gate, float factor) const {
        gate = std::min(gate, limit);
        factor = std::max(-limit, std::min(factor, limit));
        return gate / (1 + std::exp(-alpha * gate)) * (factor + beta);
    }
    float operator()(float x) const {
        if (name == "relu") return std::max(0.0f, x);
        if (name == "gelu") return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
        return name == "silu" ? silu(x) : x;
    }
    void apply(std::span<const float> line, const float* third, std::span<float> to) const {
        for (std::size_t i = 0; i < to.size(); ++i)
            if (!gates())
                to[i] = (*this)(line[i]) * (third ? third[i] : 1.0f);
            else if (third)
                to[i] = gated(line[i], third[i]);
            else
                to[i] = fusion == 1 ? gated(line[2 * i], line[2 * i + 1]) : gated(line[i], line[to.size() + i]);
    }
};

// The weight of each expert for each token, [tokens, experts]: 0 where it is not chosen. Those that are chosen
// have all of it with normalize_routing_weights, and where experts are coded: so ONNX Runtime computes QMoE,
// whatever it says.
Result<std::span<float>> routing(KernelContext& context, const Extents& e, bool coded) {
    ASSIGN_OR_RETURN(const auto logits, floatsOf(context, 1, e.tokens * e.experts));
    if (!logits.hasData()) return badInput(say("input 1, of the router, is missing"));
    ASSIGN_OR_RETURN(const auto weights, context.scratchOf<float>(e.tokens * e.experts));
    ASSIGN_OR_RETURN(const auto order, context.scratchOf<std::int64_t>(e.experts));
    const bool normalises = coded || context.node().intOr("normalize_routing_weights", 0) != 0;
    for (std::int64_t token = 0; token < e.tokens; ++token) {
        const float* from = logits.as<float>().data() + token * e.experts;
        float* to = weights.data() + token * e.experts;
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, [&](std::int64_t a, std::int64_t b) {
            return from[a] > from[b] || (from[a] == from[b] && a < b);
        });
        const auto chosen = order.first(static_cast<std::size_t>(e.chosen));
        float sum = 0;
        for (const std::int64_t expert : normalises ? chosen : order)
            sum += std::exp(from[expert] - from[order[0]]);
        std::fill_n(to, e.experts, 0.0f);
        for (const std::int64_t expert : chosen)
            to[expert] = std::exp(from[expert] - from[order[0]]) / sum;
    }
    return weights;
}

template <const ExpertInputs& Inputs>
Result<void> run(KernelContext& context) {
    const ir::Node& node = context.node();
    for (std::size_t i = Inputs.unsupported; i < node.inputs.size(); ++i)
        if (node.hasInput(i)) return unsupported(say("input {1} is not supported", i));
    if (node.intOr("use_sparse_mixer", 0) != 0 || node.stringOr("quant_type", "int") != "int")
        return unsupported(say("a sparse mixer, and weights that are no integers, are not supported"));
    ASSIGN_OR_RETURN(const auto input, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto weights, operand(context, Inputs.first.weights));
    ASSIGN_OR_RETURN(const auto e, extentsOf(node, input->dims(), weights->dims()));
    const bool hasThird = node.hasInput(Inputs.third.weights);
    ASSIGN_OR_RETURN(const auto activation, Activation::of(node, hasThird));
    ASSIGN_OR_RETURN(const auto first, productOf(context, Inputs.first, e, true));
    ASSIGN_OR_RETURN(const auto second, productOf(context, Inputs.second, e, false));
    Product third;
    if (hasThird) {
        ASSIGN_OR_RETURN(third, productOf(context, Inputs.third, e, true));
    }
    const std::int64_t inner = second.k;
    if (first.n != (activation.halves() ? 2 * inner : inner) || (hasThird && third.n != inner))
        return badInput(say("the first product of an expert has {1} columns where the second has {2} rows",
                            first.n, inner));
    if (!checkedMul(e.tokens, first.n)) return badInput(say("there are more numbers than can be counted"));
    ASSIGN_OR_RETURN(const auto routes, routing(context, e, Inputs.first.scales != 0));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *input));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, input->dtype(), input->dims()));
    const std::span<float> sums = out.data();
    std::ranges::fill(sums, 0.0f);
    // Of the tokens of one expert.
    ASSIGN_OR_RETURN(const auto tokens, context.scratchOf<float>(e.tokens * e.hidden));
    ASSIGN_OR_RETURN(const auto wide, context.scratchOf<float>(e.tokens * first.n));
    ASSIGN_OR_RETURN(const auto gate, context.scratchOf<float>(hasThird ? e.tokens * inner : 0));
    ASSIGN_OR_RETURN(const auto active, context.scratchOf<float>(e.tokens * inner));
    std::span<float> scratch;
    for (std::int64_t expert = 0; expert < e.experts; ++expert) {
        if (context.run().stopped()) return cancelled();
        std::int64_t count = 0;
        const auto forEachToken = [&](auto body) {
            count = 0;
            for (std::int64_t token = 0; token < e.tokens; ++token)
                if (const float weight = routes[static_cast<std::size_t>(token * e.experts + expert)];
                    weight != 0)
                    body(token * e.hidden, count++ * e.hidden, weight);
        };
        forEachToken([&](std::int64_t at, std::int64_t to, float) {
            std::copy_n(values.as<float>().data() + at, e.hidden, tokens.data() + to);
        });
        if (count == 0) continue;
        RETURN_IF_ERROR(first.multiply(context, expert, tokens.data(), count, wide.data(), scratch));
        if (hasThird)
            RETURN_IF_ERROR(third.multiply(context, expert, tokens.data(), count, gate.data(), scratch));
        for (std::int64_t i = 0; i < count; ++i)
            activation.apply({wide.data() + i * first.n, static_cast<std::size_t>(first.n)},
                             hasThird ? gate.data() + i * inner : nullptr,
                             {active.data() + i * inner, static_cast<std::size_t>(inner)});
        RETURN_IF_ERROR(second.multiply(context, expert, active.data(), count, tokens.data(), scratch));
        forEachToken([&](std::int64_t at, std::int64_t from, float weight) {
            for (std::int64_t i = 0; i < e.hidden; ++i)
                sums[static_cast<std::size_t>(at + i)] += weight * tokens[static_cast<std::size_t>(from + i)];
        });
    }
    out.finish();
    return {};
}

constexpr Operator row(std::string_view name, ProductsFunction products, RunFunction run,
                       ElementsFunction packed) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Compute,
            .infer = infer,
            .products = products,
            .run = run,
            .packedElements = packed};
}

constexpr std::array Rows{row("MoE", products<Floats>, run<Floats>, nullptr),
                          row("QMoE", products<Coded>, run<Coded>, packedElements<Coded>)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::experts
