// SPDX-License-Identifier: GPL-3.0-or-later
// Gemm and MatMul against three loops.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::product_test {

using namespace edgewright::test;

class ProductTest : public QObject {
    Q_OBJECT
private slots:
    void gemm() {
        std::mt19937 engine(11);
        const std::vector<ir::Dims> biases{{}, {1}, {-2}, {-1, 1}, {1, -2}, {-1, -2}}; // -1: m, -2: n
        for (int round = 0; round < 120; ++round) {
            const std::int64_t m = 1 + engine() % 9, n = 1 + engine() % 9, k = 1 + engine() % 40;
            const bool ta = round & 1, tb = round & 2, withC = round % 5 != 0;
            const float alpha = round % 3 ? 1.0f : 0.5f, beta = round % 4 ? 1.0f : -2.0f;
            const auto a = randomTensor(engine, ta ? ir::Dims{k, m} : ir::Dims{m, k});
            const auto b = randomTensor(engine, tb ? ir::Dims{n, k} : ir::Dims{k, n});
            ir::Dims cDims = biases[std::size_t(round) % biases.size()];
            for (auto& dim : cDims)
                dim = dim == -1 ? m : dim == -2 ? n : dim;
            const auto c = randomTensor(engine, cDims);
            Probe probe("Gemm", 13);
            probe.input(a).input(b).attribute("transA", std::int64_t(ta)).attribute("transB", std::int64_t(tb));
            probe.attribute("alpha", alpha).attribute("beta", beta);
            if (withC) probe.input(c);
            const auto result = probe.run();
            QVERIFY2(result, result.text());
            QCOMPARE(result[0].dims(), (ir::Dims{m, n}));
            for (std::int64_t i = 0; i < m; ++i)
                for (std::int64_t j = 0; j < n; ++j) {
                    double sum = 0;
                    for (std::int64_t p = 0; p < k; ++p)
                        sum += double(a.as<float>()[std::size_t(ta ? p * m + i : i * k + p)]) *
                               double(b.as<float>()[std::size_t(tb ? j * k + p : p * n + j)]);
                    sum *= double(alpha);
                    if (withC) {
                        const std::int64_t columns = cDims.empty() ? 1 : cDims.back();
                        const std::int64_t rows = cDims.size() < 2 ? 1 : cDims[0];
                        const std::int64_t at = (rows > 1 ? i : 0) * columns + (columns > 1 ? j : 0);
                        sum += double(beta) * double(c.as<float>()[std::size_t(at)]);
                    }
                    QVERIFY(std::abs(double(result[0].as<float>()[std::size_t(i * n + j)]) - sum) < 1e-4);
                }
        }
    }
    void gemmOfIntegers() {
        const auto result = Probe("Gemm", 13)
                                .input(ir::Tensor::of<std::int32_t>({2, 2}, {1, 2, 3, INT32_MAX}))
                                .input(ir::Tensor::of<std::int32_t>({2, 1}, {5, 2}))
                                .run();
        QVERIFY2(result, result.text());
        QCOMPARE(result[0].as<std::int32_t>()[0], 9);
        QCOMPARE(result[0].as<std::int32_t>()[1], 13); // 15 + 2 * (2^31 - 1), modulo 2^32
    }
    void matMul_data() {
        QTest::addColumn<QList<qint64>>("a");
        QTest::addColumn<QList<qint64>>("b");
        QTest::addColumn<QList<qint64>>("out");
        using L = QList<qint64>;
        QTest::newRow("matrices") << L{3, 4} << L{4, 5} << L{3, 5};
        QTest::newRow("vector, matrix") << L{4} << L{4, 5} << L{5};
        QTest::newRow("matrix, vector") << L{3, 4} << L{4} << L{3};
        QTest::newRow("vectors") << L{4} << L{4} << L{};
        QTest::newRow("batches") << L{2, 3, 4} << L{2, 4, 5} << L{2, 3, 5};
        QTest::newRow("one right side") << L{2, 6, 3, 4} << L{4, 5} << L{2, 6, 3, 5};
        QTest::newRow("one left side") << L{3, 4} << L{7, 4, 5} << L{7, 3, 5};
        QTest::newRow("crossed batches") << L{2, 1, 3, 4} << L{1, 6, 4, 5} << L{2, 6, 3, 5};
        QTest::newRow("batch of rows") << L{1, 5, 2, 1, 4} << L{3, 5, 1, 4, 2} << L{3, 5, 2, 1, 2};
        QTest::newRow("vector, batch") << L{4} << L{2, 3, 4, 5} << L{2, 3, 5};
        QTest::newRow("batch, vector") << L{2, 3, 4} << L{4} << L{2, 3};
        QTest::newRow("tall") << L{100, 7} << L{7, 3} << L{100, 3};
        QTest::newRow("empty inside") << L{2, 0} << L{0, 3} << L{2, 3};
        QTest::newRow("no columns") << L{2, 3, 4} << L{4, 0} << L{2, 3, 0};
        QTest::newRow("no rows") << L{0, 4} << L{4, 3} << L{0, 3};
    }
    void matMul() {
        QFETCH(QList<qint64>, a);
        QFETCH(QList<qint64>, b);
        QFETCH(QList<qint64>, out);
        std::mt19937 engine(5);
        const auto left = randomTensor(engine, Ints(a.begin(), a.end()));
        const auto right = randomTensor(engine, Ints(b.begin(), b.end()));
        const auto result = Probe("MatMul", 13).input(left).input(right).threads(2).run();
        QVERIFY2(result, result.text());
        QCOMPARE(result[0].dims(), Ints(out.begin(), out.end()));
        // Write both as [batch..., m, k] and [batch..., k, n] over one list of batch axes.
        Ints la(a.begin(), a.end()), lb(b.begin(), b.end());
        if (la.size() == 1) la.insert(la.begin(), 1);
        if (lb.size() == 1) lb.push_back(1);
        const std::int64_t m = la[la.size() - 2], k = la.back(), n = lb.back();
        const std::size_t rank = std::max(la.size(), lb.size());
        la.insert(la.begin(), rank - la.size(), 1);
        lb.insert(lb.begin(), rank - lb.size(), 1);
        Ints batch;
        for (std::size_t i = 0; i + 2 < rank; ++i)
            batch.push_back(std::max(la[i], lb[i]));
        std::int64_t count = 1;
        for (const auto each : batch)
            count *= each;
        for (std::int64_t at = 0; at < count; ++at) {
            std::int64_t rest = at, from[2] = {0, 0}, step[2] = {1, 1};
            for (std::size_t i = batch.size(); i-- > 0;) {
                const std::int64_t index = rest % batch[i];
                rest /= batch[i];
                from[0] += (la[i] == 1 ? 0 : index) * step[0];
                from[1] += (lb[i] == 1 ? 0 : index) * step[1];
                step[0] *= la[i];
                step[1] *= lb[i];
            }
            for (std::int64_t i = 0; i < m; ++i)
                for (std::int64_t j = 0; j < n; ++j) {
                    double sum = 0;
                    for (std::int64_t p = 0; p < k; ++p)
                        sum += double(left.as<float>()[std::size_t((from[0] * m + i) * k + p)]) *
                               double(right.as<float>()[std::size_t((from[1] * k + p) * n + j)]);
                    QVERIFY(std::abs(double(result[0].as<float>()[std::size_t((at * m + i) * n + j)]) - sum) <
                            1e-5);
                }
        }
    }
    void otherTypes() {
        const auto whole = Probe("MatMul", 9)
                               .input(ir::Tensor::of<std::int64_t>({1, 2}, {3, -4}))
                               .input(ir::Tensor::of<std::int64_t>({2, 1}, {5, 6}))
                               .run();
        QVERIFY2(whole, whole.text());
        QCOMPARE(whole[0].as<std::int64_t>()[0], std::int64_t(-9));
        const auto wide = Probe("MatMul", 9)
                              .input(ir::Tensor::of<double>({1, 2}, {1e-12, 1}))
                              .input(ir::Tensor::of<double>({2, 1}, {1, 1}))
                              .run();
        QCOMPARE(wide[0].as<double>()[0], 1 + 1e-12);
        auto half = ir::Tensor::allocate(ir::DataType::BFloat16, {1, 1});
        half->as<std::uint16_t>()[0] = ir::floatToBfloat16(1.5f);
        const auto brain = Probe("MatMul", 13).input(*half).input(*half).run();
        QVERIFY2(brain, brain.text());
        QCOMPARE(brain[0].as<std::uint16_t>()[0], ir::floatToBfloat16(2.25f));
    }
    void mismatches() {
        const ir::TensorType a(ir::DataType::Float32, ir::Dims{3, 4});
        QVERIFY(!Probe("MatMul", 13).typed(a).typed(a).infer());
        QVERIFY(!Probe("Gemm", 13).typed(a).typed(a).infer());
        QVERIFY(!Probe("MatMul", 13).typed({ir::DataType::Float32, ir::Dims{}}).typed(a).infer());
        QVERIFY(!Probe("MatMul", 13)
                     .typed({ir::DataType::Float32, ir::Dims{2, 3, 4}})
                     .typed({ir::DataType::Float32, ir::Dims{3, 4, 5}})
                     .infer());
    }
};

EDGEWRIGHT_TEST(ProductTest)

} // namespace edgewright::product_test

#include "product_test.moc"
