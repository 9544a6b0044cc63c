// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of a plan and of a run, what they export, and what is said of both.
#include "core/relay/tables/pipeline_tables.h"
#include "core/relay/tables/run_limit.h"
#include "tests/support/test_class.h"
#include "tests/views/pipeline/split_example.h"
#include "views/pipeline/charts/pipeline_charts.h"
#include "views/pipeline/pipeline_words.h"
#include "views/pipeline/stage_graph.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QTest>

#include <cmath>

namespace edgewright::pipeline_charts_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

namespace {

QStringList answers(const test::SplitExample& example) {
    QStringList lines;
    for (const std::string& each : device::answersOf(*example.record()))
        lines << text(each);
    return lines;
}

QString ranText(const test::SplitExample& example) {
    return u"In the run, %1."_s.arg(text(relay::limitText(example.shown(), *relay::limitOf(example.shown()))));
}

} // namespace

class PipelineChartsTest : public QObject {
    Q_OBJECT
private slots:
    void chartsOfAPlanAndOfARun() {
        test::SplitExample example;
        const auto plan = example.record();
        example.run(40);
        const auto run = example.record();
        for (const PipelineChart* each : pipelineCharts()) {
            QVERIFY2(!each->build({plan}, Theme::light()).targets.empty(), each->name);
            const auto ran = each->build({run, 10, 6}, Theme::darkTheme());
            QVERIFY2(!ran.targets.empty(), each->name);
            QVERIFY2(!each->finding({run}).isEmpty(), each->name);
            const FigureTable table = each->table({run});
            QVERIFY2(table.rows.rows() > 0 && table.name.startsWith(u"pipeline-"_s), each->name);
            for (std::size_t row = 0; row < table.rows.rows(); ++row)
                for (std::size_t column = 0; column < table.rows.heads.size(); ++column)
                    table.rows.at(row, column);
            const Figure figure = chartFigure(QString::fromLatin1(each->name), u"a figure"_s, {658, 300},
                                              [run, build = each->build](const Theme& theme) {
                                                  return build({run, 0, 8}, theme);
                                              });
            QVERIFY2(!figureImage(figure).isNull(), each->name);
        }
        QVERIFY(relay::visitTable(plan->shown).rows() == 0);
        QCOMPARE(relay::visitTable(run->shown).rows(), 40 * run->shown->choice.split.size());
        QCOMPARE(relay::moreDevicesTable(run->shown).rows(), std::size_t(2));
        // One more device brings something here.
        QVERIFY(*relay::moreDevicesTable(run->shown).at(1, "gain").number() > 1);
        QVERIFY(relay::moreDevicesTable(run->shown).at(0, "gain").isNothing());
    }

    void whatLimitsIsSaid() {
        test::SplitExample example;
        const QString planned = pipelineWords(*example.result(), false, false).headline;
        QVERIFY2(planned.contains(u"≈"_s) && planned.contains(u"limits"_s), qPrintable(planned));
        QVERIFY(!relay::limitOf(example.shown()));
        example.run(40, 1.0);
        const auto limit = relay::limitOf(example.shown());
        QVERIFY(limit && limit->isKnown() && limit->share > 0.9 && limit->share < 1.1);
        QCOMPARE(limit->load.stage, example.shown().choice.figures.limit);
        const QString ran = pipelineWords(*example.result(), false, false).headline;
        QVERIFY2(ran.contains(u"●"_s) && ran.contains(u"computes"_s), qPrintable(ran));
        QVERIFY(answers(example).contains(ranText(example)));
        QVERIFY2(ranText(example).contains(u"computes"_s), qPrintable(ranText(example)));
        // The frames follow each other twice as slowly as any part is: none of them is to blame.
        auto slow = std::make_shared<relay::Measured>(*example.shown().measured);
        for (relay::FrameDone& each : slow->frames) {
            const double later = each.begun;
            each.begun += later;
            each.done += later;
        }
        relay::SplitShown shown = example.shown();
        shown.measured = slow;
        const auto spare = relay::limitOf(shown);
        QVERIFY(spare && !spare->isKnown() && spare->share < 0.6);
        const QString nothing = text(relay::limitText(shown, *spare));
        QCOMPARE(nothing, u"nothing that is known limits"_s); // in one line of the answer
        QVERIFY(text(relay::limitReason(shown, *spare)).contains(u"busy for more than "_s));
        // The host's processors are busy: they are named.
        const relay::RunLimit host{{0, 0, partition::Busy::Host, 0.9}, 0.9};
        QVERIFY(text(relay::limitText(shown, host)).contains(u"processors of this machine limit"_s));
        const auto words = pipelineWords(*example.result(), true, true);
        QVERIFY(words.conditions.size() == 3 && !words.reasons.isEmpty());
        QCOMPARE(pipelineOrigin(*example.result()).size(), 3);
    }

    // All devices and links have time to spare, and one has as many frames as it may have.
    void creditsLimit() {
        test::SplitExample example;
        example.run(40, 1.0);
        constexpr double Slower = 3;
        const double credits = static_cast<double>(example.shown().choice.problem.credits);
        const double period = *example.shown().measured->period() * Slower;
        const auto framesAtDevice = [&](double share) {
            auto run = std::make_shared<relay::Measured>(*example.shown().measured);
            for (relay::FrameDone& each : run->frames) {
                each.done += each.begun * (Slower - 1);
                each.begun *= Slower;
                each.visits.back().done = each.visits.back().sent + share * credits * period;
            }
            relay::SplitShown shown = example.shown();
            shown.measured = run;
            return shown;
        };
        const relay::SplitShown full = framesAtDevice(0.96);
        const auto limit = relay::limitOf(full);
        QVERIFY(limit && limit->isKnown() && limit->busiest < 0.4);
        QCOMPARE(limit->load.part, partition::Busy::Credits);
        QCOMPARE(limit->load.stage, full.choice.split.size() - 1);
        const QString said = text(relay::limitText(full, *limit)),
                      reason = text(relay::limitReason(full, *limit));
        QVERIFY2(said.contains(u"2.9 of the 3 frames"_s), qPrintable(said));
        QVERIFY2(reason.contains(u"More credits"_s), qPrintable(reason));
        const auto spare = relay::limitOf(framesAtDevice(0.6));
        QVERIFY(spare && !spare->isKnown());
    }

    // The time of the plan stands beside that of the run; turns are told.
    void aRunStandsBesideItsPlan() {
        test::SplitExample example;
        example.run(40, 2.5);
        const QString ran = pipelineWords(*example.result(), false, false).headline;
        QVERIFY2(ran.contains(u"planned "_s + secondsText(example.shown().choice.figures.period)),
                 qPrintable(ran));
        QVERIFY(!ran.contains(u"turns"_s));
        const test::SplitExample turns({1, 1, 1}, true);
        std::size_t devices = 0;
        for (const partition::Stage& stage : turns.shown().choice.split)
            devices += stage.devices.size();
        const QString planned = pipelineWords(*turns.result(), false, false).headline;
        QCOMPARE(planned.contains(u"%1 devices that take turns"_s.arg(devices)),
                 devices > turns.shown().choice.split.size());
        QVERIFY2(planned.startsWith(u"≈ In "_s) || planned.contains(u" In "_s), qPrintable(planned));
    }

    // All that a plan says of a device is below 1, and one part is at it.
    void loadsAreShares() {
        for (const bool takesTurns : {false, true}) {
            const test::SplitExample example({1, 1, 2}, takesTurns);
            double most = 0;
            for (const relay::Load& each : relay::loadsOf(example.shown()))
                most = std::max(most, each.planned);
            QVERIFY2(std::abs(most - 1) < 1e-9, qPrintable(QString::number(most)));
        }
    }

    void everyOperatorHasItsStage() {
        const test::SplitExample example;
        const NodeColouring colouring = colourByStage(example.shown());
        const auto& choice = example.shown().choice;
        QCOMPARE(colouring.categories.size(), choice.split.size());
        QCOMPARE(colouring.values.size(), choice.nodes.size());
        for (const NodeId node : choice.nodes) {
            const auto stage = stageOf(example.shown(), node);
            QVERIFY(stage && static_cast<double>(*stage) == colouring.values.at(node));
        }
        QVERIFY(!stageOf(example.shown(), NodeId()));
        QVERIFY(colouring.categories[0].name.contains(u"here:"_s));
    }
};

EDGEWRIGHT_TEST(PipelineChartsTest)

} // namespace edgewright::pipeline_charts_test

#include "pipeline_charts_test.moc"
