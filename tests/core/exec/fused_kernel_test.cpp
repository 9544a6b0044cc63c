// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that run as one kernel: the same numbers as member by member, no memory for what lies between, and
// which groups qualify.
#include "core/exec/compare.h"
#include "core/exec/fused/fused_kernel.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::fused_kernel_test {

using ir::DataType;
using ir::Dims;

namespace {

const ir::Opsets Opsets{{"", 18}};

ir::Tensor filled(Dims dims, float factor) {
    auto tensor = ir::Tensor::allocate(DataType::Float32, std::move(dims));
    float value = -1.0f;
    for (float& each : tensor->as<float>()) {
        each = value * factor;
        value = value > 1.0f ? -1.0f : value + 0.173f;
    }
    return std::move(tensor).value();
}

using Build = std::function<ValueId(ir::GraphBuilder&, ValueId x, ValueId other)>;

// x and `other` of the given shapes through `build`.
ir::Graph chain(const Dims& x, const Dims& other, const Build& build) {
    ir::GraphBuilder builder;
    const ValueId first = builder.input("x", {DataType::Float32, x});
    const ValueId second = builder.input("other", {DataType::Float32, other});
    builder.output(build(builder, first, second));
    return ops::inferTypes(builder.graph(), Opsets).graph;
}

ir::Feeds feedsFor(const ir::Graph& graph) {
    ir::Feeds feeds;
    float factor = 1.0f;
    for (const ValueId id : graph.inputs)
        feeds.emplace(id, filled(*graph.value(id).type.dims(), factor *= 1.7f));
    return feeds;
}

ValueId convolution(ir::GraphBuilder& b, ValueId x, Dims weight, std::int64_t group = 1) {
    const std::int64_t out = weight[0];
    const ValueId w = b.constant("w", filled(std::move(weight), 0.3f));
    const ValueId bias = b.constant("bias", filled({out}, 0.5f));
    return b.node("Conv", {x, w, bias}, {{"group", group}, {"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
}

ValueId microsoft(ir::GraphBuilder& b, const std::string& op, std::vector<ValueId> inputs) {
    const ValueId out = b.value("gelu");
    b.graph().node(b.nodeInto(op, std::move(inputs), {out})).domain = "com.microsoft";
    return out;
}

// -100, -87, ... 81, -97, ...
ir::Tensor codes(Dims dims) {
    auto tensor = ir::Tensor::allocate(DataType::Int8, std::move(dims));
    int next = -113;
    for (std::int8_t& each : tensor->as<std::int8_t>())
        each = static_cast<std::int8_t>(next = next > 90 ? -97 : next + 13);
    return std::move(tensor).value();
}

} // namespace

class FusedKernelTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_data() {
        QTest::addColumn<ir::Graph>("body");
        QTest::addColumn<bool>("oneKernel");
        const auto row = [](const char* name, bool oneKernel, const Dims& x, const Dims& other,
                            const Build& build) { QTest::newRow(name) << chain(x, other, build) << oneKernel; };
        const Dims image{2, 4, 9, 11};
        row("conv, relu", true, image, {1}, [](auto& b, ValueId x, ValueId) {
            return b.node("Relu", {convolution(b, x, {6, 4, 3, 3})});
        });
        row("conv, residual, clip", true, image, {2, 6, 9, 11}, [](auto& b, ValueId x, ValueId other) {
            const ValueId sum = b.node("Add", {convolution(b, x, {6, 4, 3, 3}), other});
            return b.node("Clip", {sum, b.constant("low", ir::Tensor::scalar(-0.2f)),
                                   b.constant("high", ir::Tensor::scalar(0.9f))});
        });
        row("conv, silu, add for each channel", true, image, {6, 1, 1}, [](auto& b, ValueId x, ValueId other) {
            const ValueId y = convolution(b, x, {6, 4, 3, 3});
            return b.node("Add", {b.node("Mul", {y, b.node("Sigmoid", {y})}), other});
        });
        row("relu, then twice read", true, image, {1}, [](auto& b, ValueId x, ValueId) {
            const ValueId y = b.node("Relu", {convolution(b, x, {6, 4, 3, 3})});
            return b.node("Sub", {b.node("Exp", {y}), b.node("Tanh", {y})});
        });
        row("depthwise, hard swish", true, image, {1}, [](auto& b, ValueId x, ValueId) {
            return b.node("HardSwish", {convolution(b, x, {4, 1, 3, 3}, 4)});
        });
        row("grouped conv, leaky relu", true, image, {1}, [](auto& b, ValueId x, ValueId) {
            return b.node("LeakyRelu", {convolution(b, x, {6, 2, 3, 3}, 2)}, {{"alpha", 0.3f}});
        });
        const auto normalised = [](ir::GraphBuilder& b, ValueId x, std::int64_t channels) {
            ir::Tensor variance = filled({channels}, 1.0f);
            for (float& each : variance.as<float>())
                each = 0.1f + each * each;
            return b.node("BatchNormalization",
                          {x, b.constant("scale", filled({channels}, 0.7f)),
                           b.constant("shift", filled({channels}, 0.3f)),
                           b.constant("mean", filled({channels}, 0.2f)), b.constant("variance", variance)},
                          {{"epsilon", 0.01f}});
        };
        row("conv, relu, batch norm", true, image, {1}, [&](auto& b, ValueId x, ValueId) {
            return normalised(b, b.node("Relu", {convolution(b, x, {6, 4, 3, 3})}), 6);
        });
        row("batch norm of rows, tanh", true, {9, 5}, {1},
            [&](auto& b, ValueId x, ValueId) { return b.node("Tanh", {normalised(b, x, 5)}); });
        row("pool, then multiply", true, image, {1, 4, 1, 1}, [](auto& b, ValueId x, ValueId other) {
            return b.node("Mul", {b.node("GlobalAveragePool", {x}), other});
        });
        row("matrix product, bias, gelu", true, {3, 7, 10}, {12}, [](auto& b, ValueId x, ValueId other) {
            const ValueId y = b.node("MatMul", {x, b.constant("w", filled({10, 12}, 0.4f))});
            const ValueId z = b.node("Add", {y, other});
            const ValueId half = b.constant("half", ir::Tensor::scalar(0.5f));
            const ValueId one = b.constant("one", ir::Tensor::scalar(1.0f));
            const ValueId root = b.constant("root", ir::Tensor::scalar(1.41421356f));
            const ValueId erf = b.node("Erf", {b.node("Div", {z, root})});
            return b.node("Mul", {b.node("Mul", {z, b.node("Add", {erf, one})}), half});
        });
        row("gemm, tanh", true, {5, 10}, {1}, [](auto& b, ValueId x, ValueId) {
            return b.node("Tanh", {b.node("Gemm",
                                          {x, b.constant("w", filled({12, 10}, 0.4f)),
                                           b.constant("c", filled({12}, 1.0f))},
                                          {{"transB", std::int64_t(1)}})});
        });
        row("element-wise with broadcasting", true, {2, 3, 1, 700}, {3, 4, 1},
            [](auto& b, ValueId x, ValueId other) {
                const ValueId wide = b.node("Add", {x, other});
                return b.node("Div", {b.node("Abs", {wide}), b.node("Exp", {wide})});
            });
        for (const auto& [x, other] : {std::pair(Dims{5, 7, 13, 1}, Dims{13, 16}),
                                       {Dims{3, 1, 11, 9}, Dims{4, 1, 9}},
                                       {Dims{2, 60, 3, 5}, Dims{60, 1, 5}},
                                       {Dims{700, 3}, Dims{1, 3}}})
            row("element-wise in short runs", true, x, other, [](auto& b, ValueId first, ValueId second) {
                const ValueId product = b.node("Mul", {first, second});
                return b.node("Sub", {b.node("Exp", {product}), first});
            });
        for (const char* op : {"FastGelu", "BiasGelu"})
            row(op, true, {3, 5, 8}, {16}, [op](auto& b, ValueId x, ValueId other) {
                const ValueId y = b.node("MatMul", {x, b.constant("w", filled({8, 16}, 0.7f))});
                return microsoft(b, op, {y, other});
            });
        for (const char* op : {"FastGelu", "Gelu", "QuickGelu"})
            row((std::string(op) + " of a sum").c_str(), true, {3, 16}, {16},
                [op](auto& b, ValueId x, ValueId other) {
                    return microsoft(b, op, {b.node("Add", {x, other})});
                });
        row("a small operand computed inside", false, image, {2, 4, 1, 1},
            [](auto& b, ValueId x, ValueId other) {
                return b.node("Mul", {x, b.node("Sigmoid", {other})});
            });
        row("two convolutions", false, image, {1}, [](auto& b, ValueId x, ValueId) {
            return b.node("Relu", {convolution(b, convolution(b, x, {4, 4, 3, 3}), {4, 4, 3, 3})});
        });
        row("integers", false, image, {1}, [](auto& b, ValueId x, ValueId) {
            return b.node("Neg", {b.node("Cast", {x}, {{"to", std::int64_t(6)}})});
        });
    }

    void agrees() {
        QFETCH(ir::Graph, body);
        QFETCH(bool, oneKernel);
        const ir::Graph fused = test::asOneGroup(body);
        QCOMPARE(exec::FusedKernel::make(fused.node(fused.order()[0]), Opsets) != nullptr, oneKernel);
        const auto apart = exec::run(body, Opsets, feedsFor(body), {});
        QVERIFY2(apart, apart ? "" : apart.error().message.c_str());
        exec::Program program(fused, Opsets);
        for (int threads : {1, 2, 1}) { // what the first run prepared serves the others
            exec::RunOptions options;
            options.threads = threads;
            const auto together = program.run(feedsFor(fused), options);
            QVERIFY2(together, together ? "" : together.error().message.c_str());
            const auto difference = exec::compare(together->outputs[0], apart->outputs[0]);
            QVERIFY2(difference.sameShape && difference.relNorm < 1e-6,
                     qPrintable(QString::number(difference.relNorm)));
            if (oneKernel) QCOMPARE(together->valueBytes, *fused.value(fused.outputs[0]).type.bytes());
        }
    }

    // The dequantization of weights runs once, inside the kernel; other weights may be fed in a later run.
    void dequantizedWeights_data() {
        QTest::addColumn<bool>("activation");
        QTest::newRow("conv") << false;
        QTest::newRow("conv, relu") << true;
    }
    void dequantizedWeights() {
        QFETCH(bool, activation);
        ir::GraphBuilder inside; // all that the group reads is its input, as fusion makes it
        const ValueId x = inside.input("x", {DataType::Float32, Dims{1, 4, 9, 9}});
        const ValueId w = inside.input("w", {DataType::Int8, Dims{6, 4, 3, 3}});
        const ValueId scale = inside.input("scale", {DataType::Float32, Dims{}});
        ValueId y = inside.node("Conv", {x, inside.node("DequantizeLinear", {w, scale})});
        if (activation) y = inside.node("Relu", {y});
        inside.output(y);
        const ir::Graph body = ops::inferTypes(inside.graph(), Opsets).graph;
        ir::Graph graph = test::asOneGroup(body);
        const std::vector<ValueId> inputs = graph.inputs;
        graph.inputs.resize(1);
        graph.value(inputs[1]).constant = codes({6, 4, 3, 3});
        graph.value(inputs[2]).constant = ir::Tensor::scalar(0.01f);
        QVERIFY(exec::FusedKernel::make(graph.node(graph.order()[0]), Opsets) != nullptr);
        exec::Program program(graph, Opsets);
        ir::Tensor others = codes({6, 4, 3, 3});
        std::ranges::reverse(others.as<std::int8_t>());
        for (const bool fed : {false, false, true, false}) {
            ir::Feeds feeds{{inputs[0], filled({1, 4, 9, 9}, 1.0f)}};
            ir::Feeds same{{body.inputs[0], filled({1, 4, 9, 9}, 1.0f)},
                           {body.inputs[1], fed ? others : codes({6, 4, 3, 3})},
                           {body.inputs[2], ir::Tensor::scalar(0.01f)}};
            if (fed) feeds.emplace(inputs[1], others);
            const auto together = program.run(feeds, {});
            QVERIFY2(together, together ? "" : together.error().message.c_str());
            const auto apart = exec::run(body, Opsets, same, {});
            QVERIFY(apart.has_value());
            const auto difference = exec::compare(together->outputs[0], apart->outputs[0]);
            QVERIFY2(difference.sameShape && difference.relNorm < 1e-6,
                     qPrintable(QString::number(difference.relNorm)));
            if (!fed) QCOMPARE(together->valueBytes, *graph.value(graph.outputs[0]).type.bytes());
        }
    }

    // Weights given as a feed replace the initializer, whatever was prepared from it.
    void feedReplacesPreparedWeights() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", {DataType::Float32, Dims{1, 2, 5, 5}});
        const ValueId w = b.constant("w", filled({3, 2, 3, 3}, 1.0f));
        b.output(b.node("Conv", {x, w}));
        const ir::Graph graph = ops::inferTypes(b.graph(), Opsets).graph;
        exec::Program program(graph, Opsets);
        ir::Feeds feeds{{x, filled({1, 2, 5, 5}, 1.0f)}};
        const auto first = program.run(feeds, {});
        QVERIFY(first);
        feeds.emplace(w, filled({3, 2, 3, 3}, 2.0f));
        const auto second = program.run(feeds, {});
        QVERIFY(second);
        for (std::size_t i = 0; i < first->outputs[0].as<float>().size(); ++i)
            QVERIFY(std::abs(second->outputs[0].as<float>()[i] - 2 * first->outputs[0].as<float>()[i]) < 1e-5f);
    }
};

EDGEWRIGHT_TEST(FusedKernelTest)

} // namespace edgewright::fused_kernel_test

#include "fused_kernel_test.moc"
