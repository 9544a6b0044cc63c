// SPDX-License-Identifier: GPL-3.0-or-later
// The Graph page as a person uses it.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QFontMetricsF>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include "core/pipeline/bisect.h"
#include "core/pipeline/history/benefits.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/blocks.h"
#include "tests/views/graph/page_fixture.h"
#include "tests/views/memory/recorded_painting.h"
#include "views/graph/answer_text.h"
#include "views/graph/graph_view.h"
#include "views/graph/panels/benefits_text.h"
#include "views/graph/presented.h"
#include "views/support/answer_line.h"
#include "views/support/figure/figure_style.h"
#include "views/support/fusion_edits.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace edgewright::graph_page_test {

using namespace edgewright::views;
using namespace edgewright::views::test;

class GraphPageTest final : public QObject, protected PageFixture {
    Q_OBJECT
private:
    qsizetype fusedHulls() const {
        return std::ranges::count(canvas(true)->scene()->hulls(), HullSpec::Style::Fused,
                                  [](const SceneHull& hull) { return hull.spec.style; });
    }
    NodeId heir(const pipeline::Analysis& analysis, NodeId node) const {
        const auto heirs = analysis.fusion->descendantsOf(node);
        return heirs.empty() ? NodeId() : heirs.front();
    }

private slots:
    void init() { openPage({1200, 800}); }
    void cleanup() { closePage(); }

    void saysWhatToDoWithoutAModel() {
        m_view->setAnalysis(std::make_shared<pipeline::Analysis>());
        QVERIFY(m_view->findChild<QLabel*>(QStringLiteral("graphEmpty"))->isVisible());
        QVERIFY(m_view->figures().empty());
    }

    void showsBothGraphs() {
        const auto analysis = analyse(m_sample.graph);
        QVERIFY(show(analysis));
        QCOMPARE(m_view->findChild<QLabel*>(QStringLiteral("titleBefore"))->accessibleName(),
                 QStringLiteral("Original · 8 nodes"));
        const QString counts = m_view->findChild<QLabel*>(QStringLiteral("nodeCounts"))->text();
        QVERIFY2(counts.contains(QStringLiteral("8 → %1").arg(analysis->fusion->graph.nodeCount())),
                 qPrintable(counts));
        QVERIFY(canvas(true)->nodeRect(m_sample.add));
        QTRY_COMPARE_WITH_TIMEOUT(fusedHulls(), qsizetype(2),
                                  30000); // conv+norm+relu, and the block with the sum
    }

    void selectionReachesTheOtherSide() {
        const auto analysis = analyse(m_sample.graph);
        QVERIFY(show(analysis));
        const NodeId group = heir(*analysis, m_sample.norm1);
        QVERIFY(group.valid());

        const QRectF rect = *canvas(true)->nodeRect(m_sample.norm1);
        QTest::mouseClick(canvas(true), Qt::LeftButton, {}, rect.center().toPoint());
        QCOMPARE(m_selection->current().node, m_sample.norm1);
        QCOMPARE(canvas(false)->highlighted(), std::set<NodeId>{group});

        m_selection->clear();
        QVERIFY(canvas(false)->highlighted().empty());

        QTest::mouseClick(canvas(false), Qt::LeftButton, {},
                          canvas(false)->nodeRect(group)->center().toPoint());
        QCOMPARE(m_selection->current().node, group);
        const auto origins = analysis->fusion->originsOf(group);
        QCOMPARE(canvas(true)->highlighted(), std::set<NodeId>(origins.begin(), origins.end()));
        QVERIFY(origins.size() >= 2);
    }

    void selectionScrollsTheOtherSide() {
        const auto analysis = analyse(m_sample.graph);
        QVERIFY(show(analysis));
        canvas(false)->centreOn(m_sample.pool);
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(canvas(false), Qt::Key_Plus);
        const NodeId group = heir(*analysis, m_sample.conv1);
        QVERIFY(!QRectF(canvas(false)->rect()).intersects(*canvas(false)->nodeRect(group)));
        m_selection->select({m_sample.conv1, {}});
        QTRY_VERIFY_WITH_TIMEOUT(
            QRectF(canvas(false)->rect()).contains(canvas(false)->nodeRect(group)->center()), 30000);
    }

    void valuesHighlightTheirProducer() {
        QVERIFY(show(analyse(m_sample.graph)));
        m_selection->select({{}, m_sample.reluOut});
        QCOMPARE(canvas(true)->highlighted(), std::set<NodeId>{m_sample.relu1});
    }

    void escClears() {
        QVERIFY(show(analyse(m_sample.graph)));
        m_selection->select({m_sample.conv1, {}});
        QTest::keyClick(canvas(true), Qt::Key_Escape);
        QVERIFY(m_selection->current().empty());
    }

    void arrowKeysWalkAlongEdges() {
        QVERIFY(show(analyse(m_sample.graph)));
        m_selection->select({m_sample.norm2, {}});
        const QList<std::pair<Qt::Key, NodeId>> walk{
            {Qt::Key_Down, m_sample.add}, {Qt::Key_Down, m_sample.relu2}, {Qt::Key_Up, m_sample.add}};
        for (const auto& [key, node] : walk) {
            // The group is highlighted as a whole; walking starts from what was selected.
            QTest::keyClick(canvas(true), key);
            QCOMPARE(m_selection->current().node, node);
        }
    }

    void wheelZoomsAboutThePointer() {
        QVERIFY(show(analyse(m_sample.graph)));
        GraphCanvas* view = canvas(true);
        const QPointF at = view->nodeRect(m_sample.conv2)->center();
        const double before = view->zoom();
        QWheelEvent event(at, view->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view, &event);
        QVERIFY(view->zoom() > before * 1.2);
        const QPointF now = view->nodeRect(m_sample.conv2)->center();
        QVERIFY((now - at).manhattanLength() < 1);
    }

    void dragPansAndDoubleClickFits() {
        QVERIFY(show(analyse(m_sample.graph)));
        GraphCanvas* view = canvas(true);
        const QPointF from = view->nodeRect(m_sample.conv1)->center();
        QTest::mousePress(view, Qt::LeftButton, {}, QPoint(10, 300));
        QTest::mouseMove(view, QPoint(30, 280));
        QTest::mouseMove(view, QPoint(40, 260));
        QTest::mouseRelease(view, Qt::LeftButton, {}, QPoint(40, 260));
        QCOMPARE(view->nodeRect(m_sample.conv1)->center() - from, QPointF(30, -40));
        QVERIFY(m_selection->current().empty());
        QTest::mouseDClick(view, Qt::LeftButton, {}, QPoint(10, 300));
        for (const SceneBox& box : view->scene()->boxes())
            if (box.node.valid()) QVERIFY(QRectF(view->rect()).contains(*view->nodeRect(box.node)));
    }

    void ruleSwitchesChangeTheSettings() {
        QVERIFY(show(analyse(m_sample.graph)));
        auto* box = m_view->findChild<QCheckBox*>(QStringLiteral("rule_fold_batch_norm"));
        QVERIFY(box);
        QVERIFY(box->isChecked());
        QSignalSpy changed(m_settings.get(), &SettingsModel::changed);
        box->click();
        QCOMPARE(changed.count(), 1);
        QVERIFY(m_settings->get().fusion.without.count("fold_batch_norm"));
        m_settings->change({}, [](pipeline::Settings& settings) { settings.fusion.without.clear(); });
        QVERIFY(box->isChecked());
    }

    void picturesFollowTheRulesWithoutJumping() {
        QVERIFY(show(analyse(m_sample.graph)));
        // Linked, it would go where the other side has it.
        m_view->findChild<QToolButton*>(QStringLiteral("linkViews"))->setChecked(false);
        GraphCanvas* view = canvas(false);
        view->centreOn(m_sample.pool);
        m_selection->select({m_sample.pool, {}});
        const QPointF at = view->nodeRect(m_sample.pool)->center();
        QVERIFY(showFused(withoutRules()));
        QVERIFY(view->scene()->boxOf(m_sample.norm1));
        QVERIFY((view->nodeRect(m_sample.pool)->center() - at).manhattanLength() < 1);
    }

    // The same boxes and edges again, in new objects.
    void equalPicturesAreNotLaidOutAgain() {
        QVERIFY(show(analyse(m_sample.graph)));
        QTRY_COMPARE_WITH_TIMEOUT(fusedHulls(), qsizetype(2), 30000); // drawn with its groups
        const auto panes = m_view->findChildren<GraphPane*>();
        QCOMPARE(panes.size(), qsizetype(2));
        const std::vector layouts{panes[0]->layoutShown(), panes[1]->layoutShown()};
        QVERIFY(layouts[0] && layouts[1]);
        QVERIFY(showFused({}));
        QCOMPARE(panes[0]->layoutShown(), layouts[0]);
        QCOMPARE(panes[1]->layoutShown(), layouts[1]);
    }

    // Hulls follow the fusion of the same original, and the picture stays where it is.
    void hullsFollowTheFusion() {
        QVERIFY(show(analyse(m_sample.graph)));
        QTRY_COMPARE_WITH_TIMEOUT(fusedHulls(), qsizetype(2), 30000);
        canvas(true)->centreOn(m_sample.pool);
        const QRectF at = *canvas(true)->nodeRect(m_sample.pool);
        QVERIFY(showFused(withoutRules()));
        QTRY_COMPARE_WITH_TIMEOUT(fusedHulls(), qsizetype(0), 30000);
        const QRectF now = *canvas(true)->nodeRect(m_sample.pool); // pictures lie on whole pixels
        QVERIFY((now.center() - at.center()).manhattanLength() < 1);
        QCOMPARE(now.size(), at.size());
    }

    void waitsForFusion() {
        auto analysis = analyse(m_sample.graph);
        const auto fusion = std::exchange(analysis->fusion, nullptr);
        analysis->pending = {"fuse", "check"};
        m_view->setAnalysis(analysis);
        QTRY_VERIFY_WITH_TIMEOUT(canvas(true)->scene(), 30000);
        QVERIFY(!canvas(false)->scene());
        QVERIFY(m_view->findChild<QLabel*>(QStringLiteral("nodeCounts"))
                    ->text()
                    .contains(QStringLiteral("computing")));
        QCOMPARE(m_view->figures().size(), std::size_t(1));
        auto done = std::make_shared<pipeline::Analysis>(*analysis);
        done->fusion = fusion;
        done->pending.clear();
        QVERIFY(show(done));
    }

    void seedChangesTheSettings() {
        QVERIFY(show(analyse(m_sample.graph)));
        m_view->findChild<QSpinBox*>(QStringLiteral("seed"))->setValue(42);
        QCOMPARE(m_settings->get().seed, std::uint64_t(42));
    }

    void benefitsHaveEveryLine() {
        QVERIFY(show(analyse(m_sample.graph)));
        const auto* label = m_view->findChild<QLabel*>(QStringLiteral("fusionBenefits"));
        for (const char* line : {"Calls", "Traffic", "Alive, nothing shared", "Predicted"})
            QTRY_VERIFY2(label->text().contains(QString::fromLatin1(line)), line);
    }

    // Fewer calls and bytes may still take longer, which is said in words.
    void aSlowerStepIsCalledSlower() {
        const QString slower =
            stepText({.launches = 1, .trafficBytes = 1 << 20, .liveBytes = -2048, .seconds = -0.46e-6});
        QVERIFY2(slower.endsWith(QStringLiteral(" · alive at once +2.00 KiB · predicted slower by ") +
                                 secondsText(0.46e-6)),
                 qPrintable(slower));
        QVERIFY(stepText({.seconds = 3e-6}) == QStringLiteral("predicted faster by ") + secondsText(3e-6));
    }

    // The colour of a gain is that of a verdict, not of two medians.
    void whatIsNotSureIsNoGain() {
        const auto rowOf = [](double original, double fused, std::size_t runs) {
            auto record = std::make_shared<device::Record>();
            for (const double seconds : {original, fused}) {
                device::VariantRecord& variant = record->variants.emplace_back();
                variant.variant.fusion = record->variants.size() == 2;
                variant.blocks.assign(runs, {seconds, 0});
            }
            return benefitsTable({}, nullptr, nullptr, record, Theme::light());
        };
        const QString good = Theme::light().good.name(), few = rowOf(2e-3, 1e-3, 2),
                      sure = rowOf(2e-3, 1e-3, 60);
        QVERIFY2(few.contains(QStringLiteral("too few runs to say")) && !few.contains(good), qPrintable(few));
        QVERIFY2(sure.contains(QStringLiteral("50 % less time")) && sure.contains(good), qPrintable(sure));
    }

    // Of a busy machine the change is told with the doubt of the page of measurements.
    void aMeasuredChangeHasItsDoubt() {
        const auto analysis = analyse(m_sample.graph);
        const auto alone = std::make_shared<device::Record>();
        for (const double seconds : {1e-3, 0.5e-3}) {
            device::VariantRecord& variant = alone->variants.emplace_back();
            variant.variant.fusion = alone->variants.size() == 2;
            variant.blocks.assign(60, {seconds, 0});
        }
        const QString doubt = QStringLiteral("machine not quiet");
        const auto busy = std::make_shared<device::Record>(*alone);
        busy->before.loadAverage = 1000;
        const QString sure = graphAnswer(*analysis, alone).headline,
                      unsure = graphAnswer(*analysis, busy).headline;
        QVERIFY2(sure.contains(QStringLiteral("; measured: ")) && !sure.contains(doubt), qPrintable(sure));
        QVERIFY2(unsure.contains(QStringLiteral("; measured, %1: ").arg(doubt)), qPrintable(unsure));
        QVERIFY(!benefitsTable({}, nullptr, nullptr, alone, Theme::light()).contains(doubt));
        const QString row = benefitsTable({}, nullptr, nullptr, busy, Theme::light());
        QVERIFY2(row.contains(doubt + QStringLiteral(": 50 % less time")) &&
                     !row.contains(Theme::light().good.name()),
                 qPrintable(row));
    }

    // What the savings are told without: tensors without a size, operators that nothing is known of.
    void whatIsLeftOutIsSaid() {
        const auto analysis = analyse(m_sample.graph);
        auto known = std::make_shared<pipeline::Benefits>(*analysis->benefits);
        known->untimed = {};
        analysis->benefits = known;
        const PageWords whole = graphAnswer(*analysis);
        QVERIFY2(whole.reasons.isEmpty(), qPrintable(whole.reasons.join(u'\n')));
        // What of the file is wrong comes before what its fusion gains.
        auto damaged = std::make_shared<pipeline::Typed>(*analysis->typed);
        for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Error})
            damaged->diagnostics.push_back({severity, "damage", "made", {}, {}, {}});
        pipeline::Analysis broken = *analysis;
        broken.typed = damaged;
        QCOMPARE(graphAnswer(broken).headline,
                 QStringLiteral("The file has 2 errors, listed among the problems. ") + whole.headline);
        known = std::make_shared<pipeline::Benefits>(*known);
        known->unsized = 3;
        known->untimed = {{"com.example.Mystery", 2}};
        analysis->benefits = known;
        auto plan = std::make_shared<pipeline::MemoryPlan>();
        plan->liveness.values = {{ValueId(0)}, {ValueId(1)}};
        plan->liveness.unplanned.resize(4);
        analysis->memoryBefore = analysis->memoryAfter = plan;
        const PageWords words = graphAnswer(*analysis);
        const QString reasons = words.reasons.join(u'\n'), conditions = words.conditions.join(u'\n');
        QVERIFY2(reasons.contains(QStringLiteral("3 tensors have no full shape")), qPrintable(reasons));
        QVERIFY2(reasons.contains(QStringLiteral("2 nodes of com.example.Mystery not counted")),
                 qPrintable(reasons));
        QVERIFY2(
            conditions.contains(QStringLiteral("only 2 of 6 tensors, the sizes of the others are not known")),
            qPrintable(conditions));
        analysis->memoryBefore = analysis->memoryAfter = nullptr;
        QVERIFY(show(analysis));
        QVERIFY(m_view->findChild<QToolButton*>(QStringLiteral("why"))->isVisible());
    }

    // The predicted time stands with its range, and what both follow from.
    void predictionsHaveTheirRange() {
        const auto analysis = analyse(m_sample.graph);
        auto known = std::make_shared<pipeline::Benefits>(*analysis->benefits);
        known->secondsBefore = 2e-3;
        known->secondsAfter = 1e-3;
        known->untimed = {};
        known->processor.name = "A board";
        known->processor.from = {
            .date = "2026-11-27T04:10:00Z", .networks = 6, .kernels = 80, .least = 0.5, .most = 1.25};
        analysis->benefits = known;
        QVERIFY(show(analysis));
        const QString range = QStringLiteral("(%1 to %2)").arg(secondsText(0.5e-3), secondsText(1.25e-3));
        const auto* label = m_view->findChild<QLabel*>(QStringLiteral("fusionBenefits"));
        QTRY_VERIFY2(label->text().contains(range), qPrintable(label->text()));
        QVERIFY2(label->toolTip().contains(QStringLiteral("6 networks measured there on 2026-11-27")),
                 qPrintable(label->toolTip()));
        const auto* answer = m_view->findChild<PageAnswer*>(QStringLiteral("graphAnswer"));
        // The name of the machine stands with both.
        QVERIFY2(label->text().contains(QStringLiteral(", on A board, one thread")), qPrintable(label->text()));
        QVERIFY2(answer->headline().contains(QStringLiteral("≈ 50 % less time on A board, one thread.")),
                 qPrintable(answer->headline()));
        QVERIFY2(answer->plainText().count(range) == 1, qPrintable(answer->plainText()));
        const auto says = [&](const QString& words) {
            m_view->setAnalysis(std::make_shared<pipeline::Analysis>(*analysis));
            return answer->headline().contains(words);
        };
        known = std::make_shared<pipeline::Benefits>(*known);
        known->processor.from.underLoad = 2;
        analysis->benefits = known;
        QVERIFY2(says(QStringLiteral("predicted: less time on A board")), qPrintable(answer->headline()));
        QVERIFY2(answer->plainText().contains(QStringLiteral("from a probe under load")),
                 qPrintable(answer->plainText()));
        known = std::make_shared<pipeline::Benefits>(*known);
        known->secondsBefore = 1.05e-3;
        analysis->benefits = known;
        QVERIFY2(says(QStringLiteral("predicted: about the same time.")), qPrintable(answer->headline()));
    }

    void numericCheckSaysHowGoodItIs() {
        const auto analysis = analyse(m_sample.graph);
        auto* label = m_view->findChild<QLabel*>(QStringLiteral("numericCheck"));
        auto check = std::make_shared<pipeline::Check>();
        check->seed = 7;
        check->maxAbs = 2.4e-7;
        check->outputs.push_back({.name = "y", .difference = {}, .data = 0, .tolerance = 1e-3});
        double& relative = check->outputs.front().difference.relNorm;
        relative = 1.1e-6;
        analysis->check = check;
        m_view->setAnalysis(analysis);
        QVERIFY2(label->text().contains(QStringLiteral("max |Δ| 2.4e−07")), qPrintable(label->text()));
        QVERIFY(label->text().contains(u'✓') && label->text().contains(QStringLiteral("seed 7")));
        const QString words = m_view->findChild<PageAnswer*>(QStringLiteral("graphAnswer"))->plainText();
        QVERIFY2(words.contains(QStringLiteral("equal to within 1e−06")), qPrintable(words));
        relative = 9e-4; // as the command line judges
        m_view->setAnalysis(analysis);
        QVERIFY(label->text().contains(u'✓'));
        relative = 1.1e-3;
        m_view->setAnalysis(analysis);
        QVERIFY(label->text().contains(u'⚠'));
        relative = std::numeric_limits<double>::quiet_NaN();
        m_view->setAnalysis(analysis);
        QVERIFY(label->text().contains(u'⚠'));
        analysis->pending.insert("check");
        m_view->setAnalysis(analysis);
        QVERIFY(label->text().contains(QStringLiteral("computing")));
        analysis->pending.clear();
        analysis->check.reset();
        analysis->errors["check"] = unsupported("Frobnicate cannot run");
        m_view->setAnalysis(analysis);
        QVERIFY(label->text().contains(QStringLiteral("Frobnicate")));
    }

    // Red in the sentence and on the nodes; the patch is a link to its row, and can be left out at once.
    void aFailedCheckIsRedEverywhere() {
        const auto analysis = analyse(m_sample.graph);
        const fusion::History& history = *analysis->fusion;
        QVERIFY(history.steps.size() > 1);
        const fusion::Step step = history.steps[1];
        QVERIFY(!step.rule.empty());
        auto check = std::make_shared<pipeline::Check>();
        check->data = {"seed 1"};
        check->outputs.push_back({.name = "y", .difference = {}, .data = 0, .tolerance = 1e-3});
        check->outputs.front().difference.relNorm = 0.023;
        for (const NodeId node : history.graph.order()) // boundaries that see nothing
            check->boundaries.push_back({node, history.graph.node(node).outputs.front(), "b", {}, 0});
        analysis->check = check;
        analysis->pending.insert("broken");
        QVERIFY(show(analysis));
        auto* answer = m_view->findChild<AnswerLine*>(QStringLiteral("answer"));
        QVERIFY2(answer->text().contains(QStringLiteral("class=\"alarm\"")), qPrintable(answer->text()));
        QVERIFY(answer->plainAnswer().contains(QStringLiteral("the check failed")));
        QVERIFY(answer->plainAnswer().contains(QStringLiteral("looking for the step")));

        const auto known = std::make_shared<pipeline::Analysis>(*analysis);
        known->pending.clear();
        pipeline::BrokenBy broken;
        broken.step = 1;
        broken.rule = step.rule;
        broken.reason = step.reason;
        known->broken = std::make_shared<const std::optional<pipeline::BrokenBy>>(broken);
        m_view->setAnalysis(known);
        QVERIFY2(answer->plainAnswer().contains(
                     QStringLiteral("broken by step 2 (%1): leave it out, or switch the rule off")
                         .arg(ruleTitle(step.rule))),
                 qPrintable(answer->plainAnswer()));
        Badges badges;
        addNumericBadges(badges, *check, history, &broken);
        std::size_t red = 0;
        for (const auto& [node, list] : badges)
            for (const Badge& badge : list) {
                QVERIFY(badge.level != Badge::Level::Good);
                red += badge.level == Badge::Level::Bad;
            }
        QVERIFY(red > 0);
        QCOMPARE(badges.size(), red); // none where nothing differs
        QVERIFY(m_view->findChild<QLabel*>(QStringLiteral("counts_") + QString::fromStdString(step.rule))
                    ->text()
                    .contains(u'⚠'));
        auto differing = *check;
        for (pipeline::BoundaryDifference& each : differing.boundaries)
            each.difference.relNorm = 1e-7;
        Badges amber;
        addNumericBadges(amber, differing, history, nullptr);
        QVERIFY(!amber.empty());
        for (const auto& [node, list] : amber)
            QCOMPARE(list.front().level, Badge::Level::Near);
        QCOMPARE(failedCheckText(*known), QStringLiteral("of a fusion whose check failed"));
        QVERIFY(failedCheckText(pipeline::Analysis()).isEmpty());
        for (const NodeId node : step.site.nodes)
            for (const NodeId made : history.descendantsOf(node))
                QCOMPARE(badges.at(made).front().level, Badge::Level::Bad);

        emit answer->linkFollowed(QStringLiteral("broken"));
        auto* list = m_view->findChild<QTreeView*>(QStringLiteral("fusionSteps"));
        QVERIFY(list->isVisible() && list->currentIndex().isValid());
        QVERIFY(m_settings->get().fusion.skipped.empty());
        emit answer->linkFollowed(QStringLiteral("leave-out"));
        QVERIFY(m_settings->get().fusion.skipped.contains(step.site));
        emit answer->linkFollowed(QStringLiteral("rule-off"));
        QVERIFY(m_settings->get().fusion.without.contains(step.rule));
    }

    void stepsSelectTheirNodes() {
        const auto analysis = analyse(m_sample.graph);
        QVERIFY(show(analysis));
        auto* list = m_view->findChild<QTreeView*>(QStringLiteral("fusionSteps"));
        const QAbstractItemModelTester tester(list->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModel& rows = *list->model();
        QCOMPARE(rows.rowCount(), 4);
        const QModelIndex applied = rows.index(0, 0);
        const QModelIndex first = rows.index(0, 0, rows.index(0, 0, applied));
        QVERIFY(first.data().toString().contains(QStringLiteral("Conv")));
        list->setCurrentIndex(first);
        QVERIFY(m_selection->current().node.valid());
        QVERIFY(!canvas(true)->highlighted().empty());
    }

    void legendIsASwitch() {
        QVERIFY(show(analyse(m_sample.graph)));
        auto* compute = m_view->findChild<QToolButton*>(QStringLiteral("legend_C"));
        QVERIFY(compute->isVisible());
        QVERIFY(!m_view->findChild<QToolButton*>(QStringLiteral("legend_Q"))->isVisible());
        const QImage before = canvas(true)->grab().toImage();
        compute->click();
        QVERIFY(canvas(true)->grab().toImage() != before);
        compute->click();
        QCOMPARE(canvas(true)->grab().toImage(), before);
    }

    void handsOutFigures() {
        m_view->setAnalysis(analyse(m_sample.graph)); // at once: nothing has been laid out yet
        const auto figures = m_view->figures();
        QCOMPARE(figures.size(), std::size_t(3));
        QStringList names;
        QSizeF sizes(0, 0);
        for (const Figure& wanted : figures) {
            names << wanted.name;
            QVERIFY(wanted.make); // on the thread that writes it
            const auto complete = completeFigure(wanted);
            QVERIFY(complete);
            const Figure& figure = *complete;
            if (names.size() < 3)
                sizes = {sizes.width() + figure.size.width(), std::max(sizes.height(), figure.size.height())};
            QImage image(figure.size.toSize(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            figure.paint(painter, QRectF(QPointF(), figure.size), Theme::light());
            painter.end();
            qint64 marks = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    marks += image.pixel(x, y) != 0xffffffff ? 1 : 0;
            QVERIFY2(marks > 5000, qPrintable(figure.name));
        }
        QCOMPARE(names, QStringList({QStringLiteral("graph-before"), QStringLiteral("graph-after"),
                                     QStringLiteral("graph-before-after")}));
        const QSizeF both = completeFigure(figures[2])->size; // of the same two pictures, below their headings
        QCOMPARE(both.height(), sizes.height() + 28);
        QVERIFY(both.width() >= sizes.width() + 32);
        edgewright::test::RecordingDevice device(both.toSize());
        QPainter painter(&device);
        completeFigure(figures[2])->paint(painter, QRectF(QPointF(), both), Theme::light());
        painter.end();
        for (const char* heading : {"Before fusion · 8 nodes", "After fusion · "})
            QVERIFY2(std::ranges::any_of(device.things(),
                                         [&](const edgewright::test::PaintedThing& each) {
                                             return each.text.startsWith(QString::fromUtf8(heading));
                                         }),
                     heading);
        QVERIFY(show(analyse(m_sample.graph)));
        for (const Figure& figure : m_view->figures())
            QVERIFY(!figure.make && figure.paint); // what the page shows
    }

    // A figure counts the nodes that the page counts, and says which of them have no box.
    void figuresCountAsThePageDoes() {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3}));
        const ValueId shape = b.node("Neg", {b.constant("c", ir::Tensor::of<std::int64_t>({2}, {-3, -2}))});
        b.output(b.node("Relu", {b.node("Reshape", {x, shape})}));
        const auto analysis = analyse(ops::inferTypes(b.take(), {{"", 17}}).graph);
        QVERIFY(show(analysis));
        const auto figure = completeFigure(m_view->figures().back());
        QVERIFY(figure);
        edgewright::test::RecordingDevice device(figure->size.toSize());
        QPainter painter(&device);
        figure->paint(painter, QRectF(QPointF(), figure->size), Theme::light());
        painter.end();
        QVERIFY(std::ranges::any_of(device.things(), [](const edgewright::test::PaintedThing& each) {
            return each.text.startsWith(QStringLiteral("Before fusion · 3 nodes, 1 of them as chips"));
        }));
        QVERIFY(find<QLabel>(QStringLiteral("titleBefore"))->text().contains(QStringLiteral("3 nodes")));
    }

    // In a column of a page: in the width, with type that can be read, on a few pages; where these are too few,
    // folded further than on the page.
    void tallGraphsGoOnOnFurtherPages() {
        const FigureStyle& style = *findFigureStyle(u"paper-84");
        const double smallest = style.leastType / font(TextSize::Small).pointSizeF() *
                                QFontMetricsF(font(TextSize::Small)).height();
        for (const int count : {1, 16}) {
            const ir::Graph graph = blocks(count);
            QVERIFY(show(analyse(graph)));
            if (count > 1) { // every node is drawn
                find<QToolButton>(QStringLiteral("foldModules"))->setChecked(false);
                QTRY_VERIFY_WITH_TIMEOUT(canvas(true)->scene()->boxes().size() > 700, 30000);
                QVERIFY(show(m_analysis));
            }
            for (const Figure& figure : m_view->figures()) {
                const auto made = completeFigure(styled(figure, style, 96));
                QVERIFY(made);
                const std::vector<Figure> pages = pagesOf(*made);
                QVERIFY2(pages.size() <= 4, qPrintable(figure.name));
                if (count == 1 && figure.name == QStringLiteral("graph-before")) QVERIFY(pages.size() > 1);
                for (const Figure& page : pages) {
                    QVERIFY(page.size.width() < 84 / 25.4 * 96 + 1e-6);
                    QVERIFY(page.size.height() < 240 / 25.4 * 96 + 1e-6);
                    edgewright::test::RecordingDevice device(page.size.toSize());
                    QPainter painter(&device);
                    page.paint(painter, QRectF(QPointF(), page.size), Theme::light());
                    painter.end();
                    int texts = 0;
                    for (const edgewright::test::PaintedThing& each : device.things()) {
                        if (each.kind != edgewright::test::PaintedThing::Text) continue;
                        ++texts;
                        QVERIFY2(each.rect.height() > 0.9 * smallest,
                                 qPrintable(QStringLiteral("%1: %2 of %3, %4 of %5 pages")
                                                .arg(page.name, each.text)
                                                .arg(each.rect.height())
                                                .arg(smallest)
                                                .arg(pages.size())));
                    }
                    QVERIFY(texts > 1);
                }
            }
        }
    }

    void rulesCanBePutAway() {
        QVERIFY(show(analyse(m_sample.graph)));
        auto* toggle = m_view->findChild<QToolButton*>(QStringLiteral("toggleRules"));
        auto* panel = m_view->findChild<QWidget*>(QStringLiteral("rulesPanel"));
        QVERIFY(panel->isVisible());
        toggle->click();
        QVERIFY(!panel->isVisible() && toggle->isVisible());
    }
};

EDGEWRIGHT_TEST(GraphPageTest)

} // namespace edgewright::graph_page_test

#include "graph_page_test.moc"
