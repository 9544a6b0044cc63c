// SPDX-License-Identifier: GPL-3.0-or-later
// Activations that are spelled out: each spelling becomes the operator with the same numbers; what is almost
// one stays as it is, and what stands in the way is said.
#include "tests/core/fusion/expect_composed.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <functional>

namespace edgewright::compose_activations_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

class Spelling : public Net {
public:
    explicit Spelling(std::int64_t opset = 24) : Net(opset) { x = floats("x", {2, 3, 40}); }
    ValueId x;
    ValueId num(double v) { return scalar("n" + std::to_string(m_count++), static_cast<float>(v)); }
    ValueId add(ValueId a, ValueId b) { return node("Add", {a, b}); }
    ValueId sub(ValueId a, ValueId b) { return node("Sub", {a, b}); }
    ValueId mul(ValueId a, ValueId b) { return node("Mul", {a, b}); }
    ValueId div(ValueId a, ValueId b) { return node("Div", {a, b}); }
    ValueId pow(ValueId a, double b) { return node("Pow", {a, num(b)}); }
    ValueId one(const char* op, ValueId a) { return node(op, {a}); }
    ValueId clip(ValueId a, double low, double high) { return node("Clip", {a, num(low), num(high)}); }
    ValueId where(ValueId c, ValueId a, ValueId b) { return node("Where", {c, a, b}); }

private:
    int m_count = 0;
};

struct Case {
    const char* name;
    const char* rule;
    const char* op;
    std::function<ValueId(Spelling&)> write;
};

const std::vector<Case>& cases() {
    using S = Spelling&;
    static const double Pi = 3.14159265358979323846;
    static const std::vector<Case> All{
        {"gelu x*0.5*(1+erf)", "compose_gelu", "Gelu",
         [](S n) {
             return n.mul(n.mul(n.x, n.add(n.one("Erf", n.div(n.x, n.num(std::sqrt(2.0)))), n.num(1))),
                          n.num(0.5));
         }},
        {"gelu (0.5*x)*(1+erf)", "compose_gelu", "Gelu",
         [](S n) {
             return n.mul(n.add(n.num(1), n.one("Erf", n.mul(n.num(0.70710678), n.x))), n.mul(n.num(0.5), n.x));
         }},
        {"gelu x*(0.5*(1+erf))", "compose_gelu", "Gelu",
         [](S n) {
             return n.mul(n.x, n.mul(n.num(0.5), n.add(n.num(1), n.one("Erf", n.div(n.x, n.num(1.41421))))));
         }},
        {"gelu x*(1+erf)/2", "compose_gelu", "Gelu",
         [](S n) {
             return n.div(n.mul(n.x, n.add(n.one("Erf", n.div(n.x, n.one("Sqrt", n.num(2)))), n.num(1))),
                          n.num(2));
         }},
        {"gelu 0.5*x - 0.5*x*erf(-x)", "compose_gelu", "Gelu",
         [](S n) {
             const ValueId half = n.mul(n.x, n.num(0.5));
             return n.mul(half, n.sub(n.num(1), n.one("Erf", n.div(n.one("Neg", n.x), n.num(std::sqrt(2.0))))));
         }},
        {"gelu tanh pow", "compose_gelu", "Gelu",
         [](S n) {
             const ValueId inner =
                 n.mul(n.num(std::sqrt(2 / Pi)), n.add(n.x, n.mul(n.num(0.044715), n.pow(n.x, 3))));
             return n.mul(n.mul(n.num(0.5), n.x), n.add(n.num(1), n.one("Tanh", inner)));
         }},
        {"gelu tanh x*c*(1+0.044715*x*x)", "compose_gelu", "Gelu",
         [](S n) {
             const ValueId inner = n.mul(n.mul(n.x, n.num(0.7978845608)),
                                         n.add(n.num(1), n.mul(n.mul(n.x, n.num(0.044715)), n.x)));
             return n.mul(n.x, n.mul(n.num(0.5), n.add(n.one("Tanh", inner), n.num(1))));
         }},
        {"gelu tanh by sigmoid", "compose_gelu", "Gelu",
         [](S n) {
             const ValueId inner =
                 n.mul(n.x, n.add(n.num(1.5957691216), n.mul(n.num(0.0713548162726), n.pow(n.x, 2))));
             return n.mul(n.x, n.one("Sigmoid", inner));
         }},
        {"mish", "compose_mish", "Mish", [](S n) { return n.mul(n.x, n.one("Tanh", n.one("Softplus", n.x))); }},
        {"mish log1p", "compose_mish", "Mish",
         [](S n) { return n.mul(n.one("Tanh", n.one("Log", n.add(n.one("Exp", n.x), n.num(1)))), n.x); }},
        {"mish by powers", "compose_mish", "Mish",
         [](S n) {
             const ValueId square = n.pow(n.add(n.num(1), n.one("Exp", n.x)), 2);
             return n.mul(n.x, n.div(n.sub(square, n.num(1)), n.add(square, n.num(1))));
         }},
        {"silu", "compose_swish", "Swish", [](S n) { return n.mul(n.one("Sigmoid", n.x), n.x); }},
        {"silu by exp", "compose_swish", "Swish",
         [](S n) { return n.div(n.x, n.add(n.num(1), n.one("Exp", n.one("Neg", n.x)))); }},
        {"quick gelu", "compose_swish", "Swish",
         [](S n) { return n.mul(n.x, n.one("Sigmoid", n.mul(n.num(1.702), n.x))); }},
        {"sigmoid", "compose_sigmoid", "Sigmoid",
         [](S n) { return n.one("Reciprocal", n.add(n.one("Exp", n.one("Neg", n.x)), n.num(1))); }},
        {"sigmoid by tanh", "compose_sigmoid", "Sigmoid",
         [](S n) { return n.add(n.mul(n.one("Tanh", n.mul(n.x, n.num(0.5))), n.num(0.5)), n.num(0.5)); }},
        {"hard sigmoid relu6", "compose_hard_sigmoid", "HardSigmoid",
         [](S n) { return n.div(n.clip(n.add(n.x, n.num(3)), 0, 6), n.num(6)); }},
        {"hard sigmoid line", "compose_hard_sigmoid", "HardSigmoid",
         [](S n) { return n.clip(n.add(n.mul(n.x, n.num(0.2)), n.num(0.5)), 0, 1); }},
        {"hard sigmoid max min", "compose_hard_sigmoid", "HardSigmoid",
         [](S n) {
             return n.node("Max",
                           {n.num(0), n.node("Min", {n.num(1), n.add(n.num(0.5), n.mul(n.x, n.num(0.25)))})});
         }},
        {"hard swish late", "compose_hard_swish", "HardSwish",
         [](S n) { return n.div(n.mul(n.x, n.clip(n.add(n.x, n.num(3)), 0, 6)), n.num(6)); }},
        {"hard swish early", "compose_hard_swish", "HardSwish",
         [](S n) { return n.mul(n.mul(n.clip(n.add(n.num(3), n.x), 0, 6), n.num(1.0 / 6)), n.x); }},
        {"hard swish x/6", "compose_hard_swish", "HardSwish",
         [](S n) { return n.mul(n.div(n.x, n.num(6)), n.clip(n.add(n.x, n.num(3)), 0, 6)); }},
        {"hard swish gate", "compose_hard_swish", "HardSwish",
         [](S n) {
             return n.mul(n.x, n.node("HardSigmoid", {n.x}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}}));
         }},
        {"hard swish min relu", "compose_hard_swish", "HardSwish",
         [](S n) {
             return n.mul(n.div(n.node("Min", {n.one("Relu", n.add(n.x, n.num(3))), n.num(6)}), n.num(6)), n.x);
         }},
        {"softplus", "compose_softplus", "Softplus",
         [](S n) { return n.one("Log", n.add(n.num(1), n.one("Exp", n.x))); }},
        {"softplus with threshold", "compose_softplus", "Softplus",
         [](S n) {
             const ValueId log = n.one("Log", n.add(n.one("Exp", n.x), n.num(1)));
             return n.where(n.node("Greater", {n.x, n.num(20)}), n.x, log);
         }},
        {"softplus stable", "compose_softplus", "Softplus",
         [](S n) {
             const ValueId log = n.one("Log", n.add(n.one("Exp", n.one("Neg", n.one("Abs", n.x))), n.num(1)));
             return n.add(n.one("Relu", n.x), log);
         }},
        {"softsign", "compose_softsign", "Softsign",
         [](S n) { return n.div(n.x, n.add(n.one("Abs", n.x), n.num(1))); }},
        {"elu where", "compose_elu", "Elu",
         [](S n) {
             const ValueId low = n.mul(n.sub(n.one("Exp", n.x), n.num(1)), n.num(0.7));
             return n.where(n.node("Greater", {n.x, n.num(0)}), n.x, low);
         }},
        {"elu relu", "compose_elu", "Elu",
         [](S n) {
             const ValueId low = n.sub(n.one("Exp", n.node("Min", {n.x, n.num(0)})), n.num(1));
             return n.add(n.one("Relu", n.x), low);
         }},
        {"leaky max", "compose_leaky_relu", "LeakyRelu",
         [](S n) {
             return n.node("Max", {n.x, n.mul(n.x, n.num(0.1))});
         }},
        {"leaky relu pair", "compose_leaky_relu", "LeakyRelu",
         [](S n) { return n.sub(n.one("Relu", n.x), n.mul(n.num(0.3), n.one("Relu", n.one("Neg", n.x)))); }},
        {"leaky where", "compose_leaky_relu", "LeakyRelu",
         [](S n) {
             return n.where(n.node("Less", {n.x, n.num(0)}), n.mul(n.x, n.num(-2)), n.x);
         }},
        {"relu max", "compose_relu", "Relu",
         [](S n) {
             return n.node("Max", {n.num(0), n.x});
         }},
        {"relu where", "compose_relu", "Relu",
         [](S n) {
             return n.where(n.node("Greater", {n.x, n.num(0)}), n.x, n.num(0));
         }},
        {"prelu relu pair", "compose_prelu", "PRelu",
         [](S n) {
             const ValueId slope = n.weights("slope", {3, 1}, -0.5F, 0.5F);
             return n.sub(n.one("Relu", n.x), n.mul(slope, n.one("Relu", n.one("Neg", n.x))));
         }},
        {"prelu negative slope", "compose_prelu", "PRelu",
         [](S n) {
             const ValueId slope = n.weights("slope", {3, 1}, -0.5F, 0.5F);
             return n.add(n.one("Relu", n.x), n.mul(slope, n.one("Relu", n.one("Neg", n.x))));
         }},
        {"prelu where", "compose_prelu", "PRelu",
         [](S n) {
             const ValueId slope = n.weights("slope", {3, 1}, 0, 0.5F);
             return n.where(n.node("Less", {n.x, n.num(0)}), n.mul(n.x, slope), n.x);
         }},
        {"prelu abs", "compose_prelu", "PRelu",
         [](S n) {
             const ValueId slope = n.weights("slope", {3, 1}, 0, 0.5F);
             const ValueId low = n.mul(n.mul(slope, n.sub(n.x, n.one("Abs", n.x))), n.num(0.5));
             return n.add(n.one("Relu", n.x), low);
         }},
    };
    return All;
}

// The same, in words that are not quite the operator.
const std::vector<Case>& others() {
    using S = Spelling&;
    static const std::vector<Case> All{
        {"gelu with another constant", "compose_gelu", "",
         [](S n) {
             return n.mul(n.mul(n.x, n.add(n.one("Erf", n.div(n.x, n.num(1.42))), n.num(1))), n.num(0.5));
         }},
        {"gelu of two tensors", "compose_gelu", "",
         [](S n) {
             const ValueId y = n.floats("y", {2, 3, 40});
             return n.mul(n.mul(y, n.add(n.one("Erf", n.div(n.x, n.num(std::sqrt(2.0)))), n.num(1))),
                          n.num(0.5));
         }},
        {"mish of another", "compose_mish", "",
         [](S n) { return n.mul(n.x, n.one("Tanh", n.one("Softplus", n.mul(n.x, n.num(1.1))))); }},
        {"half of x", "compose_swish", "", [](S n) { return n.mul(n.x, n.num(0.5)); }},
        {"swish with an offset", "compose_swish", "",
         [](S n) { return n.mul(n.x, n.one("Sigmoid", n.add(n.x, n.num(0.1)))); }},
        {"hard swish to seven", "compose_hard_swish", "",
         [](S n) { return n.div(n.mul(n.x, n.clip(n.add(n.x, n.num(3)), 0, 7)), n.num(6)); }},
        {"hard sigmoid from below", "compose_hard_sigmoid", "",
         [](S n) { return n.clip(n.add(n.mul(n.x, n.num(0.2)), n.num(0.5)), -0.1, 1); }},
        {"hard sigmoid of a hard swish", "compose_hard_sigmoid", "",
         [](S n) { return n.mul(n.x, n.div(n.clip(n.add(n.x, n.num(3)), 0, 6), n.num(6))); }},
        {"softplus with an early threshold", "compose_softplus", "",
         [](S n) {
             const ValueId log = n.one("Log", n.add(n.one("Exp", n.x), n.num(1)));
             return n.where(n.node("Greater", {n.x, n.num(4)}), n.x, log);
         }},
        {"elu with a late step", "compose_elu", "",
         [](S n) {
             const ValueId low = n.sub(n.one("Exp", n.x), n.num(1));
             return n.where(n.node("Greater", {n.x, n.num(1)}), n.x, low);
         }},
        {"leaky both sides", "compose_leaky_relu", "",
         [](S n) { return n.add(n.mul(n.one("Relu", n.x), n.num(2)), n.mul(n.num(0.1), n.x)); }},
        {"relu up to a bound far away", "compose_relu", "",
         [](S n) {
             return n.node("Min", {n.node("Max", {n.num(0), n.x}), n.num(1000)});
         }},
        {"softsign of two", "compose_softsign", "",
         [](S n) { return n.div(n.x, n.add(n.one("Abs", n.x), n.num(2))); }},
        {"sigmoid of two", "compose_sigmoid", "",
         [](S n) { return n.div(n.num(1), n.add(n.num(2), n.one("Exp", n.one("Neg", n.x)))); }},
        {"prelu above zero", "compose_prelu", "",
         [](S n) {
             const ValueId slope = n.weights("slope", {3, 1}, 0.1F, 0.5F);
             return n.where(n.node("Less", {n.x, n.num(1)}), n.mul(n.x, slope), n.x);
         }},
    };
    return All;
}

// The operator that writes what Abs reads.
QString lastOf(const ir::Graph& graph) {
    const QStringList ops = opsOf(graph);
    return ops.value(ops.indexOf(QStringLiteral("Abs"), 1) - 1);
}

} // namespace

class ComposeActivationsTest : public QObject {
    Q_OBJECT

private slots:
    void spelling_data() { rows(cases()); }
    void spelling() {
        QFETCH(int, at);
        const Case& each = cases()[static_cast<std::size_t>(at)];
        Spelling net;
        net.output(net.node("Abs", {each.write(net)}));
        const History folded = fused(net, only({"fold_constants", each.rule}));
        QCOMPARE(opsOf(folded.graph).join(QLatin1Char(' ')),
                 QString::fromLatin1(each.op) + QStringLiteral(" Abs"));
        if (opsOf(folded.base).contains(QStringLiteral("Sqrt"))) return; // of a constant
        EXPECT_COMPOSED(net, each.rule, (std::string(each.op) + " Abs").c_str());
    }

    // A result that is read inside, as a graph output and by another node: each named.
    void shared_data() { rows(cases()); }
    void shared() {
        QFETCH(int, at);
        const Case& each = cases()[static_cast<std::size_t>(at)];
        Spelling net;
        const ValueId y = each.write(net);
        const ir::Graph& graph = net.graph();
        // The operand of the last node that is computed by another one.
        const ir::Node& last = graph.node(graph.order().back());
        ValueId inner;
        for (const NodeId id : graph.order())
            for (const ValueId input : last.inputs)
                if (graph.node(id).output(0) == input) inner = input;
        if (!inner.valid()) QSKIP("one node");
        net.output(net.node("Abs", {y}));
        Spelling output = net;
        output.output(inner);
        net.output(net.node("Identity", {inner}));
        for (const Net* each_ : {static_cast<const Net*>(&output), static_cast<const Net*>(&net)}) {
            const History history = fused(*each_, only({each.rule}));
            QVERIFY(opsOf(history.graph).join(QLatin1Char(' ')) !=
                    QString::fromLatin1(each.op) + QStringLiteral(" Abs"));
            QVERIFY(relativeNorm(history, each_->opsets, 1) <= 1e-5);
        }
    }

    void almost_data() { rows(others()); }
    void almost() {
        QFETCH(int, at);
        const Case& each = others()[static_cast<std::size_t>(at)];
        Spelling net;
        net.output(net.node("Abs", {each.write(net)}));
        const History history = fused(net, only({each.rule}));
        QCOMPARE(lastOf(history.graph), lastOf(history.base));
        QVERIFY(relativeNorm(history, net.opsets, 1) <= 1e-5);
    }

    void reasons() {
        Spelling old(13);
        old.output(old.mul(old.x, old.one("Tanh", old.one("Softplus", old.x))));
        EXPECT_REFUSED(
            old, "compose_mish",
            "Mul_2, Tanh_1 and Softplus_0 compute Mish, which needs opset 18; the model has 13 (raise "
            "the opset to allow it)");
        Spelling shared;
        const ValueId gate = shared.one("Sigmoid", shared.x);
        shared.output(shared.one("Abs", gate));
        shared.output(shared.mul(shared.x, gate));
        EXPECT_REFUSED(shared, "compose_swish", "the output of Sigmoid_0 is also read by Abs_1");
        Spelling output;
        const ValueId seen = output.one("Sigmoid", output.x);
        output.output(seen);
        output.output(output.mul(output.x, seen));
        EXPECT_REFUSED(output, "compose_swish", "is a graph output");
        Spelling wider; // the number adds an axis
        const ValueId one = wider.constant("one", ir::Tensor::of<float>({1, 1, 1, 1}, {1.702F}));
        wider.output(wider.mul(wider.x, wider.one("Sigmoid", wider.mul(one, wider.x))));
        EXPECT_REFUSED(wider, "compose_swish", "the shape of 'x' is not known to be kept");
    }

    // A half between casts of floats, and not the other way round.
    void casts() {
        const auto write = [](ir::DataType from, ir::DataType inside) {
            Net net(24);
            const ValueId x = net.input("x", ir::TensorType(from, ir::Dims{4, 30}));
            const ValueId wide = net.node("Cast", {x}, {{"to", static_cast<std::int64_t>(inside)}});
            const ValueId y = net.node("Mul", {wide, net.node("Sigmoid", {wide})});
            net.output(net.node("Cast", {y}, {{"to", static_cast<std::int64_t>(from)}}));
            return net;
        };
        const History history =
            fused(write(ir::DataType::Float16, ir::DataType::Float32), only({"compose_swish"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Swish"));
        const History narrow =
            fused(write(ir::DataType::Float32, ir::DataType::Float16), only({"compose_swish"}));
        QCOMPARE(narrow.base.value(narrow.graph.node(narrow.graph.order().front()).output(0)).type.dtype,
                 ir::DataType::Float16); // the casts stay
    }

    void ofMicrosoft_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("made");
        QTest::newRow("Gelu") << "Gelu"
                              << "compose_gelu"
                              << "Gelu";
        QTest::newRow("FastGelu") << "FastGelu"
                                  << "compose_gelu"
                                  << "Gelu";
        QTest::newRow("QuickGelu") << "QuickGelu"
                                   << "compose_swish"
                                   << "Swish";
    }
    void ofMicrosoft() {
        QFETCH(QString, op);
        QFETCH(QString, rule);
        QFETCH(QString, made);
        Spelling net;
        net.opsets["com.microsoft"] = 1;
        net.output(net.node(op.toStdString(), {net.x}));
        net.graph().node(net.graph().order().front()).domain = "com.microsoft";
        EXPECT_COMPOSED(net, rule.toStdString(), made.toLatin1().constData());
    }

private:
    static void rows(const std::vector<Case>& all) {
        QTest::addColumn<int>("at");
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << static_cast<int>(i);
    }
};

EDGEWRIGHT_TEST(ComposeActivationsTest)

} // namespace edgewright::compose_activations_test

#include "compose_activations_test.moc"
