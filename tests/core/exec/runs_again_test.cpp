// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels keep from run to run: later runs of a program give what a new program gives.
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>

namespace edgewright::runs_again_test {

using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

const ir::Opsets Opsets{{"", 20}, {"com.microsoft", 1}};

Tensor filled(DataType type, const Dims& dims, int seed) {
    auto tensor = Tensor::allocate(type, dims);
    auto next = static_cast<std::uint32_t>(seed) * 2654435761u + 1;
    const auto random = [&] { return (next = next * 1664525u + 1013904223u) >> 24; };
    if (type == DataType::Float32)
        for (float& each : tensor->as<float>())
            each = static_cast<float>(random()) / 50.0f - 2;
    else
        for (std::byte& each : tensor->mutableBytes())
            each = static_cast<std::byte>(random());
    return std::move(tensor).value();
}

struct Net : ir::GraphBuilder {
    ValueId scale(float value) { return constant("scale", Tensor::scalar(value)); }
    ValueId zero(int value) { return constant("zero", Tensor::scalar(static_cast<std::uint8_t>(value))); }
    ValueId signedZero() { return constant("zero", Tensor::scalar(std::int8_t(0))); }
    ValueId weight(Dims dims) { return constant("weight", filled(DataType::Int8, std::move(dims), 7)); }
    ValueId microsoft(const std::string& op, std::vector<ValueId> inputs) {
        const ValueId out = value(op + "_out");
        graph().node(nodeInto(op, std::move(inputs), {out})).domain = "com.microsoft";
        return out;
    }
    ValueId codes(ir::TensorType type) { return input("x", std::move(type)); }
};

ir::TensorType open(DataType type, std::size_t rank) { // no extent is known
    ir::TensorType result(type);
    result.shape = std::vector<ir::Dim>(rank);
    return result;
}

// Each makes a network of one input "x" and says which extents it takes, in turn.
using Make = std::vector<Dims> (*)(Net&);

std::vector<Dims> product(Net& net) {
    net.output(net.node("QLinearMatMul", {net.codes(open(DataType::UInt8, 3)), net.scale(0.02f), net.zero(13),
                                          net.weight({20, 37}), net.scale(0.01f), net.signedZero(),
                                          net.scale(0.07f), net.zero(100)}));
    return {{1, 1, 20}, {1, 1, 20}, {2, 9, 20}, {1, 1, 20}};
}
std::vector<Dims> gemm(Net& net) {
    const ValueId bias = net.constant("bias", Tensor::of<std::int32_t>({3}, {100, -500, 7}));
    net.output(net.microsoft("QGemm", {net.codes(open(DataType::UInt8, 2)), net.scale(0.02f), net.zero(13),
                                       net.weight({20, 3}), net.scale(0.01f), net.signedZero(), bias,
                                       net.scale(0.07f), net.zero(100)}));
    return {{5, 20}, {5, 20}, {1, 20}, {5, 20}};
}
std::vector<Dims> convolution(Net& net) {
    net.output(
        net.node("QLinearConv",
                 {net.codes(open(DataType::UInt8, 4)), net.scale(0.02f), net.zero(13), net.weight({9, 4, 3, 3}),
                  net.scale(0.01f), net.signedZero(), net.scale(0.07f), net.zero(100)},
                 {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}}));
    return {{1, 4, 6, 20}, {1, 4, 6, 20}, {2, 4, 3, 5}, {1, 4, 6, 20}};
}
std::vector<Dims> sigmoid(Net& net) {
    net.output(net.microsoft("QLinearSigmoid", {net.codes(open(DataType::UInt8, 2)), net.scale(0.02f),
                                                net.zero(13), net.scale(0.004f), net.zero(3)}));
    return {{2, 50}, {2, 50}, {9, 1}};
}
std::vector<Dims> gathered(Net& net) {
    const ValueId places = net.constant("at", Tensor::of<std::int64_t>({2, 2}, {0, 1, -1, 0}));
    net.output(net.node("GatherND", {net.codes(open(DataType::Float32, 3)), places}));
    return {{2, 3, 4}, {2, 3, 4}, {5, 2, 4}, {2, 3, 4}};
}
std::vector<Dims> reshaped(Net& net) {
    const ValueId shape = net.constant("shape", Tensor::of<std::int64_t>({3}, {0, -1, 2}));
    net.output(net.node("Reshape", {net.codes(open(DataType::Float32, 3)), shape}));
    return {{2, 3, 4}, {1, 2, 6}, {2, 0, 4}, {2, 3, 4}};
}

ir::Graph made(Make make, std::vector<Dims>* extents, DataType* type = nullptr) {
    Net net;
    auto all = make(net);
    if (extents) *extents = std::move(all);
    ir::Graph graph = ops::inferTypes(net.take(), Opsets).graph;
    if (type) *type = graph.value(graph.inputs[0]).type.dtype;
    return graph;
}

void computesAnew(exec::Program& program, const ir::Graph& graph, const ir::Feeds& feeds) {
    const auto fresh = exec::run(graph, Opsets, feeds, {});
    const auto again = program.run(feeds, {});
    QVERIFY2(fresh, fresh ? "" : fresh.error().message.c_str());
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(again->outputs[0].dims(), fresh->outputs[0].dims());
    QVERIFY(std::ranges::equal(again->outputs[0].bytes(), fresh->outputs[0].bytes()));
}

} // namespace

class RunsAgainTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_data() {
        QTest::addColumn<qulonglong>("make");
        const std::pair<const char*, Make> cases[] = {{"product", product},         {"gemm", gemm},
                                                      {"convolution", convolution}, {"sigmoid", sigmoid},
                                                      {"gathered", gathered},       {"reshaped", reshaped}};
        for (const auto& [name, make] : cases)
            QTest::newRow(name) << reinterpret_cast<qulonglong>(make);
    }
    void agrees() {
        QFETCH(qulonglong, make);
        std::vector<Dims> extents;
        DataType type = DataType::Undefined;
        const ir::Graph graph = made(reinterpret_cast<Make>(make), &extents, &type);
        exec::Program program(graph, Opsets);
        int seed = 1;
        for (const Dims& dims : extents)
            computesAnew(program, graph, {{graph.inputs[0], filled(type, dims, seed++)}});
    }

    // A weight that is fed in one run, and not in the next one.
    void fedWeights_data() { agrees_data(); }
    void fedWeights() {
        QFETCH(qulonglong, make);
        std::vector<Dims> extents;
        DataType type = DataType::Undefined;
        const ir::Graph graph = made(reinterpret_cast<Make>(make), &extents, &type);
        exec::Program program(graph, Opsets);
        const Tensor x = filled(type, extents[0], 5);
        for (std::size_t i = 0; i < graph.valueCount(); ++i) {
            const ir::Value& value = graph.value(ValueId(i));
            if (!value.constant || value.constant->dtype() == DataType::Int64) continue;
            Tensor other = filled(value.type.dtype, value.constant->dims(), 11);
            if (value.type.dtype == DataType::Float32) other.as<float>()[0] = 0.031f;
            if (value.constant->dtype() == DataType::Int8 && value.constant->rank() == 0)
                other.as<std::int8_t>()[0] = 5;
            computesAnew(program, graph, {{graph.inputs[0], x}});
            computesAnew(program, graph, {{graph.inputs[0], x}, {ValueId(i), other}});
            computesAnew(program, graph, {{graph.inputs[0], x}});
        }
    }

    // After a run that failed half-way.
    void failedRuns() {
        Net net;
        const ValueId x = net.input("x", open(DataType::Float32, 2));
        const ValueId twice = net.node("Add", {x, x});
        net.output(net.node("MatMul", {twice, net.constant("w", filled(DataType::Float32, {3, 2}, 3))}));
        net.output(twice);
        const ir::Graph graph = ops::inferTypes(net.take(), Opsets).graph;
        exec::Program program(graph, Opsets);
        for (const Dims& dims : {Dims{2, 3}, Dims{2, 5}, Dims{4, 3}}) {
            const ir::Feeds feeds{{graph.inputs[0], filled(DataType::Float32, dims, 2)}};
            if (dims[1] == 3)
                computesAnew(program, graph, feeds);
            else
                QVERIFY(!program.run(feeds, {}));
        }
    }
};

EDGEWRIGHT_TEST(RunsAgainTest)

} // namespace edgewright::runs_again_test

#include "runs_again_test.moc"
