// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion by hand on the Graph page: badges, groups, history, search, views, ways into bodies.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/page_fixture.h"
#include "views/graph/canvas/callout.h"
#include "views/graph/graph_view.h"
#include "views/graph/panels/breadcrumbs.h"
#include "views/graph/panels/history_bar.h"
#include "views/graph/panels/search_field.h"
#include "views/graph/panels/step_delegate.h"
#include "views/graph/panels/steps_model.h"
#include "views/support/fusion_edits.h"

#include <memory>

namespace edgewright::graph_fusing_test {

using namespace edgewright::views;
using namespace edgewright::views::test;
using namespace Qt::StringLiterals;

class GraphFusingTest final : public QObject, protected PageFixture {
    Q_OBJECT
private:
    GraphView* page() const { return static_cast<GraphView*>(m_view.get()); }
    QString callout() const { return find<Callout>(u"callout"_s)->text(); }

private slots:
    void initTestCase() { edgewright::test::useOwnSettings(); }
    void init() { QVERIFY(openShown({1300, 900})); }
    void cleanup() { closePage(); }

    // Two editors of fields: what they change, what it is called, and that they follow.
    void choicesBesideTheRules() {
        auto* traffic = find<QCheckBox>(u"least_traffic"_s);
        auto* seed = find<QSpinBox>(u"seed"_s);
        const int before = seed->value();
        traffic->click();
        QVERIFY(m_settings->get().fusion.leastTraffic);
        QCOMPARE(m_settings->undoText(), u"Least traffic"_s);
        seed->setValue(before + 7);
        QCOMPARE(m_settings->get().seed, static_cast<std::uint64_t>(before + 7));
        QCOMPARE(m_settings->undoText(), u"Seed"_s);
        m_settings->undo();
        m_settings->undo();
        QVERIFY(!traffic->isChecked());
        QCOMPARE(seed->value(), before);
    }

    void aBadgeUndoesJustItsFusion() {
        const std::size_t fused = history().graph.nodeCount();
        const std::size_t steps = history().steps.size();
        const NodeId group = history().descendantsOf(m_sample.relu1).front();
        const fusion::Site site = stepThatMade(history(), group)->site;
        emit canvas(false)->badgeClicked({group, {}}, Badge::Kind::Applied);
        QCOMPARE(m_settings->get().fusion.skipped, std::set<fusion::Site>{site});
        QVERIFY2(callout().contains(u"Left out"_s), qPrintable(callout()));
        QVERIFY(fuseAgain());
        QVERIFY(history().graph.nodeCount() > fused);
        QVERIFY(!history().possible.empty());

        // What is possible now is applied by its badge, and all is as it was.
        const fusion::Step possible = history().possible.front();
        emit canvas(false)->badgeClicked({possible.nodes.front(), {}}, Badge::Kind::Possible);
        QVERIFY(m_settings->get().fusion.skipped.empty());
        QVERIFY(fuseAgain());
        QCOMPARE(history().graph.nodeCount(), fused);
        QCOMPARE(history().steps.size(), steps);

        m_settings->undo();
        QCOMPARE(m_settings->get().fusion.skipped.size(), std::size_t(1));
        m_settings->undo();
        QVERIFY(m_settings->get().fusion.skipped.empty());
        m_settings->redo();
        QCOMPARE(m_settings->get().fusion.skipped, std::set<fusion::Site>{site});
    }

    void oneSiteOfARuleThatIsOff() {
        m_settings->change({}, [](pipeline::Settings& s) { s.fusion = withoutRules(); });
        QVERIFY(fuseAgain());
        std::vector<fusion::Step> folds;
        for (const fusion::Step& step : history().possible)
            if (step.rule == "fold_batch_norm") folds.push_back(step);
        QCOMPARE(folds.size(), std::size_t(2));
        applyPossible(*m_settings, history(), folds.front());
        QVERIFY(fuseAgain());
        int applied = 0;
        for (const fusion::Step& step : history().steps)
            applied += step.rule == "fold_batch_norm" ? 1 : 0;
        QCOMPARE(applied, 1);
    }

    void chosenNodesAreFusedByHand() {
        m_settings->change({}, [](pipeline::Settings& s) { s.fusion = withoutRules(); });
        QVERIFY(fuseAgain());
        QCOMPARE(history().graph.nodeCount(), std::size_t(8));
        auto* button = find<QToolButton>(u"fuseThese"_s);
        QVERIFY(!button->isEnabled());
        emit canvas(true)->areaSelected({m_sample.conv2, m_sample.norm2, m_sample.add});
        QVERIFY(button->isEnabled());
        QCOMPARE(canvas(false)->chosen(), (std::set<NodeId>{m_sample.conv2, m_sample.norm2, m_sample.add}));
        button->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_settings->get().fusion.userGroups.size(), std::size_t(1), 30000);
        QVERIFY2(callout().contains(u"by hand"_s), qPrintable(callout()));
        QVERIFY(fuseAgain());
        QCOMPARE(history().graph.nodeCount(), std::size_t(6));
        const NodeId group = history().descendantsOf(m_sample.add).front();
        QCOMPARE(history().descendantsOf(m_sample.conv2), std::vector<NodeId>{group});

        m_selection->select({group, {}});
        page()->ungroup();
        QVERIFY(m_settings->get().fusion.userGroups.empty());
        m_settings->undo();
        QCOMPARE(m_settings->get().fusion.userGroups.size(), std::size_t(1));
    }

    void illegalGroupsAreExplainedAndChangeNothing() {
        const pipeline::Settings before = m_settings->get();
        // The path from relu1 leaves the group to conv2 and comes back into add.
        emit canvas(true)->areaSelected({m_sample.relu1, m_sample.add});
        QSignalSpy changed(m_settings.get(), &SettingsModel::changed);
        page()->fuseChosen();
        QTRY_VERIFY2(callout().contains(u"Not fused"_s), qPrintable(callout()));
        QVERIFY(find<Callout>(u"callout"_s)->isVisible());
        QCOMPARE(changed.count(), 0);
        QCOMPARE(m_settings->get().fusion, before.fusion);
    }

    void theSliderWalksThroughTheHistory() {
        auto* bar = find<HistoryBar>(u"historyBar"_s);
        auto* slider = find<QSlider>(u"historySlider"_s);
        const int steps = static_cast<int>(history().steps.size());
        QCOMPARE(slider->maximum(), steps);
        QCOMPARE(slider->value(), steps);
        slider->setValue(0);
        QTRY_VERIFY_WITH_TIMEOUT(canvas(false)->scene() && canvas(false)->scene()->graph().nodeCount() == 8 &&
                                     !canvas(false)->inTransition(),
                                 30000);
        QVERIFY(find<QLabel>(u"titleAfter"_s)->accessibleName().contains(u"Step 0"_s));
        QTest::keyClick(canvas(true), Qt::Key_BracketRight);
        QCOMPARE(bar->step(), std::size_t(1));
        const auto first = fusion::graphAt(history(), 1);
        QVERIFY(first);
        QTRY_COMPARE_WITH_TIMEOUT(canvas(false)->scene()->graph().nodeCount(), first->nodeCount(), 30000);
        QVERIFY(find<QLabel>(u"historyText"_s)
                    ->toolTip()
                    .contains(QString::fromStdString(history().steps[0].reason)));
        QVERIFY(
            find<QLabel>(u"historyText"_s)->toolTip().startsWith(ruleTitle(history().steps[0].rule) + u": "_s));
        QTest::keyClick(canvas(true), Qt::Key_BracketLeft);
        QCOMPARE(bar->step(), std::size_t(0));
        bar->setStep(static_cast<std::size_t>(steps));
        QTRY_COMPARE_WITH_TIMEOUT(&canvas(false)->scene()->graph(), &history().graph, 30000);
        QCOMPARE(m_settings->get().fusion, fusion::Options()); // looking changes nothing
    }

    void searchMarksAndWalks() {
        auto* line = find<QLineEdit>(u"graphSearch"_s);
        auto* field = find<SearchField>(u"searchField"_s);
        QTest::keyClick(canvas(true), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(line->hasFocus(), 30000);
        QTest::keyClicks(line, u"op:Conv"_s);
        QTRY_VERIFY_WITH_TIMEOUT(field->found().hits.size() >= 2, 30000);
        QVERIFY(canvas(true)->highlighted().count(m_sample.conv1) &&
                canvas(true)->highlighted().count(m_sample.conv2));
        QVERIFY(canvas(false)->highlighted().count(history().descendantsOf(m_sample.conv1).front()));
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(m_selection->current().node, m_sample.conv1);
        QTest::keyClick(line, Qt::Key_F3);
        QCOMPARE(m_selection->current().node, m_sample.conv2);
        QTest::keyClick(line, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(m_selection->current().node, m_sample.conv1);
        QVERIFY(find<QLabel>(u"graphSearchCount"_s)->text().startsWith(u"1 of"_s));
        QTest::keyClick(line, Qt::Key_Escape);
        QVERIFY(line->text().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(field->found().empty(), 30000);
        QTest::keyClicks(line, u"nothing like it"_s);
        QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(u"graphSearchCount"_s)->text(), u"none"_s, 30000);
    }

    // A hit inside of nodes opens them, says the way, and the next one counts on.
    void searchGoesInside() {
        QVERIFY(show(analyse(branchingSample())));
        auto* field = find<SearchField>(u"searchField"_s);
        auto* crumbs = find<Breadcrumbs>(u"breadcrumbs"_s);
        auto* count = find<QLabel>(u"graphSearchCount"_s);
        QSignalSpy said(m_view.get(), &View::message);
        field->setText(u"op:Tanh"_s);
        QTRY_COMPARE_WITH_TIMEOUT(field->found().hits.size(), std::size_t(2), 30000);
        QVERIFY(!canvas(true)->highlighted().empty()); // what holds them
        field->step(1);
        const auto deep = m_selection->graphInside();
        QVERIFY(deep);
        QCOMPARE(deep->node(m_selection->inside().node).name, std::string("deep"));
        QCOMPARE(crumbs->path().size(), qsizetype(3));
        QCOMPARE(said.last().first().toString(), u"outer_if › then_branch › inner_if › then_branch › deep"_s);
        QTRY_VERIFY_WITH_TIMEOUT(canvas(true)->scene() && &canvas(true)->scene()->graph() == deep.get(), 30000);
        QCOMPARE(count->text(), u"1 of 2"_s);
        field->step(1);
        QCOMPARE(count->text(), u"2 of 2"_s);
        QCOMPARE(m_selection->graphInside()->node(m_selection->inside().node).name, std::string("flat"));
        QCOMPARE(crumbs->path().size(), qsizetype(3));
        // Back to what the model itself has.
        field->setText(u"op:Relu"_s);
        QTRY_COMPARE_WITH_TIMEOUT(field->found().hits.size(), std::size_t(1), 30000);
        field->step(1);
        QVERIFY(!m_selection->graphInside());
        QCOMPARE(m_analysis->before()->node(m_selection->current().node).op, std::string("Relu"));
    }

    void viewsOfTheComparison() {
        auto* panes = find<QSplitter>(u"graphPanes"_s);
        QCOMPARE(panes->orientation(), Qt::Horizontal);
        find<QToolButton>(u"modeRows"_s)->click();
        QCOMPARE(panes->orientation(), Qt::Vertical);
        QVERIFY(canvas(true)->isVisible() && canvas(false)->isVisible());
        find<QToolButton>(u"modeOne"_s)->click();
        QVERIFY(!canvas(true)->isVisible() && canvas(false)->isVisible());
        const NodeId group = history().descendantsOf(m_sample.conv1).front();
        const std::size_t closed = canvas(false)->scene()->boxes().size();
        emit canvas(false)->openRequested(group, true);
        QTRY_VERIFY_WITH_TIMEOUT(canvas(false)->scene()->boxes().size() > closed, 30000);
        emit canvas(false)->openRequested(group, false);
        QTRY_COMPARE_WITH_TIMEOUT(canvas(false)->scene()->boxes().size(), closed, 30000);
        find<QToolButton>(u"modeColumns"_s)->click();
        QVERIFY(canvas(true)->isVisible());
    }

    void bothSidesScrollTogether() {
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(canvas(true), Qt::Key_Plus);
        const NodeId group = history().descendantsOf(m_sample.pool).front();
        m_selection->select({m_sample.pool, {}});
        canvas(true)->centreOn(m_sample.pool);
        QTRY_VERIFY_WITH_TIMEOUT(canvas(false)->nodeRect(group), 30000);
        const double y = canvas(true)->nodeRect(m_sample.pool)->center().y();
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(canvas(false)->nodeRect(group)->center().y() - y) < 2, 30000);
        QCOMPARE(canvas(false)->zoom(), canvas(true)->zoom());
        find<QToolButton>(u"linkViews"_s)->click();
        canvas(true)->centreOn(m_sample.conv1);
        QVERIFY(std::abs(canvas(false)->nodeRect(group)->center().y() - y) < 2);
    }

    void whyANodeHasNoPartner() {
        ir::GraphBuilder b("identity");
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 4}));
        const ValueId a = b.value("a"), y = b.value("y"), z = b.value("z");
        b.nodeInto("Relu", {x}, {a});
        const NodeId identity = b.nodeInto("Identity", {a}, {y});
        b.nodeInto("Softmax", {y}, {z});
        b.output(z);
        const ir::Graph graph = ops::inferTypes(b.take(), {{"", 17}}).graph;
        QVERIFY(show(analyse(graph)));
        if (!history().descendantsOf(identity).empty()) QSKIP("the identity has an heir here");
        QSignalSpy said(m_view.get(), &View::message);
        m_selection->select({identity, {}});
        QVERIFY(!said.isEmpty());
        QVERIFY2(said.last().first().toString().contains(u"Identity"_s),
                 qPrintable(said.last().first().toString()));
    }

    void intoAGroupAndBack() {
        const NodeId group = history().descendantsOf(m_sample.conv1).front();
        const auto body = history().graph.node(group).body;
        QVERIFY(body);
        page()->enter(group);
        QTRY_VERIFY_WITH_TIMEOUT(canvas(true)->scene() && &canvas(true)->scene()->graph() == body.get(), 30000);
        QVERIFY(!canvas(false)->isVisible());
        auto* crumbs = find<Breadcrumbs>(u"breadcrumbs"_s);
        QVERIFY(crumbs->isVisible());
        QCOMPARE(crumbs->path().size(), qsizetype(2));
        // A node in there is none of the model's.
        const NodeId inner = body->order().front();
        emit canvas(true)->picked({inner, {}});
        QVERIFY(m_selection->current().empty());
        QCOMPARE(m_selection->inside().node, inner);
        QCOMPARE(m_selection->graphInside(), body);
        find<QToolButton>(u"crumb_0"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(&canvas(true)->scene()->graph() == m_analysis->before(), 30000);
        QVERIFY(canvas(false)->isVisible() && !crumbs->isVisible());
        QVERIFY(!m_selection->graphInside());
    }

    void stepsAreUndoneInTheirRow() {
        auto* tree = find<QTreeView>(u"fusionSteps"_s);
        find<QTabWidget>(u"graphSide"_s)->setCurrentIndex(1);
        auto& rows = *qobject_cast<StepsModel*>(tree->model());
        QCOMPARE(rows.rowCount(), static_cast<int>(StepsModel::GroupCount));
        const QModelIndex applied = rows.index(StepsModel::Applied, 0);
        int entries = 0;
        for (int rule = 0; rule < rows.rowCount(applied); ++rule) {
            const QModelIndex heading = rows.index(rule, 0, applied);
            entries += rows.rowCount(heading);
            QVERIFY(heading.data().toString().endsWith(u" · %1"_s.arg(rows.rowCount(heading))));
            for (int row = 0; row < rows.rowCount(heading); ++row) {
                const QModelIndex entry = rows.index(row, 0, heading);
                QCOMPARE(entry.data(StepsModel::ActionRole).toString(), u"Undo"_s);
                QVERIFY(heading.data().toString().startsWith(ruleTitle(rows.stepAt(entry)->rule)));
                QCOMPARE(heading.data(Qt::ToolTipRole).toString(),
                         QString::fromStdString(rows.stepAt(entry)->rule));
            }
        }
        QCOMPARE(entries, static_cast<int>(history().steps.size()));

        // The button on a row takes that fusion back.
        const QModelIndex entry = rows.index(0, 0, rows.index(0, 0, applied));
        const fusion::Site site = rows.stepAt(entry)->site;
        const QString title = ruleTitle(rows.stepAt(entry)->rule);
        tree->scrollTo(entry);
        const QPoint button = StepDelegate::buttonRect(tree->visualRect(entry), entry).center();
        QTest::mouseMove(tree->viewport(), button);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, button);
        QVERIFY(m_settings->get().fusion.skipped.contains(site));
        QVERIFY2(m_settings->undoText().startsWith(u"Take back %1: "_s.arg(title)),
                 qPrintable(m_settings->undoText()));
    }

    void stepsAreFilteredAndFolded() {
        auto* tree = find<QTreeView>(u"fusionSteps"_s);
        find<QTabWidget>(u"graphSide"_s)->setCurrentIndex(1);
        auto& rows = *qobject_cast<StepsModel*>(tree->model());
        const QModelIndex applied = rows.index(StepsModel::Applied, 0);
        const QModelIndex rule = rows.index(0, 0, applied);
        QVERIFY(tree->isExpanded(rule));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {},
                          tree->visualRect(rule).topLeft() + QPoint(30, 8));
        QVERIFY(!tree->isExpanded(rule));
        QVERIFY(!canvas(false)->highlighted().empty()); // its places

        QTest::keyClicks(find<QLineEdit>(u"stepsWords"_s), u"fold_batch_norm"_s);
        QTRY_COMPARE_WITH_TIMEOUT(rows.rowCount(rows.index(StepsModel::Applied, 0)), 1, 30000);
        const QModelIndex left = rows.index(StepsModel::Applied, 0);
        QVERIFY(rows.index(0, 0, left).data().toString().startsWith(ruleTitle("fold_batch_norm")));
        QTest::keyClicks(find<QLineEdit>(u"stepsWords"_s), u" nothing-like-it"_s);
        QTRY_COMPARE_WITH_TIMEOUT(rows.rowCount(rows.index(StepsModel::Applied, 0)), 0, 30000);
    }

    // What one standard operator could do besides a group is no fusion that is missing.
    void whatIsFusedIsListedApart() {
        auto both = std::make_shared<fusion::History>(history());
        both->refusals.assign(2, {});
        both->refusals[0].reason = "needs opset 24";
        both->refusals[0].isFused = true;
        both->refusals[1].reason = "is also read by Add_3";
        StepsModel rows;
        rows.show(both);
        const auto only = [&](StepsModel::Group group) {
            const QModelIndex heading = rows.index(group, 0);
            if (rows.rowCount(heading) != 1) return QString();
            const QModelIndex row = rows.index(0, 0, rows.index(0, 0, heading));
            return rows.stepAt(row) ? QString() : row.data(Qt::ToolTipRole).toString();
        };
        QCOMPARE(only(StepsModel::NotFused), u"is also read by Add_3"_s);
        QCOMPARE(only(StepsModel::Alternative), u"needs opset 24"_s);
        QVERIFY(!rows.index(StepsModel::Alternative, 0).data().toString().contains(u"Not fused"_s));
    }

    void copiesNodesAsText() {
        m_selection->select({m_sample.conv1, {}});
        page()->copyText();
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.startsWith(u"Conv"_s) && text.contains(u"float32 1×3×16×16"_s) &&
                     text.contains(u"pads = 1, 1, 1, 1"_s),
                 qPrintable(text));
    }

    void bookmarksAreRemembered() {
        m_selection->select({m_sample.add, {}});
        QTest::keyClick(canvas(true), Qt::Key_3, Qt::ControlModifier);
        m_selection->select({m_sample.conv1, {}});
        QTest::keyClick(canvas(true), Qt::Key_3);
        QCOMPARE(m_selection->current().node, m_sample.add);
    }

    void differenceShowsOnlyWhatChanged() {
        const QImage before = canvas(true)->grab().toImage();
        find<QToolButton>(u"difference"_s)->click();
        QVERIFY(canvas(true)->grab().toImage() != before);
        find<QToolButton>(u"difference"_s)->click();
        QCOMPARE(canvas(true)->grab().toImage(), before);
    }
};

EDGEWRIGHT_TEST(GraphFusingTest)

} // namespace edgewright::graph_fusing_test

#include "graph_fusing_test.moc"
