// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/weight_stats.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>
#include <numeric>

namespace edgewright::weight_stats_test {

class WeightStatsTest : public QObject {
    Q_OBJECT

private slots:
    void figuresByHand() {
        const auto tensor = ir::Tensor::of<float>({2, 3}, {-1, 0, 1, 2, 0, 4});
        const auto stats = pipeline::weightStats(tensor, {});
        QVERIFY(stats);
        QCOMPARE(stats->elements, 6);
        QCOMPARE(stats->zeros, 2);
        QCOMPARE(stats->minimum, -1.0);
        QCOMPARE(stats->maximum, 4.0);
        QCOMPARE(stats->mean, 1.0);
        QVERIFY(std::abs(stats->deviation - std::sqrt(22.0 / 6 - 1)) < 1e-12);
        QCOMPARE(std::accumulate(stats->histogram.begin(), stats->histogram.end(), std::int64_t(0)), 6);
        QCOMPARE(stats->histogram.front(), 1);
        QCOMPARE(stats->histogram.back(), 1);
        QCOMPARE(stats->channels.size(), std::size_t(2));
        QCOMPARE(stats->channels[1].low, 0.0);
        QCOMPARE(stats->channels[1].high, 4.0);
    }

    void nonFiniteAreCountedApart() {
        const float infinity = std::numeric_limits<float>::infinity();
        const auto stats =
            pipeline::weightStats(ir::Tensor::of<float>({4}, {1, infinity, -infinity, std::nanf("")}), {});
        QVERIFY(stats);
        QCOMPARE(stats->finite, 1);
        QCOMPARE(stats->nans, 1);
        QCOMPARE(stats->infinities, 2);
        QCOMPARE(stats->mean, 1.0);
    }

    // A channel's range is that of its finite elements; one without any has none.
    void channelsWithoutNumbers() {
        const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
        const auto stats =
            pipeline::weightStats(ir::Tensor::of<float>({3, 2}, {nan, -infinity, infinity, 2, -3, 1}), {});
        QVERIFY(stats);
        QCOMPARE(stats->channels.size(), std::size_t(3));
        QVERIFY(stats->channels[0].low > stats->channels[0].high);
        QCOMPARE(stats->channels[1].low, 2.0);
        QCOMPARE(stats->channels[1].high, 2.0);
        QCOMPARE(stats->channels[2].low, -3.0);
    }

    // As many ranges as a chart can show, however many channels there are.
    void manyChannelsAreMerged() {
        const std::int64_t count = 3 * pipeline::MaxSpans;
        std::vector<float> numbers(static_cast<std::size_t>(count));
        std::iota(numbers.begin(), numbers.end(), 0.f);
        const auto stats = pipeline::weightStats(ir::Tensor::of<float>({count, 1}, numbers), {});
        QVERIFY(stats);
        QCOMPARE(stats->channelCount, count);
        QCOMPARE(stats->channels.size(), static_cast<std::size_t>(pipeline::MaxSpans));
        QCOMPARE(stats->channels[0].low, 0.0);
        QCOMPARE(stats->channels[0].high, 2.0);
        QCOMPARE(stats->channels[1].low, 3.0);
        QCOMPARE(stats->channels.back().high, static_cast<double>(count - 1));
        QCOMPARE(pipeline::weightStats(ir::Tensor::of<float>({5}, {1, 2, 3, 4, 5}), {})->channelCount, 0);
    }

    void theWidestRangeOfAll() {
        const double most = std::numeric_limits<double>::max();
        const auto stats = pipeline::weightStats(ir::Tensor::of<double>({4}, {-most, 0, most / 2, most}), {});
        QVERIFY(stats);
        QCOMPARE(stats->histogram.front(), 1);
        QCOMPARE(stats->histogram[24], 1);
        QCOMPARE(stats->histogram[36], 1);
        QCOMPARE(stats->histogram.back(), 1);
    }

    void aConstantTensorAndAnEmptyOne() {
        const auto same = pipeline::weightStats(ir::Tensor::of<std::int8_t>({3}, {7, 7, 7}), {});
        QVERIFY(same);
        QCOMPARE(same->histogram[0], 3);
        const auto none = pipeline::weightStats(ir::Tensor::of<float>({0, 4}, {}), {});
        QVERIFY(none);
        QCOMPARE(none->elements, 0);
        QVERIFY(!pipeline::weightStats(ir::Tensor::withoutData(ir::DataType::Float32, {4}), {}));
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto stats = pipeline::weightStats(ir::Tensor::of<float>({1}, {1}), {stop.get_token(), nullptr});
        QVERIFY(!stats);
        QCOMPARE(stats.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(WeightStatsTest)

} // namespace edgewright::weight_stats_test

#include "weight_stats_test.moc"
