// SPDX-License-Identifier: GPL-3.0-or-later
// What every layout must keep.
#include <QTest>

#include "core/layout/layout.h"
#include "tests/core/layout/checks.h"
#include "tests/core/layout/families.h"
#include "tests/core/layout/graphs.h"
#include "tests/support/test_class.h"

#include <chrono>
#include <cmath>
#include <thread>

namespace edgewright::layout_test {

using namespace edgewright::layout;
using namespace edgewright::layout::test;

class LayoutTest final : public QObject {
    Q_OBJECT
private slots:
    void keepsItsPromises_data() {
        QTest::addColumn<Request>("request");
        QTest::addColumn<bool>("acyclic");
        const auto row = [&](const char* name, Request request, bool acyclic = true) {
            QTest::newRow(name) << std::move(request) << acyclic;
        };
        row("chain", chain(40));
        row("residual", residual(120));
        row("branching", branching(150));
        row("forest", forwards(80, 60, 5));
        row("hub", hub(60));
        for (const Family& family : families())
            row(("family " + std::string(family.name)).c_str(), family.make(140));
        row("cyclic", wild(60, 90, 2), false);
        row("dense cyclic", wild(40, 160, 3), false);
        Request isolated;
        for (int i = 0; i < 7; ++i)
            addBox(isolated, 50);
        row("isolated", isolated);
        Request loop = chain(3);
        loop.edges.push_back({1, 1});
        loop.edges.push_back({0, 1});
        row("loop", loop, false);
        const auto sharedTrunks = [&](const QString& name, Request request) {
            for (std::size_t i = 0; i < request.edges.size(); ++i)
                request.edges[i].tensor = static_cast<std::uint32_t>(i % 3);
            row(qPrintable(name), std::move(request), false);
        };
        for (std::uint32_t seed = 1; seed <= 12; ++seed) {
            sharedTrunks(QStringLiteral("sparse %1").arg(seed), wild(70, 80, seed));
            sharedTrunks(QStringLiteral("dense %1").arg(seed), wild(40, 200, seed));
            sharedTrunks(QStringLiteral("forwards %1").arg(seed), forwards(90, 150, seed));
        }
        sharedTrunks(QStringLiteral("shortcuts"), manyShortcuts(160));
        sharedTrunks(QStringLiteral("branching of shared tensors"), branching(400));
    }
    void keepsItsPromises() {
        QFETCH(Request, request);
        QFETCH(bool, acyclic);
        const auto result = layoutGraph(request);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        const Layout& layout = *result;
        QCOMPARE(layout.centres.size(), request.boxes.size());
        QCOMPARE(layout.edges.size(), request.edges.size());
        QCOMPARE(overlaps(request, layout), std::string());
        QCOMPARE(detached(request, layout), std::string());
        QCOMPARE(throughBoxes(request, layout), std::string());
        QCOMPARE(upwards(request, layout), std::string());
        if (acyclic) QVERIFY(layout.backward.empty());
    }

    void chainsAreStraight() {
        const auto layout = layoutGraph(chain(30), {});
        QVERIFY(layout);
        for (const Point& centre : layout->centres)
            QVERIFY(std::abs(centre.x - layout->centres[0].x) < 0.01);
    }

    void sourcesSitAboveTheirReader() {
        // A chain of five and a constant-like box read by its last: not at the top.
        Request request = chain(5);
        const auto late = addBox(request, 60);
        request.edges.push_back({late, 4});
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        QCOMPARE(layout->centres[late].y, layout->centres[3].y);
    }

    // A shortcut goes round what it cuts short.
    void spinesAreStraight() {
        const Request request = residual(60);
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        std::size_t straight = 0;
        for (const auto& edge : layout->edges)
            straight += edge.size() == 4 ? 1 : 0;
        QCOMPARE(straight, request.boxes.size() - 1);
    }

    void isDeterministic() {
        for (const Request& request : {branching(300), transformer(500, true), wild(200, 300, 4)}) {
            const auto a = layoutGraph(request, {}), b = layoutGraph(request, {});
            QVERIFY(a && b);
            for (std::size_t i = 0; i < a->centres.size(); ++i) {
                QCOMPARE(a->centres[i].x, b->centres[i].x);
                QCOMPARE(a->centres[i].y, b->centres[i].y);
            }
        }
    }

    // Edges of one tensor run on each other as far as they go the same way.
    void readersShareATrunk() {
        const Request request = hub(60);
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        std::size_t furthest = 0; // edge of box 0
        for (std::size_t i = 0; i < request.edges.size(); ++i)
            if (request.edges[i].from == 0 && layout->edges[i].size() > layout->edges[furthest].size())
                furthest = i;
        const auto& trunk = layout->edges[furthest];
        for (std::size_t i = 0; i < request.edges.size(); ++i) {
            if (request.edges[i].from != 0) continue;
            QCOMPARE(layout->edges[i].front().x, trunk.front().x);
            const double end = layout->edges[i].back().y;
            if (end < trunk[6].y) continue; // branches off before the trunk runs straight
            QCOMPARE(layout->edges[i][3].x, trunk[3].x);
        }
    }
    void tensorsHaveTrunksOfTheirOwn() {
        // Box 0 gives two tensors to box 4, past a chain: two lines side by side.
        Request request = chain(5);
        request.edges.push_back({0, 4, 1});
        request.edges.push_back({0, 4, 2});
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        QVERIFY(std::abs(layout->edges[4][3].x - layout->edges[5][3].x) > 5);
    }

    void saysWhatLeadsBackwards() {
        Request request = chain(4); // 0 1 2 3, and back from 2 to 1
        request.edges.push_back({2, 1});
        request.edges.push_back({3, 3});
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        QCOMPARE(layout->backward, (std::vector<bool>{false, false, false, true, true}));
        const auto without = layoutGraph(chain(4), {});
        QVERIFY(without && without->backward.empty());
    }

    void veryLongEdgesArePortals() {
        Request request = chain(300);
        request.edges.push_back({0, 299});
        request.edges.push_back({0, 150});
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        QCOMPARE(layout->portals.size(), request.edges.size());
        QCOMPARE(std::count(layout->portals.begin(), layout->portals.end(), true), 1);
        QVERIFY(layout->portals[299]);
        QCOMPARE(detached(request, *layout), std::string());
        QCOMPARE(throughBoxes(request, *layout), std::string());
        const auto& stubs = layout->edges[299];
        QVERIFY(stubs[3].y - stubs[0].y < 30 && stubs[7].y - stubs[4].y < 30);
        QVERIFY(layoutGraph(chain(300), {})->portals.empty());
    }

    void handlesLargeGraphs_data() {
        QTest::addColumn<Request>("request");
        QTest::addColumn<bool>("acyclic");
        for (const Family& family : families())
            for (const std::size_t boxes : {10000, 30000})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(family.name)).arg(boxes)))
                    << family.make(boxes) << true;
        QTest::newRow("chain") << chain(10000) << true;
        QTest::newRow("branching with a shared tensor") << branching(10000) << true;
        QTest::newRow("random") << forwards(10000, 14000, 11) << true;
        QTest::newRow("random with cycles") << wild(10000, 14000, 12) << false;
        QTest::newRow("shortcuts everywhere") << manyShortcuts(10000) << true;
        QTest::newRow("star") << hub(10000) << true;
        Request isolated;
        for (int i = 0; i < 10000; ++i)
            addBox(isolated, 50);
        QTest::newRow("isolated") << isolated << true;
    }
    void handlesLargeGraphs() {
        QFETCH(Request, request);
        QFETCH(bool, acyclic);
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        qInfo("%zu boxes, %zu edges: %.0f x %.0f px", request.boxes.size(), request.edges.size(), layout->width,
              layout->height);
        QCOMPARE(detached(request, *layout), std::string());
        if (acyclic) QVERIFY(layout->backward.empty());
        QCOMPARE(upwards(request, *layout), std::string());
        if (request.boxes.size() > 10100) return;
        QCOMPARE(overlaps(request, *layout), std::string());
        if (layout->width < 20000) QCOMPARE(throughBoxes(request, *layout), std::string());
    }

    void takesHostileSizes() {
        Request request = resnet(60);
        for (std::size_t i = 0; i < request.boxes.size(); ++i) {
            request.boxes[i].width = i % 3 == 0 ? 1e5 : 1e-9;
            request.boxes[i].height = i % 5 == 0 ? 1e5 : 1e-9;
        }
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        QCOMPARE(overlaps(request, *layout), std::string());
        QCOMPARE(detached(request, *layout), std::string());
    }

    void refusesNonsense() {
        Request request = chain(2);
        request.edges.push_back({0, 2});
        QVERIFY(!layoutGraph(request, {}));
        request = chain(2);
        request.boxes[1].width = std::nan("");
        QVERIFY(!layoutGraph(request, {}));
        request = chain(2);
        request.groups = {1};
        QVERIFY(!layoutGraph(request, {}));
        request = chain(2);
        request.seed.resize(2);
        request.seed[1] = Point{std::nan(""), 0};
        QVERIFY(!layoutGraph(request, {}));
        request.seed[1] = Point{0, 1e300};
        QVERIFY(!layoutGraph(request, {}));
        const auto empty = layoutGraph({});
        QVERIFY(empty);
        QCOMPARE(empty->centres.size(), std::size_t(0));
    }

    void stopsInTheMiddle() {
        // Wherever it is polled, it ends: the answer is the layout or a cancellation, never less.
        const Request request = transformer(3000, true);
        for (const int microseconds : {50, 400, 1500, 3000}) {
            std::stop_source stop;
            std::jthread canceller([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
                stop.request_stop();
            });
            const auto layout = layoutGraph(request, {stop.get_token(), nullptr});
            if (layout)
                QCOMPARE(detached(request, *layout), std::string());
            else
                QCOMPARE(layout.error().code, ErrorCode::Cancelled);
        }
    }

    void stops() {
        std::stop_source stop;
        stop.request_stop();
        const auto result = layoutGraph(residual(500), {stop.get_token(), nullptr});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(LayoutTest)

} // namespace edgewright::layout_test

#include "layout_test.moc"
