// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise convolution and pooling of planes against plain loops in double, for every instruction set of this
// processor: many random windows, and buffers of exactly the promised size.
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace edgewright::sliding_planes_test {

using namespace edgewright::kernels;


namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();

class Dice {
public:
    std::int64_t roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_engine); }
    std::vector<float> floats(std::int64_t n) {
        std::vector<float> values(static_cast<std::size_t>(n));
        for (float& value : values)
            value = static_cast<float>(roll(-64, 64)) / 32;
        return values;
    }

private:
    std::mt19937 m_engine{20240607};
};

struct Window {
    std::int64_t inHeight, inWidth, outHeight, outWidth;
    std::int64_t kernelHeight, kernelWidth, strideHeight, strideWidth, dilationHeight, dilationWidth;
    std::int64_t padTop, padLeft;
};

// Usual windows more often than strange ones.
Window randomWindow(Dice& dice) {
    for (;;) {
        Window w{};
        w.inHeight = dice.roll(1, 40), w.inWidth = dice.roll(1, 70);
        w.kernelHeight = dice.roll(1, 8), w.kernelWidth = dice.roll(1, 8);
        if (dice.roll(0, 1)) w.kernelHeight = w.kernelWidth = 2 * dice.roll(1, 3) + 1;
        w.strideHeight = dice.roll(1, 3),
        w.strideWidth = dice.roll(0, 9) == 0 ? dice.roll(4, 12) : dice.roll(1, 3);
        if (dice.roll(0, 1)) w.strideHeight = w.strideWidth = dice.roll(1, 2);
        const bool dilated = dice.roll(0, 3) == 0;
        w.dilationHeight = dilated ? dice.roll(1, 3) : 1, w.dilationWidth = dilated ? dice.roll(1, 4) : 1;
        w.padTop = dice.roll(0, 3), w.padLeft = dice.roll(0, 4);
        if (dice.roll(0, 7) == 0) { // halves of both extents
            w.kernelHeight = w.kernelWidth = w.strideHeight = w.strideWidth = 2;
            w.dilationHeight = w.dilationWidth = 1, w.padTop = w.padLeft = 0;
        }
        if (w.kernelWidth % 2 == 1 && dice.roll(0, 2) == 0) // the output in the middle, whatever follows the row
            w.strideWidth = w.dilationWidth = 1, w.padLeft = w.kernelWidth / 2;
        const std::int64_t height =
            w.inHeight + w.padTop + dice.roll(0, 3) - (w.kernelHeight - 1) * w.dilationHeight - 1;
        const std::int64_t width =
            w.inWidth + w.padLeft + dice.roll(0, 4) - (w.kernelWidth - 1) * w.dilationWidth - 1;
        if (height < 0 || width < 0) continue;
        w.outHeight = height / w.strideHeight + 1, w.outWidth = width / w.strideWidth + 1;
        return w;
    }
}

template <typename Target>
void copyWindow(const Window& w, Target& to) {
    to.inHeight = w.inHeight, to.inWidth = w.inWidth, to.outHeight = w.outHeight, to.outWidth = w.outWidth;
    to.kernelHeight = w.kernelHeight, to.kernelWidth = w.kernelWidth;
    to.strideHeight = w.strideHeight, to.strideWidth = w.strideWidth;
    to.dilationHeight = w.dilationHeight, to.dilationWidth = w.dilationWidth;
    to.padTop = w.padTop, to.padLeft = w.padLeft;
}

// visit(input element, tap) under output (y, x).
void eachTap(const Window& w, std::int64_t y, std::int64_t x,
             const std::function<void(std::size_t, std::size_t)>& visit) {
    for (std::int64_t i = 0; i < w.kernelHeight; ++i)
        for (std::int64_t j = 0; j < w.kernelWidth; ++j) {
            const std::int64_t row = y * w.strideHeight - w.padTop + i * w.dilationHeight;
            const std::int64_t column = x * w.strideWidth - w.padLeft + j * w.dilationWidth;
            if (row >= 0 && row < w.inHeight && column >= 0 && column < w.inWidth)
                visit(static_cast<std::size_t>(row * w.inWidth + column),
                      static_cast<std::size_t>(i * w.kernelWidth + j));
        }
}

std::string describe(const Window& w) {
    std::string text;
    for (const std::int64_t n : {w.inHeight, w.inWidth, w.kernelHeight, w.kernelWidth, w.strideHeight,
                                 w.strideWidth, w.dilationHeight, w.dilationWidth, w.padTop, w.padLeft})
        text += std::to_string(n) + " ";
    return text;
}

bool equal(float found, double wanted) {
    return static_cast<double>(found) == wanted ||
           std::abs(static_cast<double>(found) - wanted) <= 1e-5 * std::max(1.0, std::abs(wanted));
}

} // namespace

class SlidingPlanesTest : public QObject {
    Q_OBJECT

    static void rows() {
        QTest::addColumn<Isa>("isa");
        for (const Isa isa : available())
            QTest::newRow(std::string(nameOf(isa)).c_str()) << isa;
    }

private slots:
    void depthwise_data() { rows(); }
    void depthwise() {
        QFETCH(Isa, isa);
        const DepthwiseKernels& kernel = *tableOf(isa).depthwise;
        Dice dice;
        for (int i = 0; i < 1500; ++i) {
            const Window w = randomWindow(dice);
            const std::int64_t multiplier = dice.roll(1, 2);
            const std::int64_t planes = multiplier * dice.roll(1, 2);
            const auto inPlane = static_cast<std::size_t>(w.inHeight * w.inWidth);
            const auto taps = static_cast<std::size_t>(w.kernelHeight * w.kernelWidth);
            const auto outPlane = static_cast<std::size_t>(w.outHeight * w.outWidth);
            const auto in = dice.floats(planes / multiplier * w.inHeight * w.inWidth);
            const auto weight = dice.floats(planes * w.kernelHeight * w.kernelWidth);
            const auto biases = dice.floats(planes);
            std::vector<float> out(static_cast<std::size_t>(planes) * outPlane);
            DepthwisePlane plane;
            copyWindow(w, plane);
            const std::int64_t floats = kernel.scratchFloats(plane);
            QVERIFY2(floats >= 0, describe(w).c_str());
            std::vector<float> scratch(static_cast<std::size_t>(floats),
                                       std::numeric_limits<float>::quiet_NaN());
            plane.in = in.data(), plane.weight = weight.data(), plane.out = out.data(),
            plane.scratch = scratch.data();
            plane.planes = planes, plane.multiplier = multiplier, plane.biases = biases.data();
            plane.low = -5, plane.high = i % 2 ? 5 : Infinity;
            kernel.run(plane);
            for (std::size_t p = 0; p < static_cast<std::size_t>(planes); ++p)
                for (std::int64_t y = 0; y < w.outHeight; ++y)
                    for (std::int64_t x = 0; x < w.outWidth; ++x) {
                        double sum = static_cast<double>(biases[p]);
                        const std::size_t from = p / static_cast<std::size_t>(multiplier) * inPlane;
                        eachTap(w, y, x, [&](std::size_t at, std::size_t tap) {
                            sum += static_cast<double>(in[from + at]) *
                                   static_cast<double>(weight[p * taps + tap]);
                        });
                        sum = std::min(std::max(sum, -5.0), static_cast<double>(plane.high));
                        const auto at = p * outPlane + static_cast<std::size_t>(y * w.outWidth + x);
                        QVERIFY2(equal(out[at], sum), describe(w).c_str());
                    }
        }
    }

    void pools_data() { rows(); }
    void pools() {
        QFETCH(Isa, isa);
        const PlanePoolKernels& kernel = *tableOf(isa).pool;
        Dice dice;
        for (int i = 0; i < 400; ++i) {
            const Window w = randomWindow(dice);
            const std::int64_t planes = dice.roll(1, 2);
            const auto inPlane = static_cast<std::size_t>(w.inHeight * w.inWidth);
            const auto in = dice.floats(planes * w.inHeight * w.inWidth);
            const auto rowFactor = dice.floats(w.outHeight);
            const auto columnFactor = dice.floats(w.outWidth);
            std::vector<float> greatest(static_cast<std::size_t>(planes * w.outHeight * w.outWidth));
            std::vector<float> average(greatest.size());
            PlanePool pool{};
            copyWindow(w, pool);
            const std::int64_t floats = kernel.scratchFloats(pool);
            QVERIFY2(floats >= 0, describe(w).c_str());
            std::vector<float> scratch(static_cast<std::size_t>(floats),
                                       std::numeric_limits<float>::quiet_NaN());
            pool.in = in.data(), pool.scratch = scratch.data(), pool.planes = planes;
            pool.rowFactor = rowFactor.data(), pool.columnFactor = columnFactor.data();
            pool.out = greatest.data();
            kernel.maximum(pool);
            pool.out = average.data();
            kernel.average(pool);
            std::size_t at = 0;
            for (std::size_t p = 0; p < static_cast<std::size_t>(planes); ++p)
                for (std::int64_t y = 0; y < w.outHeight; ++y)
                    for (std::int64_t x = 0; x < w.outWidth; ++x, ++at) {
                        double sum = 0;
                        double best = -static_cast<double>(Infinity);
                        eachTap(w, y, x, [&](std::size_t element, std::size_t) {
                            const double value = static_cast<double>(in[p * inPlane + element]);
                            sum += value;
                            best = std::max(best, value);
                        });
                        sum *= static_cast<double>(rowFactor[static_cast<std::size_t>(y)]) *
                               static_cast<double>(columnFactor[static_cast<std::size_t>(x)]);
                        QVERIFY2(equal(greatest[at], best), describe(w).c_str());
                        QVERIFY2(equal(average[at], sum), describe(w).c_str());
                    }
        }
    }

    void refusesHugeRows_data() { rows(); }
    void refusesHugeRows() {
        QFETCH(Isa, isa);
        constexpr std::int64_t huge = (std::int64_t(1) << 31) - 1;
        DepthwisePlane plane;
        plane.inHeight = plane.inWidth = 3;
        plane.kernelHeight = plane.kernelWidth = 3;
        plane.dilationWidth = huge;
        plane.padLeft = huge;
        QCOMPARE(tableOf(isa).depthwise->scratchFloats(plane), std::int64_t(-1));
        PlanePool pool{};
        pool.inHeight = pool.inWidth = pool.outHeight = pool.outWidth = 1;
        pool.kernelHeight = 1, pool.kernelWidth = huge;
        pool.strideHeight = pool.strideWidth = pool.dilationHeight = pool.dilationWidth = 1;
        QCOMPARE(tableOf(isa).pool->scratchFloats(pool), std::int64_t(-1));
    }
};

EDGEWRIGHT_TEST(SlidingPlanesTest)

} // namespace edgewright::sliding_planes_test

#include "sliding_planes_test.moc"
