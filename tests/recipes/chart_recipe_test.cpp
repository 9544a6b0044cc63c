// SPDX-License-Identifier: GPL-3.0-or-later
// The recipe of a chart, on a card as a page has it.
#include "views/support/chart/chart_card.h"
#include "views/support/figure/figure_format.h"
#include "views/support/job/stage_overlay.h"
#include "tests/support/test_class.h"

#include <QLineSeries>
#include <QTest>

namespace edgewright::views::utilization_chart {
extern const ChartSpec entry;
}

namespace edgewright::chart_recipe_test {

using namespace edgewright::views;

class ChartRecipeTest : public QObject {
    Q_OBJECT
private slots:
    void card() {
        Selection selection;
        SettingsModel settings;
        QThreadPool pool;
        ViewContext context{selection, settings, pool};
        ChartCard card(utilization_chart::entry, context);
        card.resize(500, 400);
        card.show();
        auto* overlay = card.findChild<StageOverlay*>();
        QCOMPARE(overlay->text(), QStringLiteral("Open a model to see what its layers cost."));
        QVERIFY(!card.figure());
        QCOMPARE(card.tabTitle(), QStringLiteral("Utilisation"));

        auto analysis = std::make_shared<pipeline::Analysis>();
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->pending.insert("cost");
        card.setAnalysis(analysis);
        QVERIFY(overlay->pending());

        auto done = std::make_shared<pipeline::Analysis>();
        done->opened = analysis->opened;
        auto costs = std::make_shared<pipeline::Costs>();
        costs->report.layers.resize(3);
        costs->report.layers[1].utilization = 0.75;
        done->costs = costs;
        card.setAnalysis(done);
        QVERIFY(!overlay->pending());
        QVERIFY(overlay->text().isEmpty());
        auto* line = qobject_cast<QLineSeries*>(card.pane().chart()->series().front());
        QCOMPARE(line->at(1), QPointF(1, 0.75));
        QCOMPARE(card.pane().targetCount(), std::size_t(3));
        const auto figure = card.figure();
        QVERIFY(figure.has_value());
        QCOMPARE(figure->name, QStringLiteral("utilization"));
        QVERIFY(!figureSvg(*figure).isEmpty());
    }
};

EDGEWRIGHT_TEST(ChartRecipeTest)

} // namespace edgewright::chart_recipe_test

#include "chart_recipe_test.moc"
