// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/fusion/rule_patterns.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion::test {

namespace {

using Ints = std::vector<std::int64_t>;
using W = PatternWriter;

constexpr std::int64_t Keep = 1;

ir::Attribute axis(std::int64_t value) { return {"axis", value}; }
ir::Attribute perm(Ints order) { return {"perm", std::move(order)}; }
ir::Attribute to(ir::DataType type) { return {"to", static_cast<std::int64_t>(type)}; }

// Before opset 18 (ReduceSum: 13) the axes of a reduction are an attribute.
ValueId reduce(W& w, const char* op, ValueId x, const Ints& axes, std::int64_t keep = Keep) {
    const std::int64_t since = std::string_view(op) == "ReduceSum" ? 13 : 18;
    if (w.net.opsets.at("") >= since) return w.op(op, {x, w.ints(axes)}, {{"keepdims", keep}});
    return w.op(op, {x}, {{"axes", axes}, {"keepdims", keep}});
}
ValueId slice(W& w, ValueId x, std::int64_t along, std::int64_t from, std::int64_t until) {
    return w.op("Slice", {x, w.ints({from}), w.ints({until}), w.ints({along})});
}
ValueId reshape(W& w, ValueId x, const Ints& dims) { return w.op("Reshape", {x, w.ints(dims)}); }

Ints someOrder(W& w) {
    static const std::vector<Ints> Orders{{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 2, 1, 3}, {2, 0, 3, 1}};
    return Orders[static_cast<std::size_t>(w.below(std::ssize(Orders)))];
}
Ints inverse(const Ints& order) {
    Ints result(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        result[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    return result;
}
// An image that begins and ends before its last row and column.
Ints borders(W& w) { return {0, 0, w.below(2), w.below(2), 0, 0, 1 + w.below(2), w.below(2)}; }

// (x - mean) / sqrt(variance + eps)
ValueId standard(W& w, ValueId x, const Ints& axes) {
    const ValueId d = w.op("Sub", {x, reduce(w, "ReduceMean", x, axes)});
    const ValueId variance = reduce(w, "ReduceMean", w.op("Mul", {d, d}), axes);
    return w.op("Div", {d, w.op("Sqrt", {w.op("Add", {variance, w.num(1e-3)})})});
}
// softmax(q k / 2) v over [1, 4, 6, 6]
ValueId attention(W& w, ValueId x) {
    const ValueId k = w.op("Transpose", {w.op("Exp", {x})}, {perm({0, 1, 3, 2})});
    const ValueId scores = w.op("Div", {w.op("MatMul", {w.op("Sin", {x}), k}), w.num(2)});
    return w.op("MatMul", {w.op("Softmax", {scores}, {axis(-1)}), w.op("Cos", {x})});
}
// x * 0.5 * (1 + erf(x / sqrt(2)))
ValueId gelu(W& w, ValueId x) {
    const ValueId erf = w.op("Erf", {w.op("Div", {x, w.num(std::sqrt(2.0))})});
    return w.op("Mul", {w.op("Mul", {x, w.op("Add", {erf, w.num(1)})}), w.num(0.5)});
}
ValueId quantizedWeights(W& w) {
    std::vector<std::int8_t> codes;
    for (int i = 0; i < 4 * 4; ++i)
        codes.push_back(static_cast<std::int8_t>(w.below(255) - 127));
    return w.op("DequantizeLinear", {w.constant(ir::Tensor::of<std::int8_t>({4, 4, 1, 1}, codes)), w.num(0.01),
                                     w.constant(ir::Tensor::scalar<std::int8_t>(0))});
}
ValueId quantized(W& w, ValueId x, double scale, int zero) {
    const ValueId s = w.num(scale);
    const ValueId z = w.constant(ir::Tensor::scalar<std::uint8_t>(static_cast<std::uint8_t>(zero)));
    return w.op("DequantizeLinear", {w.op("QuantizeLinear", {x, s, z}), s, z});
}
ValueId constantIf(W& w, ValueId x) {
    const auto branch = [&](const char* op) {
        ir::GraphBuilder body(op);
        const ValueId outer =
            body.value("captured", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 4, 6, 6}));
        body.graph().value(outer).outer = x;
        body.output(body.node("Relu", {body.node(op, {outer})}));
        return std::make_shared<const ir::Graph>(body.take());
    };
    const ValueId condition = w.constant(ir::Tensor::scalar<bool>(w.below(2) == 0));
    return w.op("If", {condition}, {{"then_branch", branch("Exp")}, {"else_branch", branch("Sin")}});
}
ValueId splitAndJoined(W& w, ValueId x) {
    const std::int64_t along = 1 + w.below(3), first = 1 + w.below(3), extent = along == 1 ? 4 : 6;
    const ValueId a = w.net.value("left" + std::to_string(x.index())),
                  b = w.net.value("right" + std::to_string(x.index()));
    w.net.nodeInto("Split", {w.op("Exp", {x}), w.ints({first, extent - first})}, {a, b}, {axis(along)});
    return w.op("Concat", {a, b}, {axis(along)});
}
ValueId recurrent(W& w, ValueId x) {
    const std::int64_t hidden = 2 + w.below(3);
    const ValueId sequence = reshape(w, x, {6, 1, 24});
    const ValueId y =
        w.op("LSTM", {sequence, w.weights({1, 4 * hidden, 24}), w.weights({1, 4 * hidden, hidden})},
             {{"hidden_size", hidden}});
    return w.op("Squeeze", {y, w.ints({1})});
}

const RulePattern All[]{
    {"eliminate_unused", 13,
     [](W& w, ValueId x) {
         w.op("Exp", {x}); // which nobody reads
         return w.op("Sin", {x});
     }},
    {"eliminate_identity", 13, [](W& w, ValueId x) { return w.op("Sin", {w.op("Identity", {x})}); }},
    {"fold_constants", 13,
     [](W& w, ValueId x) {
         return w.op("Add", {x, w.op("Exp", {w.weights({4, 1, 1})})});
     }},
    {"inline_if", 13, constantIf},
    {"merge_duplicates", 13,
     [](W& w, ValueId x) {
         return w.op("Mul", {w.op("Exp", {x}), w.op("Exp", {x})});
     }},
    {"cancel_inverses", 13, [](W& w, ValueId x) { return w.op("Sin", {w.op("Neg", {w.op("Neg", {x})})}); }},
    {"merge_casts", 13,
     [](W& w, ValueId x) {
         const ValueId wide = w.op("Cast", {w.op("Mul", {x, w.num(40)})}, {to(ir::DataType::Float64)});
         const ValueId whole = w.op("Cast", {wide}, {to(ir::DataType::Int32)});
         return w.op("Cast", {w.op("Abs", {whole})}, {to(ir::DataType::Float32)});
     }},
    {"merge_reshapes", 13,
     [](W& w, ValueId x) {
         return reshape(w, reshape(w, x, {4, 36}), {6, 24});
     }},
    {"merge_transposes", 13,
     [](W& w, ValueId x) {
         const ValueId once = w.op("Transpose", {x}, {perm(someOrder(w))});
         return w.op("Transpose", {once}, {perm({3, 2, 1, 0})});
     }},
    {"merge_slices", 13,
     [](W& w, ValueId x) { return slice(w, slice(w, x, 2, w.below(2), 5), w.below(2) == 0 ? 2 : 3, 1, 3); }},
    {"merge_concats", 13,
     [](W& w, ValueId x) {
         const std::int64_t along = 1 + w.below(3);
         const ValueId two = w.op("Concat", {x, w.op("Exp", {x})}, {axis(along)});
         return w.op("Concat", {two, w.op("Sin", {x})}, {axis(along)});
     }},
    {"cancel_splits", 13, splitAndJoined},
    {"join_slices", 13,
     [](W& w, ValueId x) {
         const std::int64_t along = 2 + w.below(2), middle = 2 + w.below(2);
         return w.op("Concat", {slice(w, x, along, 1, middle), slice(w, x, along, middle, 5)}, {axis(along)});
     }},
    {"merge_pads", 13,
     [](W& w, ValueId x) {
         return w.op("Pad", {w.op("Pad", {x, w.ints(borders(w)), w.num(2)}), w.ints(borders(w)), w.num(2)});
     }},
    {"merge_reductions", 13,
     [](W& w, ValueId x) {
         const std::int64_t along = 1 + w.below(3);
         return w.op("Squeeze", {reduce(w, "ReduceMax", x, {along}), w.ints({along})});
     }},
    {"eliminate_not", 13,
     [](W& w, ValueId x) {
         const ValueId no = w.op("Not", {w.op("Greater", {x, w.num(0.1)})});
         return w.op("Where", {no, x, w.op("Exp", {x})});
     }},
    {"eliminate_expand", 13,
     [](W& w, ValueId x) {
         const ValueId rows = reduce(w, "ReduceMax", x, {2 + w.below(2)});
         return w.op("Add", {w.op("Expand", {rows, w.ints({1, 4, 6, 6})}), x});
     }},
    {"fold_pad", 13,
     [](W& w, ValueId x) {
         return w.net.conv(w.op("Pad", {x, w.ints(borders(w))}), {3, 4, 3, 3}, {{"pads", Ints{0, 0, 0, 0}}});
     }},
    {"fold_batch_norm", 13,
     [](W& w, ValueId x) {
         return w.net.batchNorm(w.net.conv(x, {3, 4, 3, 3}), 3);
     }},
    {"fold_scale", 13,
     [](W& w, ValueId x) {
         return w.op("Mul", {w.net.conv(x, {3, 4, 3, 3}), w.weights({3, 1, 1})});
     }},
    {"fuse_matmul_add", 13,
     [](W& w, ValueId x) {
         const std::int64_t columns = 2 + w.below(4);
         const ValueId product = w.op("MatMul", {reshape(w, x, {6, 24}), w.weights({24, columns})});
         return w.op("Add", {product, w.weights({columns})});
     }},
    {"merge_clips", 13,
     [](W& w, ValueId x) {
         return w.op("Clip", {w.op("Relu", {x}), w.num(-1), w.num(0.5)});
     }},
    {"eliminate_clip", 13, [](W& w, ValueId x) { return w.op("Relu", {w.op("Sigmoid", {x})}); }},
    {"compose_group_normalization", 21,
     [](W& w, ValueId x) {
         const ValueId norm = w.op("InstanceNormalization",
                                   {reshape(w, x, {0, 2, -1}), w.weights({2}, 0.5F, 2), w.weights({2})});
         return w.op("Mul", {reshape(w, norm, {1, 4, 6, 6}), w.weights({4, 1, 1})});
     }},
    {"compose_instance_normalization", 13,
     [](W& w, ValueId x) {
         const ValueId scaled = w.op("Mul", {standard(w, x, {2, 3}), w.weights({1, 4, 1, 1})});
         return w.op("Add", {scaled, w.weights({4, 1, 1})});
     }},
    {"compose_layer_normalization", 17,
     [](W& w, ValueId x) {
         return w.op("Add", {w.op("Mul", {standard(w, x, {-1}), w.weights({6}, 0.5F, 2)}), w.weights({6})});
     }},
    {"compose_rms_normalization", 24,
     [](W& w, ValueId x) {
         const ValueId mean = reduce(w, "ReduceMean", w.op("Mul", {x, x}), {-1});
         return w.op("Div", {x, w.op("Sqrt", {w.op("Add", {mean, w.num(1e-3)})})});
     }},
    {"compose_lp_normalization", 13,
     [](W& w, ValueId x) {
         const ValueId positive = w.op("Exp", {x});
         return w.op("Div", {positive, reduce(w, "ReduceL2", positive, {1 + w.below(3)})});
     }},
    {"compose_softmax", 13,
     [](W& w, ValueId x) {
         const ValueId e = w.op("Exp", {x});
         return w.op("Div", {e, reduce(w, "ReduceSum", e, {1 + w.below(3)})});
     }},
    {"compose_log_softmax", 13,
     [](W& w, ValueId x) { return w.op("Log", {w.op("Softmax", {x}, {axis(1 + w.below(3))})}); }},
    {"compose_attention", 24, attention},
    {"compose_reduction", 13,
     [](W& w, ValueId x) {
         return w.op("Sqrt", {reduce(w, "ReduceSum", w.op("Mul", {x, x}), {1 + w.below(3)})});
     }},
    {"compose_depth_to_space", 13,
     [](W& w, ValueId x) {
         const ValueId turned =
             w.op("Transpose", {reshape(w, x, {1, 2, 2, 1, 6, 6})}, {perm({0, 3, 4, 1, 5, 2})});
         return reshape(w, turned, {1, 1, 12, 12});
     }},
    {"compose_space_to_depth", 13,
     [](W& w, ValueId x) {
         const std::int64_t block = 2 + w.below(2), blocks = 6 / block;
         const ValueId split = reshape(w, x, {1, 4, blocks, block, blocks, block});
         const ValueId turned = w.op("Transpose", {split}, {perm({0, 3, 5, 1, 2, 4})});
         return reshape(w, turned, {1, 4 * block * block, blocks, blocks});
     }},
    {"compose_global_average_pool", 13,
     [](W& w, ValueId x) {
         return reduce(w, "ReduceMean", w.op("Exp", {x}), {2, 3});
     }},
    {"compose_gelu", 20, gelu},
    {"compose_mish", 18,
     [](W& w, ValueId x) {
         return w.op("Mul", {x, w.op("Tanh", {w.op("Softplus", {x})})});
     }},
    {"compose_hard_swish", 14,
     [](W& w, ValueId x) {
         return w.op("Mul", {x, w.op("HardSigmoid", {x}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}})});
     }},
    {"compose_swish", 24,
     [](W& w, ValueId x) {
         return w.op("Mul", {x, w.op("Sigmoid", {w.op("Mul", {x, w.num(1.702)})})});
     }},
    {"compose_hard_sigmoid", 13,
     [](W& w, ValueId x) {
         const ValueId line = w.op("Add", {w.op("Mul", {x, w.num(0.8)}), w.num(0.5)});
         return w.op("Clip", {line, w.num(0), w.num(1)});
     }},
    {"compose_sigmoid", 13,
     [](W& w, ValueId x) {
         return w.op("Reciprocal", {w.op("Add", {w.op("Exp", {w.op("Neg", {x})}), w.num(1)})});
     }},
    {"compose_softplus", 13,
     [](W& w, ValueId x) {
         return w.op("Log", {w.op("Add", {w.op("Exp", {x}), w.num(1)})});
     }},
    {"compose_softsign", 13,
     [](W& w, ValueId x) {
         return w.op("Div", {x, w.op("Add", {w.num(1), w.op("Abs", {x})})});
     }},
    {"compose_elu", 13,
     [](W& w, ValueId x) {
         const ValueId low = w.op("Mul", {w.op("Sub", {w.op("Exp", {x}), w.num(1)}), w.num(0.7)});
         return w.op("Where", {w.op("Greater", {x, w.num(0)}), x, low});
     }},
    {"compose_leaky_relu", 13,
     [](W& w, ValueId x) {
         return w.op("Max", {x, w.op("Mul", {x, w.num(0.1)})});
     }},
    {"compose_prelu", 13,
     [](W& w, ValueId x) {
         const ValueId slope = w.weights({4, 1, 1}, -0.5F, 0.5F);
         const ValueId below = w.op("Mul", {slope, w.op("Relu", {w.op("Neg", {x})})});
         return w.op("Sub", {w.op("Relu", {x}), below});
     }},
    {"compose_relu", 13,
     [](W& w, ValueId x) {
         return w.op("Max", {w.num(0), x});
     }},
    {"fold_input_scale", 13,
     [](W& w, ValueId x) {
         return w.net.conv(w.op("Mul", {x, w.weights({4, 1, 1})}), {3, 4, 3, 3});
     }},
    {"move_transposes", 13,
     [](W& w, ValueId x) {
         const Ints order = someOrder(w);
         const ValueId turned = w.op("Sin", {w.op("Transpose", {x}, {perm(order)})});
         return w.op("Exp", {w.op("Transpose", {turned}, {perm(inverse(order))})});
     }},
    {"fold_transpose", 13,
     [](W& w, ValueId x) {
         const ValueId turned = w.op("Transpose", {reshape(w, x, {24, 6})}, {perm({1, 0})});
         return w.op("MatMul", {turned, w.weights({24, 2 + w.below(4)})});
     }},
    {"reshape_transpose", 13,
     [](W& w, ValueId x) {
         return w.op("Sin", {w.op("Transpose", {x}, {perm({1, 0, 2, 3})})});
     }},
    {"qdq_to_integer", 13,
     [](W& w, ValueId x) {
         const ValueId sum = w.op("Conv", {quantized(w, x, 0.01, 120), quantizedWeights(w)});
         return quantized(w, sum, CodeStep, 128);
     }},
    {"qdq_transposed_to_conv", 13,
     [](W& w, ValueId x) {
         const auto stride = static_cast<std::int64_t>(1 + w.below(3));
         const ValueId sum = w.op("ConvTranspose", {quantized(w, x, 0.01, 120), quantizedWeights(w)},
                                  {{"strides", std::vector<std::int64_t>{stride, stride}}});
         return quantized(w, sum, CodeStep, 128);
     }},
    {"qdq_to_integer_codes", 13,
     [](W& w, ValueId x) {
         const ValueId sum =
             w.op("Add", {quantized(w, x, 0.01, 120), quantized(w, w.op("Tanh", {x}), 0.008, 128)});
         return quantized(w, sum, 0.02, 128);
     }},
    {"qdq_moves_codes", 13,
     [](W& w, ValueId x) {
         const ValueId turned = w.op("Transpose", {quantized(w, x, 0.01, 120)}, {perm({0, 2, 3, 1})});
         return quantized(w, turned, 0.01, 120);
     }},
    {"fuse_quantized_weights", 13,
     [](W& w, ValueId x) {
         return w.op("Conv", {x, quantizedWeights(w)});
     }},
    {"fuse_attention", 13, attention},
    {"fuse_squeeze_excite", 13,
     [](W& w, ValueId x) {
         const ValueId image = w.op("Exp", {x});
         const ValueId narrow = w.op("Relu", {w.net.conv(w.op("GlobalAveragePool", {image}), {2, 4, 1, 1})});
         return w.op("Mul", {image, w.op("Sigmoid", {w.net.conv(narrow, {4, 2, 1, 1})})});
     }},
    {"fuse_residual_add", 13,
     [](W& w, ValueId x) {
         return w.op("Add", {w.net.conv(x, {4, 4, 3, 3}), x});
     }},
    {"fuse_activation", 13,
     [](W& w, ValueId x) {
         return w.op(w.below(2) == 0 ? "Relu" : "Tanh", {w.net.conv(x, {3, 4, 3, 3})});
     }},
    {"fuse_normalisation", 13, [](W& w, ValueId x) { return standard(w, x, {-1}); }},
    {"fuse_elementwise", 13,
     [](W& w, ValueId x) {
         return w.op("Mul", {w.op("Neg", {x}), w.op("Exp", {x})});
     }},
    {"fuse_reduction", 13,
     [](W& w, ValueId x) {
         return reduce(w, "ReduceMean", w.op("Mul", {x, x}), {1 + w.below(3)});
     }},
    {"fuse_injective", 13,
     [](W& w, ValueId x) {
         const ValueId turned = w.op("Transpose", {reshape(w, x, {1, 2, 2, 6, 6})}, {perm({0, 2, 1, 3, 4})});
         return reshape(w, turned, {1, 4, 6, 6});
     }},
    {"fuse_recurrent_shape", 13, recurrent},
    {"fuse_concat", 13,
     [](W& w, ValueId x) {
         return w.op("Concat", {x, w.net.conv(x, {3, 4, 3, 3})}, {axis(1)});
     }},
    {"fuse_siblings", 13,
     [](W& w, ValueId x) {
         const ValueId a = w.net.conv(x, {3, 4, 1, 1}), b = w.net.conv(x, {1 + w.below(3), 4, 1, 1});
         return w.op("Concat", {w.op("Exp", {a}), w.op("Sin", {b})}, {axis(1)});
     }},
};

} // namespace

std::span<const RulePattern> rulePatterns() { return All; }

const RulePattern* patternFor(std::string_view rule) {
    const auto found = std::ranges::find(All, rule, &RulePattern::rule);
    return found == std::end(All) ? nullptr : &*found;
}

} // namespace edgewright::fusion::test
