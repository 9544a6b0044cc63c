// SPDX-License-Identifier: GPL-3.0-or-later
// Labels in a picture lie on no other one.
#include "views/support/chart/chart_annotations.h"

#include "tests/support/test_class.h"
#include "tests/views/memory/recorded_painting.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/figure/figure_style.h"
#include "views/support/legend_flow.h"

#include <QFontMetricsF>
#include <QLegend>
#include <QLogValueAxis>
#include <QPainter>
#include <QTest>
#include <QValueAxis>

#include <cmath>
#include <memory>
#include <vector>

namespace edgewright::chart_labels_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class ChartLabelsTest : public QObject {
    Q_OBJECT

private slots:
    // One or two show no scale.
    void aLogAxisHasThreeTicksAtLeast() {
        for (const double high : {120.0, 300.0, 990.0, 1600.0, 1e5}) {
            constexpr double Low = 12;
            const std::unique_ptr<QAbstractAxis> made(makeLogAxis(Low, high, {}));
            const auto* axis = qobject_cast<const QLogValueAxis*>(made.get());
            QVERIFY(axis);
            const double step = std::log10(axis->base());
            const double ticks = std::floor(std::log10(high) / step) - std::ceil(std::log10(Low) / step) + 1;
            QVERIFY2(ticks >= 3, QByteArray::number(high));
        }
    }

    // Qt Charts adds ticks up from the lowest one, and the axis of 0.02s read 3.46945e-18.
    void zeroIsATick() {
        for (const double step : {0.02, 0.1, 0.05, 3e-7})
            for (int below = 1; below < 12; ++below) {
                const double low = -below * step;
                const std::unique_ptr<QAbstractAxis> axis(makeValueAxis(low, 3 * step, step, {}));
                const double interval = qobject_cast<QValueAxis*>(axis.get())->tickInterval();
                QVERIFY(std::abs(interval - step) <= 1e-12 * step);
                double tick = -std::floor(-low / interval) * interval;
                QVERIFY(std::abs(tick - low) < step / 2);
                for (int i = 0; i < below; ++i)
                    tick += interval;
                QVERIFY2(tick == 0, qPrintable(QString::number(tick)));
            }
    }

    void ticksHaveRoomForTheirLabels() {
        ChartPane pane;
        BuiltChart built;
        addHiddenPoints(*built.chart);
        addAxes(*built.chart, makeValueAxis(0, 10, 1, {}), makeValueAxis(0, 32, 2, {}));
        styleChart(*built.chart, Theme::light());
        pane.resize(400, 900);
        pane.show();
        pane.display(std::move(built), false);
        const auto* axis = qobject_cast<QValueAxis*>(pane.chart()->axes(Qt::Vertical).front());
        const auto room = [&] { return pane.chart()->plotArea().height() * axis->tickInterval() / 32; };
        const double line = QFontMetricsF(axis->labelsFont()).height();
        QCOMPARE(axis->tickInterval(), 2.0);
        pane.resize(400, 180);
        QCoreApplication::processEvents();
        QVERIFY2(axis->tickInterval() > 2 && room() > line,
                 qPrintable(QStringLiteral("%1 apart, lines of %2").arg(room()).arg(line)));
        pane.resize(400, 900);
        QCoreApplication::processEvents();
        QCOMPARE(axis->tickInterval(), 2.0);
    }

    // Many that want one place are a column of them, as far as there is room.
    void movesApart() {
        const QRectF room(0, 0, 200, 100), wanted(40, 50, 80, 10);
        std::vector<QRectF> taken;
        for (int i = 0; i < 30; ++i) {
            const auto place = freePlace(wanted, taken, room);
            if (!place) break;
            QVERIFY(room.contains(*place));
            QCOMPARE(place->left(), wanted.left());
            for (const QRectF& other : taken)
                QVERIFY(!other.intersects(*place));
            taken.push_back(*place);
        }
        QVERIFY(taken.size() >= 8 && taken.size() < 10);
        QCOMPARE(taken[0], wanted);
        QVERIFY(std::abs(taken[1].top() - wanted.top()) < 12 && std::abs(taken[2].top() - wanted.top()) < 12);
        QVERIFY(freePlace({130, 50, 60, 10}, taken, room).has_value()); // beside them
    }

    // Beside its mark, on no other mark and on no label; nowhere in a crowd.
    void besideItsMark() {
        const QRectF room(0, 0, 200, 100);
        const QSizeF label(60, 12);
        const QPointF mark(100, 50);
        std::vector<QRectF> taken{{96, 46, 8, 8}};
        const auto place = [&](bool stays) {
            return placeBeside(mark, 4, label, Qt::AlignRight, stays, taken, room);
        };
        for (int i = 0; i < 4; ++i) { // one at each side
            const auto box = place(false);
            QVERIFY(box.has_value());
            QVERIFY(room.contains(*box));
            for (const QRectF& other : taken)
                QVERIFY(!other.intersects(*box));
            if (i == 0) QVERIFY(box->left() > mark.x() + 4 && std::abs(box->center().y() - mark.y()) < 0.01);
            taken.push_back(*box);
            QVERIFY(!place(true).has_value());
        }
        QVERIFY(!place(false).has_value());
        QVERIFY(!placeBeside(mark, 4, {300, 12}, Qt::AlignTop, false, {}, room).has_value());
        const auto atEdge = placeBeside({199, 50}, 4, label, Qt::AlignTop, false, {}, room);
        QVERIFY(atEdge && room.contains(*atEdge) && atEdge->bottom() < 46);
    }

    // At the top of a bar, on no bar; above where both neighbours are as high.
    void atItsBar() {
        const QRectF room(0, 0, 400, 200);
        const QSizeF label(60, 12);
        const QRectF bar(190, 40, 20, 160);
        const auto place = [&](std::vector<QRectF> others, Qt::Alignment side = Qt::AlignRight) {
            others.push_back(bar);
            const auto box = placeAtBar(bar, label, side, others, room);
            if (box)
                for (const QRectF& other : others)
                    if (other.intersects(*box)) return std::optional<QRectF>(QRectF());
            return box;
        };
        const auto beside = place({});
        QVERIFY(beside && beside->left() > bar.right() && beside->top() == bar.top());
        QVERIFY(place({}, Qt::AlignLeft)->right() < bar.left());
        const QRectF right(215, 30, 20, 170), left(165, 30, 20, 170);
        QVERIFY(place({right})->right() < bar.left());
        const auto above = place({right, left});
        QVERIFY(!above.has_value()); // both are higher: there is no place that is its own
        const QRectF rightLow(215, 45, 20, 155), leftLow(165, 45, 20, 155);
        const auto over = place({rightLow, leftLow});
        QVERIFY(over && over->bottom() < bar.top() && !over->isEmpty());
        const QRectF low(190, 196, 20, 4);
        const auto besideLow = placeAtBar(low, label, Qt::AlignRight, std::vector<QRectF>{low}, room);
        QVERIFY(besideLow && besideLow->left() > low.right() && room.contains(*besideLow));
    }

    // Names of rows have the room of the longest, up to a quarter of the chart.
    void namesOfRowsHaveRoom() {
        const Theme& theme = Theme::light();
        const auto leftOf = [&](const std::string& name, double width) {
            const std::unique_ptr<QChart> chart = emptyChart();
            NamedRows rows(*chart, 1);
            chart->resize(width, 300);
            rows.finish({name}, makeValueAxis(0, 1, 0.5, {}), {}, theme);
            const int before = chart->margins().left();
            chart->resize(width * 2, 300);
            return std::pair(before, chart->margins().left());
        };
        const std::string longName(200, 'n');
        const auto [narrow, wide] = leftOf(longName, 600);
        QVERIFY(narrow >= 150 && narrow <= 170);
        QVERIFY(wide >= 300 && wide <= 320);
        const auto [small, same] = leftOf("conv", 600);
        QVERIFY(small < 100);
        QCOMPARE(same, small);
    }

    void legendsTakeTheLinesThatTheyNeed() {
        LegendFlow flow({10, 20}, 100, 15);
        QCOMPARE(flow.place(60, 5), QPointF(10, 20));
        QCOMPARE(flow.place(30, 5), QPointF(75, 20)); // 105
        QCOMPARE(flow.place(20, 5), QPointF(10, 35));
        QCOMPARE(flow.place(300, 5), QPointF(10, 50)); // alone in its line
        QCOMPARE(flow.used(), QSizeF(300, 45));
    }

    // In a narrow column every word of them is there, below and beside the plot in further lines, on no other
    // text.
    void titlesOfAxesOnPaperAreWhole() {
        const QString below =
            u"SQNR in the model (dB): bars in the model, diamonds the layer alone, on two lines"_s;
        const QString left = u"Arithmetic of the whole network in millions of operations a second, by layer"_s;
        const Figure figure = chartFigure(u"titles"_s, u"Titles"_s, {658, 300}, [&](const Theme& theme) {
            BuiltChart built;
            addMarks(*built.chart, QScatterSeries::MarkerShapeCircle, 8, theme.after, theme.surface)
                ->append(1, 1);
            built.chart->legend()->hide();
            addAxes(*built.chart, makeValueAxis(0, 2, 1, below), makeValueAxis(0, 2, 1, left));
            styleChart(*built.chart, theme);
            return built;
        });
        const Figure drawn = styled(figure, *findFigureStyle(u"paper-84"), 96);
        test::RecordingDevice device(drawn.size.toSize());
        QPainter painter(&device);
        drawn.paint(painter, QRectF(QPointF(), drawn.size), Theme::light());
        painter.end();
        QStringList texts;
        std::vector<QRectF> taken;
        for (const test::PaintedThing& each : device.things()) {
            if (each.kind != test::PaintedThing::Text) continue;
            texts << each.text.trimmed();
            const QRectF core = each.rect.adjusted(1, 2, -1, -2);
            QVERIFY2(QRectF(QPointF(), drawn.size).contains(core), qPrintable(each.text));
            for (const QRectF& other : taken)
                QVERIFY2(!other.intersects(core), qPrintable(each.text));
            taken.push_back(core);
        }
        for (const QString& title : {below, left})
            QVERIFY2(texts.join(u' ').contains(title), qPrintable(texts.join(u'|')));
    }

    // The same on the screen, where a plot may be low; one that is high again has Qt's title in one line.
    void anUprightTitleIsWhole() {
        const QString title = u"Best so far (% of the best known)"_s;
        ChartPane pane;
        BuiltChart built;
        addMarks(*built.chart, QScatterSeries::MarkerShapeCircle, 8, Qt::black, Qt::white)->append(1, 1);
        built.chart->legend()->hide();
        addAxes(*built.chart, makeValueAxis(0, 2, 1, u"Trials"_s), makeValueAxis(0, 2, 1, title));
        styleChart(*built.chart, Theme::light());
        const QAbstractAxis* axis = built.chart->axes(Qt::Vertical).front();
        pane.resize(400, 700);
        pane.show();
        pane.display(std::move(built), false);
        const int left = pane.chart()->margins().left();
        const auto lines = [&] { // of the title, where no other text is
            QCoreApplication::processEvents();
            test::RecordingDevice device(pane.size());
            QPainter painter(&device);
            pane.render(&painter, QRectF(QPointF(), pane.size()), pane.rect());
            painter.end();
            QStringList words;
            std::vector<QRectF> taken;
            for (const test::PaintedThing& each : device.things()) {
                if (each.kind != test::PaintedThing::Text) continue;
                const QRectF core = each.rect.adjusted(1, 2, -1, -2);
                for (const QRectF& other : taken)
                    if (other.intersects(core)) return QStringList{each.text + u" is on another one"_s};
                taken.push_back(core);
                if (each.rect.height() > each.rect.width() && each.text.trimmed().size() > 1)
                    words << each.text.trimmed();
            }
            return words;
        };
        QCOMPARE(lines(), QStringList{title});
        for (const int height : {180, 220, 180}) {
            pane.resize(400, height);
            const QStringList low = lines();
            QCOMPARE(low.join(u' '), title);
            QVERIFY(low.size() > 1 && !axis->isTitleVisible() && pane.chart()->margins().left() > left);
        }
        pane.resize(400, 700);
        QCOMPARE(lines(), QStringList{title});
        QVERIFY(axis->isTitleVisible());
        QCOMPARE(pane.chart()->margins().left(), left);
    }

    // On paper, in one column, every name stands whole below or above the plot, on no other text.
    void legendsOnPaperCutNoName() {
        const QStringList names{u"per channel, uint8 activations"_s, u"per channel, int8 activations"_s,
                                u"per tensor, uint8 activations"_s, u"per tensor, int8 activations"_s,
                                u"per group of channels, bfloat16 activations"_s};
        for (const Qt::Alignment edge : {Qt::AlignTop, Qt::AlignBottom}) {
            const Figure figure = chartFigure(u"legend"_s, u"Legend"_s, {658, 400}, [&](const Theme& theme) {
                BuiltChart built;
                for (const QString& name : names)
                    addMarks(*built.chart, QScatterSeries::MarkerShapeCircle, 8, theme.after, theme.surface,
                             name)
                        ->append(1, 1);
                addAxes(*built.chart, makeValueAxis(0, 2, 1, {}), makeValueAxis(0, 2, 1, {}));
                built.chart->legend()->setAlignment(edge);
                styleChart(*built.chart, theme);
                return built;
            });
            for (const char* style : {"paper-84", "slide-light"}) {
                const Figure drawn = styled(figure, *findFigureStyle(QString::fromLatin1(style)), 96);
                test::RecordingDevice device(drawn.size.toSize());
                QPainter painter(&device);
                drawn.paint(painter, QRectF(QPointF(), drawn.size), Theme::light());
                painter.end();
                std::vector<QRectF> taken;
                QStringList texts;
                for (const test::PaintedThing& each : device.things()) {
                    if (each.kind != test::PaintedThing::Text) continue;
                    texts << each.text;
                    const QRectF core = each.rect.adjusted(1, 2, -1, -2);
                    QVERIFY2(QRectF(QPointF(), drawn.size).contains(core), qPrintable(each.text));
                    for (const QRectF& other : taken)
                        QVERIFY2(!other.intersects(core), qPrintable(each.text));
                    taken.push_back(core);
                }
                for (const QString& name : names)
                    QVERIFY2(texts.join(u' ').contains(name), qPrintable(texts.join(u'|')));
            }
        }
    }
};

EDGEWRIGHT_TEST(ChartLabelsTest)

} // namespace edgewright::chart_labels_test

#include "chart_labels_test.moc"
