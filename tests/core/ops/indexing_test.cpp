// SPDX-License-Identifier: GPL-3.0-or-later
// Operators whose result depends on element values: indices, order, masks.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <numeric>

namespace edgewright::indexing_test {

using ir::DataType;
using ir::Dims;
using ir::Tensor;
using test::Ints;
using test::Probe;

namespace {

Tensor ints(Dims dims, std::vector<std::int64_t> values) { return Tensor::of(std::move(dims), values); }
Tensor floats(Dims dims, std::vector<float> values) { return Tensor::of(std::move(dims), values); }
Tensor counted(Dims dims) {
    auto tensor = Tensor::allocate(DataType::Float32, std::move(dims));
    std::iota(tensor->as<float>().begin(), tensor->as<float>().end(), 0.0f);
    return std::move(tensor).value();
}
std::vector<float> elements(const Tensor& tensor) {
    const auto span = tensor.as<float>();
    return {span.begin(), span.end()};
}

} // namespace

class IndexingTest : public QObject {
    Q_OBJECT

private slots:
    void gather() {
        const auto rows = Probe("Gather", 13).input(counted({3, 2})).input(ints({2}, {2, -3})).run();
        QVERIFY2(rows, rows.text());
        QCOMPARE(elements(rows[0]), (std::vector<float>{4, 5, 0, 1}));
        const auto columns = Probe("Gather", 13)
                                 .attribute("axis", std::int64_t(1))
                                 .input(counted({3, 2}))
                                 .input(ints({}, {1}))
                                 .run();
        QCOMPARE(columns[0].dims(), Dims{3});
        QCOMPARE(elements(columns[0]), (std::vector<float>{1, 3, 5}));
        const auto words =
            Probe("Gather", 13).input(Tensor::ofStrings({2}, {"a", "b"})).input(ints({1}, {1})).run();
        QCOMPARE(words[0].strings(), std::vector<std::string>{"b"});
        const auto outside = Probe("Gather", 13).input(counted({3, 2})).input(ints({1}, {3})).run();
        QVERIFY(!outside);
        QCOMPARE(outside.error->message, std::string("index 3 is outside [-3, 2]"));
    }

    void gatherElements() {
        const auto out = Probe("GatherElements", 13)
                             .attribute("axis", std::int64_t(0))
                             .input(counted({3, 3}))
                             .input(ints({2, 3}, {1, 2, 0, 2, 0, -3}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{3, 7, 2, 6, 1, 2}));
        QVERIFY(
            !Probe("GatherElements", 13).input(counted({2, 2})).input(ints({2, 3}, {0, 0, 0, 0, 0, 0})).run());
    }

    void gatherNd() {
        const auto pairs =
            Probe("GatherND", 13).input(counted({2, 2, 2})).input(ints({2, 2}, {0, 1, 1, 0})).run();
        QVERIFY2(pairs, pairs.text());
        QCOMPARE(elements(pairs[0]), (std::vector<float>{2, 3, 4, 5}));
        const auto batched = Probe("GatherND", 13)
                                 .attribute("batch_dims", std::int64_t(1))
                                 .input(counted({2, 3}))
                                 .input(ints({2, 1}, {2, 0}))
                                 .run();
        QVERIFY2(batched, batched.text());
        QCOMPARE(elements(batched[0]), (std::vector<float>{2, 3}));
        QVERIFY(!Probe("GatherND", 13).input(counted({2})).input(ints({1, 2}, {0, 0})).run());
        QVERIFY(!Probe("GatherND", 13)
                     .attribute("batch_dims", std::int64_t(9))
                     .input(counted({2}))
                     .input(ints({1, 1}, {0}))
                     .run());
    }

    void scatterElements_data() {
        QTest::addColumn<QString>("reduction");
        QTest::addColumn<QVector<float>>("expected");
        QTest::newRow("none") << "none" << QVector<float>{1, 5, 3};
        QTest::newRow("add") << "add" << QVector<float>{1, 11, 3};
        QTest::newRow("mul") << "mul" << QVector<float>{1, 40, 3};
        QTest::newRow("min") << "min" << QVector<float>{1, 2, 3};
        QTest::newRow("max") << "max" << QVector<float>{1, 5, 3};
    }

    void scatterElements() {
        QFETCH(QString, reduction);
        QFETCH(QVector<float>, expected);
        const auto out = Probe("ScatterElements", 18)
                             .attribute("reduction", reduction.toStdString())
                             .input(floats({3}, {1, 2, 3}))
                             .input(ints({2}, {1, -2}))
                             .input(floats({2}, {4, 5}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{expected.begin(), expected.end()}));
    }

    void scatterNd() {
        const auto out = Probe("ScatterND", 16)
                             .input(counted({3, 2}))
                             .input(ints({2, 1}, {2, 0}))
                             .input(floats({2, 2}, {9, 8, 7, 6}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{7, 6, 2, 3, 9, 8}));
        QVERIFY(!Probe("ScatterND", 16)
                     .input(counted({3, 2}))
                     .input(ints({1, 1}, {3}))
                     .input(floats({1, 2}, {0, 0}))
                     .run());
        QVERIFY(!Probe("ScatterND", 16)
                     .input(counted({3, 2}))
                     .input(ints({1, 1}, {0}))
                     .input(floats({2}, {0, 0}))
                     .run());
        QVERIFY(Probe("Scatter", 9).input(counted({2})).input(ints({1}, {1})).input(floats({1}, {5})).run());
    }

    void topK() {
        const auto x = floats({2, 4}, {3, 1, 3, 2, 7, 8, 5, 6});
        const auto out = Probe("TopK", 11).input(x).input(ints({1}, {2})).outputs(2).run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{3, 3, 8, 7}));
        QCOMPARE(ir::toInt64s(out[1]), (Ints{0, 2, 1, 0}));
        const auto low = Probe("TopK", 11)
                             .attribute("largest", std::int64_t(0))
                             .attribute("axis", std::int64_t(0))
                             .input(x)
                             .input(ints({1}, {1}))
                             .outputs(2)
                             .run();
        QCOMPARE(elements(low[0]), (std::vector<float>{3, 1, 3, 2}));
        QVERIFY(!Probe("TopK", 11).input(x).input(ints({1}, {5})).outputs(2).run());
        QVERIFY(!Probe("TopK", 11).input(x).input(ints({1}, {-1})).outputs(2).run());
        const auto nan = Probe("TopK", 11)
                             .input(floats({3}, {1, std::numeric_limits<float>::quiet_NaN(), 2}))
                             .input(ints({1}, {3}))
                             .outputs(2)
                             .run();
        QCOMPARE(ir::toInt64s(nan[1]), (Ints{1, 2, 0}));
    }

    void masks() {
        const auto x = floats({2, 2}, {0, 5, 6, 0});
        QCOMPARE(ir::toInt64s(Probe("NonZero", 13).input(x, false).run()[0]), (Ints{0, 1, 1, 0}));
        auto condition = Tensor::allocate(DataType::Bool, {3});
        condition->as<std::uint8_t>()[1] = 1;
        condition->as<std::uint8_t>()[2] = 1;
        QCOMPARE(elements(Probe("Compress", 11).input(counted({2, 2})).input(*condition).run()[0]),
                 (std::vector<float>{1, 2}));
        QCOMPARE(elements(Probe("Compress", 11)
                              .attribute("axis", std::int64_t(1))
                              .input(counted({2, 3}))
                              .input(*condition)
                              .run()[0]),
                 (std::vector<float>{1, 2, 4, 5}));
    }

    void cumSum() {
        const auto axis = ints({}, {0});
        QCOMPARE(elements(Probe("CumSum", 14).input(floats({3}, {1, 2, 3})).input(axis).run()[0]),
                 (std::vector<float>{1, 3, 6}));
        QCOMPARE(elements(Probe("CumSum", 14)
                              .attribute("exclusive", std::int64_t(1))
                              .attribute("reverse", std::int64_t(1))
                              .input(floats({3}, {1, 2, 3}))
                              .input(axis)
                              .run()[0]),
                 (std::vector<float>{5, 3, 0}));
        QVERIFY(!Probe("CumSum", 14).input(floats({3}, {1, 2, 3})).input(ints({}, {1})).run());
    }

    void oneHot() {
        const auto out = Probe("OneHot", 11)
                             .attribute("axis", std::int64_t(0))
                             .input(ints({3}, {0, -1, 5}))
                             .input(Tensor::scalar<std::int64_t>(3))
                             .input(floats({2}, {0, 1}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (Dims{3, 3}));
        QCOMPARE(elements(out[0]), (std::vector<float>{1, 0, 0, 0, 0, 0, 0, 1, 0}));
        QVERIFY(!Probe("OneHot", 11)
                     .input(ints({1}, {0}))
                     .input(Tensor::scalar<std::int64_t>(0))
                     .input(floats({2}, {0, 1}))
                     .run());
        QVERIFY(!Probe("OneHot", 11)
                     .input(ints({1}, {0}))
                     .input(Tensor::scalar<std::int64_t>(std::int64_t(1) << 60))
                     .input(floats({2}, {0, 1}))
                     .run());
    }

    void reverseSequence() {
        const auto out = Probe("ReverseSequence", 10)
                             .attribute("batch_axis", std::int64_t(0))
                             .attribute("time_axis", std::int64_t(1))
                             .input(counted({2, 3}))
                             .input(ints({2}, {2, 3}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{1, 0, 2, 5, 4, 3}));
        QVERIFY(!Probe("ReverseSequence", 10).input(counted({2, 3})).input(ints({3}, {2, 3, 9})).run());
    }

    void unique() {
        const auto out = Probe("Unique", 11)
                             .attribute("sorted", std::int64_t(0))
                             .input(floats({6}, {2, 1, 1, 3, 4, 3}))
                             .outputs(4)
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements(out[0]), (std::vector<float>{2, 1, 3, 4}));
        QCOMPARE(ir::toInt64s(out[1]), (Ints{0, 1, 3, 4}));
        QCOMPARE(ir::toInt64s(out[2]), (Ints{0, 1, 1, 2, 3, 2}));
        QCOMPARE(ir::toInt64s(out[3]), (Ints{1, 2, 2, 1}));
    }

    void nonMaxSuppression() {
        // Two boxes that overlap by 81/119, one apart.
        const auto boxes = floats({1, 3, 4}, {0, 0, 10, 10, 1, 1, 11, 11, 20, 20, 30, 30});
        const auto scores = floats({1, 1, 3}, {0.6f, 0.9f, 0.5f});
        const auto out = Probe("NonMaxSuppression", 11)
                             .input(boxes)
                             .input(scores)
                             .input(ints({1}, {3}))
                             .input(floats({1}, {0.5f}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(ir::toInt64s(out[0]), (Ints{0, 0, 1, 0, 0, 2}));
        const auto all = Probe("NonMaxSuppression", 11)
                             .input(boxes)
                             .input(scores)
                             .input(ints({1}, {3}))
                             .input(floats({1}, {0.7f}))
                             .input(floats({1}, {0.55f}))
                             .run();
        QCOMPARE(ir::toInt64s(all[0]), (Ints{0, 0, 1, 0, 0, 0}));
        QVERIFY(!Probe("NonMaxSuppression", 11).input(boxes).input(floats({1, 1, 2}, {1, 1})).run());
    }
};

EDGEWRIGHT_TEST(IndexingTest)

} // namespace edgewright::indexing_test

#include "indexing_test.moc"
