// SPDX-License-Identifier: GPL-3.0-or-later
// What each method chooses where the answer is known, and what all of them keep to.
#include "core/quant/calibration/density.h"
#include "core/quant/calibration/range_method.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <set>

namespace edgewright::range_methods_test {

using namespace edgewright::quant;

namespace {

constexpr RangeOptions Asymmetric{};
constexpr RangeOptions Symmetric{.codes = 255, .symmetric = true};

std::vector<float> drawn(std::size_t count, const std::function<double(std::mt19937&)>& draw) {
    std::mt19937 random(17);
    std::vector<float> values(count);
    for (float& value : values)
        value = static_cast<float>(draw(random));
    return values;
}
// Written out, because the library's distributions are those of the library.
double unit(std::mt19937& random) { return (static_cast<double>(random()) + 0.5) / 4294967296.0; }
double normal(std::mt19937& random) {
    const double radius = std::sqrt(-2 * std::log(unit(random)));
    return radius * std::cos(6.283185307179586 * unit(random));
}
double laplace(std::mt19937& random) { return (random() & 1 ? 1 : -1) * std::log(unit(random)); }

TensorStatistics statisticsOf(std::span<const float> values, std::size_t batches = 10) {
    TensorStatistics statistics;
    for (std::size_t i = 0; i < batches; ++i) {
        const std::size_t from = i * values.size() / batches, to = (i + 1) * values.size() / batches;
        statistics.add(values.subspan(from, to - from));
    }
    return statistics;
}

Range chosen(std::string_view method, std::span<const float> values, const RangeOptions& options) {
    return findRangeMethod(method)->range(statisticsOf(values), options);
}

// E[(x - Q(x))^2] of the values themselves, with the codes that the range has.
double measuredError(std::span<const float> values, Range range, const RangeOptions& options) {
    const double step =
        (static_cast<double>(range.high) - static_cast<double>(range.low)) / (options.codes - 1);
    const double zero =
        options.symmetric ? options.codes / 2 : std::nearbyint(-static_cast<double>(range.low) / step);
    double sum = 0;
    for (const float value : values) {
        const double code =
            std::clamp(std::nearbyint(static_cast<double>(value) / step), -zero, options.codes - 1 - zero);
        sum += std::pow(static_cast<double>(value) - code * step, 2);
    }
    return sum / static_cast<double>(values.size());
}

// The upper end of the best of 400 ranges from its negative, or from 0.
double bruteForce(std::span<const float> values, double most, const RangeOptions& options) {
    double least = std::numeric_limits<double>::infinity(), best = 0;
    for (int i = 1; i <= 400; ++i) {
        const auto high = static_cast<float>(most * i / 400);
        const double error = measuredError(values, {options.symmetric ? -high : 0, high}, options);
        if (error < least) least = error, best = static_cast<double>(high);
    }
    return best;
}

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

} // namespace

class RangeMethodsTest : public QObject {
    Q_OBJECT

private slots:
    void catalogue() {
        std::set<std::string_view> names;
        for (const RangeMethod* method : rangeMethods()) {
            QCOMPARE(findRangeMethod(method->name), method);
            QVERIFY(!method->summary.empty());
            QVERIFY(names.insert(method->name).second);
        }
        QCOMPARE(names, (std::set<std::string_view>{"min_max", "moving_average", "percentile", "entropy",
                                                    "entropy_onnxruntime", "mean_squared_error"}));
        QVERIFY(!findRangeMethod("nobody"));
        QVERIFY(findRangeMethod(DefaultRangeMethod));
    }

    // 0 is in every range, none is wider than what was seen, symmetric ones are symmetric.
    void invariants_data() {
        QTest::addColumn<QList<float>>("values");
        const auto row = [](const char* name, const std::vector<float>& values) {
            QTest::newRow(name) << QList<float>(values.begin(), values.end());
        };
        row("nothing", {});
        row("not finite", {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()});
        row("zeros", std::vector<float>(50, 0.0f));
        row("minus zeros", std::vector<float>(50, -0.0f));
        row("a constant", std::vector<float>(50, 3.5f));
        row("a negative constant", std::vector<float>(50, -3.5f));
        row("one value", {-1e-30f});
        row("subnormal", {1e-45f, -3e-45f, 5e-41f});
        row("hostile", {1e-38f, 1e38f, -1e-38f, 0.0f, 3.0f});
        row("the largest", {std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(), 1.0f});
        row("normal", drawn(5000, normal));
        row("positive", drawn(5000, [](std::mt19937& r) { return 10 + unit(r); }));
        row("negative", drawn(5000, [](std::mt19937& r) { return -10 - 5 * unit(r); }));
        row("Relu", drawn(5000, [](std::mt19937& r) { return std::max(0.0, normal(r)); }));
        row("far apart", {-1000, -999, 0.001f, 0.002f, 5000});
    }
    void invariants() {
        QFETCH(QList<float>, values);
        const TensorStatistics statistics =
            statisticsOf(std::span(values.constData(), std::size_t(values.size())), 3);
        const Range seen = aroundZero(statistics.histogram().seen(), false);
        const float most = std::max(-seen.low, seen.high);
        for (const RangeMethod* method : rangeMethods())
            for (const int codes : {2, 16, 255, 256, 65536})
                for (const double percentile : {-5.0, 0.0, 50.0, 99.9, 100.0, 1000.0}) {
                    const Range free = method->range(statistics, {percentile, codes, false});
                    QVERIFY2(
                        seen.low <= free.low && free.low <= 0 && 0 <= free.high && free.high <= seen.high,
                        qPrintable(QString::fromUtf8(method->name.data(), qsizetype(method->name.size()))));
                    const Range both = method->range(statistics, {percentile, codes, true});
                    QVERIFY(both.high >= 0 && both.high <= most && both.low == -both.high);
                }
    }

    void uniform() {
        const auto values = drawn(200000, [](std::mt19937& r) { return -2 + 5 * unit(r); });
        for (const char* method :
             {"min_max", "mean_squared_error", "entropy", "percentile", "moving_average"}) {
            const Range range = chosen(method, values, Asymmetric);
            QVERIFY2(near(range.low, -2, 0.03) && near(range.high, 3, 0.03), method);
            QVERIFY2(near(chosen(method, values, Symmetric).high, 3, 0.03), method);
        }
        const auto [low, high] = std::ranges::minmax(values);
        QCOMPARE(chosen("min_max", values, Asymmetric), (Range{low, high}));
    }

    void oneOutlier() {
        auto values = drawn(400000, normal);
        values[1234] = 40;
        QCOMPARE(chosen("min_max", values, Asymmetric).high, 40.0f);
        for (const RangeOptions& options : {Asymmetric, Symmetric}) {
            const Range whole = chosen("min_max", values, options);
            for (const char* method : {"percentile", "entropy"}) {
                const Range range = chosen(method, values, options);
                QVERIFY2(range.high > 3 && range.high < 6, qPrintable(QString::number(range.high)));
                QVERIFY2(range.low < -3 && range.low > -6, qPrintable(QString::number(range.low)));
            }
            const Range least = chosen("mean_squared_error", values, options);
            QVERIFY2(least.high < 30, qPrintable(QString::number(least.high)));
            const double error = measuredError(values, least, options);
            for (const RangeMethod* other : rangeMethods())
                QVERIFY(error <=
                        1.01 * measuredError(values, other->range(statisticsOf(values), options), options));
            QVERIFY(error < measuredError(values, whole, options));
        }
        // An outlier that is clipped by a quarter: 1 of 4 values.
        const std::vector<float> four{-1, 0.5f, 1, 8};
        RangeOptions half;
        half.percentile = 50;
        QVERIFY(chosen("percentile", four, half).high < 1.1f);
        half.percentile = 100;
        QCOMPARE(chosen("percentile", four, half), (Range{-1, 8}));
    }

    // Known quantiles: of 1, 2, ... 10000, one per cent lies above 9900.
    void percentiles() {
        std::vector<float> values(10000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i + 1);
        RangeOptions options;
        options.percentile = 98; // half of the rest at each end
        QVERIFY(near(chosen("percentile", values, options).high, 9900, 8));
        options.symmetric = true;
        QVERIFY(near(chosen("percentile", values, options).high, 9800, 8));
        for (float& value : values)
            value = 5000 - value; // -5000 to 4999
        QVERIFY(near(chosen("percentile", values, options).high, 4900, 8));
        options.symmetric = false;
        QVERIFY(near(chosen("percentile", values, options).high, 4899, 8));
        QVERIFY(near(chosen("percentile", values, options).low, -4900, 8));
    }

    // The two that go by that name are told apart, and ONNX Runtime's 128 bins leave one range to choose from.
    void twoEntropies() {
        QCOMPARE(rangeMethodTitle("entropy"), std::string("entropy (TensorRT, 2048 bins)"));
        QCOMPARE(rangeMethodTitle("entropy_onnxruntime"), std::string("entropy (ONNX Runtime, 128 bins)"));
        QCOMPARE(rangeMethodTitle("min_max", '-'), std::string("min-max"));
        for (const char* name : {"entropy", "entropy_onnxruntime"})
            QVERIFY(findRangeMethod(name)->summary.find("128 quantized levels") != std::string_view::npos);
        auto values = drawn(20000, normal);
        values[77] = 40; // an outlier
        for (const RangeOptions& options : {Asymmetric, Symmetric}) {
            const Range whole = chosen("min_max", values, options);
            QCOMPARE(chosen("entropy_onnxruntime", values, options), whole);
            QVERIFY(chosen("entropy", values, options).high < whole.high / 2);
        }
    }

    void laplaceAgainstBruteForce() {
        const auto values = drawn(50000, laplace);
        for (const int codes : {15, 63, 255}) {
            const RangeOptions options{.codes = codes, .symmetric = true};
            const Range range = chosen("mean_squared_error", values, options);
            const double most = chosen("min_max", values, options).high;
            const auto wanted = static_cast<float>(bruteForce(values, most, options));
            const double error = measuredError(values, range, options);
            const double least = measuredError(values, {-wanted, wanted}, options);
            QVERIFY2(error <= 1.01 * least, qPrintable(QString("%1 %2").arg(error).arg(least)));
        }
        // One-sided, asymmetric.
        auto magnitudes = values;
        for (float& value : magnitudes)
            value = std::abs(value);
        const Range range = chosen("mean_squared_error", magnitudes, Asymmetric);
        QCOMPARE(range.low, 0.0f);
        const auto wanted = static_cast<float>(
            bruteForce(magnitudes, chosen("min_max", magnitudes, Asymmetric).high, Asymmetric));
        QVERIFY(measuredError(magnitudes, range, Asymmetric) <=
                1.01 * measuredError(magnitudes, {0, wanted}, Asymmetric));
    }

    // The symmetric threshold, found as its description says, bin by bin.
    void entropyAgainstItsDefinition() {
        for (const auto& values : {drawn(30000, laplace), drawn(30000, normal)}) {
            const TensorStatistics statistics = statisticsOf(values);
            const Density density = magnitudeDensity(statistics.histogram(), 2048);
            const double all = std::accumulate(density.mass.begin(), density.mass.end(), 0.0);
            double least = std::numeric_limits<double>::infinity();
            std::size_t best = 0;
            for (std::size_t bins = 128; bins <= density.mass.size(); ++bins) {
                if (density.mass[bins - 1] == 0) continue; // nothing there to clip to
                std::vector<double> p(density.mass.begin(), density.mass.begin() + std::ptrdiff_t(bins));
                const double inside = std::accumulate(p.begin(), p.end(), 0.0);
                std::vector<double> q(bins, 0.0);
                for (std::size_t level = 0; level < 128; ++level) {
                    const std::size_t begin = level * bins / 128, end = (level + 1) * bins / 128;
                    double mass = 0, filled = 0;
                    for (std::size_t bin = begin; bin < end; ++bin)
                        mass += p[bin], filled += p[bin] > 0;
                    for (std::size_t bin = begin; bin < end; ++bin)
                        if (p[bin] > 0) q[bin] = mass / filled / inside;
                }
                p.back() += all - inside;
                double divergence = 0;
                for (std::size_t bin = 0; bin < bins; ++bin)
                    if (p[bin] > 0) divergence += p[bin] / all * std::log(p[bin] / all / q[bin]);
                if (divergence < least) least = divergence, best = bins;
            }
            const Range range = findRangeMethod("entropy")->range(statistics, Symmetric);
            QVERIFY2(
                near(range.high, (static_cast<double>(best) + 0.5) * density.width, 1e-6),
                qPrintable(QString("%1 %2").arg(range.high).arg(static_cast<double>(best) * density.width)));
        }
    }

    // Two sides that differ: each end against all ends of a grid.
    void twoSidesAgainstBruteForce() {
        const auto values =
            drawn(20000, [](std::mt19937& r) { return normal(r) < 0 ? -0.3 * unit(r) : -2 * laplace(r); });
        const RangeOptions options{.codes = 32};
        const Range whole = chosen("min_max", values, options);
        double least = std::numeric_limits<double>::infinity();
        for (int low = 1; low <= 24; ++low)
            for (int high = 1; high <= 24; ++high)
                least = std::min(
                    least, measuredError(values, {whole.low * float(low) / 24, whole.high * float(high) / 24},
                                         options));
        QVERIFY(measuredError(values, chosen("mean_squared_error", values, options), options) <= 1.02 * least);
    }

    // Half of the values behind a Relu are 0, which is coded exactly: they do not move the range.
    void zerosHaveNoSay() {
        const auto values = drawn(100000, [](std::mt19937& r) { return std::max(0.0, normal(r)); });
        std::vector<float> positive;
        std::ranges::copy_if(values, std::back_inserter(positive), [](float value) { return value > 0; });
        for (const char* method : {"entropy", "mean_squared_error"})
            QCOMPARE(chosen(method, values, Asymmetric), chosen(method, positive, Asymmetric));
        QVERIFY(chosen("entropy", values, Asymmetric).high > 3);
    }

    void movingAverage() {
        TensorStatistics statistics;
        for (int batch = 0; batch < 100; ++batch)
            statistics.add(std::vector<float>{-1, batch == 50 ? 101.0f : 1.0f});
        const Range range = findRangeMethod("moving_average")->range(statistics, Asymmetric);
        QCOMPARE(range.low, -1.0f);
        QVERIFY(near(range.high, 1 + std::pow(0.99, 49), 1e-4)); // 1 per cent of 100, forgotten for 49 batches
    }
};

EDGEWRIGHT_TEST(RangeMethodsTest)

} // namespace edgewright::range_methods_test

#include "range_methods_test.moc"
