// SPDX-License-Identifier: GPL-3.0-or-later
// The index of a timeline against looking at every span, and the columns of a strip against every column.
#include "views/measure/timeline/model/span_index.h"

#include "tests/support/test_class.h"
#include "tests/views/measure/timeline/timeline_example.h"
#include "views/measure/timeline/model/memory_curve.h"
#include "views/measure/timeline/span_strip.h"
#include "views/measure/timeline/timeline_parts.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace edgewright::timeline_index_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

namespace {

ops::Category kindOf(const trace::Trace& trace, std::size_t span) {
    return static_cast<ops::Category>(trace.spans[span].name % SpanKinds);
}

SpanIndex indexOf(const trace::Trace& trace) {
    return SpanIndex(trace, [&](std::size_t span) { return kindOf(trace, span); });
}

double seconds(const trace::Span& span) { return std::max(span.seconds, 0.0); }

} // namespace

class TimelineIndexTest : public QObject {
    Q_OBJECT

    static void traces() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("tracks");
        QTest::addColumn<int>("seed");
        QTest::addColumn<bool>("whole");
        for (const int count : {0, 1, 2, 17, 400, 3000})
            for (const bool whole : {false, true})
                for (int seed = 1; seed <= 4; ++seed)
                    QTest::addRow("%d spans, seed %d%s", count, seed, whole ? ", whole microseconds" : "")
                        << count << 1 + seed % 3 << seed << whole;
    }
    static trace::Trace made() {
        QFETCH(int, count);
        QFETCH(int, tracks);
        QFETCH(int, seed);
        QFETCH(bool, whole);
        return randomTrace(static_cast<std::size_t>(count), static_cast<std::uint32_t>(tracks),
                           static_cast<std::uint32_t>(seed * 1000 + count), whole);
    }

private slots:
    void everySpanHasOnePlace_data() { traces(); }
    void everySpanHasOnePlace() {
        const trace::Trace trace = made();
        const SpanIndex index = indexOf(trace);
        QCOMPARE(index.size() + index.leftOut(), trace.spans.size());
        std::vector<int> seen(trace.spans.size());
        std::uint32_t next = 0;
        double end = 0;
        for (std::size_t r = 0; r < index.rows().size(); ++r) {
            const SpanIndex::Row& row = index.rows()[r];
            QCOMPARE(row.first, next);
            QVERIFY(row.last > row.first);
            next = row.last;
            for (std::uint32_t at = row.first; at < row.last; ++at) {
                const trace::Span& span = trace.spans[index.span(at)];
                ++seen[index.span(at)];
                QCOMPARE(span.track, row.track);
                QCOMPARE(index.start(at), span.start);
                QCOMPARE(index.end(at), span.start + seconds(span));
                QCOMPARE(index.kind(at), kindOf(trace, index.span(at)));
                QCOMPARE(index.rowOf(at), static_cast<std::uint32_t>(r));
                QCOMPARE(index.positionOf(index.span(at)), at);
                end = std::max(end, index.end(at));
                if (at == row.first) continue;
                QVERIFY(index.start(at) >= index.start(at - 1));
                QVERIFY(index.end(at) >= index.end(at - 1));
                QVERIFY(index.start(at) >= index.end(at - 1) - 1.1e-6); // neighbours at most touch
            }
        }
        QCOMPARE(index.end(), end);
        QVERIFY(std::ranges::all_of(seen, [](int times) { return times <= 1; }));
    }

    // What is within another one lies below it.
    void nestingIsDepth() {
        TraceMaker maker;
        const std::uint32_t thread = maker.track("main");
        maker.span(thread, "run", 0, 100.5);
        maker.span(thread, "step", 0, 50.25);
        maker.span(thread, "conv", 10, 20);
        maker.span(thread, "relu", 30, 20.25); // ends with its step
        maker.span(thread, "step", 50.25, 40);
        maker.span(thread, "late", 90, 30); // overlaps
        const SpanIndex index = indexOf(maker.trace);
        const auto depth = [&](std::uint32_t span) {
            return index.rows()[index.rowOf(index.positionOf(span))].depth;
        };
        QCOMPARE(depth(0), 0u);
        QCOMPARE(depth(1), 1u);
        QCOMPARE(depth(2), 2u);
        QCOMPARE(depth(3), 2u);
        QCOMPARE(depth(4), 1u);
        QCOMPARE(depth(5), 2u);
    }

    void whatMakesNoSenseIsLeftOut() {
        TraceMaker maker;
        const std::uint32_t thread = maker.track("main");
        maker.span(thread, "good", 0, 10);
        maker.span(thread, "nowhere", std::nan(""), 10);
        maker.span(thread, "endless", 0, std::numeric_limits<double>::infinity());
        maker.span(7, "no track", 0, 10);
        const SpanIndex index = indexOf(maker.trace);
        QCOMPARE(index.size(), 1u);
        QCOMPARE(index.leftOut(), 3u);
        QCOMPARE(index.positionOf(1), SpanIndex::NoPosition);
    }

    void deepTracesEnd() {
        TraceMaker maker;
        const std::uint32_t thread = maker.track("main");
        for (int i = 0; i < 1000; ++i)
            maker.span(thread, "deeper", i * 0.5, 10000 - i);
        const SpanIndex index = indexOf(maker.trace);
        QCOMPARE(index.rows().size(), std::size_t(SpanIndex::MaxRows));
        QCOMPARE(index.leftOut(), 1000u - SpanIndex::MaxRows);
    }

    void windowsAgainstEverySpan_data() { traces(); }
    void windowsAgainstEverySpan() {
        const trace::Trace trace = made();
        const SpanIndex index = indexOf(trace);
        std::mt19937 random(5);
        const auto bound = [&] { return static_cast<double>(static_cast<int>(random() % 1300) - 100) * 1e-6; };
        for (const SpanIndex::Row& row : index.rows())
            for (int i = 0; i < 40; ++i) {
                double from = bound(), to = bound();
                if (from > to) std::swap(from, to);
                if (i % 8 == 0)
                    from = index.end(row.first + static_cast<std::uint32_t>(random()) % (row.last - row.first));
                if (i % 8 == 1)
                    from =
                        index.start(row.first + static_cast<std::uint32_t>(random()) % (row.last - row.first));
                if (from > to) continue;
                std::vector<std::uint32_t> expected;
                for (std::uint32_t at = row.first; at < row.last; ++at)
                    if (index.start(at) < to && (index.end(at) > from || index.start(at) >= from))
                        expected.push_back(at);
                const auto [first, last] = index.within(row, from, to);
                QCOMPARE(std::size_t(last - first), expected.size());
                if (!expected.empty()) QCOMPARE(first, expected.front());

                const SpanShare share = index.share(first, last, from, to);
                std::array<double, SpanKinds> byKind{};
                for (const std::uint32_t at : expected)
                    byKind[static_cast<std::size_t>(index.kind(at))] +=
                        std::max(0.0, std::min(index.end(at), to) - std::max(index.start(at), from));
                QCOMPARE(share.count, expected.size());
                for (std::size_t kind = 0; kind < SpanKinds; ++kind)
                    QVERIFY(std::abs(share.byKind[kind] - byKind[kind]) <
                            2.1e-6 * 2); // two neighbours may overlap by 1 us
                for (std::uint32_t at = row.first; at <= row.last; at += 1 + (row.last - row.first) / 5) {
                    std::uint32_t behind = at;
                    while (behind < row.last && index.start(behind) < to)
                        ++behind;
                    QCOMPARE(index.startingFrom(at, row.last, to), behind);
                }
            }
    }

    void hitsAgainstEverySpan_data() { traces(); }
    void hitsAgainstEverySpan() {
        const trace::Trace trace = made();
        const SpanIndex index = indexOf(trace);
        std::mt19937 random(9);
        for (const SpanIndex::Row& row : index.rows())
            for (int i = 0; i < 60; ++i) {
                const double time = static_cast<double>(random() % 1100) * 1e-6,
                             reach = static_cast<double>(random() % 20) * 1e-6;
                double least = std::numeric_limits<double>::infinity();
                for (std::uint32_t at = row.first; at < row.last; ++at)
                    least = std::min(least, std::max({index.start(at) - time, time - index.end(at), 0.0}));
                const std::uint32_t hit = index.at(row, time, reach);
                if (least > reach) {
                    QCOMPARE(hit, SpanIndex::NoPosition);
                    continue;
                }
                QVERIFY(hit != SpanIndex::NoPosition);
                QCOMPARE(std::max({index.start(hit) - time, time - index.end(hit), 0.0}), least);
            }
    }

    // Every column that a span is in has a colour, and no other one; where a column holds one kind, it is that
    // one's.
    void stripsAgainstEveryColumn_data() { traces(); }
    void stripsAgainstEveryColumn() {
        const trace::Trace trace = made();
        const SpanIndex index = indexOf(trace);
        const SpanColours colours(Theme::light());
        std::mt19937 random(3);
        SpanStrip strip;
        for (const SpanIndex::Row& row : index.rows())
            for (const int columns : {1, 37, 200, 1600}) {
                const double begin = static_cast<double>(random() % 700) * 1e-6;
                const TimeRange time{begin, begin + static_cast<double>(1 + random() % 600) * 1e-6};
                const double perColumn = time.length() / columns;
                // As neighbours in whole microseconds may overlap.
                const double slack = 1.1e-6 / perColumn;
                strip.clear(columns);
                strip.add(index, row, time, colours, 4);
                for (int column = 0; column < columns; ++column) {
                    const double from = time.from + column * perColumn, to = from + perColumn;
                    // Wide spans are rounded to whole columns, narrow ones may be moved by one.
                    const auto near = index.within(row, from - 1.6 * perColumn, to + 1.6 * perColumn);
                    const auto here = index.within(row, from, to);
                    const SpanShare share = index.share(here.first, here.second, from, to);
                    const QRgb colour = strip.edge[static_cast<std::size_t>(column)];
                    if (near.first == near.second) QVERIFY(colour == 0);
                    if (share.busy > 0.6 * perColumn && columns > 1) QVERIFY(colour != 0);
                    if (colour == 0) continue;
                    bool isOneOfThem = false;
                    for (std::uint32_t at = near.first; at < near.second; ++at)
                        isOneOfThem = isOneOfThem ||
                                      std::ranges::count(colours.edge[static_cast<std::size_t>(index.kind(at))],
                                                         colour) > 0;
                    QVERIFY(isOneOfThem);
                }
                for (const SpanStrip::Box& box : strip.boxes) {
                    QVERIFY(box.from >= 0 && box.to <= columns && box.to - box.from >= 4);
                    QVERIFY(std::abs((index.start(box.at) - time.from) / perColumn - box.from) <= 1.6 + slack ||
                            box.from == 0);
                    QVERIFY(std::abs((index.end(box.at) - time.from) / perColumn - box.to) <= 0.6 + slack ||
                            box.to == columns);
                }
            }
    }

    // Whatever is chosen is seen: every column that one of them begins in.
    void chosenSpansAreSeen_data() { traces(); }
    void chosenSpansAreSeen() {
        const trace::Trace trace = made();
        const SpanIndex index = indexOf(trace);
        std::mt19937 random(11);
        std::vector<std::uint32_t> chosen;
        for (std::uint32_t at = 0; at < index.size(); ++at)
            if (random() % 7 == 0) chosen.push_back(at);
        for (const SpanIndex::Row& row : index.rows()) {
            const auto here = chosenOf(chosen, row);
            for (const std::uint32_t at : here)
                QVERIFY(at >= row.first && at < row.last);
            const TimeRange time{100.3e-6, 800.3e-6};
            constexpr int Columns = 50;
            std::set<int> expected, seen;
            const auto columnOf = [&](double at) {
                return static_cast<int>(std::floor((at - time.from) / time.length() * Columns));
            };
            for (const std::uint32_t at : here)
                if (const double start = index.start(at); start >= time.from && start < time.to)
                    expected.insert(columnOf(start));
            std::uint32_t before = 0;
            forEachSeen(index, row, time, Columns, here, [&](std::uint32_t at, double from, double to) {
                QVERIFY(std::ranges::binary_search(here, at));
                QVERIFY(at >= before && to >= from);
                before = at + 1;
                if (from >= 0) seen.insert(columnOf(index.start(at)));
            });
            QCOMPARE(seen, expected);
        }
    }

    void memoryAgainstEverySample() {
        std::mt19937 random(2);
        for (const int count : {0, 1, 2, 16, 17, 300, 5000}) {
            std::vector<MemorySample> samples;
            for (int i = 0; i < count; ++i)
                samples.push_back(
                    {static_cast<double>(random() % 2000), static_cast<std::int64_t>(random() % 100'000)});
            const MemoryCurve curve(samples);
            std::int64_t most = 0;
            for (const MemorySample& each : curve.samples())
                most = std::max(most, each.bytes);
            QCOMPARE(curve.most(), most);
            for (int i = 0; i < 200; ++i) {
                double from = static_cast<double>(random() % 2200) - 100.5,
                       to = from + static_cast<double>(random() % 500);
                std::optional<std::int64_t> held;
                std::optional<MemoryCurve::Range> expected;
                for (const MemorySample& each : curve.samples()) {
                    if (each.time <= from) held = each.bytes;
                    if (each.time > from && each.time < to) {
                        if (!expected) expected = MemoryCurve::Range{each.bytes, each.bytes};
                        expected->take({each.bytes, each.bytes});
                    }
                }
                if (held && !expected) expected = MemoryCurve::Range{*held, *held};
                if (held) expected->take({*held, *held});
                QCOMPARE(curve.at(from), held);
                const auto range = curve.over(from, to);
                QCOMPARE(range.has_value(), expected.has_value());
                if (!range) continue;
                QCOMPARE(range->least, expected->least);
                QCOMPARE(range->most, expected->most);
            }
        }
    }

    void samplesOfOneTimeTheLastHolds() {
        const MemoryCurve curve({{2, 5}, {1, 3}, {1, 4}});
        QCOMPARE(curve.at(1), std::optional<std::int64_t>(4));
        QCOMPARE(curve.at(0.5), std::nullopt);
        QCOMPARE(curve.samples().size(), std::size_t(2));
    }

    void ticks() {
        const auto texts = [](double from, double to, int most) {
            QStringList all;
            for (const TimeTick& tick : timeTicks(from, to, most))
                all << tick.text;
            return all.join(u'|');
        };
        QCOMPARE(texts(0, 8e-3, 5), u"0 ms|2 ms|4 ms|6 ms|8 ms"_s);
        QCOMPARE(texts(-1e-6, 1.1e-3, 6), u"0.0 ms|0.2 ms|0.4 ms|0.6 ms|0.8 ms|1.0 ms"_s);
        QCOMPARE(texts(0, 0.9e-3, 3), u"0 µs|500 µs"_s);
        QCOMPARE(texts(5.0000001, 5.0000004, 4), u"5000000100 ns|5000000200 ns|5000000300 ns|5000000400 ns"_s);
        QCOMPARE(texts(0, 100, 2), u"0 s|50 s|100 s"_s);
        QCOMPARE(texts(1, 1, 5), QString());
        QCOMPARE(texts(0, std::numeric_limits<double>::infinity(), 5), QString());
        std::mt19937 random(1);
        for (int i = 0; i < 2000; ++i) {
            const double from = std::pow(10.0, static_cast<double>(random() % 12) - 8);
            const double to = from + std::pow(10.0, static_cast<double>(random() % 1200) / 100 - 9);
            const int most = 1 + static_cast<int>(random() % 20);
            const auto all = timeTicks(from, to, most);
            QVERIFY(all.size() <= static_cast<std::size_t>(most) + 1);
            const double off = (to - from) * 1e-5 + to * 1e-15; // what doubles know of the time
            for (const TimeTick& tick : all)
                QVERIFY(tick.at >= from - off && tick.at <= to + off);
        }
    }
};

EDGEWRIGHT_TEST(TimelineIndexTest)

} // namespace edgewright::timeline_index_test

#include "timeline_index_test.moc"
