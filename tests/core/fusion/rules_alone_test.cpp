// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of the catalogue says what it does, and, with all others off, leaves graphs that are as sound as
// before and in which it has nothing more to do.
#include "core/ir/verify.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/described_rule.h"
#include "tests/core/fusion/expect_rule.h"
#include "tests/core/fusion/rule_patterns.h"
#include "tests/core/fusion/runnable_case.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace edgewright::rules_alone_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t Raised = 24;   // opset, so that rules for newer operators have something to do
constexpr std::size_t MaxNodes = 400; // of a graph that is cheap enough to be fused by each rule

struct Sample {
    std::string name;
    ir::Graph graph; // extents as open as in the file
    ir::Opsets opsets;
    std::size_t defects = 0;
    std::optional<RunnableCase> ran; // the same with extents and inputs; empty where none were found
};

Sample sampleOf(const RulePattern& pattern, std::uint32_t seed) {
    Net net(pattern.opset);
    std::mt19937 random(seed);
    PatternWriter writer(net, random);
    net.output(net.node("Atan", {pattern.write(writer, net.node("Tanh", {net.floats("x", {1, 4, 6, 6})}))}));
    ir::Model model;
    model.opsets = net.opsets;
    model.graph = net.take();
    Sample sample;
    sample.name = "pattern of " + std::string(pattern.rule);
    sample.opsets = model.opsets;
    sample.graph = ops::inferTypes(model.graph, model.opsets).graph;
    sample.defects = ir::verify(sample.graph).size();
    if (auto ran = runnable(model)) sample.ran = *std::move(ran);
    return sample;
}

// Small nets for each rule, and the cases of the shared collection.
const std::vector<Sample>& samples() {
    static const std::vector<Sample> all = [] {
        std::vector<Sample> result;
        for (const RulePattern& pattern : rulePatterns())
            for (std::uint32_t seed = 1; seed <= 3; ++seed)
                result.push_back(sampleOf(pattern, seed));
        const fs::path root = edgewright::test::shared("fusion-cases");
        for (const fs::path& file : edgewright::test::sharedFiles("fusion-cases", ".onnx")) {
            const auto imported = onnx::importModel(file.string());
            if (!imported || imported->model->graph.nodeCount() > MaxNodes) continue;
            Sample sample;
            sample.name = fs::relative(file, root).string();
            sample.opsets = imported->model->opsets;
            sample.graph = ops::inferTypes(imported->model->graph, sample.opsets).graph;
            sample.defects = ir::verify(sample.graph).size();
            if (auto ran = runnable(*imported->model)) sample.ran = *std::move(ran);
            result.push_back(std::move(sample));
        }
        return result;
    }();
    return all;
}

// Empty when the rule alone keeps the outputs of a graph that runs.
QString numbersDifference(const Sample& sample, const Options& options) {
    const auto history = fuse(sample.ran->graph, sample.opsets, options);
    if (!history) return QString::fromStdString(history.error().message);
    const auto after = exec::run(history->graph, history->opsets, sample.ran->feeds, {});
    if (!after) return QString::fromStdString(after.error().message);
    return outputsDifference(sample.ran->outputs, after->outputs, toleranceFor(sample.ran->graph));
}

} // namespace

class RulesAloneTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhatItDoes_data() { rows(); }
    void saysWhatItDoes() {
        QFETCH(QString, rule);
        const Rule* found = findRule(rule.toStdString());
        QVERIFY(found);
        QCOMPARE(descriptionFault(*found), QString());
    }
    void namesDiffer() {
        std::set<std::string_view> names, summaries;
        for (const Rule* rule : rules()) {
            QVERIFY(names.insert(rule->name).second);
            QVERIFY2(summaries.insert(rule->summary).second, std::string(rule->summary).c_str());
        }
    }

    void alone_data() { rows(); }
    void alone() {
        QFETCH(QString, rule);
        Options options = only({rule.toStdString()});
        options.opsetLimit = Raised;
        const bool isExact = !findRule(rule.toStdString())->changesQuantizedValues;
        std::size_t steps = 0, compared = 0;
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
            if (!sample.ran || !isExact) continue;
            const QString difference = numbersDifference(sample, options);
            QVERIFY2(difference.isEmpty(),
                     qPrintable(QString::fromUtf8(name) + QStringLiteral(": ") + difference));
            ++compared;
        }
        qInfo("%s: %zu steps in %zu graphs, %zu compared", qPrintable(rule), steps, samples().size(), compared);
        QVERIFY2(steps > 0, "it has nothing to do in any sample");
        QVERIFY2(!isExact || compared > 0, "no case of it runs");
    }
    // Or the comparison above would compare nothing.
    void mostCasesRun() {
        const auto run = std::ranges::count_if(samples(), [](const Sample& s) { return s.ran.has_value(); });
        QVERIFY2(10 * run >= 8 * std::ssize(samples()), qPrintable(QString::number(run)));
    }
    void patternsAreOfRules() {
        for (const RulePattern& pattern : rulePatterns())
            QVERIFY2(findRule(pattern.rule), std::string(pattern.rule).c_str());
        QCOMPARE(rulePatterns().size(), rules().size());
    }

private:
    static void rows() {
        QTest::addColumn<QString>("rule");
        for (const Rule* rule : fusion::rules())
            QTest::newRow(std::string(rule->name).c_str()) << QString::fromStdString(std::string(rule->name));
    }
};

EDGEWRIGHT_TEST(RulesAloneTest)

} // namespace edgewright::rules_alone_test

#include "rules_alone_test.moc"
