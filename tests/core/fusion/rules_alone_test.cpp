// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of the catalogue says what it does, and, with all others off, leaves graphs that are as sound as
// before and in which it has nothing more to do.
#include "core/ir/verify.h"
#include "core/onnx/import.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/expect_rule.h"
#include "tests/support/shared_files.h"

#include <algorithm>
#include <set>

using namespace edgewright;
using namespace edgewright::fusion;
using namespace edgewright::fusion::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t Raised = 24;    // opset, so that rules for newer operators have something to do
constexpr std::size_t MostNodes = 400; // of a graph that is cheap enough to be fused by each rule

struct Sample {
    std::string name;
    ir::Graph graph;
    ir::Opsets opsets;
    std::size_t defects = 0;
};

const std::vector<Sample>& samples() {
    static const std::vector<Sample> all = [] {
        std::vector<Sample> result;
        const fs::path root = edgewright::test::shared("fusion-cases");
        if (root.empty()) return result;
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (entry.path().extension() == ".onnx") files.push_back(entry.path());
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            const auto imported = onnx::importModel(file.string());
            if (!imported || imported->model->graph.nodeCount() > MostNodes) continue;
            Sample sample;
            sample.name = fs::relative(file, root).string();
            sample.opsets = imported->model->opsets;
            sample.graph = ops::inferTypes(imported->model->graph, sample.opsets).graph;
            sample.defects = ir::verify(sample.graph).size();
            result.push_back(std::move(sample));
        }
        return result;
    }();
    return all;
}

} // namespace

class RulesAloneTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhatItDoes_data() { rows(); }
    void saysWhatItDoes() {
        QFETCH(QString, rule);
        const Rule* found = findRule(rule.toStdString());
        QVERIFY(found && found->match);
        QVERIFY2(!found->summary.empty(), "no summary");
        QVERIFY2(found->summary.back() != '.', "a line of a list has no full stop");
        QVERIFY2(!found->before.empty() && !found->after.empty(), "no sketch");
        QVERIFY2(found->before != found->after, "a sketch of nothing");
    }
    void namesDiffer() {
        std::set<std::string_view> names, summaries;
        for (const Rule* rule : rules()) {
            QVERIFY(names.insert(rule->name).second);
            QVERIFY2(summaries.insert(rule->summary).second, std::string(rule->summary).c_str());
        }
    }

    // Of the rules that the samples below have nothing for, those that are tested elsewhere only beside others.
    void splits() {
        Net net;
        const ValueId a = net.value("a"), b = net.value("b");
        net.nodeInto("Split", {net.node("Abs", {net.floats("x", {4, 3})})}, {a, b},
                     {{"axis", std::int64_t(0)}});
        net.output(net.node("Exp", {net.node("Concat", {a, b}, {{"axis", std::int64_t(0)}})}));
        net.output(net.node("Neg", {a}));
        EXPECT_FUSED(net, "cancel_splits", "Abs Split Exp Neg");
    }
    void concat() {
        Net net;
        const ValueId x = net.floats("x", {1, 4, 6, 6});
        net.output(net.node("Concat", {x, net.conv(x, {3, 4, 1, 1})}, {{"axis", std::int64_t(1)}}));
        EXPECT_FUSED(net, "fuse_concat", "ConvConcat");
    }

    void alone_data() { rows(); }
    void alone() {
        if (samples().empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, rule);
        Options options = only({rule.toStdString()});
        options.opsetLimit = Raised;
        std::size_t steps = 0;
        for (const Sample& sample : samples()) {
            const char* name = sample.name.c_str();
            const auto history = fuse(sample.graph, sample.opsets, options);
            QVERIFY2(history, name);
            QVERIFY2(history->faults.empty(), name);
            const auto after = ir::verify(history->graph);
            QVERIFY2(after.size() <= sample.defects, name);
            for (const Refusal& refusal : history->refusals)
                QVERIFY2(!refusal.reason.empty() && !refusal.nodes.empty() && !refusal.names.empty(), name);
            if (history->steps.empty()) continue;
            for (const Step& step : history->steps)
                QVERIFY2(step.rule == rule.toStdString() && !step.reason.empty() && !step.nodes.empty(), name);
            steps += history->steps.size();
            QVERIFY2(replayDifference(*history).isEmpty(), name);
            const auto again = fuse(history->graph, history->opsets, options);
            QVERIFY2(again && again->steps.empty(), name);
        }
        qInfo("%s: %zu steps in %zu graphs", qPrintable(rule), steps, samples().size());
    }

private:
    static void rows() {
        QTest::addColumn<QString>("rule");
        for (const Rule* rule : fusion::rules())
            QTest::newRow(std::string(rule->name).c_str()) << QString::fromStdString(std::string(rule->name));
    }
};

QTEST_GUILESS_MAIN(RulesAloneTest)
#include "rules_alone_test.moc"
