// SPDX-License-Identifier: GPL-3.0-or-later
// A space part by part, the best for each value of an axis, and what is said of it.
#include "core/cost/explore/space_run.h"
#include "core/cost/findings/design_table.h"
#include "core/cost/findings/space_findings.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <random>
#include <set>
#include <string_view>
#include <thread>

namespace edgewright::space_run_test {

using namespace edgewright::cost;

namespace {

Workload layersOfANetwork() {
    Workload made;
    made.mode = Mode::Physical;
    for (std::int64_t i = 1; i <= 12; ++i)
        made.layers.push_back(productLayer(784 / i, 32 * i, 288 + 64 * i));
    return made;
}

DesignSpace spaceOf(std::initializer_list<const char*> axes) {
    DesignSpace space;
    for (const char* axis : axes)
        if (!readAxis(axis, space)) qFatal("%s", axis);
    return space;
}

bool areSame(std::span<const DesignPoint> a, std::span<const DesignPoint> b) {
    return std::ranges::equal(a, b, [](const DesignPoint& x, const DesignPoint& y) {
        return x.index == y.index && x.cycles == y.cycles && x.seconds == y.seconds && x.energy == y.energy &&
               x.area == y.area && x.utilization == y.utilization;
    });
}

QString said(const SpaceFindings& findings) {
    QStringList all;
    for (const std::string& each : answerOf(findings).lines())
        all << QString::fromStdString(each);
    return all.join(u' ');
}

} // namespace

class SpaceRunTest : public QObject {
    Q_OBJECT
private slots:
    void knowsWhatIsNotCounted() {
        Workload part = layersOfANetwork();
        part.uncounted = {{"com.example.Mystery", 1}};
        const auto run = SpaceRun::of(part, spaceOf({"size=8,16"}), {});
        QVERIFY(run);
        QCOMPARE(run->uncounted(), part.uncounted);
    }

    // Stopped again and again, it ends with what one evaluation of the whole has; the front is that of all.
    void resumedIsOneRun() {
        const DesignSpace space =
            spaceOf({"rows=4:32:4", "cols=4:32:4", "dataflow=os,ws,is", "sram=24,96", "bandwidth=4..16"});
        auto going = SpaceRun::of(layersOfANetwork(), space, {});
        QVERIFY(going);
        QCOMPARE(going->total(), std::size_t(8 * 8 * 3 * 2 * 3));
        int stops = 0;
        const DesignPoint* first = nullptr;
        while (!going->isComplete()) {
            std::stop_source source;
            if (++stops % 2 == 1) source.request_stop();
            const std::size_t before = going->points().size();
            const bool more = going->advance(2, {source.get_token(), nullptr}, std::chrono::milliseconds(3));
            QCOMPARE(more, stops % 2 == 0);
            QVERIFY(more ? going->points().size() > before : going->points().size() == before);
            if (more && !first) first = going->points().data();
            QCOMPARE(going->front(), paretoFront(going->points()));
        }
        QCOMPARE(going->points().data(), first); // who was handed some may go on reading them
        const auto exploration = Exploration::of(layersOfANetwork(), space);
        QVERIFY(exploration);
        std::vector<DesignPoint> whole(exploration->points());
        QVERIFY(exploration->evaluate(0, whole, 1, {}));
        QVERIFY(areSame(going->points(), whole));
    }

    // In the middle of a part that would take half a minute.
    void stopsAtOnce() {
        const DesignSpace space = spaceOf({"rows=1:200:1", "cols=1:200:1", "sram=24:960:24"});
        auto going = SpaceRun::of(layersOfANetwork(), space, {});
        QVERIFY(going);
        std::stop_source source;
        const RunContext run{source.get_token(), nullptr};
        QVERIFY(going->advance(2, run));
        const std::size_t before = going->points().size();
        std::jthread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(40));
            source.request_stop();
        });
        QVERIFY(!going->advance(2, run, std::chrono::hours(1)));
        QVERIFY(source.stop_requested());
        QCOMPARE(going->points().size(), before);
        QVERIFY(!going->isComplete());
    }

    void samples() {
        const DesignSpace space = spaceOf({"rows=1:64:1", "cols=1:64:1"});
        for (const std::uint64_t sample : {200, 4000}) {
            auto going = SpaceRun::of(layersOfANetwork(), space, {sample, 7});
            QVERIFY(going);
            QCOMPARE(going->total(), std::size_t(sample));
            QCOMPARE(going->spacePoints(), std::uint64_t(4096));
            while (!going->isComplete())
                QVERIFY(going->advance(2, {}));
            std::set<std::uint64_t> seen;
            for (const DesignPoint& point : going->points()) {
                QVERIFY(point.index < 4096);
                seen.insert(point.index);
            }
            QCOMPARE(seen.size(), std::size_t(sample));
            QVERIFY(std::ranges::is_sorted(going->points(), {}, &DesignPoint::index));
            const auto exploration = Exploration::of(layersOfANetwork(), space);
            DesignPoint alone;
            QVERIFY(exploration->evaluate(going->points()[99].index, {&alone, 1}, 1, {}));
            QVERIFY(areSame({&alone, 1}, going->points().subspan(99, 1)));
        }
        // However many there are, a sample can be had of them, and all of them cannot.
        const DesignSpace huge = spaceOf({"rows=1:10000:1", "cols=1:10000:1", "bandwidth=1:10000:1"});
        auto some = SpaceRun::of(layersOfANetwork(), huge, {100, 7});
        QVERIFY(some && some->total() == 100 && some->spacePoints() == 1'000'000'000'000);
        while (!some->isComplete())
            QVERIFY(some->advance(2, {}));
        const auto none = SpaceRun::of(layersOfANetwork(), huge, {});
        QVERIFY(!none && none.error().message.find("take fewer values, or a sample") != std::string::npos);
        // As many as there are are all.
        auto all = SpaceRun::of(layersOfANetwork(), space, {5000, 7});
        QVERIFY(all);
        QCOMPARE(all->total(), std::size_t(4096));
    }

    void refusesWhatIsNotKept() {
        const DesignSpace space = spaceOf({"rows=1:2000:1", "cols=1:2000:1"});
        const auto refused = SpaceRun::of(layersOfANetwork(), space, {});
        QVERIFY(!refused &&
                refused.error().message.find("4000000 points, more than the 2000000") != std::string::npos);
        QVERIFY(SpaceRun::of(layersOfANetwork(), space, {1000}));
    }

    void bestForEachValue() {
        const DesignSpace space = spaceOf({"rows=32,8,8", "cols=4,16,64", "dataflow=ws,os"});
        std::vector<DesignPoint> points(*space.points());
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].index = i;
            points[i].cycles = static_cast<double>((i * 7) % 18 + 1);
            points[i].seconds = points[i].cycles;
            points[i].energy = 2;
        }
        points[0].cycles = std::numeric_limits<double>::infinity();
        const Direction rows = Direction::along(space, Axis::Rows), cells = Direction::cells(space);
        QCOMPARE(rows.count(), std::size_t(2)); // 8, 32
        QCOMPARE(rows.value(0), 8.0);
        QCOMPARE(cells.count(), std::size_t(4)); // 32, 128 and 512 twice, 2048
        QCOMPARE(cells.value(3), 2048.0);
        QCOMPARE(Direction::none(space).count(), std::size_t(1));
        BestTable table(space, cells, Direction::along(space, Axis::Dataflow), Measure::Product);
        table.add(std::span(points).first(5)); // in parts
        table.add(std::span(points).subspan(5));
        QCOMPARE(table.added(), points.size());
        for (std::size_t column = 0; column < cells.count(); ++column)
            for (std::size_t row = 0; row < 2; ++row) {
                double least = std::numeric_limits<double>::infinity();
                for (const DesignPoint& point : points) {
                    const Accelerator a = space.at(point.index);
                    if (static_cast<double>(a.rows * a.cols) == cells.value(column) &&
                        a.dataflow == space.dataflows[row] && point.isPossible())
                        least = std::min(least, point.energy * point.seconds);
                }
                QCOMPARE(table.valueAt(column, row), least);
                QVERIFY(table.at(column, row));
                const DesignPoint& best = points[*table.at(column, row)];
                QCOMPARE(valueOf(best, Measure::Product), least);
            }
        const SpaceFindings findings = findingsOf(space, points, 1);
        QVERIFY(findings.best && table.best());
        QCOMPARE(table.best()->index, findings.best->product.index);
        const auto [column, row] = table.cellOf(table.best()->index);
        QCOMPARE(table.valueAt(column, row), 4.0); // cycles of 2: of 1 is the one that is not possible
    }

    void whichPointIsAnAccelerator() {
        const DesignSpace space = spaceOf({"rows=8,24", "cols=4..16", "dataflow=os,ws,is", "sram=24,96,400",
                                           "split=1/1/1,2/1/1", "bandwidth=16,32", "word=1,4"});
        for (std::uint64_t i = 0; i < *space.points(); i += 5)
            QCOMPARE(space.indexOf(space.at(i)), std::optional(i));
        Accelerator other = space.at(3);
        other.clockGhz = 2; // not varied
        QVERIFY(!space.indexOf(other));
        other = space.at(3);
        other.rows = 9;
        QVERIFY(!space.indexOf(other));
        other = space.at(0); // its 16 B/cycle are what is taken without a number
        other.bandwidth.reset();
        QCOMPARE(space.indexOf(other), std::optional<std::uint64_t>(0));
    }

    // The points that meet a constraint are those that the front, the best and the tables are of.
    void constraints() {
        const DesignSpace space = spaceOf({"rows=4:32:4", "cols=4:32:4", "dataflow=os,ws,is", "sram=24,96"});
        auto run = SpaceRun::of(layersOfANetwork(), space, {});
        QVERIFY(run);
        while (!run->isComplete())
            QVERIFY(run->advance(2, {}));
        const std::vector<DesignPoint> points(run->points().begin(), run->points().end());
        QVERIFY(constraintsText({}).empty());
        for (const Constraint& each : constraintTable()) {
            const std::string key(each.field.key);
            std::vector<double> values;
            for (const DesignPoint& point : points)
                values.push_back(each.value(point));
            std::ranges::sort(values);
            Constraints bounds;
            each.field.set(bounds, values[values.size() / 3]);
            std::vector<DesignPoint> left;
            for (const DesignPoint& point : points)
                if (each.value(point) <= values[values.size() / 3]) left.push_back(point);
            QVERIFY2(!left.empty() && left.size() < points.size(), key.c_str());
            // No point that breaks it beats one that meets it.
            std::vector<std::uint64_t> expected, found;
            for (const std::size_t i : paretoFront(left))
                expected.push_back(left[i].index);
            for (const std::size_t i : run->front())
                if (isWithin(bounds, points[i])) found.push_back(points[i].index);
            QCOMPARE(found, expected);
            const SpaceFindings findings = findingsOf(space, points, found.size(), {}, bounds);
            QCOMPARE(findings.within, left.size());
            QVERIFY(findings.best && !findings.nearest);
            const SpaceFindings alone = findingsOf(space, left, found.size());
            QCOMPARE(findings.best->product.index, alone.best->product.index);
            QCOMPARE(findings.best->fastest.index, alone.best->fastest.index);
            QCOMPARE(findings.axes.size(), alone.axes.size());
            for (std::size_t i = 0; i < alone.axes.size(); ++i)
                QCOMPARE(findings.axes[i].enough, alone.axes[i].enough);
            QVERIFY2(said(findings).contains(QStringLiteral(" of %1 points are within %2 ≤ ")
                                                 .arg(points.size())
                                                 .arg(QString::fromStdString(std::string(each.name)))),
                     qPrintable(said(findings)));
            // Nearest is the one with the least of it.
            each.field.set(bounds, values.front() / 2);
            const SpaceFindings none = findingsOf(space, points, 0, {}, bounds);
            QVERIFY(!none.best && none.nearest && none.within == 0 && none.axes.empty());
            QCOMPARE(each.value(*none.nearest), values.front());
            QVERIFY2(
                said(none).contains(
                    QStringLiteral("%1 over by 100 % (").arg(QString::fromStdString(std::string(each.name)))),
                qPrintable(said(none)));
            // Far beyond it, by a factor.
            each.field.set(bounds, values.front() / 161);
            const QString far = said(findingsOf(space, points, 0, {}, bounds));
            QVERIFY2(far.contains(QStringLiteral("%1 161 × the bound (")
                                      .arg(QString::fromStdString(std::string(each.name)))) &&
                         !far.contains(QStringLiteral("over by")),
                     qPrintable(far));
        }
    }

    void roomsForActivationsAreNamed() {
        const DesignSpace space = spaceOf({"resident=auto,0,64"});
        std::vector<DesignPoint> points(3);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].index = i;
            points[i].cycles = points[i].seconds = std::array{2.0, 3.0, 1.0}[i];
            points[i].energy = points[i].area = 1;
        }
        const QString text = said(findingsOf(space, points, 1));
        for (const char* part :
             {", 64 KiB for activations (", "Best for activations: 64 KiB; energy × delay is 2.00 "
                                            "times as high with room with inputs, 3.00 times "
                                            "with no room."})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    // The terms of all figures: whose energies, and that a clock takes the bandwidth with it.
    void termsAreTold() {
        const auto told = [](DesignSpace space) {
            std::vector<DesignPoint> points(1);
            points[0].cycles = points[0].seconds = points[0].energy = points[0].area = 1;
            space.base.energy = "/tables/own.json";
            return said(findingsOf(space, points, 1)) +
                   said(findingsOf(space, points, 0, {},
                                   {.maxAreaMm2 = 0.5, .maxTimeMs = {}, .maxEnergyMj = {}}));
        };
        const QString energies = QStringLiteral("Energies are by the table own.json."),
                      held = QStringLiteral("The bandwidth of DRAM is held per cycle, not per second: ");
        const QString plain = told(spaceOf({"size=8,16"}));
        QVERIFY2(plain.count(energies) == 2 && !plain.contains(held), qPrintable(plain));
        const QString clocked = told(spaceOf({"clock=2,0.5"}));
        QVERIFY2(clocked.count(held +
                               QStringLiteral("16 B/cycle are 8.00 GB/s at 0.5 GHz, 32.0 GB/s at 2 GHz.")) == 2,
                 qPrintable(clocked));
        const QString one = told(spaceOf({"clock=2", "bandwidth=4,8"}));
        QVERIFY2(one.contains(held + QStringLiteral("4 B/cycle are 8.00 GB/s at 2 GHz.")), qPrintable(one));
    }

    // Two that can be met, but not together: the nearest point breaks the larger one by the least.
    void constraintsThatExcludeEachOther() {
        const DesignSpace space = spaceOf({"size=8,16,32"});
        std::vector<DesignPoint> points(3);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].index = i;
            points[i].cycles = 1;
            points[i].seconds = std::array{4e-3, 2.2e-3, 1e-3}[i];
            points[i].area = std::array{1.0, 2.0, 4.0}[i];
            points[i].energy = 1e6;
        }
        const SpaceFindings found =
            findingsOf(space, points, 0, {}, {.maxAreaMm2 = 2, .maxTimeMs = 2, .maxEnergyMj = {}});
        QCOMPARE(found.nearest->index, std::uint64_t(1));
        const QString text = said(found);
        for (const char* part :
             {"None of 3 possible points is within area ≤ 2 mm² and time ≤ 2 ms: the nearest, "
              "16 × 16 ",
              "has time over by 10.0 % (2.20 of 2 ms).",
              "By itself, area ≤ 2 mm² is met by 2, time ≤ 2 ms is met by 1."})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        const std::string energies = "eyeriss-65nm"; // in those of a MAC
        QVERIFY(checkConstraints({.maxAreaMm2 = 2, .maxTimeMs = 2, .maxEnergyMj = {}}, energies));
        const auto refused = checkConstraints({.maxAreaMm2 = {}, .maxTimeMs = {}, .maxEnergyMj = 2}, energies);
        QVERIFY(!refused && refused.error().message.find("max_energy_mj: ") == 0);
    }

    // One part alone may be more than the bound: it is named, with the axis that makes it smaller.
    void whatExceedsTheAreaIsNamed() {
        for (const char* each : {"bandwidth=16,32", "sram=3072,6144"}) {
            const bool isPads = std::string_view(each).starts_with("bandwidth");
            DesignSpace space = spaceOf({each});
            space.base.rows = space.base.cols = 8;
            if (!isPads) space.base.bandwidth = 1;
            std::vector<DesignPoint> points(2);
            for (std::size_t i = 0; i < points.size(); ++i) {
                points[i].index = i;
                points[i].cycles = points[i].seconds = points[i].energy = 1;
                points[i].area = areaOf(space.at(i));
            }
            const Area area = areaPartsOf(space.at(0));
            QCOMPARE(area.total(), points[0].area);
            const AreaPart most = isPads ? AreaPart::Pads : AreaPart::Sram;
            QCOMPARE(area.largest(), most);
            const QString text = said(findingsOf(
                space, points, 0, {}, {.maxAreaMm2 = area[most] * 0.99, .maxTimeMs = {}, .maxEnergyMj = {}}));
            const QString part =
                isPads ? QStringLiteral("The DRAM pads alone exceed the bound: it takes less bandwidth "
                                        "(axis bandwidth).")
                       : QStringLiteral("The SRAM alone exceeds the bound: it takes less SRAM (axis sram).");
            QVERIFY2(text.contains(part), qPrintable(text));
            QVERIFY2(
                text.contains(QStringLiteral("Its area is ") + QString::fromStdString(areaText(space.at(0)))) &&
                    text.contains(QStringLiteral("without its PHY and controller")),
                qPrintable(text));
            const QString more = said(findingsOf(
                space, points, 0, {},
                {.maxAreaMm2 = (area[most] + area.total()) / 2, .maxTimeMs = {}, .maxEnergyMj = {}}));
            QVERIFY2(more.contains(QStringLiteral("Its area is ")) && !more.contains(QStringLiteral(" alone ")),
                     qPrintable(more));
        }
    }

    // Of points that are within 1 % of the least the smallest is the best, in whatever order they come.
    void theSmallestOfTiedPointsIsTheBest() {
        std::mt19937 random(5);
        int tied = 0;
        for (int round = 0; round < 200; ++round) {
            std::vector<DesignPoint> points(40);
            for (std::size_t i = 0; i < points.size(); ++i) {
                points[i].index = i;
                points[i].seconds = points[i].cycles = 1 + static_cast<double>(random() % 50) / 1000;
                points[i].energy = 1;
                points[i].area = static_cast<double>(random() % 30);
            }
            TiedBest best(Measure::Seconds);
            double least = 2, area = 100;
            for (const DesignPoint& point : points) {
                best.add(point);
                least = std::min(least, point.seconds);
            }
            for (const DesignPoint& point : points)
                if (point.seconds < least * Noticeable) area = std::min(area, point.area);
            QCOMPARE(best.best().area, area);
            QVERIFY(best.best().seconds < least * Noticeable);
            QCOMPARE(best.isTied(), best.best().seconds > least);
            const std::vector<std::size_t> front = paretoFront(points);
            QVERIFY(std::ranges::find(front, best.best().index) != front.end());
            tied += best.isTied();
        }
        QVERIFY2(tied > 20, qPrintable(QString::number(tied)));
    }

    void whatNobodyWouldNoticeIsNoDifference() {
        const DesignSpace space = spaceOf({"dataflow=os,ws,is", "size=8,16"});
        std::vector<DesignPoint> points(*space.points());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Accelerator a = space.at(i);
            points[i].index = i;
            points[i].seconds = points[i].cycles = (a.dataflow == Dataflow::WeightStationary  ? 1
                                                    : a.dataflow == Dataflow::InputStationary ? 1.5
                                                                                              : 1.002) *
                                                   (a.rows == 16 ? 1 : 1.004);
            points[i].energy = 1;
            points[i].area = static_cast<double>(a.rows);
        }
        const QString text = said(findingsOf(space, points, 1));
        QVERIFY2(
            text.startsWith(QStringLiteral("Best energy × delay: 8 × 8 ws")) &&
                text.contains(QStringLiteral(", the smallest within 1 % of the least.")) &&
                text.contains(QStringLiteral("Best dataflow: ws or os, no difference of 1 %; energy × delay is "
                                             "1.50 times as high with is.")),
            qPrintable(text));
        // The list marks the same point.
        const auto front = paretoFront(points);
        const DesignList list{findingsOf(space, points, front.size()), points, front};
        QCOMPARE(points[list.bests()[0]].index, list.findings.best->fastest.index);
        QCOMPARE(points[list.bests()[2]].index, list.findings.best->product.index);
    }

    // Numbers that the words are made of, by hand.
    void words() {
        const DesignSpace space = spaceOf({"size=8,16,32", "dataflow=os,ws", "sram=24,48,96,192"});
        std::vector<DesignPoint> points(*space.points());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Accelerator a = space.at(i);
            const auto kilo = a.ifmapKb + a.filterKb + a.ofmapKb;
            points[i].index = i;
            // 48 KiB are enough, larger arrays halve the time, ws takes a quarter less.
            points[i].seconds = 1e-3 * 32 / static_cast<double>(a.rows) *
                                (kilo < 48   ? 2
                                 : kilo < 96 ? 1.005
                                             : 1) *
                                (a.dataflow == Dataflow::WeightStationary ? 0.75 : 1);
            points[i].cycles = points[i].seconds * 1e9;
            points[i].energy = 4e9;
            points[i].area = static_cast<double>(a.rows * a.rows + kilo) / 1000;
        }
        const auto front = paretoFront(points);
        const SpaceFindings found = findingsOf(space, points, front.size());
        QCOMPARE(found.points, std::size_t(24));
        QCOMPARE(found.axes.size(), std::size_t(3));
        const QString text = said(found);
        for (const char* part :
             {"Best energy × delay: 32 × 32 ws, 16/16/16 KiB (754 µs, 4.00 mJ, 1.07 mm²), the "
              "smallest within 1 % of the least.",
              "of 24 points are Pareto optimal in time, energy and area.",
              "Smallest: 8 × 8 ws, 8/8/8 KiB (6.00 ms, 4.00 mJ, 0.09 mm²).",
              "Best dataflow: ws; energy × delay is 1.33 times as high with os.",
              "Energy × delay gains less than 1 % beyond 48 KiB of SRAM for tiles.",
              "SRAM in which activations stay was not varied",
              "It still gains at the most that was tried: 32 × 32 cells (by 100 %)."})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        QVERIFY2(text.startsWith(QString::fromUtf8("Best energy × delay")), qPrintable(text));
        QVERIFY(text.contains(QString::number(front.size()) + QStringLiteral(" of 24 points")));
        // 32 × 32 cells were tried, and are too large.
        const QString bounded =
            said(findingsOf(space, points, 1, {}, {.maxAreaMm2 = 0.5, .maxTimeMs = {}, .maxEnergyMj = {}}));
        for (const char* part :
             {"Energy × delay gains less than 1 % beyond 48 KiB of SRAM for tiles within the bounds.",
              "It still gains at the most within the bounds: 16 × 16 cells (by 100 %)."})
            QVERIFY2(bounded.contains(QString::fromUtf8(part)), qPrintable(bounded));
        QVERIFY2(!bounded.contains(QStringLiteral("that was tried")), qPrintable(bounded));

        // Beside work that is not counted, none of this is the whole.
        QVERIFY(!text.contains(QStringLiteral("at least")));
        const ops::Uncounted mystery{{"com.example.Mystery", 2}};
        QVERIFY(said(findingsOf(space, points, front.size(), mystery))
                    .contains(QStringLiteral("Cycles, times and energies are at least these: 2 nodes of "
                                             "com.example.Mystery not counted.")));

        // Part by part they are the same; of half of them both numbers are named.
        SpaceFinder finder(space, 24);
        finder.add(std::span(points).first(7));
        finder.add(std::span(points).subspan(7));
        QCOMPARE(said(finder.findings(front.size())), text);
        QVERIFY(said(findingsOf(space, std::span(points).first(12), 1))
                    .contains(QStringLiteral("1 of 12 points is Pareto optimal in time, energy and area; the "
                                             "whole space has 24.")));

        for (DesignPoint& point : points)
            point.cycles = std::numeric_limits<double>::infinity();
        QCOMPARE(said(findingsOf(space, points, 0)),
                 QStringLiteral("None of 24 points is possible: a layer does not fit the SRAMs."));
        QVERIFY(answerOf(findingsOf(space, {}, 0)).lines().empty());
    }
};

EDGEWRIGHT_TEST(SpaceRunTest)

} // namespace edgewright::space_run_test

#include "space_run_test.moc"
