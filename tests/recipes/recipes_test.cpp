// SPDX-License-Identifier: GPL-3.0-or-later
// What the recipes of HACKING.md make: they are compiled beside this test, and do what they say.
#include "core/pipeline/rule_plugins.h"
#include "core/pipeline/stage.h"
#include "core/table/format.h"
#include "core/table/terminal.h"

#include "tests/core/fusion/described_rule.h"
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/paths/paths.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::pipeline::half_array_stage {
extern const Stage entry;
}

namespace edgewright::pipeline {
table::Table liveBytesTable(std::shared_ptr<const MemoryPlan> plan);
}

namespace edgewright::recipes_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

class RecipesTest : public QObject {
    Q_OBJECT

    const Rule* m_rule = nullptr;

private slots:
    void initTestCase() {
        const auto plugin = pipeline::loadRulePlugin(edgewright::test::loadable("edgewright_test_recipes.so"));
        QVERIFY2(plugin, plugin ? "" : plugin.error().message.c_str());
        QCOMPARE(plugin->rules.size(), std::size_t(1));
        m_rule = plugin->rules.front();
    }

    void stageIsComputed() {
        pipeline::Analysis analysis;
        pipeline::Settings settings;
        analysis.opened = *pipeline::open(edgewright::test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(pipeline::evaluate(analysis, settings, "fuse"));
        const pipeline::Stage& stage = pipeline::half_array_stage::entry;
        const auto made = stage.compute(analysis, settings, {}, [](const pipeline::StageResult&) {});
        QVERIFY(made);
        stage.put(analysis, *made);
        QCOMPARE(analysis.costs->report.accelerator.rows, settings.accelerator.rows / 2);
    }

    void columnIsInFilesAndOnTerminals() {
        auto plan = std::make_shared<pipeline::MemoryPlan>();
        plan->liveBytes = {64, 4096};
        plan->solution.peak = 4096;
        const table::Table table = pipeline::liveBytesTable(plan);
        QCOMPARE(table::csvText(table), std::string("step,live_bytes,of_peak\n0,64,0.015625\n1,4096,1\n"));
        QCOMPARE(table::TerminalLines(table).row(table, 1), std::string("   1       4096    100 %"));
    }

    void ruleSaysWhatItDoes() { QCOMPARE(descriptionFault(*m_rule), QString()); }

    void ruleIsApplied() {
        Net net;
        const ValueId x = net.node("Relu", {net.floats("x", {3})});
        net.output(net.node("Exp", {net.node("Neg", {net.node("Neg", {x})})}));
        EXPECT_FUSED(net, "cancel_negations", "Relu Neg Exp"); // nobody reads the first one any more
        const History cleaned = fused(net, only({"cancel_negations", "eliminate_unused"}));
        QCOMPARE(opsOf(cleaned.graph).join(QLatin1Char(' ')), QStringLiteral("Relu Exp"));
        QVERIFY(cleaned.faults.empty());
    }
    void threeAreOne() {
        Net net;
        const ValueId x = net.node("Relu", {net.floats("x", {3})});
        net.output(net.node("Exp", {net.node("Neg", {net.node("Neg", {net.node("Neg", {x})})})}));
        const History history = fused(net, only({"cancel_negations", "eliminate_unused"}));
        QCOMPARE(opsOf(history.graph).join(QLatin1Char(' ')), QStringLiteral("Relu Neg Exp"));
        QCOMPARE(difference(history, net), QString());
    }
    void ruleIsRefused() {
        Net net;
        net.output(net.node("Neg", {net.node("Neg", {net.floats("x", {3})})}));
        EXPECT_REFUSED(net, "cancel_negations", "Neg_1 writes an output of the model");
    }
    void ruleDoesNotMatchOthers() {
        Net net;
        net.output(net.node("Exp", {net.node("Neg", {net.node("Exp", {net.floats("x", {3})})})}));
        const History history = fused(net, only({"cancel_negations"}));
        QVERIFY(history.steps.empty() && history.refusals.empty() && history.graph.nodeCount() == 3);
    }
};

EDGEWRIGHT_TEST(RecipesTest)

} // namespace edgewright::recipes_test

#include "recipes_test.moc"
