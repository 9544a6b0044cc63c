// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/fusion/known_networks.h"

#include <array>

namespace edgewright::fusion::test {

namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::int64_t Wide = 8; // channels of every feature map

struct Convolution {
    std::int64_t in = Wide, out = Wide, kernel = 1, stride = 1, groups = 1;
};

class Builder : public Net {
public:
    using Net::Net;

    ValueId image() { return floats("image", {1, 3, 64, 64}); }
    ValueId convolution(ValueId x, const Convolution& how) {
        const std::int64_t pad = how.kernel / 2;
        return conv(x, {how.out, how.in / how.groups, how.kernel, how.kernel},
                    {{"strides", Ints{how.stride, how.stride}},
                     {"pads", Ints{pad, pad, pad, pad}},
                     {"group", how.groups}});
    }
    ValueId convNorm(ValueId x, const Convolution& how) { return batchNorm(convolution(x, how), how.out); }
    ValueId relu(ValueId x) { return node("Relu", {x}); }
    ValueId silu(ValueId x) { return node("Mul", {x, node("Sigmoid", {x})}); }
    ValueId number(float v) { return scalar("n" + std::to_string(m_numbers++), v); }
    ValueId hardSigmoid(ValueId x) {
        const ValueId shifted = node("Clip", {node("Add", {x, number(3)}), number(0), number(6)});
        return node("Div", {shifted, number(6)});
    }
    ValueId hardSwish(ValueId x) {
        const ValueId shifted = node("Clip", {node("Add", {x, number(3)}), number(0), number(6)});
        return node("Div", {node("Mul", {x, shifted}), number(6)});
    }
    ValueId maxPool(ValueId x, std::int64_t stride) {
        return node(
            "MaxPool", {x},
            {{"kernel_shape", Ints{3, 3}}, {"strides", Ints{stride, stride}}, {"pads", Ints{1, 1, 1, 1}}});
    }
    void classify(ValueId x, std::int64_t channels) {
        x = node("Flatten", {node("GlobalAveragePool", {x})});
        output(node("Gemm", {x, weights("fc", {channels, 10}), weights("fc_bias", {10})}));
    }
    ValueId reshape(ValueId x, const Ints& shape) {
        return node("Reshape", {x, ints("shape" + std::to_string(m_numbers++), shape)});
    }
    ValueId transpose(ValueId x, const Ints& perm) { return node("Transpose", {x}, {{"perm", perm}}); }
    ValueId linear(ValueId x, std::int64_t in, std::int64_t out) {
        const std::string name = "dense" + std::to_string(m_numbers++);
        return node("Add", {node("MatMul", {x, weights(name, {in, out})}), weights(name + "_bias", {out})});
    }

private:
    int m_numbers = 0;
};

struct Gate {
    bool mean = false; // by ReduceMean
    ValueId (Builder::*inner)(ValueId) = &Builder::relu;
    bool hard = false;
};

ValueId squeezeExcite(Builder& net, ValueId x, const Gate& how) {
    ValueId s =
        how.mean ? net.node("ReduceMean", {x}, {{"axes", Ints{2, 3}}}) : net.node("GlobalAveragePool", {x});
    s = net.convolution((net.*how.inner)(net.convolution(s, {})), {});
    return net.node("Mul", {x, how.hard ? net.hardSigmoid(s) : net.node("Sigmoid", {s})});
}

// Expansion, depthwise convolution, gate, projection and the sum with the input.
struct Inverted {
    bool expands = true, gated = true;
    std::int64_t kernel = 3, stride = 1;
    bool adds = false;
    ValueId (Builder::*activation)(ValueId) = &Builder::relu;
    Gate gate = {};
};

ValueId inverted(Builder& net, ValueId x, const Inverted& how) {
    ValueId y = x;
    if (how.expands) y = (net.*how.activation)(net.convNorm(y, {}));
    y = (net.*how.activation)(net.convNorm(y, {Wide, Wide, how.kernel, how.stride, Wide}));
    if (how.gated) y = squeezeExcite(net, y, how.gate);
    y = net.convNorm(y, {});
    return how.adds ? net.node("Add", {x, y}) : y;
}

ValueId layerNorm(Builder& net, ValueId x, std::int64_t features) {
    const auto mean = [&](ValueId v) { return net.node("ReduceMean", {v}, {{"axes", Ints{-1}}}); };
    const ValueId centred = net.node("Sub", {x, mean(x)});
    const ValueId variance = mean(net.node("Pow", {centred, net.number(2)}));
    const ValueId unit =
        net.node("Div", {centred, net.node("Sqrt", {net.node("Add", {variance, net.number(1e-5F)})})});
    const std::string name = "ln" + std::to_string(net.graph().valueCount());
    const ValueId scaled = net.node("Mul", {unit, net.weights(name + "g", {features})});
    return net.node("Add", {scaled, net.weights(name + "b", {features})});
}

} // namespace

Net resNet18() {
    Builder net(13);
    ValueId x = net.maxPool(net.relu(net.convNorm(net.image(), {3, Wide, 7, 2})), 2);
    for (int stage = 0; stage < 4; ++stage)
        for (int block = 0; block < 2; ++block) {
            const std::int64_t stride = stage > 0 && block == 0 ? 2 : 1;
            const ValueId y = net.convNorm(net.relu(net.convNorm(x, {Wide, Wide, 3, stride})), {Wide, Wide, 3});
            x = net.relu(net.node("Add", {y, stride == 2 ? net.convNorm(x, {Wide, Wide, 1, 2}) : x}));
        }
    net.classify(x, Wide);
    return net;
}

Net denseNet121() {
    Builder net(13);
    ValueId x = net.maxPool(net.relu(net.convNorm(net.image(), {3, Wide, 7, 2})), 2);
    std::int64_t channels = Wide;
    const std::array<int, 4> layers{6, 12, 24, 16};
    for (std::size_t block = 0; block < layers.size(); ++block) {
        std::vector<ValueId> features{x};
        const auto joined = [&] { return net.node("Concat", features, {{"axis", std::int64_t(1)}}); };
        for (int layer = 0; layer < layers[block]; ++layer) {
            ValueId y = net.relu(net.batchNorm(joined(), channels));
            y = net.relu(net.convNorm(y, {channels, Wide}));
            features.push_back(net.convolution(y, {Wide, Wide, 3}));
            channels += Wide;
        }
        x = net.relu(net.batchNorm(joined(), channels));
        if (block + 1 == layers.size()) break;
        x = net.convolution(x, {channels, Wide});
        x = net.node("AveragePool", {x}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
        channels = Wide;
    }
    net.classify(x, channels);
    return net;
}

Net efficientNetB0() {
    Builder net(13);
    ValueId x = net.silu(net.convNorm(net.image(), {3, Wide, 3, 2}));
    const std::array<std::array<std::int64_t, 3>, 7> stages{
        {{1, 3, 1}, {2, 3, 2}, {2, 5, 2}, {3, 3, 2}, {3, 5, 1}, {4, 5, 2}, {1, 3, 1}}}; // blocks, kernel,
                                                                                        // stride
    for (std::size_t s = 0; s < stages.size(); ++s)
        for (std::int64_t block = 0; block < stages[s][0]; ++block)
            x = inverted(net, x,
                         {.expands = s > 0,
                          .kernel = stages[s][1],
                          .stride = block == 0 ? stages[s][2] : 1,
                          .adds = block > 0,
                          .activation = &Builder::silu,
                          .gate = {.inner = &Builder::silu}});
    net.classify(net.silu(net.convNorm(x, {})), Wide);
    return net;
}

Net mobileNetV3Small() {
    Builder net(13);
    ValueId x = net.hardSwish(net.convNorm(net.image(), {3, Wide, 3, 2}));
    struct Row {
        bool expands, gated, hard;
        std::int64_t kernel, stride;
    };
    const std::array<Row, 11> rows{{{false, true, false, 3, 2},
                                    {true, false, false, 3, 2},
                                    {true, false, false, 3, 1},
                                    {true, true, true, 5, 2},
                                    {true, true, true, 5, 1},
                                    {true, true, true, 5, 1},
                                    {true, true, true, 5, 1},
                                    {true, true, true, 5, 1},
                                    {true, true, true, 5, 2},
                                    {true, true, true, 5, 1},
                                    {true, true, true, 5, 1}}};
    for (std::size_t i = 0; i < rows.size(); ++i)
        x = inverted(net, x,
                     {.expands = rows[i].expands,
                      .gated = rows[i].gated,
                      .kernel = rows[i].kernel,
                      .stride = rows[i].stride,
                      .adds = rows[i].stride == 1 && i != 6,
                      .activation = rows[i].hard ? &Builder::hardSwish : &Builder::relu,
                      .gate = {.mean = true, .hard = true}});
    x = net.hardSwish(net.convNorm(x, {}));
    x = net.node("Flatten", {net.node("GlobalAveragePool", {x})});
    x = net.hardSwish(net.node("Gemm", {x, net.weights("fc1", {Wide, Wide}), net.weights("fc1_bias", {Wide})}));
    net.output(net.node("Gemm", {x, net.weights("fc2", {Wide, 10}), net.weights("fc2_bias", {10})}));
    return net;
}

Net regNetY400() {
    Builder net(13);
    ValueId x = net.relu(net.convNorm(net.image(), {3, Wide, 3, 2}));
    for (const int blocks : {1, 3, 6, 6})
        for (int block = 0; block < blocks; ++block) {
            const std::int64_t stride = block == 0 ? 2 : 1;
            const ValueId skip = block == 0 ? net.convNorm(x, {Wide, Wide, 1, stride}) : x;
            ValueId y = net.relu(net.convNorm(x, {}));
            y = net.relu(net.convNorm(y, {Wide, Wide, 3, stride, 2}));
            y = net.convNorm(squeezeExcite(net, y, {}), {});
            x = net.relu(net.node("Add", {skip, y}));
        }
    net.classify(x, Wide);
    return net;
}

Net googLeNet() {
    Builder net(13);
    const auto unit = [&](ValueId x, const Convolution& how) { return net.relu(net.convNorm(x, how)); };
    ValueId x = net.maxPool(unit(net.image(), {3, Wide, 7, 2}), 2);
    x = net.maxPool(unit(unit(x, {}), {Wide, Wide, 3}), 2);
    std::int64_t channels = Wide;
    for (int block = 0; block < 9; ++block) {
        if (block == 2 || block == 7) x = net.maxPool(x, 2);
        const ValueId a = unit(x, {channels});
        const ValueId b = unit(unit(x, {channels}), {Wide, Wide, 3});
        const ValueId c = unit(unit(x, {channels}), {Wide, Wide, 3});
        const ValueId d = unit(net.maxPool(x, 1), {channels});
        x = net.node("Concat", {a, b, c, d}, {{"axis", std::int64_t(1)}});
        channels = 4 * Wide;
    }
    net.classify(x, channels);
    return net;
}

Net mnasNet() {
    Builder net(13);
    ValueId x = net.relu(net.convNorm(net.image(), {3, Wide, 3, 2}));
    x = net.relu(net.convNorm(x, {Wide, Wide, 3, 1, Wide}));
    x = net.convNorm(x, {});
    const std::array<std::array<std::int64_t, 3>, 6> stacks{
        {{3, 3, 2}, {3, 5, 2}, {3, 5, 2}, {2, 3, 1}, {4, 5, 2}, {1, 3, 1}}};
    for (const auto& [blocks, kernel, stride] : stacks)
        for (std::int64_t block = 0; block < blocks; ++block)
            x = inverted(
                net, x,
                {.gated = false, .kernel = kernel, .stride = block == 0 ? stride : 1, .adds = block > 0});
    x = net.relu(net.convNorm(x, {}));
    x = net.node("ReduceMean", {x}, {{"axes", Ints{2, 3}}, {"keepdims", std::int64_t(0)}});
    net.output(net.node("Gemm", {x, net.weights("fc", {Wide, 10}), net.weights("fc_bias", {10})}));
    return net;
}

Net encoder(int layers) {
    Builder net(13);
    constexpr std::int64_t Tokens = 6, Features = 8;
    const ValueId mask = net.floats("mask", {1, 1, 1, Tokens});
    ValueId x = layerNorm(net, net.floats("embedded", {1, Tokens, Features}), Features);
    for (int layer = 0; layer < layers; ++layer) {
        const auto heads = [&](const Ints& perm) {
            return net.transpose(net.reshape(net.linear(x, Features, Features), {1, Tokens, 2, 4}), perm);
        };
        const ValueId q = heads({0, 2, 1, 3}), k = heads({0, 2, 3, 1}), v = heads({0, 2, 1, 3});
        const ValueId scores =
            net.node("Add", {net.node("Div", {net.node("MatMul", {q, k}), net.number(2)}), mask});
        const ValueId weights = net.node("Softmax", {scores}, {{"axis", std::int64_t(-1)}});
        ValueId y = net.transpose(net.node("MatMul", {weights, v}), {0, 2, 1, 3});
        y = net.linear(net.reshape(y, {1, Tokens, Features}), Features, Features);
        x = layerNorm(net, net.node("Add", {y, x}), Features);
        const ValueId inner = net.linear(x, Features, 2 * Features);
        const ValueId erf = net.node(
            "Add", {net.node("Erf", {net.node("Div", {inner, net.number(1.4142135F)})}), net.number(1)});
        const ValueId gelu = net.node("Mul", {net.node("Mul", {inner, erf}), net.number(0.5F)});
        x = layerNorm(net, net.node("Add", {net.linear(gelu, 2 * Features, Features), x}), Features);
    }
    net.output(x);
    return net;
}

} // namespace edgewright::fusion::test
