// SPDX-License-Identifier: GPL-3.0-or-later
// Networks on a driver that runs their kernels on the processor, against the executor of this machine.
#include "core/gpu/bench/prepared_work.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "tests/core/gpu/network_problem.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <set>

namespace edgewright::gpu_network_test {

using namespace edgewright::test;

namespace {

// One operator on an input of these extents and constants behind it.
ir::Graph alone(const char* op, const Dims& input, const std::vector<Tensor>& constants,
                std::vector<ir::Attribute> attributes = {}, const ir::Opsets& opsets = Opset17) {
    GraphBuilder builder;
    std::vector<ValueId> inputs{builder.input("x", {DataType::Float32, input})};
    for (const Tensor& each : constants)
        inputs.push_back(builder.constant("c" + std::to_string(inputs.size()), each));
    builder.output(builder.node(op, inputs, std::move(attributes)));
    return typed(builder, opsets);
}

// Halves are 11 bits: so much is a sum of many of them off, of its norm.
constexpr double OfHalves = 2e-3;

// Nothing, or how a network with products of halves is not as here; `isMultiplied`: there are any.
std::string halfProblemOf(const ir::Graph& graph, const ir::Opsets& opsets, bool isMultiplied) {
    auto programs = test::fakePrograms();
    if (!programs) return programs.error().message;
    auto network = gpu::Network::make(*programs, graph, opsets, nullptr, {}, gpu::Type::Float16);
    if (!network) return network.error().message;
    int products = 0, conversions = 0;
    for (const gpu::Layer& layer : network->plan().layers) {
        products += layer.halfProducts;
        conversions += layer.conversions;
    }
    if ((products > 0) != isMultiplied) return std::to_string(products) + " products of halves";
    if (products > 0 && conversions < 1) return "halves that nothing makes";
    const std::vector<Tensor> inputs = inputsOf(graph, false);
    const std::vector<Tensor> expected = expectedOf(graph, inputs, opsets);
    const auto found = network->run(inputs);
    if (!found) return found.error().message;
    bool isIdentical = true;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const exec::Difference difference = exec::compare((*found)[i], expected[i]);
        isIdentical = isIdentical && difference.relNorm < 1e-6;
        if (!difference.sameShape || difference.nonFinite > 0 || difference.relNorm > OfHalves)
            return "output " + std::to_string(i) + " is off by " + std::to_string(difference.relNorm);
    }
    return isIdentical == isMultiplied ? "nothing was rounded, or all was" : "";
}

void addConvolutions() {
    const auto add = [](const char* name, const Dims& x, const Dims& w, std::vector<ir::Attribute> attributes,
                        bool hasBias = true) {
        std::vector<Tensor> constants{numbers(w)};
        if (hasBias) constants.push_back(numbers({w[0]}));
        QTest::newRow(name) << alone("Conv", x, constants, std::move(attributes)) << Opset17 << false;
    };
    add("convolution, pointwise", {2, 5, 7, 6}, {9, 5, 1, 1}, {});
    add("convolution, pointwise, stride", {1, 5, 7, 6}, {9, 5, 1, 1}, {{"strides", Ints{2, 2}}});
    add("convolution, as columns", {2, 3, 9, 8}, {10, 3, 3, 3},
        {{"pads", Ints{1, 0, 1, 2}}, {"strides", Ints{2, 1}}});
    add("convolution, gaps", {1, 3, 9, 8}, {8, 3, 3, 2},
        {{"dilations", Ints{2, 3}}, {"pads", Ints{2, 1, 0, 1}}});
    add("convolution, few filters", {2, 3, 9, 8}, {4, 3, 3, 3}, {{"auto_pad", std::string("SAME_UPPER")}},
        false);
    add("convolution, groups", {2, 6, 5, 5}, {9, 2, 3, 3}, {{"group", std::int64_t(3)}});
    add("convolution, depthwise", {2, 6, 8, 7}, {6, 1, 3, 3},
        {{"group", std::int64_t(6)}, {"pads", Ints{1, 1, 1, 1}}});
    add("convolution, depthwise 5 x 5", {1, 4, 8, 9}, {4, 1, 5, 5},
        {{"group", std::int64_t(4)}, {"strides", Ints{2, 2}}, {"pads", Ints{2, 2, 1, 1}}});
    add("convolution, depthwise 3 x 1", {1, 4, 8, 9}, {4, 1, 3, 1}, {{"group", std::int64_t(4)}}, false);
    add("convolution, one axis", {2, 3, 17}, {9, 3, 4}, {{"pads", Ints{2, 1}}});
}

void addProducts() {
    const auto gemm = [](const char* name, const std::vector<Tensor>& constants,
                         std::vector<ir::Attribute> attributes) {
        QTest::newRow(name) << alone("Gemm", {3, 10}, constants, std::move(attributes)) << Opset17 << false;
    };
    gemm("gemm", {numbers({10, 7})}, {});
    gemm("gemm, row", {numbers({10, 7}), numbers({7})}, {});
    gemm("gemm, factors", {numbers({10, 7}), numbers({1, 7})}, {{"alpha", 0.5f}, {"beta", 2.0f}});
    gemm("gemm, one number", {numbers({10, 7}), numbers({})}, {});
    gemm("gemm, matrix", {numbers({10, 7}), numbers({3, 7})}, {});
    gemm("gemm, turned", {numbers({7, 10}), numbers({7})}, {{"transB", std::int64_t(1)}});
    QTest::newRow("product") << alone("MatMul", {3, 10}, {numbers({10, 7})}) << Opset17 << false;
    QTest::newRow("product, batch") << alone("MatMul", {2, 3, 10}, {numbers({10, 7})}) << Opset17 << false;
    GraphBuilder builder;
    const ValueId a = builder.input("a", {DataType::Float32, Dims{2, 3, 4, 10}}),
                  b = builder.input("b", {DataType::Float32, Dims{2, 3, 10, 5}}),
                  c = builder.input("c", {DataType::Float32, Dims{5, 4}});
    builder.output(builder.node("MatMul", {a, b}));
    builder.output(builder.node("Gemm", {c, builder.input("d", {DataType::Float32, Dims{3, 4}})},
                                {{"transB", std::int64_t(1)}}));
    QTest::newRow("products of inputs") << typed(builder) << Opset17 << false;
}

void addPools() {
    const auto add = [](const char* name, const char* op, std::vector<ir::Attribute> attributes) {
        QTest::newRow(name) << alone(op, {2, 3, 9, 8}, {}, std::move(attributes)) << Opset17 << false;
    };
    add("pool, largest", "MaxPool",
        {{"kernel_shape", Ints{3, 2}}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 0, 1, 1}}});
    add("pool, mean", "AveragePool", {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
    add("pool, mean with pads", "AveragePool",
        {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 0, 1, 1}}, {"count_include_pad", std::int64_t(1)}});
    add("pool, beyond the end", "AveragePool",
        {{"kernel_shape", Ints{2, 3}}, {"strides", Ints{2, 2}}, {"ceil_mode", std::int64_t(1)}});
    add("pool, planes", "GlobalAveragePool", {});
    add("pool, largest of planes", "GlobalMaxPool", {});
    add("mean", "ReduceMean", {{"axes", Ints{-1, 2}}, {"keepdims", std::int64_t(0)}});
}

void addOthers() {
    const auto add = [](const char* name, ir::Graph graph, const ir::Opsets& opsets = Opset17) {
        QTest::newRow(name) << std::move(graph) << opsets << false;
    };
    const ir::Opsets old{{"", 11}};
    add("softmax", alone("Softmax", {3, 5, 37}, {}));
    add("softmax, before opset 13", alone("Softmax", {3, 5, 7}, {}, {}, old), old);
    add("batch normalisation", alone("BatchNormalization", {2, 3, 4, 5},
                                     {numbers({3}), numbers({3}), numbers({3}), numbers({3}, true)}));
    add("layer normalisation", alone("LayerNormalization", {2, 3, 20}, {numbers({20}), numbers({20})}));
    add("layer normalisation, no bias", alone("LayerNormalization", {2, 3, 20}, {numbers({20})}));
    add("transpose", alone("Transpose", {5, 7}, {}));
    add("transpose, matrices", alone("Transpose", {2, 5, 7}, {}, {{"perm", Ints{1, 2, 0}}}));
    add("transpose, channels", alone("Transpose", {2, 3, 5, 4}, {}, {{"perm", Ints{0, 2, 3, 1}}}));
    add("transpose, all", alone("Transpose", {2, 3, 4, 5, 2}, {}, {{"perm", Ints{4, 2, 0, 3, 1}}}));
    add("concat",
        alone("Concat", {2, 3, 4}, {numbers({2, 5, 4}), numbers({2, 1, 4})}, {{"axis", std::int64_t(-2)}}));
    add("bounds", alone("Clip", {3, 11}, {Tensor::scalar(-0.2f), Tensor::scalar(0.3f)}));
    add("gelu by its parts", alone("Erf", {3, 11}, {}));
    for (const char* const op : {"Add", "Sub", "Mul", "Div", "Min", "Max", "PRelu"}) {
        add(op, alone(op, {2, 3, 5, 4}, {numbers({3, 1, 1})}));
        add((std::string(op) + " of rows").c_str(), alone(op, {2, 3, 5, 4}, {numbers({2, 1, 5, 1}, true)}));
    }
    GraphBuilder builder;
    const ValueId x = builder.input("x", {DataType::Float32, Dims{2, 3, 4}});
    const ValueId flat =
        builder.node("Reshape", {x, builder.constant("shape", Tensor::of<std::int64_t>({2}, {2, 12}))});
    builder.output(builder.node("Relu", {builder.node("Identity", {flat})}));
    builder.output(builder.node("Flatten", {builder.node("Neg", {x})}));
    add("views", typed(builder));
}

} // namespace

class GpuNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void everyOperator_data() {
        QTest::addColumn<ir::Graph>("graph");
        QTest::addColumn<ir::Opsets>("opsets");
        QTest::addColumn<bool>("isPositive");
        addConvolutions();
        addProducts();
        addPools();
        addOthers();
        for (const char* const op :
             {"Abs", "Neg", "Relu", "LeakyRelu", "Sigmoid", "HardSigmoid", "HardSwish", "Tanh", "Elu", "Exp",
              "Log", "Sqrt", "Reciprocal", "Erf", "Softplus", "Floor", "Ceil"})
            QTest::newRow(op) << alone(op, {3, 37}, {}) << Opset17
                              << (std::string_view(op) == "Log" || std::string_view(op) == "Sqrt");
    }
    void everyOperator() {
        QFETCH(ir::Graph, graph);
        QFETCH(ir::Opsets, opsets);
        QFETCH(bool, isPositive);
        const std::string problem = problemOf(graph, opsets, 0, isPositive);
        QVERIFY2(problem.empty(), problem.c_str());
        QCOMPARE(test::fakeAllocations(), std::size_t(0));
    }
    // Products on tensor cores; few filters, groups and planes by themselves have float32 kernels alone.
    void halves_data() {
        QTest::addColumn<ir::Graph>("graph");
        QTest::addColumn<ir::Opsets>("opsets");
        QTest::addColumn<bool>("isPositive");
        addConvolutions();
        addProducts();
        QTest::newRow("softmax") << alone("Softmax", {3, 5}, {}) << Opset17 << false;
    }
    void halves() {
        QFETCH(ir::Graph, graph);
        QFETCH(ir::Opsets, opsets);
        const std::string_view row = QTest::currentDataTag();
        const bool isMultiplied = row != "softmax" && row.find("depthwise") == row.npos &&
                                  row.find("few filters") == row.npos && row.find("groups") == row.npos;
        const std::string problem = halfProblemOf(graph, opsets, isMultiplied);
        QVERIFY2(problem.empty(), problem.c_str());
        QCOMPARE(test::fakeAllocations(), std::size_t(0));
    }
    // A group's ending is part of the launch, and weights are half as large.
    void halvesOfGroups() {
        GraphBuilder body;
        const ValueId x = body.input("x", {DataType::Float32, Dims{2, 8, 6, 5}}),
                      r = body.input("r", {DataType::Float32, Dims{2, 8, 6, 5}});
        const ValueId product =
            body.node("Conv", {x, body.constant("w", numbers({8, 8, 3, 3}))}, {{"pads", Ints{1, 1, 1, 1}}});
        body.output(body.node(
            "Relu",
            {body.node("Add", {r, body.node("Add", {product, body.constant("b", numbers({8, 1, 1}))})})}));
        const ir::Graph graph = test::asOneGroup(typed(body));
        const std::string problem = halfProblemOf(graph, Opset17, true);
        QVERIFY2(problem.empty(), problem.c_str());
        auto programs = test::fakePrograms();
        const auto whole = gpu::Network::make(*programs, graph, Opset17, nullptr);
        const auto halves = gpu::Network::make(*programs, graph, Opset17, nullptr, {}, gpu::Type::Float16);
        QVERIFY(whole && halves && halves->plan().layers.size() == 1);
        QCOMPARE(halves->plan().layers[0].launches.size(), std::size_t(4)); // windows and a product an image
        QCOMPARE(whole->memory().weightBytes() - halves->memory().weightBytes(), std::int64_t(8 * 8 * 9 * 2));
    }
    void noTensorCores() {
        const test::FakeSetting older("turing");
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const ir::Graph graph = alone("MatMul", {3, 10}, {numbers({10, 7})});
        const auto network = gpu::Network::make(*programs, graph, Opset17, nullptr, {}, gpu::Type::Float16);
        QVERIFY(!network && network.error().code == ErrorCode::Unsupported);
        QVERIFY2(network.error().message.find("7.5") != std::string::npos, network.error().message.c_str());
        QVERIFY(gpu::Network::make(*programs, graph, Opset17, nullptr));
    }
    void everyRuleIsUsed() {
        for (const gpu::LayerRule* each : gpu::layerRules())
            QVERIFY2(isOfCodes(*each) || usedRules.contains(each->name), each->name);
    }

    // The numbers of functions and operators in kernels are those of core/kernels.
    void functionsAreCounted() {
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        const Tensor x = numbers({1, 64}, true), b = numbers({1, 64});
        const auto resultOf = [&](int pair, int function) {
            gpu::Work work;
            work.buffers = {{gpu::Type::Float32, 64},
                            {gpu::Type::Float32, 64},
                            {gpu::Type::Float32, 64, gpu::Fill::Result}};
            gpu::Steps4 steps;
            steps.extents[3] = 64;
            steps.a[3] = steps.b[3] = 1;
            work.launches = {gpu::elementsLaunch(steps, pair, function, 0.7f, 0.9f, gpu::BufferPart{0},
                                                 gpu::BufferPart{1}, gpu::BufferPart{2})};
            auto prepared = gpu::PreparedWork::of(*programs, work, "test", 1, 1);
            if (!prepared || !programs->gpu()->upload(prepared->address(0, 0), x.bytes()) ||
                !programs->gpu()->upload(prepared->address(0, 1), b.bytes()))
                qFatal("no memory");
            return *prepared->result();
        };
        std::vector<float> expected(64);
        for (int i = 0; i < static_cast<int>(kernels::Unary::Count); ++i) {
            kernels::table().elementwise->unary[i](x.as<float>().data(), expected.data(), 64, 0.7f, 0.9f);
            const gpu::Array found = resultOf(-1, i);
            for (std::int64_t at = 0; at < 64; ++at)
                QVERIFY2(std::abs(found.at(at) - double(expected[std::size_t(at)])) < 1e-5,
                         qPrintable(QString::number(i)));
        }
        for (int i = 0; i < static_cast<int>(kernels::Binary::Count); ++i) {
            kernels::table().elementwise->binary[i](x.as<float>().data(), 1, b.as<float>().data(), 1,
                                                    expected.data(), 64);
            const gpu::Array found = resultOf(i, -1);
            for (std::int64_t at = 0; at < 64; ++at)
                QVERIFY2(std::abs(found.at(at) - double(expected[std::size_t(at)])) <=
                             1e-5 * std::max(1.0, std::abs(double(expected[std::size_t(at)]))),
                         qPrintable(QString::number(i)));
        }
    }

    // Bias, sum and function are part of the product's launch; behind a function nothing is.
    void groups() {
        const auto group = [](const std::function<ValueId(GraphBuilder&, ValueId, ValueId)>& end) {
            GraphBuilder body;
            const ValueId x = body.input("x", {DataType::Float32, Dims{2, 8, 6, 5}});
            const ValueId r = body.input("r", {DataType::Float32, Dims{2, 8, 6, 5}});
            const ValueId w = body.constant("w", numbers({8, 8, 1, 1}));
            body.output(end(body, body.node("Conv", {x, w}), r));
            return test::asOneGroup(typed(body));
        };
        const auto bias = [](GraphBuilder& body) { return body.constant("b", numbers({8, 1, 1})); };
        const std::string whole = problemOf(
            group([&](GraphBuilder& body, ValueId conv, ValueId r) {
                return body.node("Relu", {body.node("Add", {r, body.node("Add", {conv, bias(body)})})});
            }),
            Opset17, 2); // an image each
        QVERIFY2(whole.empty(), whole.c_str());
        const std::string gate = problemOf(group([&](GraphBuilder& body, ValueId conv, ValueId) {
                                               return body.node("Mul", {conv, body.node("Sigmoid", {conv})});
                                           }),
                                           Opset17, 2);
        QVERIFY2(gate.empty(), gate.c_str());
        const std::string further = problemOf(group([&](GraphBuilder& body, ValueId conv, ValueId r) {
                                                  return body.node("Add", {body.node("Relu", {conv}), r});
                                              }),
                                              Opset17, 3);
        QVERIFY2(further.empty(), further.c_str());
        const std::string shaped = problemOf(
            group([&](GraphBuilder& body, ValueId conv, ValueId) {
                const ValueId shape = body.constant("shape", Tensor::of<std::int64_t>({2}, {2, 240}));
                return body.node("Reshape", {body.node("Mul", {body.node("Relu", {conv}), conv}), shape});
            }),
            Opset17, 5);
        QVERIFY2(shaped.empty(), shaped.c_str());
    }

    // What no kernel does runs here, and each tensor is copied once each way.
    // A product over windows, a direct convolution and a depthwise one, each with other parameters, do the
    // same.
    void tunedLaunches() {
        GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{2, 4, 9, 8}});
        const auto convolved = [&](const char* name, ValueId from, const Dims& w, std::int64_t group) {
            const std::int64_t pad = w[2] / 2;
            return builder.node("Conv",
                                {from, builder.constant(name, numbers(w)),
                                 builder.constant(std::string(name) + "b", numbers({w[0]}))},
                                {{"pads", Ints{pad, pad, pad, pad}}, {"group", group}});
        };
        ValueId y = convolved("product", x, {12, 4, 3, 3}, 1);
        y = convolved("plane", y, {12, 1, 3, 3}, 12);
        y = convolved("direct", y, {5, 12, 3, 3}, 1);
        builder.output(y);
        const ir::Graph graph = typed(builder);
        auto programs = test::fakePrograms();
        QVERIFY(programs);
        auto usual = gpu::Network::make(*programs, graph, Opset17, nullptr);
        QVERIFY2(usual, usual ? "" : usual.error().message.c_str());
        const std::vector<gpu::LaunchTask> tasks = gpu::launchTasksOf(usual->plan());
        QCOMPARE(tasks.size(), std::size_t(3));
        QVERIFY(tasks[0].shape == (gpu::LaunchShape{gpu::findKernel("gemm_ended"), {12, 72, 36}}));
        QCOMPARE(tasks[0].nodes.size(), std::size_t(2)); // one for each image
        QCOMPARE(gpu::textOf(tasks[0].values), std::string("BM=64 BN=64 BK=8 WM=32 WN=32 DOWN=8"));
        QVERIFY(tasks[1].shape ==
                (gpu::LaunchShape{gpu::findKernel("convolution_depthwise"), {2, 12, 9, 8, 3, 1}}));
        QVERIFY(tasks[2].shape ==
                (gpu::LaunchShape{gpu::findKernel("convolution_direct"), {2, 12, 9, 8, 5, 3, 1}}));
        std::vector<gpu::TunedLaunch> tuned;
        for (const gpu::LaunchTask& each : tasks)
            tuned.push_back({each.shape, *gpu::valuesOf(*each.shape.kernel)});
        tuned[1].values = *gpu::valuesOf(*tuned[1].shape.kernel, std::vector<std::string>{"THREADS=64"});
        tuned[2].values =
            *gpu::valuesOf(*tuned[2].shape.kernel, std::vector<std::string>{"THREADS=64", "FILTERS=4"});
        auto other = gpu::Network::make(*programs, graph, Opset17, nullptr, {}, gpu::Type::Float32, tuned);
        QVERIFY2(other, other ? "" : other.error().message.c_str());
        for (std::size_t i = 0; i < tasks.size(); ++i)
            QCOMPARE(gpu::textOf(gpu::launchTasksOf(other->plan())[i].values), gpu::textOf(tuned[i].values));
        const std::vector<Tensor> inputs = inputsOf(graph, false);
        const std::vector<Tensor> expected = expectedOf(graph, inputs, Opset17);
        for (gpu::Network* const each : {&*usual, &*other}) {
            const auto found = each->run(inputs);
            QVERIFY2(found, found ? "" : found.error().message.c_str());
            QVERIFY(exec::compare(found->front(), expected[0]).relNorm < 1e-5);
        }
        // What has those parameters already, and other shapes, stay as they are.
        gpu::NetworkPlan plan = other->plan();
        QCOMPARE(gpu::retune(plan, tuned), std::size_t(0));
        tuned[0].shape.sizes = {12, 72, 37};
        QCOMPARE(gpu::retune(plan, std::span(tuned).first(1)), std::size_t(0));
    }

    void operatorsHere() {
        GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{2, 12}});
        const ValueId y = builder.node("Relu", {x}),
                      z = builder.node("CumSum",
                                       {y, builder.constant("axis", Tensor::scalar<std::int64_t>(1))});
        builder.output(builder.node("Add", {z, y}));
        builder.output(z);
        const ir::Graph graph = typed(builder);
        const std::string problem = problemOf(graph, Opset17, 2, false, 1);
        QVERIFY2(problem.empty(), problem.c_str());
        const auto plan = gpu::networkPlan(graph, Opset17, {.multiprocessors = 2});
        QVERIFY(plan);
        QCOMPARE(plan->count(ActionKind::ToGpu), std::size_t(2));
        QCOMPARE(plan->count(ActionKind::ToHost), std::size_t(2));
        const auto here = std::ranges::find(plan->actions, ActionKind::OnHost, &gpu::Action::kind);
        QVERIFY(here->reason.find("CumSum") != std::string::npos);
    }

    // Actions between events: a launch takes 0.1 ms of the fake's clock, copies nothing.
    void times() {
        const ir::Graph graph = alone("Conv", {2, 3, 9, 8}, {numbers({10, 3, 3, 3})});
        auto programs = test::fakePrograms();
        auto network = gpu::Network::make(*programs, graph, Opset17, nullptr);
        QVERIFY(network);
        const auto seconds = network->profile(inputsOf(graph, false));
        QVERIFY(seconds && seconds->size() == 3);
        QVERIFY(std::abs((*seconds)[1] - 4e-4) < 1e-8); // columns and a product for each image
        QVERIFY((*seconds)[0] == 0 && (*seconds)[2] == 0);
    }

    void noMemory() {
        const test::FakeSetting small("small");
        const ir::Graph graph = alone("Relu", {1024, 1024}, {});
        auto programs = test::fakePrograms();
        const auto network = gpu::Network::make(*programs, graph, Opset17, nullptr);
        QVERIFY(!network);
        QCOMPARE(int(network.error().code), int(ErrorCode::OutOfMemory));
        QVERIFY2(network.error().message.find("'x' on the GPU") != std::string::npos,
                 network.error().message.c_str());
        QCOMPARE(test::fakeAllocations(), std::size_t(0));
    }

    void kernelDoesNotCompile() {
        const test::FakeSetting broken("no softmax");
        auto programs = test::fakePrograms();
        const ir::Graph graph = alone("Softmax", {3, 5}, {});
        const auto network = gpu::Network::make(*programs, graph, Opset17, nullptr);
        QVERIFY(!network);
        for (const char* const part : {"Softmax_0", "softmax.cu(4)", "\"expf\" is undefined"})
            QVERIFY2(network.error().message.find(part) != std::string::npos, network.error().message.c_str());
    }

    void noNumbers() {
        const test::FakeSetting none("no numbers");
        auto programs = test::fakePrograms();
        const ir::Graph graph = alone("Relu", {3, 5}, {});
        auto network = gpu::Network::make(*programs, graph, Opset17, nullptr);
        QVERIFY(network);
        const auto node = network->firstWithoutNumbers(inputsOf(graph, false));
        QVERIFY(node && node->has_value() && **node == graph.order().front());
    }

    void otherInputs() {
        const ir::Graph graph = alone("Relu", {3, 5}, {});
        auto programs = test::fakePrograms();
        auto network = gpu::Network::make(*programs, graph, Opset17, nullptr);
        QVERIFY(network);
        for (const std::vector<Tensor>& wrong : {std::vector<Tensor>{}, std::vector<Tensor>{numbers({3, 4})}}) {
            const auto result = network->run(wrong);
            QVERIFY(!result && result.error().code == ErrorCode::BadInput);
        }
    }
};

EDGEWRIGHT_TEST(GpuNetworkTest)

} // namespace edgewright::gpu_network_test

#include "gpu_network_test.moc"
