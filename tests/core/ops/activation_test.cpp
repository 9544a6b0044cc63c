// SPDX-License-Identifier: GPL-3.0-or-later
// Activations against their formulas in double, in every floating element type.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>

namespace edgewright::activation_test {

using namespace edgewright::test;

namespace {

struct Case {
    const char* op;
    std::int64_t opset;
    std::vector<ir::Attribute> attributes;
    std::function<double(double)> formula;
};

double softplus(double x) { return std::log(1 + std::exp(x)); }

const std::vector<Case>& cases() {
    static const std::vector<Case> table{
        {"Relu", 6, {}, [](double x) { return std::max(0.0, x); }},
        {"LeakyRelu", 6, {}, [](double x) { return x < 0 ? 0.01 * x : x; }},
        {"LeakyRelu", 16, {{"alpha", 0.3f}}, [](double x) { return x < 0 ? 0.3 * x : x; }},
        {"Sigmoid", 6, {}, [](double x) { return 1 / (1 + std::exp(-x)); }},
        {"HardSigmoid", 6, {}, [](double x) { return std::max(0.0, std::min(1.0, 0.2 * x + 0.5)); }},
        {"HardSigmoid",
         6,
         {{"alpha", 0.4f}, {"beta", 0.25f}},
         [](double x) { return std::max(0.0, std::min(1.0, 0.4 * x + 0.25)); }},
        {"HardSwish", 14, {}, [](double x) { return x * std::max(0.0, std::min(1.0, x / 6 + 0.5)); }},
        {"Tanh", 6, {}, [](double x) { return std::tanh(x); }},
        {"Elu", 6, {{"alpha", 1.5f}}, [](double x) { return x < 0 ? 1.5 * (std::exp(x) - 1) : x; }},
        {"Selu",
         6,
         {},
         [](double x) {
             return 1.05070102214813232421875 * (x > 0 ? x : 1.67326319217681884765625 * (std::exp(x) - 1));
         }},
        {"Celu",
         12,
         {{"alpha", 2.0f}},
         [](double x) { return std::max(0.0, x) + std::min(0.0, 2 * (std::exp(x / 2) - 1)); }},
        {"Softplus", 1, {}, softplus},
        {"Softsign", 1, {}, [](double x) { return x / (1 + std::abs(x)); }},
        {"ThresholdedRelu", 10, {{"alpha", 0.5f}}, [](double x) { return x > 0.5 ? x : 0.0; }},
        {"Gelu", 20, {}, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }},
        {"Gelu",
         20,
         {{"approximate", std::string("tanh")}},
         [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }},
        {"Mish", 18, {}, [](double x) { return x * std::tanh(softplus(x)); }},
        {"Swish", 24, {{"alpha", 1.5f}}, [](double x) { return x / (1 + std::exp(-1.5 * x)); }},
        {"Erf", 9, {}, [](double x) { return std::erf(x); }},
        {"Clip",
         6,
         {{"min", -0.5f}, {"max", 1.25f}},
         [](double x) { return std::max(-0.5, std::min(1.25, x)); }},
    };
    return table;
}

const Floats& inputs() {
    static const Floats values{-80,  -6,    -3.5f, -2,   -1, -0.6f, -0.25f, 0, 0.125f,
                               0.5f, 0.75f, 1,     1.5f, 3,  4.25f, 7,      80};
    return values;
}

} // namespace

class ActivationTest : public QObject {
    Q_OBJECT
private slots:
    void matchesFormula_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::addRow("%s %zu", cases()[i].op, cases()[i].attributes.size()) << int(i);
    }
    void matchesFormula() {
        QFETCH(int, index);
        const Case& each = cases()[std::size_t(index)];
        struct Type {
            ir::DataType type;
            double tolerance;
        };
        for (const auto& [type, tolerance] :
             {Type{ir::DataType::Float32, 1e-6}, Type{ir::DataType::Float64, 2e-7},
              Type{ir::DataType::Float16, 2e-3}, Type{ir::DataType::BFloat16, 1e-2}}) {
            auto x = ir::Tensor::allocate(type, {std::int64_t(inputs().size())});
            for (std::size_t i = 0; i < inputs().size(); ++i) {
                if (type == ir::DataType::Float32) x->as<float>()[i] = inputs()[i];
                if (type == ir::DataType::Float64) x->as<double>()[i] = double(inputs()[i]);
                if (type == ir::DataType::Float16) x->as<std::uint16_t>()[i] = ir::floatToHalf(inputs()[i]);
                if (type == ir::DataType::BFloat16)
                    x->as<std::uint16_t>()[i] = ir::floatToBfloat16(inputs()[i]);
            }
            Probe probe(each.op, each.opset);
            probe.input(*x);
            for (const auto& attribute : each.attributes)
                probe.attribute(attribute.name, attribute.value);
            const auto result = probe.run();
            QVERIFY2(result, result.text());
            QCOMPARE(result[0].dtype(), type);
            for (std::int64_t i = 0; i < x->elements(); ++i) {
                const double expected = each.formula(ir::elementAsDouble(*x, i));
                const double actual = ir::elementAsDouble(result[0], i);
                QVERIFY2(std::abs(actual - expected) <= tolerance * (1 + std::abs(expected)),
                         qPrintable(QStringLiteral("x = %1: %2, expected %3")
                                        .arg(ir::elementAsDouble(*x, i))
                                        .arg(actual)
                                        .arg(expected)));
            }
        }
    }
    void reluKeepsNanAndTakesIntegers() {
        const auto nan = Probe("Relu", 14).input(ir::Tensor::of<float>({1}, {std::nanf("")})).run();
        QVERIFY(std::isnan(nan[0].as<float>()[0]));
        const auto whole = Probe("Relu", 14).input(ir::Tensor::of<std::int8_t>({2}, {-5, 5})).run();
        QVERIFY2(whole, whole.text());
        QCOMPARE(int(whole[0].as<std::int8_t>()[0]), 0);
        QCOMPARE(int(whole[0].as<std::int8_t>()[1]), 5);
    }
    void clipTakesBoundsFromInputs() {
        const auto x = ir::Tensor::of<std::int32_t>({3}, {-7, 3, 90});
        const auto both = Probe("Clip", 12)
                              .input(x)
                              .input(ir::Tensor::scalar<std::int32_t>(-1))
                              .input(ir::Tensor::scalar<std::int32_t>(8))
                              .run();
        QVERIFY2(both, both.text());
        QCOMPARE(
            std::vector<std::int32_t>(both[0].as<std::int32_t>().begin(), both[0].as<std::int32_t>().end()),
            (std::vector<std::int32_t>{-1, 3, 8}));
        const auto upper =
            Probe("Clip", 12).input(x).omitted().input(ir::Tensor::scalar<std::int32_t>(8)).run();
        QVERIFY2(upper, upper.text());
        QCOMPARE(upper[0].as<std::int32_t>()[0], -7);
        QVERIFY(!Probe("Clip", 12).input(x).input(x).run());
    }
    void preluBroadcasts() {
        const auto x = ir::Tensor::of<float>({1, 2, 2}, {-1, 2, -3, -4});
        const auto run = [&](std::int64_t opset, const ir::Tensor& slope) {
            const auto result = Probe("PRelu", opset).input(x).input(slope).run();
            return result ? Floats(result[0].as<float>().begin(), result[0].as<float>().end()) : Floats();
        };
        QCOMPARE(run(9, ir::Tensor::of<float>({2, 1}, {10, 100})), (Floats{-10, 2, -300, -400}));
        QCOMPARE(run(6, ir::Tensor::of<float>({2}, {10, 100})), (Floats{-10, 2, -300, -400}));
        QCOMPARE(run(9, ir::Tensor::of<float>({2}, {10, 100})), (Floats{-10, 2, -30, -400}));
        QCOMPARE(run(9, ir::Tensor::of<float>({3}, {1, 2, 3})), Floats());
    }
    void typesThatAreNotFloating() {
        QVERIFY(!Probe("Sigmoid", 13).input(ir::Tensor::of<std::int32_t>({1}, {1})).run());
        QVERIFY(!Probe("Gelu", 20)
                     .input(ir::Tensor::of<float>({1}, {1}))
                     .attribute("approximate", std::string("erf"))
                     .run());
    }
};

EDGEWRIGHT_TEST(ActivationTest)

} // namespace edgewright::activation_test

#include "activation_test.moc"
