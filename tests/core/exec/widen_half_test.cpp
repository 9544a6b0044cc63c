// SPDX-License-Identifier: GPL-3.0-or-later
// Models in float16 and bfloat16: float32 between their operators, and rounding where the model asks for it.
#include "core/exec/program.h"
#include "core/exec/widen_half.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::widen_half_test {

using ir::DataType;

namespace {

const ir::Opsets Opset{{"", 17}};

ir::Tensor halves(const ir::Dims& dims, const std::vector<float>& values, DataType type = DataType::Float16) {
    auto tensor = ir::Tensor::allocate(type, dims);
    std::ranges::transform(values, tensor->as<std::uint16_t>().begin(),
                           type == DataType::Float16 ? ir::floatToHalf : ir::floatToBfloat16);
    return std::move(tensor).value();
}

float rounded(float value) { return ir::halfToFloat(ir::floatToHalf(value)); }

struct Half : ir::GraphBuilder {
    ValueId x;
    explicit Half(DataType type = DataType::Float16) { x = input("x", ir::TensorType(type, ir::Dims{1})); }
    ValueId number(const std::string& name, float v, DataType type = DataType::Float16) {
        return constant(name, halves({1}, {v}, type));
    }
    ir::Graph typed() { return ops::inferTypes(graph(), Opset).graph; }
};

Result<exec::RunResult> run(const ir::Graph& graph, const ir::Feeds& feeds,
                            const exec::RunOptions& options = {}) {
    return exec::run(graph, Opset, feeds, options);
}

std::size_t count(const ir::Graph& graph, const std::string& op) {
    return static_cast<std::size_t>(
        std::ranges::count_if(graph.order(), [&](NodeId id) { return graph.node(id).op == op; }));
}

constexpr float Step = 1.0F / 1024; // between 1 and 2 in float16

} // namespace

class WidenHalfTest : public QObject {
    Q_OBJECT

private slots:
    // 1 + a quarter of a step, four times: rounding after each addition never leaves 1.
    void floatsBetween_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<float>("quarter");
        QTest::newRow("float16") << static_cast<int>(DataType::Float16) << Step / 4;
        QTest::newRow("bfloat16") << static_cast<int>(DataType::BFloat16) << 1.0F / 512;
    }
    void floatsBetween() {
        QFETCH(int, type);
        QFETCH(float, quarter);
        const auto half = static_cast<DataType>(type);
        Half net(half);
        const ValueId c = net.number("c", quarter, half);
        ValueId y = net.x;
        for (int i = 0; i < 4; ++i)
            y = net.node("Add", {y, c});
        net.output(y);
        const ir::Graph graph = net.typed();
        const ir::Feeds feeds{{net.x, halves({1}, {1}, half)}};
        const auto floats = run(graph, feeds);
        exec::RunOptions options;
        options.roundHalves = true;
        const auto rounds = run(graph, feeds, options);
        QVERIFY(floats && rounds);
        QVERIFY(floats->outputs[0].dtype() == half);
        QCOMPARE(ir::elementAsDouble(floats->outputs[0], 0), 1.0 + 4 * static_cast<double>(quarter));
        QCOMPARE(ir::elementAsDouble(rounds->outputs[0], 0), 1.0);
    }

    // One program runs both ways, and names only nodes that the model has.
    void keepsNames() {
        Half net;
        const ValueId sum = net.node("Add", {net.x, net.number("c", Step / 4)});
        const ValueId root = net.node("Sqrt", {sum});
        net.output(root);
        const ir::Graph graph = net.typed();
        exec::Program program(graph, Opset);
        const ir::Feeds feeds{{net.x, halves({1}, {2})}};
        exec::RunOptions options;
        options.capture = {sum, root, net.x};
        std::vector<std::int64_t> peaks;
        for (const bool rounds : {false, true, false}) {
            options.roundHalves = rounds;
            const auto result = program.run(feeds, options);
            QVERIFY(result.has_value());
            QCOMPARE(result->timings.size(), std::size_t(2));
            QCOMPARE(result->operatorCalls, std::int64_t(2));
            QCOMPARE(graph.node(result->timings[0].node).op, std::string("Add"));
            for (const ValueId id : options.capture)
                QVERIFY(result->captured.at(id).dtype() == DataType::Float16);
            QCOMPARE(ir::elementAsDouble(result->captured.at(sum), 0), 2.0);
            peaks.push_back(result->valueBytes);
        }
        // Two values of two bytes; or x, the captured sum and the root of four bytes each, and what is rounded.
        QVERIFY(peaks[1] == 4 && peaks[0] > 8 && peaks[2] == peaks[0]);
    }

    void castsKeepTheirRounding() {
        Half net;
        const ValueId c = net.number("c", Step / 4);
        const ValueId sum = net.node("Add", {net.x, c});
        const ValueId wide = net.node("Cast", {sum}, {{"to", std::int64_t(1)}});
        const ValueId narrow = net.node("Cast", {wide}, {{"to", std::int64_t(10)}});
        const ValueId whole =
            net.node("Cast", {net.node("Mul", {sum, net.number("many", 4096)})}, {{"to", std::int64_t(6)}});
        net.output(net.node("Add", {narrow, net.node("Add", {c, c})}));
        net.output(whole);
        const auto result = run(net.typed(), {{net.x, halves({1}, {1})}});
        QVERIFY(result.has_value());
        // The cast gives 1, and then two quarters make half a step: a tie, to even.
        QCOMPARE(ir::elementAsDouble(result->outputs[0], 0), 1.0);
        // 4097 is no float16, and a cast to integers sees one.
        QCOMPARE(ir::elementAsInt64(result->outputs[1], 0), std::int64_t(4096));
    }

    // What stays in halves reads rounded values and is read through a Cast.
    void staysInHalves_data() {
        QTest::addColumn<QString>("op");
        for (const char* op : {"Dropout", "CastLike", "QuantizeLinear", "RandomNormalLike", "If", "function"})
            QTest::newRow(op) << QString::fromLatin1(op);
    }
    void staysInHalves() {
        QFETCH(QString, op);
        Half net;
        const ValueId c = net.number("c", Step / 4);
        const ValueId sum = net.node("Add", {net.x, c});
        const ir::TensorType half(DataType::Float16, ir::Dims{1});
        ValueId y;
        if (op == QLatin1String("CastLike")) {
            y = net.node("CastLike", {sum, c});
        } else if (op == QLatin1String("Dropout")) {
            y = net.node("Dropout", {sum});
        } else if (op == QLatin1String("QuantizeLinear")) {
            const ValueId zero = net.constant("zero", ir::Tensor::scalar<std::uint8_t>(0));
            const ValueId one = net.constant("one", halves({}, {1}));
            y = net.node("DequantizeLinear", {net.node("QuantizeLinear", {sum, one, zero}), one, zero});
        } else if (op == QLatin1String("RandomNormalLike")) {
            const ValueId noise =
                net.node("RandomNormalLike", {sum}, {{"seed", 1.0F}, {"scale", 0.0F}, {"mean", 1.0F}});
            y = net.node("Mul", {noise, net.number("one", 1)});
        } else if (op == QLatin1String("If")) {
            ir::GraphBuilder branch;
            const ValueId inside = branch.value("captured", half);
            branch.graph().value(inside).outer = sum;
            branch.output(branch.node("Identity", {inside}));
            const auto body = std::make_shared<const ir::Graph>(branch.take());
            y = net.node("If", {net.constant("yes", ir::Tensor::scalar<bool>(true))},
                         {{"then_branch", body}, {"else_branch", body}});
        } else {
            ir::GraphBuilder body;
            body.output(body.node("Identity", {body.input("a", half)}));
            y = net.value("y", half);
            ir::Node call;
            call.domain = "local";
            call.op = "Same";
            call.inputs = {sum};
            call.outputs = {y};
            call.body = std::make_shared<const ir::Graph>(body.take());
            net.graph().addNode(std::move(call));
        }
        net.output(net.node("Add", {net.node("Add", {y, c}), c}));
        const ir::Graph graph = net.typed();
        const auto result = run(graph, {{net.x, halves({1}, {1})}});
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        // 1 + a quarter is rounded to 1, two more quarters are a tie, to even; three would have been a step.
        QCOMPARE(ir::elementAsDouble(result->outputs[0], 0), 1.0);
        const auto wide = exec::upcastHalves(graph, Opset);
        QVERIFY(wide && count(*wide, "Cast") >= 3);
    }

    void convertsConstantsOnce() {
        Half net;
        const ValueId c = net.number("c", 0.5F);
        const ValueId a = net.node("Mul", {net.x, c});
        net.output(net.node("Add", {a, c}));
        const ir::Graph graph = net.typed();
        const auto wide = exec::upcastHalves(graph, Opset);
        QVERIFY(wide.has_value());
        std::size_t floats = 0;
        for (std::size_t i = 0; i < wide->valueCount(); ++i)
            if (const ir::Value& value = wide->value(ValueId(i)); value.constant)
                floats += value.constant->dtype() == DataType::Float32 ? 1 : 0;
        QCOMPARE(floats, std::size_t(1));
        QCOMPARE(count(*wide, "Cast"), std::size_t(2)); // of the input and of the output
        QVERIFY(wide->outputs == graph.outputs && wide->inputs == graph.inputs);
        QVERIFY(wide->value(a).type.dtype == DataType::Float32);
    }

    void inputThatIsAnOutput() {
        Half net;
        const ValueId sum = net.node("Add", {net.x, net.x});
        net.output(net.x);
        net.output(sum);
        net.output(net.node("Add", {sum, net.number("c", 1)}));
        const auto result = run(net.typed(), {{net.x, halves({1}, {1})}});
        QVERIFY(result.has_value());
        for (const std::size_t i : {std::size_t(0), std::size_t(1), std::size_t(2)})
            QCOMPARE(ir::elementAsDouble(result->outputs[i], 0), 1.0 + static_cast<double>(i));
    }

    // Fed in place of an initializer, and inside an arena: as declared.
    void roundsWhereTypesMatter() {
        Half net;
        const ValueId c = net.number("c", 1);
        const ValueId sum = net.node("Add", {net.x, c});
        net.output(net.node("Add", {sum, c}));
        const ir::Graph graph = net.typed();
        const auto fed = run(graph, {{net.x, halves({1}, {1})}, {c, halves({1}, {Step / 4})}});
        QVERIFY(fed.has_value());
        QCOMPARE(ir::elementAsDouble(fed->outputs[0], 0), 1.0);

        ir::ArenaPlan plan;
        plan.arenaBytes = 64;
        plan.places[sum] = {0, 2};
        exec::RunOptions options;
        options.arena = &plan;
        const auto inside = run(graph, {{net.x, halves({1}, {1})}}, options);
        QVERIFY(inside.has_value());
        QCOMPARE(ir::elementAsDouble(inside->outputs[0], 0), 3.0);
        QCOMPARE(inside->valueBytes, std::int64_t(64) + 2);
    }

    void groupsAreWidenedInside() {
        const ir::TensorType half(DataType::Float16, ir::Dims{1});
        ir::GraphBuilder body;
        const ValueId a = body.input("a", half), b = body.input("b", half);
        const ValueId first = body.value("first", half), second = body.value("second", half);
        body.nodeInto("Add", {a, b}, {first});
        body.nodeInto("Add", {first, b}, {second});
        body.output(second);
        Half net;
        const ValueId y = net.value("y", half);
        ir::Node group;
        group.domain = std::string(ir::FusedDomain);
        group.op = "AddAdd";
        group.inputs = {net.x, net.number("c", Step / 4)};
        group.outputs = {y};
        group.body = std::make_shared<const ir::Graph>(body.take());
        net.graph().addNode(std::move(group));
        net.output(net.node("Add", {y, net.number("d", Step / 2)}));
        const ir::Graph graph = net.typed();
        const auto result = run(graph, {{net.x, halves({1}, {1})}});
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(ir::elementAsDouble(result->outputs[0], 0), 1.0 + static_cast<double>(Step));
    }

    // A weight is known in the body, too, in halves; a kernel of a part of the group took those for float32.
    void knownInputsOfGroups() {
        const ir::TensorType half(DataType::Float16, ir::Dims{1});
        ir::GraphBuilder body;
        const ValueId a = body.input("a", half), b = body.input("b", half);
        const ValueId sum = body.node("Add", {body.node("Add", {a, b}), b});
        const ValueId sorted = body.value("sorted", half), places = body.value("places");
        const ValueId one = body.constant("one", ir::Tensor::of<std::int64_t>({1}, {1}));
        body.nodeInto("TopK", {sum, one}, {sorted, places});
        body.output(sorted);
        Half net;
        const ValueId y = net.value("y", half);
        ir::Node group;
        group.domain = std::string(ir::FusedDomain);
        group.op = "AddAddTopK";
        group.inputs = {net.x, net.number("c", Step / 4)};
        group.outputs = {y};
        group.body = std::make_shared<const ir::Graph>(body.take());
        net.graph().addNode(std::move(group));
        net.output(net.node("Add", {y, net.number("d", Step / 2)}));
        const auto result = run(net.typed(), {{net.x, halves({1}, {1})}});
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(ir::elementAsDouble(result->outputs[0], 0), 1.0 + static_cast<double>(Step));
    }

    // Too large for float16 in between, fine at the end.
    void overflow() {
        Half net;
        const ValueId large = net.node("Mul", {net.x, net.number("c", 60000)});
        net.output(net.node("Div", {large, net.number("d", 60000)}));
        const ir::Graph graph = net.typed();
        exec::RunOptions options;
        const auto floats = run(graph, {{net.x, halves({1}, {2})}}, options);
        options.roundHalves = true;
        const auto rounds = run(graph, {{net.x, halves({1}, {2})}}, options);
        QVERIFY(floats && rounds);
        QCOMPARE(ir::elementAsDouble(floats->outputs[0], 0), 2.0);
        QVERIFY(std::isinf(ir::elementAsDouble(rounds->outputs[0], 0)));
        QCOMPARE(rounded(60000), 60000.0F);
    }
};

EDGEWRIGHT_TEST(WidenHalfTest)

} // namespace edgewright::widen_half_test

#include "widen_half_test.moc"
