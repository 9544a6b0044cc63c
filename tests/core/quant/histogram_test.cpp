// SPDX-License-Identifier: GPL-3.0-or-later
// What a histogram holds does not depend on how its values came, and nothing is lost or grows.
#include "core/quant/calibration/density.h"
#include "core/quant/calibration/tensor_statistics.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace edgewright::histogram_test {

using namespace edgewright::quant;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

Histogram histogramOf(std::span<const float> values) {
    Histogram histogram;
    histogram.add(values);
    return histogram;
}

std::int64_t total(const Histogram& histogram) {
    return std::accumulate(histogram.counts().begin(), histogram.counts().end(), std::int64_t(0));
}

// Every bin counted by its definition.
bool isExact(const Histogram& histogram, const std::vector<float>& values) {
    std::vector<std::int64_t> counts(histogram.counts().size(), 0);
    for (const float value : values) {
        std::size_t bin = 0;
        while (bin + 1 < counts.size() && histogram.edge(bin + 1) <= static_cast<double>(value))
            ++bin;
        if (histogram.edge(bin) > static_cast<double>(value) ||
            histogram.edge(bin + 1) <= static_cast<double>(value))
            return false;
        ++counts[bin];
    }
    return std::ranges::equal(counts, histogram.counts());
}

std::vector<float> someValues(unsigned seed, std::size_t count) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values)
        value = std::exp(normal(random) * static_cast<float>(seed % 7)) * (random() % 3 == 0 ? -1.0f : 1.0f);
    return values;
}

} // namespace

class HistogramTest : public QObject {
    Q_OBJECT

private slots:
    void everyValueIsInItsBin() {
        for (unsigned seed = 0; seed < 12; ++seed) {
            const auto values = someValues(seed, 300);
            const Histogram histogram = histogramOf(values);
            QVERIFY(isExact(histogram, values));
            QCOMPARE(histogram.finite(), std::int64_t(300));
            const auto [low, high] = std::ranges::minmax(values);
            QCOMPARE(histogram.seen(), (Range{low, high}));
            QVERIFY(histogram.counts().front() > 0 && histogram.counts().back() > 0);
            QVERIFY(std::cmp_less_equal(histogram.counts().size(), Histogram::MaxBins));
        }
    }

    void batchesAndOrderDoNotMatter() {
        std::mt19937 random(5);
        for (unsigned seed = 0; seed < 40; ++seed) {
            auto values = someValues(seed, 500);
            values[random() % 500] = 0;
            values[random() % 500] = NaN;
            const Histogram whole = histogramOf(values);
            for (int split = 0; split < 5; ++split) {
                std::ranges::shuffle(values, random);
                Histogram parts;
                for (std::size_t at = 0; at < values.size();) {
                    const std::size_t size = std::min<std::size_t>(random() % 200, values.size() - at);
                    parts.add(std::span(values).subspan(at, size));
                    at += size;
                }
                QVERIFY(parts == whole);
            }
            Histogram singly;
            for (const float value : values)
                singly.add({&value, 1});
            QVERIFY(singly == whole);
        }
    }

    // With half the width there would be more bins than allowed.
    void binsAreAsNarrowAsTheirNumberAllows() {
        for (unsigned seed = 1; seed < 12; ++seed) {
            const Histogram histogram = histogramOf(someValues(seed, 300));
            const double half = histogram.width() / 2;
            const Range seen = histogram.seen();
            const double bins = std::floor(seen.high / half) - std::floor(seen.low / half) + 1;
            QVERIFY(bins > static_cast<double>(Histogram::MaxBins));
        }
    }

    void hostileRanges() {
        std::vector<float> values{1e-38f, 1e38f, -1e-38f, -1e38f, 0.0f, -0.0f, 1e-45f, -1e-45f};
        for (float value = 1e-38f; value < 1e38f; value *= 3)
            values.insert(values.end(), {value, -value});
        values.push_back(std::numeric_limits<float>::max());
        values.push_back(std::numeric_limits<float>::lowest());
        Histogram growing;
        for (const float value : values) {
            growing.add({&value, 1});
            QVERIFY(std::cmp_less_equal(growing.counts().size(), Histogram::MaxBins));
        }
        QCOMPARE(growing.finite(), std::int64_t(values.size()));
        QCOMPARE(total(growing), std::int64_t(values.size()));
        QCOMPARE(growing.zeros(), std::int64_t(2));
        QVERIFY(isExact(growing, values));
        QVERIFY(growing == histogramOf(values));
    }

    void whatIsNotFinite() {
        const Histogram none = histogramOf(std::vector<float>{NaN, Infinity, -Infinity, NaN});
        QVERIFY(none.counts().empty());
        QCOMPARE(none.finite(), std::int64_t(0));
        QCOMPARE(none.nans(), std::int64_t(2));
        QCOMPARE(none.infinities(), std::int64_t(2));
        QCOMPARE(none.seen(), (Range{0, 0}));
        const Histogram some = histogramOf(std::vector<float>{NaN, 2, Infinity, 1});
        QCOMPARE(some.seen(), (Range{1, 2}));
        QCOMPARE(total(some), std::int64_t(2));
        QVERIFY(histogramOf({}) == Histogram());
    }

    void constants() {
        for (const float constant : {0.0f, -0.0f, 5.0f, -7e-30f, 1e-45f, 3e38f}) {
            const Histogram histogram = histogramOf(std::vector<float>(10, constant));
            QCOMPARE(histogram.counts().size(), std::size_t(1));
            QCOMPARE(histogram.counts().front(), std::int64_t(10));
            QCOMPARE(histogram.seen(), (Range{constant, constant}));
            QVERIFY(histogram.edge(0) <= static_cast<double>(constant) &&
                    histogram.edge(1) > static_cast<double>(constant));
        }
    }

    void densities() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            auto values = someValues(seed, 400);
            values[3] = values[4] = 0;
            const Histogram histogram = histogramOf(values);
            for (const std::int64_t most : {2, 100, 2048}) {
                const Density signs = signedDensity(histogram, most),
                              magnitudes = magnitudeDensity(histogram, most);
                for (const Density& density : {signs, magnitudes}) {
                    QVERIFY(std::cmp_less_equal(density.mass.size(), most));
                    QCOMPARE(std::accumulate(density.mass.begin(), density.mass.end(), 0.0), 398.0);
                    QVERIFY(density.edge(0) <= 0 && density.edge(density.mass.size()) >= 0);
                }
                QCOMPARE(magnitudes.first, std::int64_t(0));
                double below = 0;
                for (std::size_t i = 0; i < signs.mass.size(); ++i)
                    if (signs.edge(i) < 0) below += signs.mass[i];
                QCOMPARE(below,
                         static_cast<double>(std::ranges::count_if(values, [](float v) { return v < 0; })));
            }
        }
        QVERIFY(signedDensity(histogramOf(std::vector<float>{0, 0}), 10).mass.empty());
        // Far from 0, and close together: the bins of the histogram are much narrower.
        const Density far = signedDensity(histogramOf(std::vector<float>{-1000.5f, -1000.25f}), 16);
        QVERIFY(far.mass.size() <= 16 && far.edge(0) <= -1000.5 && far.edge(far.mass.size()) == 0);
    }

    void statistics() {
        TensorStatistics statistics;
        statistics.add(std::vector<float>{-1, 3});
        QCOMPARE(statistics.movingRange(), (Range{-1, 3}));
        statistics.add(std::vector<float>{-2, 13, NaN});
        QCOMPARE(statistics.movingRange(), (Range{-1.01f, 3.1f}));
        statistics.add(std::vector<float>{Infinity});
        QCOMPARE(statistics.movingRange(), (Range{-1.01f, 3.1f}));
        QCOMPARE(statistics.batches(), std::int64_t(3));
        QCOMPARE(statistics.elements(), std::int64_t(6));
        QCOMPARE(statistics.histogram().finite(), std::int64_t(4));
        QCOMPARE(statistics.histogram().seen(), (Range{-2, 13}));
    }
};

EDGEWRIGHT_TEST(HistogramTest)

} // namespace edgewright::histogram_test

#include "histogram_test.moc"
