// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that go over rows, against the same operators in double, one after the other.
#include "core/exec/executor.h"
#include "core/exec/fused/row_kernel.h"

#include "core/ir/builder.h"
#include "core/ir/order.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

namespace edgewright::row_kernel_test {

namespace {

using Ints = std::vector<std::int64_t>;
using Net = ir::GraphBuilder;
const ir::Opsets Opsets{{"", 17}};

ir::TensorType floats(const ir::Dims& dims) { return {ir::DataType::Float32, dims}; }
ir::Graph typed(Net& net) { return ops::inferTypes(net.take(), Opsets).graph; }
ValueId number(Net& net, const char* name, float value) {
    return net.constant(name, ir::Tensor::scalar<float>(value));
}
ValueId reduced(Net& net, const char* op, ValueId x, Ints axes, std::int64_t keepdims = 1) {
    if (std::string_view(op) == "ReduceSum") {
        const auto count = static_cast<std::int64_t>(axes.size());
        return net.node(op, {x, net.constant("axes", ir::Tensor::of<std::int64_t>({count}, axes))},
                        {{"keepdims", keepdims}});
    }
    return net.node(op, {x}, {{"axes", axes}, {"keepdims", keepdims}});
}

// Elements in double, broadcast by hand.
struct Values {
    ir::Dims dims;
    std::vector<double> data;
    double at(std::vector<std::int64_t> index) const { // of the result that this broadcasts to
        index.erase(index.begin(), index.end() - static_cast<std::ptrdiff_t>(dims.size()));
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < dims.size(); ++i)
            offset = offset * dims[i] + (dims[i] == 1 ? 0 : index[i]);
        return data[static_cast<std::size_t>(offset)];
    }
};

void forEachIndex(const ir::Dims& dims, const std::function<void(const std::vector<std::int64_t>&)>& body) {
    std::vector<std::int64_t> index(dims.size(), 0);
    for (;;) {
        body(index);
        std::size_t axis = dims.size();
        while (axis > 0 && ++index[axis - 1] == dims[axis - 1])
            index[--axis] = 0;
        if (axis == 0) return;
    }
}

Values applied(const ir::Dims& dims, const std::vector<Values>& in,
               const std::function<double(double, double)>& f) {
    Values out{dims, {}};
    forEachIndex(dims, [&](const auto& index) {
        out.data.push_back(f(in[0].at(index), in.size() > 1 ? in[1].at(index) : 0));
    });
    return out;
}

// Joins over the axes where `kept` has extent 1.
Values joined(const Values& in, const ir::Dims& kept, double start,
              const std::function<double(double, double)>& f) {
    std::int64_t count = 1;
    for (const std::int64_t extent : kept)
        count *= extent;
    Values out{kept, std::vector<double>(static_cast<std::size_t>(count), start)};
    forEachIndex(in.dims, [&](const auto& index) {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < kept.size(); ++i)
            offset = offset * kept[i] + (kept[i] == 1 ? 0 : index[i]);
        double& to = out.data[static_cast<std::size_t>(offset)];
        to = f(to, in.at(index));
    });
    return out;
}

Values computed(const ir::Graph& body, const ir::Node& node, const std::vector<Values>& in) {
    const ir::Dims dims = *body.value(node.output(0)).type.dims();
    const auto unary = [&](double (*f)(double)) {
        return applied(dims, in, [f](double a, double) { return f(a); });
    };
    const auto add = [](double a, double b) { return a + b; };
    const auto most = [](double a, double b) { return std::max(a, b); };
    constexpr double low = -std::numeric_limits<double>::infinity();
    const std::string& op = node.op;
    if (op == "Add") return applied(dims, in, add);
    if (op == "Sub") return applied(dims, in, [](double a, double b) { return a - b; });
    if (op == "Mul") return applied(dims, in, [](double a, double b) { return a * b; });
    if (op == "Div") return applied(dims, in, [](double a, double b) { return a / b; });
    if (op == "Pow") return applied(dims, in, [](double a, double b) { return std::pow(a, b); });
    if (op == "Sqrt") return unary(std::sqrt);
    if (op == "Exp") return unary(std::exp);
    if (op == "Erf") return unary(std::erf);
    if (op == "Tanh") return unary(std::tanh);
    if (op == "Reciprocal") return unary([](double a) { return 1 / a; });
    if (op.starts_with("Reduce")) {
        ir::Dims kept = in[0].dims;
        std::int64_t count = 1;
        for (std::int64_t axis : node.hasInput(1) ? Ints{-1} : node.ints("axes")) {
            if (axis < 0) axis += static_cast<std::int64_t>(kept.size());
            count *= std::exchange(kept[static_cast<std::size_t>(axis)], 1);
        }
        Values out = op == "ReduceMax" ? joined(in[0], kept, low, most)
                     : op == "ReduceL2" || op == "ReduceSumSquare"
                         ? joined(in[0], kept, 0, [](double a, double b) { return a + b * b; })
                         : joined(in[0], kept, 0, add);
        for (double& each : out.data)
            each = op == "ReduceMean" ? each / static_cast<double>(count)
                   : op == "ReduceL2" ? std::sqrt(each)
                                      : each;
        out.dims = dims;
        return out;
    }
    ir::Dims kept = in[0].dims;
    kept.back() = 1;
    if (op == "Softmax") {
        const Values top = joined(in[0], kept, low, most);
        const Values e = applied(dims, {in[0], top}, [](double a, double b) { return std::exp(a - b); });
        return applied(dims, {e, joined(e, kept, 0, add)}, [](double a, double b) { return a / b; });
    }
    Q_ASSERT(op == "LayerNormalization" || op == "RMSNormalization");
    const auto n = static_cast<double>(in[0].dims.back());
    Values mean = joined(in[0], kept, 0, add);
    for (double& each : mean.data)
        each = op == "RMSNormalization" ? 0 : each / n;
    const Values d = applied(dims, {in[0], mean}, [](double a, double b) { return a - b; });
    const Values squares = joined(d, kept, 0, [](double a, double b) { return a + b * b; });
    const double epsilon = static_cast<double>(node.floatOr("epsilon", 1e-5f));
    const Values y =
        applied(dims, {d, squares}, [&](double a, double b) { return a / std::sqrt(b / n + epsilon); });
    const Values scaled = applied(dims, {y, in[1]}, [](double a, double b) { return a * b; });
    return in.size() < 3 ? scaled : applied(dims, {scaled, in[2]}, add);
}

std::vector<Values> truth(const ir::Graph& body, const ir::Feeds& feeds) {
    std::unordered_map<ValueId, Values> values;
    const auto valueOf = [&](ValueId id) {
        if (const auto found = values.find(id); found != values.end()) return found->second;
        const ir::Tensor& tensor = feeds.contains(id) ? feeds.at(id) : *body.value(id).known();
        Values result{tensor.dims(), {}};
        for (std::int64_t i = 0; i < tensor.elements(); ++i)
            result.data.push_back(ir::elementAsDouble(tensor, i));
        return result;
    };
    for (const NodeId id : ir::executionOrder(body).nodes) {
        const ir::Node& node = body.node(id);
        std::vector<Values> in;
        for (const ValueId input : node.inputs)
            in.push_back(valueOf(input));
        values[node.output(0)] = computed(body, node, in);
    }
    std::vector<Values> outputs;
    for (const ValueId id : body.outputs)
        outputs.push_back(values.at(id));
    return outputs;
}

ir::Node groupOf(const ir::Graph& body) {
    ir::Node group;
    group.op = "Group";
    group.domain = ir::FusedDomain;
    group.body = std::make_shared<const ir::Graph>(body);
    return group;
}

using Make = void (*)(Net&, const ir::Dims&);

// x - mean over the last `tail` axes
ValueId centred(Net& net, ValueId x, ValueId* variance, Ints axes = {-1}) {
    const ValueId d = net.node("Sub", {x, reduced(net, "ReduceMean", x, axes)});
    *variance = reduced(net, "ReduceMean", net.node("Pow", {d, number(net, "two", 2)}), axes);
    return d;
}

void layerNorm(Net& net, const ir::Dims& dims) {
    const ValueId x = net.node("Add", {net.input("a", floats(dims)), net.input("b", floats(dims))});
    ValueId variance;
    const ValueId d = centred(net, x, &variance);
    const ValueId deviation = net.node("Sqrt", {net.node("Add", {variance, number(net, "eps", 1e-5f)})});
    const ValueId y = net.node("Mul", {net.node("Div", {d, deviation}), net.input("g", floats({dims.back()}))});
    const ValueId z = net.node("Add", {net.input("s", floats({dims.back()})), y});
    const ValueId gate = net.node("Add", {net.node("Erf", {z}), number(net, "one", 1)});
    net.output(net.node("Mul", {z, gate}));
}
void foldedNorm(Net& net, const ir::Dims& dims) { // x * (r * scale) + (shift - mean * r * scale)
    const ValueId x = net.input("x", floats(dims));
    ValueId variance;
    const ValueId mean = reduced(net, "ReduceMean", x, {-1});
    centred(net, x, &variance);
    const ValueId root =
        net.node("Reciprocal", {net.node("Sqrt", {net.node("Add", {variance, number(net, "eps", 1e-3f)})})});
    const ValueId slope = net.node("Mul", {root, net.input("g", floats({dims.back()}))});
    const ValueId shift =
        net.node("Sub", {net.input("s", floats({dims.back()})), net.node("Mul", {mean, slope})});
    net.output(net.node("Add", {net.node("Mul", {x, slope}), shift}));
}
void rmsNorm(Net& net, const ir::Dims& dims) {
    const ValueId x = net.input("x", floats(dims));
    const ValueId mean = reduced(net, "ReduceMean", net.node("Mul", {x, x}), {-1});
    const ValueId root =
        net.node("Reciprocal", {net.node("Sqrt", {net.node("Add", {mean, number(net, "eps", 1e-6f)})})});
    net.output(net.node("Mul", {net.input("g", floats({dims.back()})), net.node("Mul", {x, root})}));
}
void spelledSoftmax(Net& net, const ir::Dims& dims) {
    const ValueId x = net.node("Div", {net.input("x", floats(dims)), number(net, "scale", 0.25f)});
    const ValueId e = net.node("Exp", {net.node("Sub", {x, reduced(net, "ReduceMax", x, {-1})})});
    net.output(net.node("Div", {e, reduced(net, "ReduceSum", e, {-1})}));
}
void maskedSoftmax(Net& net, const ir::Dims& dims) { // the mask repeats along an axis in the middle
    ir::Dims mask = dims;
    mask[1] = 1;
    ir::Dims perRow = mask;
    perRow.back() = 1;
    const ValueId x = net.node("Mul", {net.input("x", floats(dims)), net.input("r", floats(perRow))});
    net.output(net.node("Softmax", {net.node("Add", {net.input("m", floats(mask)), x})}));
}
void unitLength(Net& net, const ir::Dims& dims) {
    const ValueId x = net.input("x", floats(dims));
    net.output(net.node("Div", {x, reduced(net, "ReduceL2", x, {-1})}));
}
void statistics(Net& net, const ir::Dims& dims) { // all of them leave the group
    const ValueId x = net.node("Tanh", {net.input("x", floats(dims))});
    ValueId variance;
    net.output(centred(net, x, &variance));
    net.output(variance);
    net.output(reduced(net, "ReduceSumSquare", x, {-1}, 0));
    net.output(x);
}
void planes(Net& net, const ir::Dims& dims) { // the last two axes are a row
    const ValueId x = net.input("x", floats(dims));
    ValueId variance;
    const ValueId d = centred(net, x, &variance, {-2, -1});
    const ValueId deviation = net.node("Sqrt", {net.node("Add", {variance, number(net, "eps", 1e-5f)})});
    ir::Dims channels(dims.size(), 1);
    channels[1] = dims[1];
    net.output(net.node("Mul", {net.node("Div", {d, deviation}), net.input("g", floats(channels))}));
}
void composedNorm(Net& net, const ir::Dims& dims) {
    const ValueId x = net.node("Add", {net.input("a", floats(dims)), net.input("b", floats({dims.back()}))});
    net.output(net.node("LayerNormalization",
                        {x, net.input("g", floats({dims.back()})), net.input("s", floats({dims.back()}))}));
}

void composedRms(Net& net, const ir::Dims& dims) {
    const ValueId x = net.node("Mul", {net.input("a", floats(dims)), net.input("b", floats(dims))});
    const ValueId y = net.node("RMSNormalization", {x, net.input("g", floats({dims.back()}))});
    net.output(net.node("Tanh", {y}));
}

} // namespace

class RowKernelTest : public QObject {
    Q_OBJECT

private slots:
    void againstDoubles_data() {
        QTest::addColumn<qulonglong>("make");
        QTest::addColumn<QList<qlonglong>>("extents");
        const std::pair<const char*, Make> cases[] = {
            {"layer norm", layerNorm},    {"folded norm", foldedNorm}, {"rms norm", rmsNorm},
            {"softmax", spelledSoftmax},  {"masked", maskedSoftmax},   {"unit length", unitLength},
            {"statistics", statistics},   {"planes", planes},          {"operator", composedNorm},
            {"rms operator", composedRms}};
        const QList<QList<qlonglong>> shapes{
            {2, 3, 5, 2}, {1, 2, 3, 7}, {2, 3, 4, 33}, {3, 1, 5, 192}, {1, 2, 2, 5003}};
        for (const auto& [name, make] : cases)
            for (const auto& shape : shapes)
                QTest::addRow("%s, %lld columns", name, shape.back())
                    << reinterpret_cast<qulonglong>(make) << shape;
    }
    void againstDoubles() {
        QFETCH(qulonglong, make);
        QFETCH(QList<qlonglong>, extents);
        const ir::Dims dims(extents.begin(), extents.end());
        Net net;
        reinterpret_cast<Make>(make)(net, dims);
        const ir::Graph body = typed(net);
        ir::Node group = groupOf(body);
        QVERIFY(exec::RowKernel::make(group, Opsets));
        Net outer;
        for (const ValueId id : body.inputs)
            group.inputs.push_back(outer.input(body.value(id).name, body.value(id).type));
        for (const ValueId id : body.outputs) {
            group.outputs.push_back(outer.value(body.value(id).name, body.value(id).type));
            outer.output(group.outputs.back());
        }
        outer.graph().addNode(group);
        const auto feeds = ir::seededFeeds(outer.graph(), 5);
        QVERIFY(feeds);
        ir::Feeds inner;
        for (std::size_t i = 0; i < body.inputs.size(); ++i)
            inner.emplace(body.inputs[i], feeds->at(group.inputs[i]));
        for (const int threads : {1, 3}) {
            exec::RunOptions options;
            options.threads = threads;
            const auto ran = exec::run(outer.graph(), Opsets, *feeds, options);
            QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
            QCOMPARE(ran->allocations, static_cast<std::int64_t>(body.outputs.size())); // nothing between
            const std::vector<Values> expected = truth(body, inner);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const auto got = ran->outputs[i].as<float>();
                QCOMPARE(got.size(), expected[i].data.size());
                double difference = 0, size = 0, largest = 0;
                for (std::size_t at = 0; at < got.size(); ++at) {
                    const double error = static_cast<double>(got[at]) - expected[i].data[at];
                    difference += error * error;
                    size += expected[i].data[at] * expected[i].data[at];
                    largest = std::max(largest, std::abs(error) / (1 + std::abs(expected[i].data[at])));
                }
                QVERIFY2(std::sqrt(difference / size) < 1e-6,
                         qPrintable(QString::number(std::sqrt(difference / size))));
                QVERIFY2(largest < 5e-6, qPrintable(QString::number(largest)));
            }
        }
    }

    void passes() { // LayerNorm: sum, sum of squares, + eps, root, and one that writes
        Net net;
        const ValueId x = net.input("x", floats({4, 8}));
        ValueId variance;
        const ValueId d = centred(net, x, &variance);
        const ValueId deviation = net.node("Sqrt", {net.node("Add", {variance, number(net, "eps", 1e-5f)})});
        const ValueId y = net.node("Mul", {net.node("Div", {d, deviation}), net.input("g", floats({8}))});
        net.output(net.node("Add", {y, net.input("s", floats({8}))}));
        const auto program = exec::RowProgram::make(typed(net), Opsets);
        QVERIFY(program);
        QCOMPARE(program->steps.size(), std::size_t(5));
        QCOMPARE(program->wholeBuffers, std::size_t(0));
    }

    // Division by what has no reciprocal in float32 stays a division.
    void smallDivisors() {
        Net net;
        const ValueId x = net.input("x", floats({2, 4}));
        net.output(net.node("Div", {x, reduced(net, "ReduceMax", x, {-1})}));
        const ir::Graph body = typed(net);
        ir::Node group = groupOf(body);
        Net outer;
        group.inputs = {outer.input("x", floats({2, 4}))};
        group.outputs = {outer.value("y", floats({2, 4}))};
        outer.output(group.outputs[0]);
        outer.graph().addNode(group);
        const float least = std::numeric_limits<float>::denorm_min();
        const ir::Feeds feeds{
            {group.inputs[0], ir::Tensor::of<float>({2, 4}, {least, 0, -2 * least, least, 0, -1, -2, 0})}};
        exec::RunOptions options;
        options.flushDenormals = false; // else they are 0
        const auto ran = exec::run(outer.graph(), Opsets, feeds, options);
        QVERIFY(ran);
        const auto y = ran->outputs[0].as<float>();
        QCOMPARE(y[0], 1.0F);
        QCOMPARE(y[1], 0.0F);
        QCOMPARE(y[2], -2.0F);
        QVERIFY(std::isnan(y[4]) && std::isinf(y[5]) && y[5] < 0);
    }

    // Extents between the members that no input has: what they claim is not allocated, nor wrapped around.
    void rowsThatAreTooLong() {
        constexpr std::int64_t Columns = std::int64_t(1) << 61;
        Net net;
        const ValueId a = net.input("a", floats({1, 1})), b = net.input("b", floats({1, 1}));
        const ValueId sum = net.node("Add", {a, b}), rest = net.node("Sub", {sum, b});
        const ValueId product = net.node("Mul", {rest, sum});
        const ValueId y = reduced(net, "ReduceSum", product, {1});
        for (const ValueId wide : {sum, rest, product})
            net.graph().value(wide).type = floats({1, Columns});
        net.graph().value(y).type = floats({1, 1});
        net.output(y);
        ir::Node group = groupOf(net.take());
        QVERIFY(exec::RowKernel::make(group, Opsets));
        Net outer;
        group.inputs = {outer.input("a", floats({1, 1})), outer.input("b", floats({1, 1}))};
        group.outputs = {outer.value("y", floats({1, 1}))};
        outer.output(group.outputs[0]);
        outer.graph().addNode(group);
        const auto ran = exec::run(outer.graph(), Opsets, *ir::seededFeeds(outer.graph(), 1), {});
        QVERIFY(!ran);
        const QString message = QString::fromStdString(ran.error().message);
        QVERIFY2(message.contains(QStringLiteral("rows of 2305843009213693952 elements need")),
                 qPrintable(message));
    }

    void othersRunMemberByMember_data() {
        QTest::addColumn<qulonglong>("make");
        const std::pair<const char*, Make> cases[] = {
            {"another axis",
             [](Net& net, const ir::Dims& dims) {
                 const ValueId x = net.input("x", floats(dims));
                 net.output(net.node("Sub", {x, reduced(net, "ReduceMean", x, {1})}));
             }},
            {"two kinds of rows",
             [](Net& net, const ir::Dims& dims) {
                 const ValueId x = net.input("x", floats(dims));
                 const ValueId y = net.node("Sub", {x, reduced(net, "ReduceMean", x, {-1})});
                 net.output(net.node("Sub", {y, reduced(net, "ReduceMean", y, {-2, -1})}));
             }},
            {"no axis kept that others need",
             [](Net& net, const ir::Dims& dims) {
                 const ValueId x = net.input("x", floats(dims));
                 net.output(net.node("Add", {reduced(net, "ReduceMean", x, {-1}, 0), number(net, "c", 1)}));
             }},
            {"an operator in between",
             [](Net& net, const ir::Dims& dims) {
                 const ValueId x = net.node("Transpose", {net.input("x", floats(dims))});
                 net.output(net.node("Sub", {x, reduced(net, "ReduceMean", x, {-1})}));
             }},
            {"no reduction",
             [](Net& net, const ir::Dims& dims) {
                 net.output(net.node("Exp", {net.input("x", floats(dims))}));
             }},
            {"half a row", [](Net& net, const ir::Dims& dims) {
                 const ValueId x =
                     net.node("Add", {net.input("x", floats(dims)), net.input("b", floats({5, 1}))});
                 net.output(net.node("Sub", {x, reduced(net, "ReduceMean", x, {-2, -1})}));
             }}};
        for (const auto& [name, make] : cases)
            QTest::addRow("%s", name) << reinterpret_cast<qulonglong>(make);
    }
    void othersRunMemberByMember() {
        QFETCH(qulonglong, make);
        Net net;
        reinterpret_cast<Make>(make)(net, {2, 3, 5, 4});
        QVERIFY(!exec::RowKernel::make(groupOf(typed(net)), Opsets));
    }
};

EDGEWRIGHT_TEST(RowKernelTest)

} // namespace edgewright::row_kernel_test

#include "row_kernel_test.moc"
