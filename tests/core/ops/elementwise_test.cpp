// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::elementwise_test {

using ir::DataType;
using ir::Tensor;
using test::Probe;

namespace {

template <typename T>
std::vector<T> elements(const Tensor& tensor) {
    const auto span = tensor.as<T>();
    return {span.begin(), span.end()};
}

template <typename T>
Tensor list(std::vector<T> values) {
    return Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}

Tensor bools(std::vector<bool> values) {
    auto tensor = Tensor::allocate(DataType::Bool, {static_cast<std::int64_t>(values.size())});
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor->as<std::uint8_t>()[i] = values[i] ? 1 : 0;
    return std::move(tensor).value();
}

constexpr float Nan = std::numeric_limits<float>::quiet_NaN();
constexpr float Inf = std::numeric_limits<float>::infinity();

} // namespace

class ElementwiseTest : public QObject {
    Q_OBJECT

private slots:
    void functions_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        const double pi = 3.14159265358979;
        QTest::newRow("exp") << "Exp" << 1.0 << 2.71828182845904;
        QTest::newRow("log") << "Log" << 10.0 << 2.30258509299404;
        QTest::newRow("sqrt") << "Sqrt" << 2.0 << 1.41421356237309;
        QTest::newRow("reciprocal") << "Reciprocal" << -4.0 << -0.25;
        QTest::newRow("floor") << "Floor" << -1.5 << -2.0;
        QTest::newRow("ceil") << "Ceil" << -1.5 << -1.0;
        QTest::newRow("round half down") << "Round" << 2.5 << 2.0;
        QTest::newRow("round half up") << "Round" << -1.5 << -2.0;
        QTest::newRow("sin") << "Sin" << pi / 6 << 0.5;
        QTest::newRow("cos") << "Cos" << pi / 3 << 0.5;
        QTest::newRow("tan") << "Tan" << pi / 4 << 1.0;
        QTest::newRow("asin") << "Asin" << 0.5 << pi / 6;
        QTest::newRow("acos") << "Acos" << 0.5 << pi / 3;
        QTest::newRow("atan") << "Atan" << 1.0 << pi / 4;
        QTest::newRow("sinh") << "Sinh" << 1.0 << 1.17520119364380;
        QTest::newRow("cosh") << "Cosh" << 1.0 << 1.54308063481524;
        QTest::newRow("asinh") << "Asinh" << 1.0 << 0.881373587019543;
        QTest::newRow("acosh") << "Acosh" << 2.0 << 1.31695789692481;
        QTest::newRow("atanh") << "Atanh" << 0.5 << 0.549306144334054;
        QTest::newRow("abs") << "Abs" << -3.5 << 3.5;
        QTest::newRow("neg") << "Neg" << 3.5 << -3.5;
        QTest::newRow("sign") << "Sign" << -3.5 << -1.0;
    }

    void functions() {
        QFETCH(QString, op);
        QFETCH(double, x);
        QFETCH(double, y);
        const auto single = Probe(op.toStdString(), 13).input(list<float>({static_cast<float>(x)})).run();
        QVERIFY2(single, single.text());
        QVERIFY(std::abs(static_cast<double>(single[0].as<float>()[0]) - y) < 1e-6);
        const auto wide = Probe(op.toStdString(), 13).input(list<double>({x})).run();
        QVERIFY2(wide, wide.text());
        QVERIFY(std::abs(wide[0].as<double>()[0] - y) < 1e-12);
        auto half = Tensor::allocate(DataType::Float16, {1});
        half->as<std::uint16_t>()[0] = ir::floatToHalf(static_cast<float>(x));
        const auto small = Probe(op.toStdString(), 13).input(*half).run();
        QVERIFY2(small, small.text());
        QVERIFY(std::abs(ir::elementAsDouble(small[0], 0) - y) < 4e-3);
    }

    void arithmeticBroadcasts() {
        const auto a = Tensor::of<float>({2, 1}, {1, 10});
        const auto b = Tensor::of<float>({3}, {1, 2, 4});
        const auto run = [&](const char* op) {
            return elements<float>(Probe(op, 14).input(a).input(b).run()[0]);
        };
        QCOMPARE(run("Add"), (std::vector<float>{2, 3, 5, 11, 12, 14}));
        QCOMPARE(run("Sub"), (std::vector<float>{0, -1, -3, 9, 8, 6}));
        QCOMPARE(run("Mul"), (std::vector<float>{1, 2, 4, 10, 20, 40}));
        QCOMPARE(run("Div"), (std::vector<float>{1, 0.5, 0.25, 10, 5, 2.5}));
        QCOMPARE(run("Pow"), (std::vector<float>{1, 1, 1, 10, 100, 10000}));
    }

    void integersWrapAndTruncate() {
        const auto low = std::numeric_limits<std::int32_t>::min();
        const auto big = std::numeric_limits<std::int32_t>::max();
        const auto run = [&](const char* op, std::int32_t x, std::int32_t y) {
            const auto out = Probe(op, 14).input(list<std::int32_t>({x})).input(list<std::int32_t>({y})).run();
            return out ? out[0].as<std::int32_t>()[0] : -12345;
        };
        QCOMPARE(run("Add", big, 1), low);
        QCOMPARE(run("Sub", low, 1), big);
        QCOMPARE(run("Mul", big, 2), -2);
        QCOMPARE(run("Div", -7, 2), -3);
        QCOMPARE(run("Div", low, -1), low);
        QCOMPARE(run("Mod", -7, 3), 2);
        QCOMPARE(run("Mod", 7, -3), -2);
        QCOMPARE(run("Mod", low, -1), 0);
        QCOMPARE(run("Pow", -3, 3), -27);
        QCOMPARE(run("Pow", 2, -1), 0);
        QCOMPARE(run("Pow", -1, -3), -1);
    }

    void divisionByZero() {
        for (const char* op : {"Div", "Mod"}) {
            const auto out =
                Probe(op, 14).input(list<std::int64_t>({1, 2})).input(list<std::int64_t>({1, 0})).run();
            QVERIFY(!out);
            QCOMPARE(out.error->code, ErrorCode::BadInput);
        }
        QCOMPARE(Probe("Div", 14).input(list<float>({1})).input(list<float>({0})).run()[0].as<float>()[0], Inf);
    }

    void modOfFloats() {
        const auto out = Probe("Mod", 13)
                             .attribute("fmod", std::int64_t(1))
                             .input(list<float>({-5.5f, 5.5f}))
                             .input(list<float>({2, -2}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements<float>(out[0]), (std::vector<float>{-1.5, 1.5}));
    }

    void variadic() {
        const auto a = list<float>({1, 5, Nan});
        const auto b = Tensor::scalar(3.0f);
        const auto c = list<float>({2, 9, 0});
        const auto run = [&](const char* op) {
            return elements<float>(Probe(op, 13).input(a).input(b).input(c).run()[0]);
        };
        const auto low = run("Min");
        QCOMPARE(low[0], 1.0f);
        QCOMPARE(low[1], 3.0f);
        QVERIFY(std::isnan(low[2]));
        const auto high = run("Max");
        QCOMPARE(high[0], 3.0f);
        QCOMPARE(high[1], 9.0f);
        QVERIFY(std::isnan(high[2]));
        QCOMPARE(run("Sum")[1], 17.0f);
        QCOMPARE(run("Mean")[0], 2.0f);
    }

    void comparisonsAndLogic() {
        const auto a = list<std::int64_t>({1, 2, 3});
        const auto b = list<std::int64_t>({2, 2, 2});
        const auto run = [&](const char* op) {
            return elements<std::uint8_t>(Probe(op, 16).input(a).input(b).run()[0]);
        };
        using Bytes = std::vector<std::uint8_t>;
        QCOMPARE(run("Less"), (Bytes{1, 0, 0}));
        QCOMPARE(run("LessOrEqual"), (Bytes{1, 1, 0}));
        QCOMPARE(run("Greater"), (Bytes{0, 0, 1}));
        QCOMPARE(run("GreaterOrEqual"), (Bytes{0, 1, 1}));
        QCOMPARE(run("Equal"), (Bytes{0, 1, 0}));
        const auto p = bools({true, true, false, false});
        const auto q = bools({true, false, true, false});
        const auto logic = [&](const char* op) {
            return elements<std::uint8_t>(Probe(op, 7).input(p).input(q).run()[0]);
        };
        QCOMPARE(logic("And"), (Bytes{1, 0, 0, 0}));
        QCOMPARE(logic("Or"), (Bytes{1, 1, 1, 0}));
        QCOMPARE(logic("Xor"), (Bytes{0, 1, 1, 0}));
        QCOMPARE(elements<std::uint8_t>(Probe("Not", 1).input(p).run()[0]), (Bytes{0, 0, 1, 1}));
        QVERIFY(!Probe("And", 7).input(a).input(b).run());
        const auto words = Probe("Equal", 19)
                               .input(Tensor::ofStrings({2}, {"a", "b"}))
                               .input(Tensor::ofStrings({}, {"b"}))
                               .run();
        QVERIFY2(words, words.text());
        QCOMPARE(elements<std::uint8_t>(words[0]), (Bytes{0, 1}));
    }

    void specialNumbers() {
        const auto x = list<float>({Nan, Inf, -Inf, 1});
        using Bytes = std::vector<std::uint8_t>;
        QCOMPARE(elements<std::uint8_t>(Probe("IsNaN", 13).input(x).run()[0]), (Bytes{1, 0, 0, 0}));
        QCOMPARE(elements<std::uint8_t>(Probe("IsInf", 10).input(x).run()[0]), (Bytes{0, 1, 1, 0}));
        QCOMPARE(elements<std::uint8_t>(
                     Probe("IsInf", 10).attribute("detect_negative", std::int64_t(0)).input(x).run()[0]),
                 (Bytes{0, 1, 0, 0}));
    }

    void bits() {
        const auto a = list<std::uint8_t>({0xf0, 1});
        const auto b = list<std::uint8_t>({0x3c, 9});
        const auto run = [&](const char* op) {
            return elements<std::uint8_t>(Probe(op, 18).input(a).input(b).run()[0]);
        };
        using Bytes = std::vector<std::uint8_t>;
        QCOMPARE(run("BitwiseAnd"), (Bytes{0x30, 1}));
        QCOMPARE(run("BitwiseOr"), (Bytes{0xfc, 9}));
        QCOMPARE(run("BitwiseXor"), (Bytes{0xcc, 8}));
        QCOMPARE(elements<std::uint8_t>(Probe("BitwiseNot", 18).input(a).run()[0]), (Bytes{0x0f, 0xfe}));
        const auto shift = [&](const char* direction) {
            return elements<std::uint8_t>(Probe("BitShift", 11)
                                              .attribute("direction", std::string(direction))
                                              .input(a)
                                              .input(list<std::uint8_t>({2, 8}))
                                              .run()[0]);
        };
        QCOMPARE(shift("LEFT"), (Bytes{0xc0, 0}));
        QCOMPARE(shift("RIGHT"), (Bytes{0x3c, 0}));
        QVERIFY(!Probe("BitwiseAnd", 18).input(list<float>({1})).input(list<float>({1})).run());
    }

    void whereSelects() {
        const auto out = Probe("Where", 9)
                             .input(bools({true, false}))
                             .input(Tensor::of<float>({2, 1}, {1, 2}))
                             .input(Tensor::scalar(9.0f))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 2}));
        QCOMPARE(elements<float>(out[0]), (std::vector<float>{1, 9, 2, 9}));
    }

    void casts_data() {
        QTest::addColumn<int>("to");
        QTest::addColumn<QVector<double>>("expected");
        QTest::newRow("int8") << 3 << QVector<double>{-1, 0, 127, -128, 0};
        QTest::newRow("uint8") << 2 << QVector<double>{0, 0, 255, 0, 0};
        QTest::newRow("int64") << 7 << QVector<double>{-1, 0, 300, -300, 0};
        QTest::newRow("bool") << 9 << QVector<double>{1, 1, 1, 1, 1};
        QTest::newRow("float16") << 10 << QVector<double>{-1.5, 0.5, 300, -300, 0.0001220703125};
        QTest::newRow("float64") << 11 << QVector<double>{-1.5, 0.5, 300, -300, 0.0001220703125};
    }

    void casts() {
        QFETCH(int, to);
        QFETCH(QVector<double>, expected);
        const auto out = Probe("Cast", 19)
                             .attribute("to", std::int64_t(to))
                             .input(list<float>({-1.5f, 0.5f, 300, -300, 0.0001220703125f}))
                             .run();
        QVERIFY2(out, out.text());
        for (int i = 0; i < expected.size(); ++i)
            QCOMPARE(ir::elementAsDouble(out[0], i), expected[i]);
    }

    void castsOfOddities() {
        const auto strange =
            Probe("Cast", 13).attribute("to", std::int64_t(6)).input(list<float>({Nan, Inf, -Inf})).run();
        QVERIFY2(strange, strange.text());
        QCOMPARE(elements<std::int32_t>(strange[0]),
                 (std::vector<std::int32_t>{0, std::numeric_limits<std::int32_t>::max(),
                                            std::numeric_limits<std::int32_t>::min()}));
        const auto low =
            Probe("Cast", 13).attribute("to", std::int64_t(3)).input(list<std::int32_t>({300, -129})).run();
        QCOMPARE(elements<std::int8_t>(low[0]), (std::vector<std::int8_t>{44, 127})); // the low byte
        const auto text =
            Probe("Cast", 13).attribute("to", std::int64_t(8)).input(list<float>({1.5f, Inf})).run();
        QVERIFY2(text, text.text());
        QCOMPARE(text[0].strings(), (std::vector<std::string>{"1.5", "INF"}));
        const auto number = Probe("Cast", 13)
                                .attribute("to", std::int64_t(1))
                                .input(Tensor::ofStrings({2}, {"-2.25", "1e3"}))
                                .run();
        QVERIFY2(number, number.text());
        QCOMPARE(elements<float>(number[0]), (std::vector<float>{-2.25, 1000}));
        QVERIFY(
            !Probe("Cast", 13).attribute("to", std::int64_t(1)).input(Tensor::ofStrings({1}, {"apple"})).run());
        const auto nibbles =
            Probe("Cast", 21).attribute("to", std::int64_t(22)).input(list<std::int8_t>({-8, 7, -1})).run();
        QVERIFY2(nibbles, nibbles.text());
        QCOMPARE(nibbles[0].bytes().size(), std::size_t(2));
        QCOMPARE(ir::elementAsInt64(nibbles[0], 0), std::int64_t(-8));
        QCOMPARE(ir::elementAsInt64(nibbles[0], 2), std::int64_t(-1));
    }

    void typesThatDoNotFit() {
        QVERIFY(!Probe("Add", 14).input(list<float>({1})).input(list<std::int32_t>({1})).infer());
        QVERIFY(!Probe("Add", 14).input(list<float>({1, 2})).input(list<float>({1, 2, 3})).infer());
        QVERIFY(!Probe("Exp", 13).input(list<std::int32_t>({1})).run());
    }
};

EDGEWRIGHT_TEST(ElementwiseTest)

} // namespace edgewright::elementwise_test

#include "elementwise_test.moc"
