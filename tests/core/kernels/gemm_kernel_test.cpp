// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix product against sums in double precision, with every instruction set that this machine has.
#include "core/kernels/gemm.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace edgewright::gemm_kernel_test {

using namespace Qt::StringLiterals;

namespace {

struct Shape {
    std::int64_t m, n, k;
};

std::vector<float> randomFloats(std::int64_t count, std::uint32_t seed) {
    std::mt19937 engine(seed);
    std::vector<float> result(static_cast<std::size_t>(count));
    for (float& each : result)
        each = static_cast<float>(engine() >> 8) / static_cast<float>(1u << 23) - 1.0f;
    return result;
}

float at(const kernels::GemmOperand& x, std::int64_t i, std::int64_t j) {
    return x.transposed ? x.data[j * x.stride + i] : x.data[i * x.stride + j];
}

// Parameters that a tuner may choose; those that fit nothing are rounded, or none.
constexpr std::array Ways{
    kernels::GemmParameters{},           kernels::GemmParameters{.tile = 2},
    kernels::GemmParameters{.tile = 3},  kernels::GemmParameters{.k = 24, .n = 50, .m = 9},
    kernels::GemmParameters{2, 7, 1, 1}, kernels::GemmParameters{3, 1000, 5000, 11},
    kernels::GemmParameters{.tile = 9}};

} // namespace

class GemmTest : public QObject {
    Q_OBJECT
private slots:
    // The thread with the most tasks has little more to do than the others.
    void sharedOut() {
        const kernels::GemmTiles& tiles = *kernels::table().gemm;
        for (const Shape shape : {Shape{64, 3136, 64}, Shape{96, 784, 576}, Shape{320, 49, 960},
                                  Shape{24, 12544, 96}, Shape{1000, 197, 384}, Shape{160, 49, 160}})
            for (const int threads : {1, 2, 3, 4}) {
                const auto [m, n, k] = shape;
                const kernels::GemmBlocking whole = kernels::gemmBlocking(m, n, k);
                const kernels::GemmBlocking cut = kernels::gemmBlocking(m, n, k, 1, threads);
                QCOMPARE(cut.k, whole.k); // sums do not depend on how many compute them
                QVERIFY(cut.n <= whole.n && cut.n % tiles.columns == 0 && cut.m % tiles.rows == 0);
                const std::int64_t tasks = cut.columnParts(n) * cut.rowParts(m);
                const auto longest = double(kernels::ceilDivide(tasks, threads) * cut.n * cut.m);
                QVERIFY2(
                    longest < 1.35 * double((n + tiles.columns) * (m + tiles.rows)) / threads,
                    qPrintable(u"%1 x %2 on %3: %4 x %5"_s.arg(m).arg(n).arg(threads).arg(cut.m).arg(cut.n)));
            }
    }

    void cleanup() { kernels::useIsa(kernels::available().back()); }

    void agrees_data() {
        QTest::addColumn<int>("isa");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<int>("form"); // bits: A transposed, B transposed, add, bias, packed, bounded
        QTest::addColumn<int>("way");  // place in Ways
        for (const kernels::Isa isa : kernels::available())
            for (const Shape shape :
                 {Shape{1, 1, 1}, Shape{1, 70, 33}, Shape{65, 1, 40}, Shape{7, 5, 3}, Shape{8, 48, 16},
                  Shape{13, 100, 29}, Shape{33, 49, 700}, Shape{129, 513, 65}})
                for (const int form : {0, 1, 2, 3, 4, 8, 16, 24, 32, 63 - 8})
                    for (int way = 0; way < (form % 8 == 0 ? int(Ways.size()) : 1); ++way)
                        QTest::addRow("%s %dx%dx%d form %d way %d", kernels::nameOf(isa).data(), int(shape.m),
                                      int(shape.n), int(shape.k), form, way)
                            << int(isa) << shape << form << way;
    }
    void agrees() {
        QFETCH(int, isa);
        QFETCH(Shape, shape);
        QFETCH(int, form);
        QFETCH(int, way);
        kernels::useIsa(static_cast<kernels::Isa>(isa));
        const auto [m, n, k] = shape;
        kernels::Gemm gemm;
        gemm.parameters = Ways[std::size_t(way)];
        const kernels::GemmTiles& tiles = kernels::tilesOf(gemm.parameters);
        QCOMPARE(&tiles == &kernels::tilesOf(), gemm.parameters.tile <= 1 || gemm.parameters.tile > 3);
        gemm.m = m, gemm.n = n, gemm.k = k;
        gemm.a.transposed = form & 1;
        gemm.b.transposed = form & 2;
        gemm.a.stride = (gemm.a.transposed ? m : k) + 3;
        gemm.b.stride = (gemm.b.transposed ? k : n) + 2;
        const auto a = randomFloats((gemm.a.transposed ? k : m) * gemm.a.stride, 1);
        const auto b = randomFloats((gemm.b.transposed ? n : k) * gemm.b.stride, 2);
        gemm.a.data = a.data();
        gemm.b.data = b.data();
        gemm.cStride = n + 1;
        std::vector<float> c = randomFloats(m * gemm.cStride, 3);
        const std::vector<float> before = c;
        gemm.c = c.data();
        gemm.add = form & 4;
        const auto rowBias = randomFloats(m, 4);
        const auto columnBias = randomFloats(n, 5);
        if (form & 8) gemm.rowBias = rowBias.data(), gemm.columnBias = columnBias.data();
        std::vector<float> packedA(static_cast<std::size_t>(kernels::packedRowsFloats(m, k, tiles)));
        std::vector<float> packedB(static_cast<std::size_t>(kernels::packedColumnsFloats(k, n, tiles)));
        if (form & 16) {
            kernels::packRows(gemm.a, m, k, packedA.data(), tiles);
            kernels::packColumns(gemm.b, k, n, packedB.data(), tiles);
            gemm.a.packed = packedA.data();
            gemm.b.packed = packedB.data();
        }
        if (form & 32) gemm.low = -0.5f, gemm.high = 0.25f;
        std::vector<int> finished(static_cast<std::size_t>(m * n));
        const std::int64_t width = n;
        gemm.finished = [&](std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns) {
            for (std::int64_t i = row; i < row + rows; ++i)
                for (std::int64_t j = column; j < column + columns; ++j)
                    ++finished[static_cast<std::size_t>(i * width + j)];
        };
        std::vector<float> scratch(static_cast<std::size_t>(kernels::gemmScratch(gemm, 2)));
        kernels::gemm(gemm, 2, scratch.data());
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
                const auto place = static_cast<std::size_t>(i * gemm.cStride + j);
                double sum = gemm.add ? before[place] : 0.0;
                double size = 1;
                for (std::int64_t p = 0; p < k; ++p) {
                    sum += double(at(gemm.a, i, p)) * double(at(gemm.b, p, j));
                    size += std::abs(double(at(gemm.a, i, p)) * double(at(gemm.b, p, j)));
                }
                if (form & 8) sum += rowBias[std::size_t(i)] + columnBias[std::size_t(j)];
                const double expected = std::clamp(sum, double(gemm.low), double(gemm.high));
                QVERIFY2(
                    std::abs(double(c[place]) - expected) <= 1e-6 * size,
                    qPrintable(
                        QString("(%1, %2) is %3 for %4").arg(i).arg(j).arg(double(c[place])).arg(expected)));
                QCOMPARE(finished[static_cast<std::size_t>(i * n + j)], 1);
            }
        for (std::int64_t i = 0; i < m; ++i) // between the rows nothing is written
            QCOMPARE(c[static_cast<std::size_t>(i * gemm.cStride + n)],
                     before[static_cast<std::size_t>(i * gemm.cStride + n)]);
    }
};

EDGEWRIGHT_TEST(GemmTest)

} // namespace edgewright::gemm_kernel_test

#include "gemm_kernel_test.moc"
