// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that models of language and speech consist of, by what they come down to: standard
// operators, or sums that are written out in double.
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/expect_same.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::microsoft_decoders_test {

using namespace edgewright::test;

namespace {

Probe asked(const char* name) { return {name, 1, "com.microsoft"}; }

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

} // namespace

class MicrosoftDecodersTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{23};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

private slots:
    void bucketsOfDistances() {
        // Two heads, one behind the other: bucket b is worth b, and 10 b.
        std::vector<float> table;
        for (const int head : {1, 10})
            for (int bucket = 0; bucket < 8; ++bucket)
                table.push_back(static_cast<float>(head * bucket));
        const auto biases = [&](bool bothWays, std::int64_t furthest, std::int64_t rows, std::int64_t columns) {
            return asked("RelativePositionBias")
                .attribute("is_bidirectional", std::int64_t(bothWays))
                .attribute("max_distance", furthest)
                .input(floats({8, 2}, table))
                .input(Tensor::of<std::int64_t>({1}, {rows}))
                .input(Tensor::scalar(columns))
                .run();
        };
        const auto check = [](const Outcome& out, ir::Dims dims, const std::vector<int>& buckets) {
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].dims(), dims);
            for (std::size_t i = 0; i < 2 * buckets.size(); ++i)
                QCOMPARE(out[0].as<float>()[i],
                         static_cast<float>((i < buckets.size() ? 1 : 10) * buckets[i % buckets.size()]));
        };
        // Up to 3 exact, then by logarithm up to 16: the first key as the later rows see it.
        check(biases(false, 16, 21, 1), {1, 2, 21, 1},
              {0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7});
        // Keys to come are all as near as the own one, or have buckets of their own.
        check(biases(false, 16, 1, 4), {1, 2, 1, 4}, {0, 0, 0, 0});
        check(biases(true, 8, 6, 1), {1, 2, 6, 1}, {0, 1, 2, 2, 3, 3});
        check(biases(true, 8, 1, 6), {1, 2, 1, 6}, {0, 5, 6, 6, 7, 7});
        check(biases(true, 8, 2, 3), {1, 2, 2, 3}, {0, 5, 6, 1, 0, 5});
        QVERIFY(biases(false, 4, 2, 2).error); // no further than the exact ones
        QVERIFY(biases(false, 16, -1, 2).error);
    }

    void gatedPositions() {
        const std::int64_t batch = 2, length = 3, heads = 2, size = 3, half = 2;
        const auto query = random({batch, length, heads * size}), queryBias = random({heads * size});
        const auto places = random({1, heads, length, length}), weight = random({size, 2 * half});
        const auto bias = random({2 * half}), factor = random({1, heads, 1, 1});
        const auto probe = [&](const Tensor& matrix) {
            return asked("GatedRelativePositionBias")
                .attribute("num_heads", heads)
                .input(query)
                .input(queryBias)
                .input(places)
                .input(matrix)
                .input(bias)
                .input(factor);
        };
        const auto out = probe(weight).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{batch, heads, length, length}));
        for (std::int64_t b = 0; b < batch; ++b)
            for (std::int64_t h = 0; h < heads; ++h)
                for (std::int64_t i = 0; i < length; ++i) {
                    std::array<double, 2> gates{};
                    for (std::int64_t column = 0; column < 2 * half; ++column) {
                        double sum = at(bias, {column});
                        for (std::int64_t d = 0; d < size; ++d)
                            sum += (at(query, {b, i, h * size + d}) + at(queryBias, {h * size + d})) *
                                   at(weight, {d, column});
                        gates[static_cast<std::size_t>(column / half)] += sum;
                    }
                    const double by =
                        logistic(gates[0]) * (logistic(gates[1]) * at(factor, {0, h, 0, 0}) - 1) + 2;
                    for (std::int64_t j = 0; j < length; ++j)
                        QVERIFY(close(at(out[0], {b, h, i, j}), by * at(places, {0, h, i, j})));
                }
        QVERIFY(probe(random({size, 2 * half - 1})).run().error);
        // Tokens without padding have their shapes.
        const auto packed = asked("GatedRelativePositionBias")
                                .attribute("num_heads", heads)
                                .typed({ir::DataType::Float32, ir::Dims{5, heads * size}})
                                .input(queryBias)
                                .input(places)
                                .input(weight)
                                .input(bias)
                                .input(factor)
                                .typed({ir::DataType::Int32, ir::Dims{batch, length}})
                                .infer();
        QVERIFY2(packed, packed.text());
        QCOMPARE(packed.types[0].text(), std::string("float32[2,2,3,3]"));
    }
};

EDGEWRIGHT_TEST(MicrosoftDecodersTest)

} // namespace edgewright::microsoft_decoders_test

#include "microsoft_decoders_test.moc"
