// SPDX-License-Identifier: GPL-3.0-or-later
// What every layout must keep, whoever made it.
#include <QTest>

#include "core/layout/layout.h"
#include "tests/core/layout/graphs.h"

#include <QElapsedTimer>

#include <cmath>
#include <map>

using namespace edgewright;
using namespace edgewright::layout;
using namespace edgewright::layout::test;

namespace {

bool overlap(const Request& request, const Layout& layout, std::size_t a, std::size_t b) {
    return std::abs(layout.centres[a].x - layout.centres[b].x) <
               (request.boxes[a].width + request.boxes[b].width) / 2 - 0.05 &&
           std::abs(layout.centres[a].y - layout.centres[b].y) <
               (request.boxes[a].height + request.boxes[b].height) / 2 - 0.05;
}

// Distance of a point from a box's border or inside, 0 when inside.
double away(const Request& request, const Layout& layout, std::size_t box, Point p) {
    const double dx = std::abs(p.x - layout.centres[box].x) - request.boxes[box].width / 2;
    const double dy = std::abs(p.y - layout.centres[box].y) - request.boxes[box].height / 2;
    return std::max({dx, dy, 0.0});
}

Point onCurve(const Point* p, double t) {
    const double s = 1 - t;
    const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
            a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

QString engineOptions(const char* engine, Options& options) {
    options = {};
    if (std::string_view(engine) == "graphviz") {
#ifdef EDGEWRIGHT_LAYOUT_HELPER
        options.helper = EDGEWRIGHT_LAYOUT_HELPER;
        options.timeLimitSeconds = 60;
#else
        return QStringLiteral("built without Graphviz");
#endif
    }
    return {};
}

} // namespace

class LayoutTest final : public QObject {
    Q_OBJECT
private slots:
    void keepsItsPromises_data() {
        QTest::addColumn<QByteArray>("engine");
        QTest::addColumn<Request>("request");
        QTest::addColumn<bool>("acyclic");
        for (const char* engine : {"layered", "graphviz"}) {
            const auto row = [&](const char* name, Request request, bool acyclic = true) {
                QTest::newRow(
                    qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(engine), QLatin1String(name))))
                    << QByteArray(engine) << std::move(request) << acyclic;
            };
            row("chain", chain(40));
            row("residual", residual(120));
            row("branching", branching(150));
            row("forest", forwards(80, 60, 5));
            row("dense", forwards(60, 200, 1));
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
        }
    }
    void keepsItsPromises() {
        QFETCH(QByteArray, engine);
        QFETCH(Request, request);
        QFETCH(bool, acyclic);
        Options options;
        if (const QString missing = engineOptions(engine.constData(), options); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        const auto result = layoutGraph(request, options);
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        const Layout& layout = *result;
        QVERIFY2(layout.engine == engine.toStdString(), layout.note.c_str());
        QCOMPARE(layout.centres.size(), request.boxes.size());
        QCOMPARE(layout.edges.size(), request.edges.size());

        for (std::size_t a = 0; a < request.boxes.size(); ++a) {
            for (std::size_t b = a + 1; b < request.boxes.size(); ++b)
                QVERIFY2(!overlap(request, layout, a, b),
                         qPrintable(QStringLiteral("boxes %1 and %2").arg(a).arg(b)));
            QVERIFY(layout.centres[a].x - request.boxes[a].width / 2 > -0.1);
            QVERIFY(layout.centres[a].x + request.boxes[a].width / 2 < layout.width + 0.1);
            QVERIFY(layout.centres[a].y - request.boxes[a].height / 2 > -0.1);
            QVERIFY(layout.centres[a].y + request.boxes[a].height / 2 < layout.height + 0.1);
        }
        for (std::size_t i = 0; i < request.edges.size(); ++i) {
            const auto& [from, to] = request.edges[i];
            const auto& points = layout.edges[i];
            QVERIFY(points.size() >= 4 && points.size() % 3 == 1);
            QVERIFY2(away(request, layout, from, points.front()) < 2,
                     qPrintable(QStringLiteral("edge %1").arg(i)));
            QVERIFY2(away(request, layout, to, points.back()) < 2,
                     qPrintable(QStringLiteral("edge %1").arg(i)));
            if (acyclic) QVERIFY(layout.centres[from].y < layout.centres[to].y);
        }
    }

    // Only our own layout promises it.
    void edgesKeepClearOfForeignBoxes_data() {
        QTest::addColumn<Request>("request");
        QTest::newRow("residual") << residual(120);
        QTest::newRow("branching") << branching(200);
        QTest::newRow("dense") << forwards(60, 150, 7);
        QTest::newRow("ways round the side") << manyShortcuts(160);
        QTest::newRow("cyclic") << wild(50, 80, 8);
    }
    void edgesKeepClearOfForeignBoxes() {
        QFETCH(Request, request);
        const auto layout = layoutGraph(request, {});
        QVERIFY(layout);
        for (std::size_t i = 0; i < request.edges.size(); ++i)
            for (std::size_t p = 0; p + 3 < layout->edges[i].size(); p += 3)
                for (int step = 0; step <= 10; ++step) {
                    const Point at = onCurve(&layout->edges[i][p], step / 10.0);
                    for (std::size_t box = 0; box < request.boxes.size(); ++box)
                        if (box != request.edges[i].from && box != request.edges[i].to)
                            QVERIFY2(away(request, *layout, box, at) > 0,
                                     qPrintable(QStringLiteral("edge %1 runs through box %2").arg(i).arg(box)));
                }
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

    void isDeterministic() {
        const Request request = branching(300);
        const auto a = layoutGraph(request, {}), b = layoutGraph(request, {});
        QVERIFY(a && b);
        for (std::size_t i = 0; i < a->centres.size(); ++i) {
            QCOMPARE(a->centres[i].x, b->centres[i].x);
            QCOMPARE(a->centres[i].y, b->centres[i].y);
        }
    }

    void handlesTenThousandBoxes_data() {
        QTest::addColumn<Request>("request");
        QTest::newRow("chain") << chain(10000);
        QTest::newRow("residual") << residual(10000);
        QTest::newRow("branching with a shared tensor") << branching(10000);
        QTest::newRow("random") << forwards(10000, 14000, 11);
        QTest::newRow("shortcuts everywhere") << manyShortcuts(10000);
    }
    void handlesTenThousandBoxes() {
        QFETCH(Request, request);
        QElapsedTimer timer;
        timer.start();
        const auto layout = layoutGraph(request, {});
        const qint64 elapsed = timer.elapsed();
        QVERIFY(layout);
        qInfo("%zu boxes, %zu edges: %lld ms, %.0f x %.0f px", request.boxes.size(), request.edges.size(),
              static_cast<long long>(elapsed), layout->width, layout->height);
        QVERIFY(elapsed < 20000);                        // a hang, whatever the machine is busy with
        std::map<double, std::vector<std::size_t>> rows; // boxes of a row have their centre in common
        for (std::size_t i = 0; i < layout->centres.size(); ++i)
            rows[layout->centres[i].y].push_back(i);
        for (const auto& row : rows)
            for (std::size_t i = 0; i + 1 < row.second.size() && row.second.size() < 500; ++i)
                for (std::size_t j = i + 1; j < row.second.size(); ++j)
                    QVERIFY(!overlap(request, *layout, row.second[i], row.second[j]));
    }

    void refusesNonsense() {
        Request request = chain(2);
        request.edges.push_back({0, 2});
        QVERIFY(!layoutGraph(request, {}));
        request = chain(2);
        request.boxes[1].width = std::nan("");
        QVERIFY(!layoutGraph(request, {}));
        const auto empty = layoutGraph({}, {});
        QVERIFY(empty);
        QCOMPARE(empty->centres.size(), std::size_t(0));
    }

    void stops() {
        std::stop_source stop;
        stop.request_stop();
        const auto result = layoutGraph(residual(500), {}, {stop.get_token(), nullptr});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(LayoutTest)
#include "layout_test.moc"
