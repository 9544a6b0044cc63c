// SPDX-License-Identifier: GPL-3.0-or-later
// The recipe of a chart, on a card as a page has it.
#include "views/support/chart/chart_card.h"
#include "views/support/figure/figure_format.h"
#include "views/support/job/stage_overlay.h"
#include "tests/support/test_class.h"

#include <QLineSeries>
#include <QTest>

namespace edgewright::views {
extern const ChartSpec live_bytes_chart;
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
        ChartCard card(live_bytes_chart, context);
        card.resize(500, 400);
        card.show();
        auto* overlay = card.findChild<StageOverlay*>();
        QCOMPARE(overlay->text(), QStringLiteral("Open a model to see what is alive."));
        QVERIFY(!card.figure());

        auto analysis = std::make_shared<pipeline::Analysis>();
        analysis->opened = std::make_shared<pipeline::Opened>();
        analysis->pending.insert("memory");
        card.setAnalysis(analysis);
        QVERIFY(overlay->pending());

        auto done = std::make_shared<pipeline::Analysis>();
        done->opened = analysis->opened;
        auto plan = std::make_shared<pipeline::MemoryPlan>();
        plan->liveBytes = {64, 4096, 128};
        done->memoryBefore = plan;
        card.setAnalysis(done);
        QVERIFY(!overlay->pending());
        QVERIFY(overlay->text().isEmpty());
        auto* line = qobject_cast<QLineSeries*>(card.pane().chart()->series().front());
        QCOMPARE(line->at(1), QPointF(1, 4096));
        const auto figure = card.figure();
        QVERIFY(figure.has_value());
        QCOMPARE(figure->name, QStringLiteral("live-bytes"));
        QVERIFY(!figureSvg(*figure).isEmpty());
    }
};

EDGEWRIGHT_TEST(ChartRecipeTest)

} // namespace edgewright::chart_recipe_test

#include "chart_recipe_test.moc"
