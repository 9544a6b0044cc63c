// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/explore.h"
#include "core/cost/systolic.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <random>
#include <set>

namespace edgewright::explore_test {

using namespace edgewright::cost;

class ExploreTest : public QObject {
    Q_OBJECT

    static Workload workload() {
        Workload made;
        made.mode = Mode::Physical;
        made.layers = {productLayer(784, 128, 1152), productLayer(1, 1000, 512), productLayer(784, 128, 1152)};
        Layer depthwise = productLayer(49, 1, 9);
        depthwise.repeat = 32;
        made.layers.push_back(depthwise);
        Layer vector;
        vector.unit = cost::Unit::Vector;
        vector.elements = vector.readWords = vector.writtenWords = 5000;
        made.layers.push_back(vector);
        // A fused group, twice: two layers work beside the array, or not quite.
        for (int i = 0; i < 2; ++i) {
            Layer product = productLayer(784, 64, 576);
            product.outputsOnChip = true;
            product.besideWritten = 784 * 64;
            made.layers.push_back(product);
            vector.elements = 784 * 64;
            vector.inputsOnChip = true;
            vector.readWords = vector.writtenWords = 0;
            made.layers.push_back(vector);
            vector.writtenWords = 784 * 64;
            made.layers.push_back(vector);
        }
        return made;
    }

private slots:
    void pointsAreEstimates() {
        DesignSpace space;
        for (const char* axis :
             {"rows=8,24", "cols=4..16", "dataflow=os,ws,is", "sram=24,96,400", "split=1/1/1,2/1/1",
              "bandwidth=2,32", "clock=0.5,1", "word=1,4", "arrays=1,3"})
            QVERIFY2(readAxis(axis, space), axis);
        const auto exploration = Exploration::of(workload(), space);
        QVERIFY(exploration);
        QCOMPARE(exploration->points(), std::uint64_t(2 * 3 * 3 * 3 * 2 * 2 * 2 * 2 * 2));
        std::vector<DesignPoint> points(exploration->points());
        QVERIFY(exploration->evaluate(0, points, 2, {}));
        std::set<std::string> seen;
        for (std::size_t i = 0; i < points.size(); i += 7) {
            const Accelerator accelerator = space.at(i);
            QCOMPARE(space.indexAt(space.placeOf(i)), std::uint64_t(i));
            const auto report = estimate(workload(), accelerator);
            QVERIFY(report);
            QCOMPARE(points[i].index, std::uint64_t(i));
            QCOMPARE(points[i].cycles, static_cast<double>(report->cycles));
            QVERIFY(std::abs(points[i].energy - report->energy.total()) <= 1e-9 * points[i].energy);
            QVERIFY(std::abs(points[i].utilization - report->utilization) < 1e-9);
            QCOMPARE(points[i].seconds, report->seconds());
            QVERIFY(points[i].area > 0);
        }
        // Parts, one after the other, are the whole.
        std::vector<DesignPoint> part(100);
        QVERIFY(exploration->evaluate(50, part, 1, {}));
        for (std::size_t i = 0; i < part.size(); ++i)
            QCOMPARE(part[i].cycles, points[50 + i].cycles);
    }

    void whatDoesNotFitIsNoPoint() {
        Workload one;
        one.mode = Mode::Physical;
        Layer wide = productLayer(4, 4, 4);
        wide.ifmapH = 70, wide.filterH = 60, wide.filterW = wide.ifmapW = 60, wide.outW = 1;
        wide.outH = 11, wide.m = 11, wide.k = 3600;
        one.layers = {wide};
        DesignSpace space;
        QVERIFY(readAxis("sram=3,300", space));
        const auto exploration = Exploration::of(one, space);
        QVERIFY2(exploration, exploration ? "" : exploration.error().message.c_str());
        std::vector<DesignPoint> points(2);
        QVERIFY(exploration->evaluate(0, points, 1, {}));
        QVERIFY(!points[0].isPossible() && points[1].isPossible());
        QCOMPARE(paretoFront(points), (std::vector<std::size_t>{1}));
    }

    void frontOfAll() {
        std::mt19937 random(3);
        std::vector<DesignPoint> points(300);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].index = i;
            points[i].cycles = 1;
            points[i].seconds = static_cast<double>(random() % 20);
            points[i].energy = static_cast<double>(random() % 20);
            points[i].area = static_cast<double>(random() % 20);
        }
        std::set<std::size_t> expected;
        for (std::size_t i = 0; i < points.size(); ++i) {
            bool better = false;
            for (std::size_t j = 0; j < points.size() && !better; ++j) {
                const DesignPoint &a = points[j], &b = points[i];
                const bool noWorse = a.seconds <= b.seconds && a.energy <= b.energy && a.area <= b.area;
                const bool equal = a.seconds == b.seconds && a.energy == b.energy && a.area == b.area;
                better = noWorse && (!equal || j < i);
            }
            if (!better) expected.insert(i);
        }
        const auto front = paretoFront(points);
        QCOMPARE(std::set<std::size_t>(front.begin(), front.end()), expected);
        QVERIFY(std::ranges::is_sorted(front, {}, [&](std::size_t i) { return points[i].seconds; }));
    }

    void axes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown") << "row=8"
                                 << "did you mean 'rows'?";
        QTest::newRow("nothing") << "rows="
                                 << "expected finite numbers";
        QTest::newRow("negative") << "rows=8..-3"
                                  << "expected finite numbers";
        QTest::newRow("step") << "rows=8:64:0"
                              << "expected finite numbers";
        QTest::newRow("endless") << "clock=1..inf"
                                 << "expected finite numbers";
        QTest::newRow("endless steps") << "clock=1:inf:1"
                                       << "expected finite numbers";
        QTest::newRow("no number") << "clock=nan"
                                   << "expected finite numbers";
        QTest::newRow("nearly endless steps") << "rows=1:9223372036854775807:1"
                                              << "more than 100000 values";
        QTest::newRow("many dataflows")
            << "dataflow=os" + QString(",os").repeated(100'000) << "more than 100000 values";
        QTest::newRow("long list of numbers")
            << "rows=8" + QString(",8").repeated(100'000) << "rows: more than 100000 values";
        QTest::newRow("many") << "rows=1:1000000000:1"
                              << "more than 100000 values";
        QTest::newRow("dataflow") << "dataflow=rs"
                                  << "expected some of os, ws, is";
        QTest::newRow("no values") << "32"
                                   << "'32': expected NAME=VALUES";
        QTest::newRow("room") << "resident=auto,some"
                              << "expected KiB for activations such as 0,64,256";
        QTest::newRow("split") << "split=1/2"
                               << "expected shares";
    }
    void axes() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        DesignSpace space;
        const auto read = readAxis(text.toStdString(), space);
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().message).contains(says), read.error().message.c_str());
    }

    // Of two that are equal neither is taken, in a list, in a file, in a study.
    void axesOnce() {
        DesignSpace space;
        const std::vector<std::string> good{"rows=8", "cols=8"}, twice{"rows=8", "cols=8", "rows=16,32"};
        QVERIFY(readAxes(good, space));
        const auto refused = readAxes(twice, space);
        Constraints bounds;
        const auto file = readSpace(R"({"rows": [8], "rows": [16, 32]})", "s.json", space, bounds);
        for (const auto& [error, says] :
             {std::pair(&refused, "the axis rows is there twice: rows=8 and rows=16,32"),
              std::pair(&file, "s.json, line 1: rows: this key is there twice")})
            QVERIFY2(!*error && error->error().message.find(says) != std::string::npos, says);
        QVERIFY(!SpaceChoice{twice}.on({}));
    }

    void spaceFiles() {
        DesignSpace space, same;
        Constraints bounds;
        const auto read = readSpace(R"({"accelerator": "gemmini", "size": [8, 16], "sram": "48:96:48",
                                        "split": [[2, 1, 1], "1/1/1"], "dataflow": ["os", "ws"], "clock": 0.5,
                                        "resident": [null, 0, 64], "max_time_ms": 10})",
                                    "s.json", space, bounds);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        for (const char* axis : {"size=8,16", "sram=48,96", "split=2/1/1,1/1/1", "dataflow=os,ws", "clock=0.5",
                                 "resident=auto,0,64"})
            QVERIFY(readAxis(axis, same));
        QCOMPARE(space.base.ofmapKb, 64);
        QCOMPARE(space.base.rows, 16);
        same.base = space.base;
        QVERIFY(space == same);
        QVERIFY(bounds == (Constraints{.maxAreaMm2 = {}, .maxTimeMs = 10, .maxEnergyMj = {}}));
        for (const auto& [text, says] :
             {std::pair(R"({"sizes": [8]})", "s.json: no axis is called 'sizes'; did you mean 'size'?"),
              std::pair(R"({"size": {}})", "size: expected a list of values"),
              std::pair(R"({"accelerator": {"rows": 0}})", "rows: expected a whole number"),
              std::pair(R"({"accelerator": "nowhere"})", "nowhere: cannot be read"),
              std::pair(R"({"clock": 1e999})", "s.json, line 1: clock: expected a finite number"),
              std::pair(R"({"max_area_mm2": 0})", "expected a \"max_area_mm2\" above 0"),
              std::pair("{", "s.json, line 1: is no JSON")}) {
            DesignSpace bad;
            const auto refused = readSpace(text, "s.json", bad, bounds);
            QVERIFY2(!refused && refused.error().message.find(says) != std::string::npos,
                     refused ? text : refused.error().message.c_str());
        }
    }

    void refusesAndStops() {
        DesignSpace space;
        QVERIFY(readAxis("rows=0", space));
        QVERIFY(!space.points());
        space = {};
        QVERIFY(readAxis("resident=-1", space));
        QVERIFY(!space.points());
        space = {};
        QVERIFY(readAxis("word=1..8", space) && space.points());
        QVERIFY(readAxis("word=2,3", space));
        const auto words = space.points();
        QVERIFY(!words && words.error().message == "word: 3 is none of 1, 2, 4, 8");
        space = {};
        QVERIFY(readAxis("size=8", space) && readAxis("rows=8", space));
        QVERIFY(!space.points());
        space = {};
        for (const char* axis : {"rows=1:10000:1", "cols=1:10000:1", "bandwidth=1:10000:1"})
            QVERIFY(readAxis(axis, space));
        QCOMPARE(*space.points(), std::uint64_t(1'000'000'000'000)); // for a sample of them
        for (const char* axis : {"sram=10:100000:1", "clock=1:1000:1"})
            QVERIFY(readAxis(axis, space));
        const auto many = space.points();
        QVERIFY(!many && many.error().message.find("more than the 10^18 points") != std::string::npos);
        space = {};
        QVERIFY(readAxis("size=4..128", space));
        const auto exploration = Exploration::of(workload(), space);
        QVERIFY(exploration);
        std::stop_source source;
        source.request_stop();
        std::vector<DesignPoint> points(exploration->points());
        QVERIFY(!exploration->evaluate(0, points, 2, {source.get_token(), nullptr}));
        space.base.energy = "nowhere";
        QVERIFY(!Exploration::of(workload(), space));
    }
};

EDGEWRIGHT_TEST(ExploreTest)

} // namespace edgewright::explore_test

#include "explore_test.moc"
