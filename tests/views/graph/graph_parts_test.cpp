// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the Graph page without the page: state, folding, presentation and selection.
#include "core/pipeline/graph_modules.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/blocks.h"
#include "views/graph/graph_presentation.h"
#include "views/graph/graph_selection.h"
#include "views/graph/panels/outline_panel.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace edgewright::graph_parts_test {

using namespace edgewright::views;
using namespace edgewright::views::test;

namespace {

struct Parts {
    QThreadPool pool;
    Selection selection;
    SettingsModel settings;
    ViewContext context{selection, settings, pool};
    GraphState state;
    PageBar bar{pool};
    OutlinePanel outline;
    GraphPair pair{context, state};
    ModuleFolding folding{selection, state, pair, bar, outline};
    GraphPresentation presentation{context, state, pair, folding};
    GraphSelection selected{selection, state, pair, folding, bar, outline};

    explicit Parts(const std::shared_ptr<pipeline::Analysis>& analysis) {
        state.analysis = analysis;
        state.model = analysis->typed->graph;
    }
    ~Parts() { pool.waitForDone(); }
    // A step of the fusion, once it is worked out.
    bool present(std::size_t step) {
        const QSignalSpy presented(&presentation, &GraphPresentation::presented);
        presentation.present(step);
        return QTest::qWaitFor([&] { return !presented.isEmpty(); }, 30000);
    }
};

} // namespace

class GraphPartsTest final : public QObject {
    Q_OBJECT

private slots:
    void modulesAreTakenFromTheirStage() {
        const auto analysis = analyse(blocks(9));
        const auto found = std::exchange(analysis->modules, nullptr);
        analysis->pending.insert("modules");
        Parts parts(analysis);
        QVERIFY(parts.folding.waits() && !parts.folding.take() && parts.folding.waits());
        analysis->modules = analyse(blocks(9))->modules; // equal, but of another graph
        QVERIFY(!parts.folding.take() && parts.folding.waits());
        analysis->modules = found;
        QVERIFY(parts.folding.take() && !parts.folding.waits() && parts.folding.folds().on());
        QCOMPARE(parts.folding.folds().modules().get(), &found->modules);
        QVERIFY(!parts.folding.take()); // no others
        parts.folding.show();
        QVERIFY(parts.bar.modules().isEnabled() && parts.bar.modules().isChecked());
        parts.bar.modules().click();
        QVERIFY(!parts.folding.folds().on());
        parts.folding.forget();
        QVERIFY(parts.folding.waits());
    }

    void aStepStandsForItsOriginals() {
        const Sample sample = residualSample();
        Parts parts(analyse(sample.graph));
        const auto history = parts.state.analysis->fusion;
        QVERIFY(!parts.state.isCurrent());
        QVERIFY(parts.presentation.setHistory(history) && !parts.presentation.setHistory(history));
        QVERIFY(parts.present(history->steps.size()));
        QVERIFY(parts.state.isCurrent() && parts.state.presented->atEnd());
        const NodeId group = history->descendantsOf(sample.relu2).front();
        const auto origins = history->originsOf(group);
        QCOMPARE(parts.state.baseNodesOf({group}), std::set<NodeId>(origins.begin(), origins.end()));
        QVERIFY(parts.present(0));
        QCOMPARE(parts.state.presented->graph->nodeCount(), sample.graph.nodeCount());
        QVERIFY(parts.presentation.setHistory(nullptr)); // of no history nothing is held
        QVERIFY(!parts.state.presented && !parts.state.isCurrent());
    }

    // Around what a rule refuses stands what the rule does, not its name on the command line.
    void refusedNodesBearTheTitleOfTheRule() {
        const Sample sample = residualSample();
        const auto analysis = analyse(sample.graph);
        const auto history = std::make_shared<fusion::History>(*analysis->fusion);
        history->refusals.assign(1, {});
        history->refusals[0].rule = "fold_batch_norm";
        history->refusals[0].nodes = {sample.conv1, sample.add};
        analysis->fusion = history;
        Parts parts(analysis);
        parts.presentation.setHistory(history);
        QVERIFY(parts.present(history->steps.size()));
        QStringList tags;
        for (const HullSpec& hull : parts.state.hulls(sample.conv1))
            if (hull.style == HullSpec::Style::Refused) tags << hull.tag;
        QCOMPARE(tags, QStringList{ruleTitle("fold_batch_norm")});
    }

    // A fused node that an earlier step has not: one of those that it was made of takes its place.
    void theSelectionIsKept() {
        const Sample sample = residualSample();
        Parts parts(analyse(sample.graph));
        const auto history = parts.state.analysis->fusion;
        parts.presentation.setHistory(history);
        QVERIFY(parts.present(history->steps.size()));
        const NodeId group = history->descendantsOf(sample.relu2).front();
        parts.selection.select({group, {}});
        const QSignalSpy presented(&parts.presentation, &GraphPresentation::presented);
        QVERIFY(parts.present(0));
        const auto kept = presented.first().first().value<NodeId>();
        const auto origins = history->originsOf(group);
        QVERIFY(std::ranges::find(origins, kept) != origins.end());
    }

    void chosenNodesAreThoseOfTheOriginal() {
        const Sample sample = residualSample();
        Parts parts(analyse(sample.graph));
        const auto history = parts.state.analysis->fusion;
        parts.presentation.setHistory(history);
        QVERIFY(parts.present(history->steps.size()));
        const NodeId group = history->descendantsOf(sample.relu2).front();
        parts.selected.choose({group}, &parts.pair.after());
        const auto origins = history->originsOf(group);
        QCOMPARE(parts.state.chosen, std::set<NodeId>(origins.begin(), origins.end()));
        QCOMPARE(parts.pair.before().canvas().chosen(), parts.state.chosen);
        QVERIFY(parts.bar.fuse().isEnabled());
        QCOMPARE(parts.selection.chosen().size(), origins.size());
        parts.selected.choose({});
        QVERIFY(parts.pair.before().canvas().chosen().empty() && !parts.bar.fuse().isEnabled());
    }

    // Ids of a graph inside mean nothing in another one.
    void nodesInsideAreSelectedThereAlone() {
        const Sample sample = residualSample();
        Parts parts(analyse(sample.graph));
        const auto body = std::make_shared<const ir::Graph>(sample.graph);
        parts.state.places.push_back({QStringLiteral("body"), body});
        parts.selected.pick({sample.add, {}});
        QVERIFY(parts.selection.current().empty());
        QCOMPARE(parts.selected.node(), sample.add);
        parts.state.places.back().graph = std::make_shared<const ir::Graph>(sample.graph);
        QVERIFY(!parts.selected.node().valid());
        parts.state.places.clear();
        QVERIFY(!parts.selected.node().valid());
    }
};

EDGEWRIGHT_TEST(GraphPartsTest)

} // namespace edgewright::graph_parts_test

#include "graph_parts_test.moc"
