// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that are a function of a code: looked up, they give what their members give one by one, to the bit.
#include "core/exec/fused/code_map.h"

#include "core/exec/executor.h"
#include "core/exec/fused/inner_groups.h"
#include "core/exec/lower.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cstring>

namespace edgewright::code_map_test {

using ir::DataType;
using ir::Dims;

namespace {

const ir::Opsets Opsets{{"", 20}, {"com.microsoft", 1}};

// A network of codes of one type.
class Net : public ir::GraphBuilder {
public:
    explicit Net(DataType type, Dims dims = {2, 3, 70})
        : m_type(type), x(input("x", {type, std::move(dims)})) {}

    ValueId scale(float value) { return constant("s", ir::Tensor::scalar(value)); }
    ValueId zero(int value) {
        return constant("z", m_type == DataType::Int8 ? ir::Tensor::scalar(static_cast<std::int8_t>(value))
                                                      : ir::Tensor::scalar(static_cast<std::uint8_t>(value)));
    }
    ValueId encoded(ValueId from, float s, int z) { return node("QuantizeLinear", {from, scale(s), zero(z)}); }
    ValueId decoded(ValueId from, float s, int z) {
        return node("DequantizeLinear", {from, scale(s), zero(z)});
    }
    ValueId microsoft(const std::string& op, std::vector<ValueId> inputs) {
        const ValueId out = value(op + "_out" + std::to_string(graph().nextNode().index()));
        graph().node(nodeInto(op, std::move(inputs), {out})).domain = "com.microsoft";
        return out;
    }
    ValueId times(ValueId a, ValueId b) {
        return microsoft("QLinearMul", {a, scale(0.05f), zero(9), b, scale(0.011f), zero(-3 + m_offset),
                                        scale(0.03f), zero(7)});
    }
    ValueId sigmoid(ValueId a) {
        return microsoft("QLinearSigmoid", {a, scale(0.05f), zero(9), scale(1.0f / 255), zero(m_offset)});
    }
    ir::Graph typed() { return ops::inferTypes(graph(), Opsets).graph; }

private:
    DataType m_type;
    int m_offset = 4; // of zero points, which fit either type

public:
    ValueId x;
};

using Make = void (*)(Net&);

void gelu(Net& net) { net.output(net.encoded(net.node("Gelu", {net.decoded(net.x, 0.04f, 17)}), 0.021f, 3)); }
void slope(Net& net) { // of as many axes as the input
    const Dims ones(net.graph().value(net.x).type.shape->size(), 1);
    const ValueId one = net.constant("slope", ir::Tensor::of(ones, std::vector<float>{0.25f}));
    net.output(net.encoded(net.node("PRelu", {net.decoded(net.x, 0.04f, 17), one}), 0.021f, 3));
}
void swish(Net& net) { net.output(net.times(net.x, net.sigmoid(net.x))); }
void hardSwish(Net& net) {
    const ValueId sum =
        net.microsoft("QLinearAdd", {net.x, net.scale(0.05f), net.zero(9), net.zero(90), net.scale(0.04f),
                                     net.zero(2), net.scale(0.06f), net.zero(1)});
    const ValueId bounded = net.node("Clip", {net.decoded(sum, 0.06f, 1), net.scale(0.0f), net.scale(6.0f)});
    net.output(net.times(net.x, net.encoded(bounded, 6.0f / 127, 0)));
}
void numbers(Net& net) { // a result in float32
    net.output(net.node("Exp", {net.node("Tanh", {net.decoded(net.x, 0.03f, -8 + 12)})}));
}

// Every code, several times.
ir::Tensor everyCode(DataType type, const Dims& dims) {
    auto tensor = ir::Tensor::allocate(type, dims);
    auto next = std::uint8_t(3);
    for (std::byte& each : tensor->mutableBytes()) {
        each = static_cast<std::byte>(next);
        next = static_cast<std::uint8_t>(next + 7);
    }
    return std::move(tensor).value();
}

bool isMade(const ir::Graph& body) {
    const ir::Graph graph = test::asOneGroup(body);
    return exec::CodeMap::make(graph.node(graph.order()[0]), Opsets) != nullptr;
}

} // namespace

class CodeMapTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_data() {
        QTest::addColumn<qulonglong>("make");
        QTest::addColumn<int>("type");
        const std::pair<const char*, Make> cases[] = {{"gelu", gelu},
                                                      {"slope", slope},
                                                      {"swish", swish},
                                                      {"hard swish", hardSwish},
                                                      {"numbers", numbers}};
        for (const auto& [name, make] : cases)
            for (const DataType type : {DataType::UInt8, DataType::Int8})
                QTest::addRow("%s of %s", name, type == DataType::Int8 ? "int8" : "uint8")
                    << reinterpret_cast<qulonglong>(make) << static_cast<int>(type);
    }
    void agrees() {
        QFETCH(qulonglong, make);
        QFETCH(int, type);
        for (const Dims& dims : {Dims{2, 3, 70}, Dims{3}, Dims{1, 5, 40001}}) {
            Net net(static_cast<DataType>(type), dims);
            reinterpret_cast<Make>(make)(net);
            const ir::Graph body = net.typed();
            QVERIFY(isMade(body));
            const ir::Graph graph = test::asOneGroup(body);
            QVERIFY(exec::isOneKernel(graph, graph.node(graph.order()[0]), Opsets));
            const ir::Tensor x = everyCode(static_cast<DataType>(type), dims);
            exec::RunOptions options;
            options.threads = 2;
            const auto plain = exec::run(body, Opsets, {{body.inputs[0], x}}, options);
            const auto grouped = exec::run(graph, Opsets, {{graph.inputs[0], x}}, options);
            QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
            QVERIFY2(grouped, grouped ? "" : grouped.error().message.c_str());
            QCOMPARE(grouped->operatorCalls, std::int64_t(1));
            QCOMPARE(grouped->outputs[0].dims(), plain->outputs[0].dims());
            QVERIFY(std::ranges::equal(grouped->outputs[0].bytes(), plain->outputs[0].bytes()));
        }
    }

    // What nobody else reads is written over.
    void inPlace() {
        Net net(DataType::UInt8);
        net.x = net.node("Concat", {net.x, net.x}, {{"axis", std::int64_t(0)}});
        gelu(net);
        const ir::Graph body = net.typed();
        const ir::Graph graph = test::asOneGroup(body);
        const ir::Tensor x = everyCode(DataType::UInt8, {2, 3, 70});
        const auto plain = exec::run(body, Opsets, {{body.inputs[0], x}}, {});
        exec::Program program(graph, Opsets);
        QVERIFY(program.run({{graph.inputs[0], x}}, {})); // the table is made
        const auto grouped = program.run({{graph.inputs[0], x}}, {});
        QVERIFY(plain);
        QVERIFY(grouped);
        QVERIFY(std::ranges::equal(grouped->outputs[0].bytes(), plain->outputs[0].bytes()));
        QCOMPARE(grouped->allocations, std::int64_t(1)); // that of the Concat
    }

    void partsOfAGroup() {
        Net net(DataType::UInt8, {1, 2, 5, 5});
        const ValueId gelu = net.node("Gelu", {net.decoded(net.x, 0.04f, 17)});
        const ValueId pooled = net.node("GlobalMaxPool", {net.encoded(gelu, 0.02f, 3)});
        net.output(net.times(pooled, net.sigmoid(pooled)));
        const auto split = exec::withInnerGroups(std::make_shared<const ir::Graph>(net.typed()), Opsets);
        QStringList found;
        for (const NodeId id : split->order())
            found.append(QString::fromStdString(split->node(id).op));
        QCOMPARE(found.join(QLatin1Char(' ')),
                 QStringLiteral("DequantizeLinearGeluQuantizeLinear GlobalMaxPool QLinearSigmoidQLinearMul"));
    }

    // Each reader of a code may dequantize it for itself; where one of them goes elsewhere, the others are a
    // group without it.
    void severalDequantizations() {
        const auto groups = [](bool isReadElsewhere) {
            Net net(DataType::UInt8, {1, 2, 5, 5});
            const ValueId first = net.decoded(net.x, 0.04f, 17), second = net.decoded(net.x, 0.04f, 17);
            const ValueId product = net.node("Mul", {net.node("Tanh", {first}), second});
            net.output(net.node("GlobalMaxPool", {net.encoded(product, 0.02f, 3)}));
            if (isReadElsewhere) net.output(net.node("GlobalMaxPool", {second}));
            const auto split = exec::withInnerGroups(std::make_shared<const ir::Graph>(net.typed()), Opsets);
            QStringList found;
            for (const NodeId id : split->order())
                found.append(QString::fromStdString(split->node(id).op));
            return found.join(QLatin1Char(' '));
        };
        QCOMPARE(groups(false),
                 QStringLiteral("DequantizeLinearDequantizeLinearTanhMulQuantizeLinear GlobalMaxPool"));
        QCOMPARE(groups(true), QStringLiteral("DequantizeLinear DequantizeLinearTanh Mul QuantizeLinear "
                                              "GlobalMaxPool GlobalMaxPool"));
    }

    void refuses() {
        Net two(DataType::UInt8); // two codes
        two.output(two.times(two.sigmoid(two.x), two.input("y", {DataType::UInt8, Dims{2, 3, 70}})));
        QVERIFY(!isMade(two.typed()));
        Net channels(DataType::UInt8, {1, 2, 5}); // a number for each channel
        const ValueId scales = channels.constant("scales", ir::Tensor::of<float>({2}, {0.1f, 0.2f}));
        channels.output(channels.encoded(channels.node("DequantizeLinear", {channels.x, scales}), 0.1f, 0));
        QVERIFY(!isMade(channels.typed()));
        Net rows(DataType::UInt8); // not element by element
        rows.output(rows.encoded(rows.node("Softmax", {rows.decoded(rows.x, 0.1f, 0)}), 0.1f, 0));
        QVERIFY(!isMade(rows.typed()));
        Net larger(DataType::UInt8, {5}); // the constant has more axes
        larger.output(larger.node("Mul", {larger.decoded(larger.x, 0.1f, 0),
                                          larger.constant("c", ir::Tensor::of<float>({1, 1}, {2.0f}))}));
        QVERIFY(!isMade(larger.typed()));
        Net one(DataType::UInt8, {1});
        gelu(one);
        QVERIFY(!isMade(one.typed()));
        Net scaler(DataType::UInt8, {1, 2, 5, 5}); // its attribute is of channels
        scaler.output(scaler.encoded(scaler.node("ImageScaler", {scaler.decoded(scaler.x, 0.1f, 0)}), 0.1f, 0));
        QVERIFY(!isMade(scaler.typed()));
    }
};

EDGEWRIGHT_TEST(CodeMapTest)

} // namespace edgewright::code_map_test

#include "code_map_test.moc"
