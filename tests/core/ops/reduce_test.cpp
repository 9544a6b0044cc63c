// SPDX-License-Identifier: GPL-3.0-or-later
// Reductions and axis searches against loops over the definition.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <numeric>

namespace edgewright::reduce_test {

using namespace edgewright::test;

namespace {

using Values = std::vector<double>;

double sumOf(const Values& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

double squaresOf(const Values& v) {
    double sum = 0;
    for (const double x : v)
        sum += x * x;
    return sum;
}

const std::map<std::string, std::function<double(const Values&)>>& definitions() {
    static const std::map<std::string, std::function<double(const Values&)>> table{
        {"ReduceSum", sumOf},
        {"ReduceMean", [](const Values& v) { return sumOf(v) / double(v.size()); }},
        {"ReduceMax", [](const Values& v) { return *std::max_element(v.begin(), v.end()); }},
        {"ReduceMin", [](const Values& v) { return *std::min_element(v.begin(), v.end()); }},
        {"ReduceProd",
         [](const Values& v) { return std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<>()); }},
        {"ReduceL1",
         [](const Values& v) {
             double sum = 0;
             for (const double x : v)
                 sum += std::abs(x);
             return sum;
         }},
        {"ReduceL2", [](const Values& v) { return std::sqrt(squaresOf(v)); }},
        {"ReduceLogSum", [](const Values& v) { return std::log(sumOf(v)); }},
        {"ReduceLogSumExp",
         [](const Values& v) {
             double sum = 0;
             for (const double x : v)
                 sum += std::exp(x);
             return std::log(sum);
         }},
        {"ReduceSumSquare", squaresOf},
    };
    return table;
}

// The values that fall together, in order of the output.
std::vector<Values> grouped(const ir::Tensor& x, const std::vector<bool>& reduced) {
    const ir::Dims& dims = x.dims();
    std::int64_t outputs = 1;
    for (std::size_t i = 0; i < dims.size(); ++i)
        outputs *= reduced[i] ? 1 : dims[i];
    std::vector<Values> groups(static_cast<std::size_t>(outputs));
    for (std::int64_t flat = 0; flat < x.elements(); ++flat) {
        std::int64_t rest = flat, step = 1, at = 0;
        for (std::size_t i = dims.size(); i-- > 0;) {
            if (!reduced[i]) {
                at += rest % dims[i] * step;
                step *= dims[i];
            }
            rest /= dims[i];
        }
        groups[static_cast<std::size_t>(at)].push_back(ir::elementAsDouble(x, flat));
    }
    return groups;
}

} // namespace

class ReduceTest : public QObject {
    Q_OBJECT
private slots:
    void matchesDefinition_data() {
        QTest::addColumn<QString>("op");
        for (const auto& [op, definition] : definitions())
            QTest::newRow(op.c_str()) << QString::fromStdString(op);
    }
    void matchesDefinition() {
        QFETCH(QString, op);
        const std::string name = op.toStdString();
        std::mt19937 engine(3);
        for (unsigned mask = 0; mask < 16; ++mask)
            for (const int keeps : {0, 1}) {
                auto x = randomTensor(engine, {3, 4, 5, 6});
                if (name == "ReduceLogSum")
                    for (float& each : x.as<float>())
                        each = std::abs(each) + 0.1f;
                Ints axes;
                std::vector<bool> reduced(4, mask == 0);
                for (std::size_t i = 0; i < 4; ++i)
                    if (mask & (1u << i)) {
                        reduced[i] = true;
                        axes.push_back(i % 2 ? std::int64_t(i) : std::int64_t(i) - 4); // half of them negative
                    }
                const bool byInput = (mask + unsigned(keeps)) % 2 == 0;
                Probe probe(name, byInput ? 18 : 11);
                probe.input(x).attribute("keepdims", std::int64_t(keeps));
                if (byInput)
                    probe.input(ir::Tensor::of<std::int64_t>({std::int64_t(axes.size())}, axes), mask % 3 != 0);
                else if (!axes.empty())
                    probe.attribute("axes", axes);
                const auto result = probe.run();
                QVERIFY2(result, result.text());
                ir::Dims expectedDims;
                for (std::size_t i = 0; i < 4; ++i)
                    if (!reduced[i] || keeps) expectedDims.push_back(reduced[i] ? 1 : x.dims()[i]);
                QCOMPARE(result[0].dims(), expectedDims);
                const auto groups = grouped(x, reduced);
                for (std::size_t i = 0; i < groups.size(); ++i) {
                    const double expected = definitions().at(name)(groups[i]);
                    QVERIFY(std::abs(double(result[0].as<float>()[i]) - expected) <=
                            1e-5 * (1 + std::abs(expected)));
                }
            }
    }
    void emptyAxesMayMeanNone() {
        const auto x = ir::Tensor::of<float>({2, 2}, {1, -2, 3, -4});
        const auto with = [&](const char* op) {
            const auto result = Probe(op, 18).input(x).attribute("noop_with_empty_axes", std::int64_t(1)).run();
            return result ? Floats(result[0].as<float>().begin(), result[0].as<float>().end()) : Floats();
        };
        QCOMPARE(with("ReduceSum"), (Floats{1, -2, 3, -4}));
        QCOMPARE(with("ReduceL1"), (Floats{1, 2, 3, 4}));
        QCOMPARE(with("ReduceSumSquare"), (Floats{1, 4, 9, 16}));
    }
    void nothingToReduce() {
        const auto x = ir::Tensor::of<float>({2, 0, 4}, {});
        const auto first = [&](const char* op) {
            const auto result = Probe(op, 20).input(x).input(ir::Tensor::of<std::int64_t>({1}, {1})).run();
            return result && result[0].elements() == 8 ? double(result[0].as<float>()[7]) : 12345.0;
        };
        QCOMPARE(first("ReduceSum"), 0.0);
        QCOMPARE(first("ReduceProd"), 1.0);
        QCOMPARE(first("ReduceMax"), -HUGE_VAL);
        QCOMPARE(first("ReduceMin"), HUGE_VAL);
        QCOMPARE(first("ReduceLogSum"), -HUGE_VAL);
        QCOMPARE(first("ReduceLogSumExp"), -HUGE_VAL);
        QVERIFY(std::isnan(first("ReduceMean")));
    }
    void integersAndBools() {
        const auto sum =
            Probe("ReduceSum", 13).input(ir::Tensor::of<std::int32_t>({3}, {INT32_MAX, 1, 5})).run();
        QVERIFY2(sum, sum.text());
        QCOMPARE(sum[0].as<std::int32_t>()[0], INT32_MIN + 5);
        const auto mean = Probe("ReduceMean", 13).input(ir::Tensor::of<std::int64_t>({2}, {-3, -4})).run();
        QCOMPARE(mean[0].as<std::int64_t>()[0], std::int64_t(-3));
        const auto low = Probe("ReduceMin", 18).input(ir::Tensor::of<std::uint8_t>({2}, {200, 90})).run();
        QCOMPARE(int(low[0].as<std::uint8_t>()[0]), 90);
        const auto any = Probe("ReduceMax", 20)
                             .input(ir::Tensor::of<bool>({2, 2}, {false, true, false, false}))
                             .attribute("axes", Ints{1})
                             .run();
        QVERIFY2(any, any.text());
        QVERIFY(any[0].as<bool>()[0] && !any[0].as<bool>()[1]);
    }
    void largeExponentsDoNotOverflow() {
        const auto result = Probe("ReduceLogSumExp", 13).input(ir::Tensor::of<float>({2}, {5000, 5000})).run();
        QVERIFY2(result, result.text());
        QVERIFY(std::abs(result[0].as<float>()[0] - 5000.6931f) < 1e-2f);
    }
    void searches() {
        const auto x = ir::Tensor::of<float>({2, 3}, {1, 7, 7, 4, 4, 2});
        const auto at = [&](const char* op, std::int64_t axis, std::int64_t last) {
            const auto result = Probe(op, 13)
                                    .input(x)
                                    .attribute("axis", axis)
                                    .attribute("select_last_index", last)
                                    .attribute("keepdims", std::int64_t(0))
                                    .run();
            return result ? Ints(result[0].as<std::int64_t>().begin(), result[0].as<std::int64_t>().end())
                          : Ints();
        };
        QCOMPARE(at("ArgMax", 1, 0), (Ints{1, 0}));
        QCOMPARE(at("ArgMax", -1, 1), (Ints{2, 1}));
        QCOMPARE(at("ArgMin", 0, 0), (Ints{0, 1, 1}));
        QCOMPARE(at("ArgMin", 1, 1), (Ints{0, 2}));
        const auto kept = Probe("ArgMax", 1).input(x).run();
        QCOMPARE(kept[0].dims(), (ir::Dims{1, 3}));
        QVERIFY(!Probe("ArgMax", 13).input(x).attribute("axis", std::int64_t(2)).run());
        QVERIFY(!Probe("ArgMax", 13).input(ir::Tensor::of<float>({0, 3}, {})).run());
    }
    void badAxes() {
        const auto x = ir::Tensor::of<float>({2, 2}, {1, 2, 3, 4});
        for (const Ints& axes : {Ints{2}, Ints{-3}, Ints{0, 0}, Ints{0, -2}, Ints{INT64_MIN}})
            QVERIFY(!Probe("ReduceSum", 11).input(x).attribute("axes", axes).run());
    }
};

EDGEWRIGHT_TEST(ReduceTest)

} // namespace edgewright::reduce_test

#include "reduce_test.moc"
