// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a timeline: where spans are, what can be read, how it is moved, and how it becomes a figure.
#include "views/measure/timeline/timeline_chart.h"

#include "tests/support/test_class.h"
#include "tests/views/measure/timeline/timeline_example.h"
#include "tests/views/memory/recorded_painting.h"
#include "views/support/figure/figure_format.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace edgewright::timeline_chart_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

class TimelineChartTest : public QObject {
    Q_OBJECT
    TimelineExample example;
    QThreadPool pool;
    std::unique_ptr<TimelineChart> chart;

    std::shared_ptr<const TimelineModel> model(TimelineSource source) {
        auto built = TimelineModel::build(std::move(source), example.graphs());
        return built ? *built : nullptr;
    }
    TimelineSource withMemory() {
        TimelineSource source = recordSource(example.record());
        source.memory = {{0, 4096}, {31e-6, 1 << 20}, {81e-6, 0}};
        return source;
    }
    std::shared_ptr<const TimelineScene> both() {
        return std::make_shared<const TimelineScene>(TimelineScene::of(
            {model(withMemory()),
             model(traceSource(example.profile(), example.original.get(), u"ONNX Runtime"_s))},
            example.graphs()));
    }
    std::shared_ptr<const TimelineScene> crowded() {
        trace::Trace trace = randomTrace(20'000, 12, 7, false);
        for (trace::Span& span : trace.spans)
            span.seconds = std::max(span.seconds, 0.0);
        trace::arrange(trace);
        return std::make_shared<const TimelineScene>(TimelineScene::of(
            {model(traceSource(std::make_shared<const trace::Trace>(std::move(trace)), nullptr, u"crowd"_s))},
            {}));
    }
    SpanRef find(std::size_t source, const std::string& name, std::size_t run = 0) {
        const TimelineModel& model = *chart->scene()->sources[source].model;
        for (std::uint32_t at = 0; at < model.index().size(); ++at)
            if (model.name(at) == name && run-- == 0) return {source, at};
        return {};
    }
    QPointF middle(SpanRef span) { return chart->geometry().spanRect(span).center(); }
    void wheel(QPointF at, int turned, Qt::KeyboardModifiers keys = {}) {
        QWheelEvent event(at, chart->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, keys, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(chart.get(), &event);
    }
    static bool isNear(double a, double b, double within = 1e-9) { return std::abs(a - b) <= within; }

private slots:
    void init() {
        chart = std::make_unique<TimelineChart>(pool);
        chart->resize(900, 420);
        chart->setScene(both(), false);
        chart->show();
        QVERIFY(QTest::qWaitForWindowExposed(chart.get()));
    }
    void cleanup() {
        chart.reset();
        pool.waitForDone();
    }

    void spansAreWhereTheyAreDrawn() {
        const TimelineGeometry now = chart->geometry();
        for (std::size_t source = 0; source < 2; ++source)
            for (std::uint32_t at = 0; at < chart->scene()->sources[source].model->index().size(); ++at) {
                const SpanRef span{source, at};
                const QRectF rect = now.spanRect(span);
                QVERIFY(isNear(rect.left(), now.x(chart->scene()->start(span)), 1e-6));
                if (rect.left() < now.rows.left() || rect.right() > now.rows.right() || rect.width() < 2)
                    continue;
                QCOMPARE(chart->spanAt(rect.center()), span);
                QCOMPARE(chart->spanAt({rect.left() + 0.5, rect.top() + 1}), span);
            }
        QVERIFY(!chart->spanAt(now.ruler.center()).valid());
        QVERIFY(!chart->spanAt(now.names.center()).valid());
        QVERIFY(!chart->spanAt(now.memory.center()).valid());
    }

    // In a crowd the nearest span of the row at the pointer.
    void crowdsCanBePointedAt() {
        chart->setScene(crowded(), false);
        const TimelineGeometry now = chart->geometry();
        const TimelineScene& scene = *chart->scene();
        int hits = 0;
        for (double y = now.rows.top() + 1; y < now.rows.bottom(); y += 7)
            for (double x = now.rows.left() + 1; x < now.rows.right(); x += 13) {
                const SpanRef span = chart->spanAt({x, y});
                if (!span.valid()) continue;
                ++hits;
                const QRectF rect = now.spanRect(span);
                QVERIFY(y >= rect.top() && y <= rect.bottom() + 1);
                QVERIFY(x >= rect.left() - 3.1 && x <= now.x(scene.end(span)) + 3.1);
            }
        QVERIFY(hits > 500);
    }

    void theWheelZoomsAboutThePointer() {
        const QPointF at = middle(find(0, "conv2"));
        const double time = chart->geometry().time(at.x()), length = chart->window().time.length();
        wheel(at, 120);
        QVERIFY(isNear(chart->geometry().time(at.x()), time, 1e-12));
        QVERIFY(isNear(chart->window().time.length(), length / 1.25, 1e-12));
        const double height = chart->window().rowHeight;
        wheel(at, 120, Qt::ControlModifier);
        QVERIFY(isNear(chart->window().rowHeight, height * 1.25));
        QVERIFY(isNear(chart->window().time.length(), length / 1.25, 1e-12));
        QTest::keyClick(chart.get(), Qt::Key_Home);
        QVERIFY(isNear(chart->window().time.length(), length, 1e-12));
        for (int i = 0; i < 400; ++i)
            wheel(at, 120);
        QVERIFY(chart->window().time.length() >= 0.99e-8);
        for (int i = 0; i < 400; ++i)
            wheel(at, -120);
        // All of it, the session before the runs as well.
        QVERIFY(chart->window().time.from < -2e-3 && chart->window().time.to > 1e-3);
    }

    void doubleClickFillsTheWindow() {
        const SpanRef span = find(1, "relu_kernel_time", chart->scene()->sources[1].run);
        QTest::mouseDClick(chart.get(), Qt::LeftButton, {}, middle(span).toPoint());
        QVERIFY(isNear(chart->window().time.length(), 30e-6, 1e-9));
        QVERIFY(chart->isInSight(span));
        QTest::mouseDClick(chart.get(), Qt::LeftButton, {}, chart->geometry().ruler.center().toPoint());
        QVERIFY(chart->window().time.length() > 100e-6);
    }

    void resizingKeepsTheFit() {
        const TimelineWindow before = chart->window();
        chart->resize(1300, 500);
        QCOMPARE(chart->window().time, before.time);
        wheel(middle(find(0, "conv2")), 360);
        const TimeRange zoomed = chart->window().time;
        chart->resize(700, 500);
        QCOMPARE(chart->window().time, zoomed);
    }

    void revealing() {
        chart->setScene(crowded(), false);
        chart->setWindow({{100e-6, 101e-6}, 0, 24});
        const TimelineModel& model = *chart->scene()->sources[0].model;
        for (std::uint32_t at = 0; at < model.index().size(); at += 997) {
            chart->reveal({0, at});
            QVERIFY(chart->isInSight({0, at}));
        }
    }

    void hoverJoinsPartners() {
        const SpanRef group = find(0, "conv1+relu");
        const QPointF at = middle(group);
        QTest::mouseMove(chart.get(), at.toPoint());
        QMouseEvent move(QEvent::MouseMove, at, chart->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(chart.get(), &move);
        QCOMPARE(chart->marks().hovered, group);
        QCOMPARE(chart->marks().partners.size(), std::size_t(2));
        QImage joined(chart->size(), QImage::Format_RGB32);
        chart->render(&joined);
        const QRectF from = chart->geometry().spanRect(group),
                     to = chart->geometry().spanRect(chart->marks().partners[0]);
        const QPoint between(
            static_cast<int>((std::max(from.left(), to.left()) + std::min(from.right(), to.right())) / 2),
            static_cast<int>(to.top()) - 8);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(chart.get(), &leave);
        QVERIFY(!chart->marks().hovered.valid() && chart->marks().partners.empty());
        QImage plain(chart->size(), QImage::Format_RGB32);
        chart->render(&plain);
        QVERIFY(joined.pixel(between) != plain.pixel(between)); // the band
    }

    void clicksTell() {
        QSignalSpy clicked(chart.get(), &TimelineChart::spanClicked);
        const SpanRef span = find(0, "conv2");
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, middle(span).toPoint());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].value<SpanRef>(), span);
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, chart->geometry().ruler.center().toPoint());
        QVERIFY(!clicked[1][0].value<SpanRef>().valid());
    }

    // Every span can be reached with the arrows, and is told.
    void keysReachEverySpan() {
        QSignalSpy clicked(chart.get(), &TimelineChart::spanClicked);
        chart->clearFocus();
        chart->activateWindow();
        chart->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY_WITH_TIMEOUT(chart->hasFocus(), 30000);
        std::vector<SpanRef> seen;
        const auto choose = [&] {
            QTest::keyClick(chart.get(), Qt::Key_Return);
            const SpanRef span = clicked.isEmpty() ? SpanRef() : clicked.takeLast()[0].value<SpanRef>();
            if (!span.valid()) qFatal("no span has the ring");
            if (std::ranges::find(seen, span) == seen.end()) seen.push_back(span);
            return span;
        };
        for (int row = 0; row < 5; ++row) {
            while (true) { // to the left end of the row
                const SpanRef before = choose();
                QTest::keyClick(chart.get(), Qt::Key_Left);
                if (choose() == before) break;
            }
            while (true) {
                const SpanRef before = choose();
                QTest::keyClick(chart.get(), Qt::Key_Right);
                if (choose() == before) break;
            }
            QTest::keyClick(chart.get(), Qt::Key_Down);
            choose();
        }
        std::size_t all = 0;
        for (const auto& each : chart->scene()->sources)
            all += each.model->index().size();
        QCOMPARE(seen.size(), all);
        QAccessibleInterface* told = QAccessible::queryAccessibleInterface(chart.get());
        QVERIFY(told);
        QVERIFY(told->text(QAccessible::Value).contains(u"worker"_s));
        QVERIFY(told->text(QAccessible::Name).contains(u"ONNX Runtime: 19 spans"_s));
    }

    // No text is cut, covered or over another one, at any zoom.
    void textsCanBeRead() {
        for (const bool crowd : {false, true}) {
            if (crowd) chart->setScene(crowded(), false);
            for (int zoom = 0; zoom < 12; ++zoom) {
                RecordingDevice device(QSize(900, 420));
                {
                    QPainter painter(&device);
                    const TimelineGeometry geometry(*chart->scene(), QRectF(0, 0, 900, 420), chart->window());
                    TimelineLabels labels;
                    labels.begin(100'000);
                    TimelinePainter(*chart->scene(), geometry, Theme::light(), chart->window())
                        .paint(painter, labels);
                }
                QStringList faults = device.faults();
                // Lines of the ruler are drawn below the names on spans, whose own ground covers them.
                faults.removeIf([](const QString& fault) { return fault.contains(u"crossed"_s); });
                QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
                wheel({500, 200}, 240);
            }
        }
    }

    void figuresHaveAxesAndTexts() {
        const auto figure = chart->figure();
        QVERIFY(figure);
        const QByteArray svg = figureSvg(*figure);
        for (const char* words : {"conv2", "ONNX Runtime", "Live bytes", "Time", "Compute", "0 µs"})
            QVERIFY2(svg.contains(words), words);
        const QImage image = figureImage(*figure);
        QVERIFY(!image.isNull());
        chart->setScene(crowded(), false);
        const auto large = chart->figure();
        QVERIFY(large && large->size.height() <= 900);
        QVERIFY(figureSvg(*large).size() < 8'000'000); // of 20 000 spans what can be told apart
        chart->setScene(nullptr, false);
        QVERIFY(!chart->figure());
    }

    void narrowSpansTellTheirNamesInFigures() {
        TraceMaker maker;
        const std::uint32_t track = maker.track("1");
        maker.span(track, "long", 0, 900);
        maker.span(track, "sliver", 950, 1);
        maker.span(track, "last", 990, 10);
        trace::arrange(maker.trace);
        chart->setScene(std::make_shared<const TimelineScene>(
                            TimelineScene::of({model(traceSource(maker.share(), nullptr, u"narrow"_s))}, {})),
                        false);
        const auto figure = chart->figure();
        QVERIFY(figure);
        const QByteArray svg = figureSvg(*figure);
        for (const char* title : {"<title>long\n", "<title>sliver\n", "<title>last\n"})
            QCOMPARE(svg.count(title), qsizetype(1));
    }

    void hitsStandOut() {
        const auto hits = findSpans(*chart->scene(), u"conv2"_s);
        QVERIFY(hits);
        const auto image = [&] {
            QImage drawn(chart->size(), QImage::Format_RGB32);
            chart->render(&drawn);
            return drawn;
        };
        const QImage before = image();
        chart->setHits(std::make_shared<const TimelineHits>(*hits));
        const QImage after = image();
        const auto edgeOf = [&](const QImage& drawn, SpanRef span) {
            const QRectF rect = chart->geometry().spanRect(span);
            return drawn.pixel(static_cast<int>(rect.center().x()), static_cast<int>(rect.bottom()) - 1);
        };
        const SpanRef hit = find(0, "conv2"), other = find(0, "conv1+relu");
        QCOMPARE(edgeOf(after, hit), edgeOf(before, hit));
        QVERIFY(edgeOf(after, other) != edgeOf(before, other)); // dimmed
        const QPointF mark = chart->geometry().spanRect(hit).center();
        QCOMPARE(after.pixel(static_cast<int>(mark.x()),
                             static_cast<int>(chart->geometry().spanRect(hit).top()) + 1),
                 Theme::light().accent.rgb());
        chart->setHits(nullptr);
        QCOMPARE(image(), before);
    }

    void seenPartComesBack() {
        auto* controller = chart->findChild<ViewportController*>();
        QVERIFY(controller);
        QCOMPARE(controller->name(), u"timeline"_s);
        QVERIFY(controller->seenPart().isEmpty()); // all of it
        chart->setWindow({{10e-6, 50e-6}, 0, 18});
        const QJsonArray part = controller->seenPart();
        chart->fitAll();
        controller->setSeenPart(part);
        controller->begin();
        QVERIFY(isNear(chart->window().time.from, 10e-6, 1e-8) && isNear(chart->window().time.to, 50e-6, 1e-8));
    }

    void nothingToShow() {
        chart->setScene(nullptr, false);
        wheel({400, 200}, 120);
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QTest::mouseClick(chart.get(), Qt::LeftButton, {}, {400, 200});
        QVERIFY(!chart->grab().isNull());
        chart->resize(30, 20);
        chart->setScene(both(), false);
        QVERIFY(!chart->grab().isNull());
        QTest::keyClick(chart.get(), Qt::Key_Plus);
        QVERIFY(!chart->grab().isNull());
    }
};

EDGEWRIGHT_TEST(TimelineChartTest)

} // namespace edgewright::timeline_chart_test

#include "timeline_chart_test.moc"
