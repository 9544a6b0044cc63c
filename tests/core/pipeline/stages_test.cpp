// SPDX-License-Identifier: GPL-3.0-or-later
// The table of stages: a stage runs anew with every setting that it depends on, and with no other; what stands
// on a stage that runs, failed or was cancelled is never current.
#include "core/cost/processor/processor.h"
#include "core/pipeline/costs/exploration.h"
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/pipeline/quantization/strategies/strategies.h"
#include "core/pipeline/stage_runs.h"
#include "tests/support/setting_edits.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace edgewright::stages_test {

namespace {

using Settings = pipeline::Settings;

using Edit = test::SettingEdit;

// A stage with all that it depends on.
struct EditsOfStage {
    const char* name;
    std::vector<Edit> edits;
};

// Of both plans.
std::vector<Edit> memoryEdits() {
    return test::joined(
        test::editsOf(pipeline::memoryFields()),
        std::vector<Edit>{{"unshared", [](Settings& s) { s.liveness.unshared = {ValueId(12)}; }},
                          {"two unshared", [](Settings& s) {
                               s.liveness.unshared = {ValueId(1), ValueId(2)};
                           }}});
}

std::vector<Edit> otherPlanEdits() {
    return {{"planner B", [](Settings& s) { s.viewState.otherPlan.planner = "no_reuse"; }},
            {"order of planner B", [](Settings& s) { s.viewState.otherPlan.scheduler = "memory_greedy"; }},
            {"alignment", [](Settings& s) { s.liveness.alignment = 16; }}};
}

cost::AdoptedTilings tilingsOf(const char* layer, const cost::Tiling& tiling, std::int64_t rows = 32) {
    cost::Accelerator accelerator;
    accelerator.rows = rows;
    return {{cost::tiledPart(accelerator), cost::Tilings{{layer, tiling}}}};
}

// The accelerator, and tilings on it.
std::vector<Edit> costEdits() {
    return test::joined(
        test::acceleratorEdits(),
        std::vector<Edit>{{"a tiling",
                           [](Settings& s) {
                               s.tilings = tilingsOf("conv", {4, 4, 2, 1});
                           }},
                          {"its order",
                           [](Settings& s) {
                               s.tilings = tilingsOf("conv", {4, 4, 2, 1, cost::LoopOrder::CFP});
                           }},
                          {"its layer",
                           [](Settings& s) {
                               s.tilings = tilingsOf("other", {4, 4, 2, 1});
                           }},
                          {"its accelerator", [](Settings& s) {
                               s.tilings = tilingsOf("conv", {4, 4, 2, 1}, 8);
                           }}});
}

const std::array<ir::Tensor, 2>& weights() {
    static const std::array both{ir::Tensor::of<float>({2}, {1, 2}), ir::Tensor::of<float>({2}, {1, 2})};
    return both;
}

const std::vector<EditsOfStage>& editsOfStages() {
    static const std::vector<EditsOfStage> all{
        {"type",
         {{"an extent", [](Settings& s) { s.bindings["batch"] = 4; }},
          {"another extent", [](Settings& s) { s.bindings["batch"] = 5; }},
          {"another symbol", [](Settings& s) { s.bindings["width"] = 4; }}}},
        {"fuse", test::joined(test::editsOf<&Settings::fusion>(fusion::optionFields()),
                              std::vector<Edit>{
                                  {"without", [](Settings& s) { s.fusion.without.insert("a"); }},
                                  {"skipped, two nodes",
                                   [](Settings& s) {
                                       s.fusion.skipped.insert({"a", {NodeId(1), NodeId(2)}});
                                   }},
                                  {"skipped, one node",
                                   [](Settings& s) {
                                       s.fusion.skipped.insert({"a", {NodeId(12)}});
                                   }},
                                  {"skipped inside",
                                   [](Settings& s) {
                                       s.fusion.skipped.insert({"a", {NodeId(12)}, "3/body"});
                                   }},
                                  {"userGroups, one group",
                                   [](Settings& s) { s.fusion.userGroups = {{NodeId(1), NodeId(2)}}; }},
                                  {"userGroups, two groups",
                                   [](Settings& s) { s.fusion.userGroups = {{NodeId(1)}, {NodeId(2)}}; }}})},
        {"memory", memoryEdits()},
        {"memory_fused", memoryEdits()},
        {"memory_table", {}},
        {"memory_fused_table", {}},
        {"memory_other", otherPlanEdits()},
        {"memory_fused_other", otherPlanEdits()},
        {"cost", costEdits()},
        {"improve", costEdits()},
        {"explore",
         test::joined(test::constraintEdits(), std::vector<Edit>{
          {"axes", [](Settings& s) { s.space.axes = {"rows=8,16"}; }},
          {"sample", [](Settings& s) { s.space.sample = 5; }},
          {"bandwidth", [](Settings& s) { s.accelerator.bandwidth = 8; }},
          {"clockGhz", [](Settings& s) { s.accelerator.clockGhz = 0.5; }},
          {"energy", [](Settings& s) { s.accelerator.energy = "eyeriss-65nm"; }},
          {"tiling", [](Settings& s) { s.tilings = tilingsOf("conv", {4, 4, 2, 1}); }}})},
        {"mapping_search", {}},
        {"compare_costs", {{"comparedWith", [](Settings& s) { s.viewState.comparedWith = "fp32"; }}}},
        {"check", test::editsOf(pipeline::checkFields())},
        {"broken", {}},
        {"int8_calibration",
         test::joined(
             test::editsOf<&Settings::int8>(pipeline::int8Fields()),
             test::quantizationEdits(pipeline::DataGroup),
             std::vector<Edit>{{"weightCodes",
                                [](Settings& s) { s.int8.study.weightScheme.type = quant::CodeType::Int4; }}})},
        {"int8_dequantized", test::joined(test::editsOf<&Settings::int8>(pipeline::int8Fields()),
                                          test::quantizationEdits(pipeline::DataGroup))},
        {"int8_model", test::joined(test::codeEdits(), test::quantizationEdits(pipeline::RangesGroup),
                                    test::quantizationEdits(pipeline::RemediesGroup))},
        {"int8_facts", {}},
        {"int8_value", {{"element", [](Settings& s) { s.viewState.int8Element = 3; }}}},
        {"int8_sensitivity", {}},
        {"int8_strategies",
         {{"remedies", [](Settings& s) { s.viewState.strategies.remedies = true; }},
          {"times", [](Settings& s) { s.viewState.strategies.times = false; }}}},
        {"int8_accumulators", {}},
        {"int8_fixed_point", {}},
        {"benefits",
         {{"processor",
           [](Settings& s) {
               cost::Processor slower = cost::referenceProcessor();
               slower.seconds[0] *= 2;
               s.viewState.processor = std::make_shared<const cost::Processor>(slower);
           }}}},
        {"benefits_pinned",
         {{"fusion",
           [](Settings& s) { s.viewState.pinnedFusion = std::make_shared<const fusion::History>(); }}}},
        {"modules", {}},
        {"modules_fused", {}},
        {"modules_inside",
         {{"graph", [](Settings& s) { s.viewState.graphInside = std::make_shared<const ir::Graph>(); }}}},
        {"weight_stats",
         {{"tensor", [](Settings& s) { s.viewState.inspected = {weights()[0]}; }},
          {"another one", [](Settings& s) { s.viewState.inspected = {weights()[1]}; }},
          {"its shape", [](Settings& s) { s.viewState.inspected = {weights()[1].reshaped({2, 1})}; }}}},
        {"int8_layer",
         {{"layer", [](Settings& s) { s.viewState.int8Layer = NodeId(3); }},
          {"sample", [](Settings& s) { s.viewState.sample = 2; }}}},
        {"int8",
         test::joined(
             test::codeEdits(), test::quantizationEdits(pipeline::RangesGroup), test::arithmeticEdits(),
             std::vector<Edit>{
                 {"inputRange", [](Settings& s) { s.int8.study.inputRange = quant::Range{-1, 1}; }},
                 {"outputRange", [](Settings& s) { s.int8.study.outputRange = quant::Range{-1, 1}; }}})},
    };
    return all;
}

std::string textOf(const pipeline::Stage& stage, const Settings& settings) {
    pipeline::SettingsText text;
    if (stage.settings) stage.settings(settings, text);
    return text.text();
}

using Names = std::set<std::string>;

// These run when a person asks for them, or has chosen something to run them on.
const Names OnDemand{"int8",
                     "int8_layer",
                     "int8_facts",
                     "int8_value",
                     "int8_sensitivity",
                     "int8_strategies",
                     "int8_accumulators",
                     "int8_fixed_point",
                     "int8_dequantized", // of what comes quantized
                     "broken",           // where the check fails
                     "compare_costs",
                     "mapping_search",
                     "modules_inside",
                     "benefits_pinned",
                     "weight_stats",
                     "memory_table",
                     "memory_fused_table",
                     "memory_other",
                     "memory_fused_other"};

// All that stand on `stage`, it included.
Names dependentsOf(std::string_view stage) {
    Names names{std::string(stage)};
    for (const pipeline::Stage* each : pipeline::stages())
        for (const std::string_view need : each->needs)
            if (names.contains(std::string(need))) names.insert(std::string(each->name));
    return names;
}

// A session without threads: what is due is computed at once, or is left running.
struct Followed {
    pipeline::StageRuns runs;
    pipeline::Analysis analysis;
    Settings settings;
    Names running;
    int computed = 0;

    explicit Followed(const char* model) {
        auto opened = pipeline::open(test::sample(model));
        analysis.opened = *opened;
        runs.reset(analysis, settings);
    }
    void advance() {
        const auto due = runs.advance(analysis, settings);
        for (const pipeline::Stage* stage : due.stop)
            running.erase(std::string(stage->name));
        for (const pipeline::Stage* stage : due.start)
            running.insert(std::string(stage->name));
    }
    void finish(const std::string& name) {
        const pipeline::Stage& stage = *pipeline::findStage(name);
        running.erase(name);
        ++computed;
        runs.finish(stage, stage.compute(analysis, settings, {}, [](const pipeline::StageResult&) {}),
                    analysis);
        advance();
    }
    void finishAll() {
        advance();
        while (!running.empty())
            finish(*running.begin());
    }
    Names pending() const { return {analysis.pending.begin(), analysis.pending.end()}; }
    Names cancelled() const { return {analysis.cancelled.begin(), analysis.cancelled.end()}; }
};

} // namespace

class StagesTest : public QObject {
    Q_OBJECT

private slots:
    void theTable() {
        Names before;
        for (const pipeline::Stage* stage : pipeline::stages()) {
            QVERIFY(stage->compute && stage->get && stage->put && *stage->title);
            QCOMPARE(pipeline::findStage(stage->name), stage);
            for (const std::string_view need : stage->needs)
                QVERIFY2(need.empty() || before.contains(std::string(need)), stage->title);
            QVERIFY(before.insert(std::string(stage->name)).second);
        }
        QVERIFY(!pipeline::findStage("nothing"));
        QCOMPARE(editsOfStages().size(), pipeline::stages().size());
    }

    // A stage starts anew exactly when something changes that it depends on.
    void everySettingIsThatOfItsStage() {
        const Settings given;
        for (const EditsOfStage& own : editsOfStages()) {
            const pipeline::Stage& stage = *pipeline::findStage(own.name);
            Names texts{textOf(stage, given)};
            for (const EditsOfStage& other : editsOfStages())
                for (const Edit& edit : other.edits) {
                    Settings settings;
                    edit.apply(settings);
                    const std::string what = std::string(own.name) + ": " + edit.what;
                    const auto both = [&](const char* family) {
                        return std::string(own.name).starts_with(family) &&
                               std::string(other.name).starts_with(family);
                    };
                    const auto isCost = [](const char* name) {
                        return std::set<std::string>{"cost", "improve", "explore", "compare_costs"}.contains(
                            name);
                    };
                    const bool shared = &own != &other && (both("memory") || both("int8") || both("benefits") ||
                                                           (isCost(own.name) && isCost(other.name)));
                    if (&own == &other)
                        QVERIFY2(texts.insert(textOf(stage, settings)).second, what.c_str());
                    else if (!shared)
                        QVERIFY2(textOf(stage, settings) == textOf(stage, given), what.c_str());
                }
        }
    }

    void everythingIsComputedOnce() {
        Followed model("tiny_cnn_2d.onnx");
        model.finishAll();
        QVERIFY(model.pending().empty() && model.analysis.errors.empty());
        QCOMPARE(model.computed, int(pipeline::stages().size() - OnDemand.size()));
        QVERIFY(model.analysis.costs && model.analysis.memoryAfter && model.analysis.check &&
                !model.analysis.int8);
        model.finishAll();
        QCOMPARE(model.computed, int(pipeline::stages().size() - OnDemand.size()));
    }

    void whatStandsOnARunningStageIsStale_data() {
        QTest::addColumn<std::string>("name");
        for (const EditsOfStage& stage : editsOfStages())
            if (!stage.edits.empty() && !OnDemand.contains(stage.name))
                QTest::newRow(stage.name) << std::string(stage.name);
    }
    void whatStandsOnARunningStageIsStale() {
        QFETCH(std::string, name);
        Followed model("tiny_cnn_2d.onnx");
        model.finishAll();
        const pipeline::Analysis known = model.analysis;
        Names expected = dependentsOf(name);
        for (const std::string& each : OnDemand)
            expected.erase(each);
        const auto& edits = *std::ranges::find(editsOfStages(), name, &EditsOfStage::name);
        edits.edits.front().apply(model.settings);
        model.advance();
        if (name.starts_with("memory")) expected = {"memory", "memory_fused"};   // these share their settings
        if (name == "cost" || name == "improve") expected = {"cost", "improve"}; // rows, which the space varies
        QCOMPARE(model.pending(), expected);
        for (const pipeline::Stage* stage : pipeline::stages()) // shown on, dimmed
            QCOMPARE(stage->has(model.analysis), stage->has(known));
        // Taken back before it was done: what is there is right, and nothing runs.
        model.settings = {};
        model.advance();
        QVERIFY(model.pending().empty() && model.running.empty());
        // Cancelled: it stays so until it is wanted again.
        edits.edits.front().apply(model.settings);
        model.advance();
        for (const std::string& each : Names(model.running))
            model.runs.cancel(*pipeline::findStage(each));
        model.running.clear();
        model.advance();
        QCOMPARE(model.cancelled(), expected);
        QVERIFY(model.pending().empty() && model.running.empty());
        for (const std::string& each : expected)
            model.runs.retry(each);
        model.finishAll();
        QVERIFY(model.pending().empty() && model.cancelled().empty() && model.analysis.errors.empty());
    }

    void afterAnErrorNothingThatStandsOnItIsCurrent() {
        Followed model("tiny_cnn_2d.onnx");
        model.finishAll();
        model.settings.fusion.without.insert("fold_batch_norm");
        model.advance();
        model.running.erase("fuse");
        model.runs.finish(*pipeline::findStage("fuse"), unsupported("no fusion today"), model.analysis);
        model.finishAll();
        QVERIFY(!model.analysis.fusion && !model.analysis.memoryAfter && !model.analysis.costs &&
                !model.analysis.check && !model.analysis.explored);
        QVERIFY(model.analysis.typed && model.analysis.memoryBefore && model.pending().empty());
        QCOMPARE(model.analysis.errors.size(), std::size_t(1));
        for (const char* name : {"fuse", "cost", "memory_fused", "check"}) {
            const Error* error = pipeline::errorOf(model.analysis, name);
            QVERIFY2(error && error->message == "no fusion today", name);
        }
        QVERIFY(!pipeline::errorOf(model.analysis, "memory"));
        model.settings.fusion.without.clear();
        model.finishAll();
        QVERIFY(model.analysis.costs && model.analysis.errors.empty());
    }

    // Once for each request; what it depends on takes the result away, and it waits for the next.
    void whatIsAskedForRunsOnce() {
        Followed model("tiny_cnn_2d.onnx");
        model.settings.quantization.samples = model.settings.quantization.evaluationSamples = 1;
        model.finishAll();
        const auto finish = [&] {
            const bool runs = model.running == Names{"int8_accumulators"};
            model.running.clear();
            model.runs.finish(*pipeline::findStage("int8_accumulators"),
                              pipeline::StageResult(std::make_shared<pipeline::AccumulatorExperiment>()),
                              model.analysis);
            model.advance();
            return runs && model.running.empty() && model.analysis.accumulators;
        };
        QVERIFY(!model.analysis.accumulators);
        model.settings.viewState.accumulatorsAsked = 1;
        model.advance();
        QVERIFY(finish());
        model.settings.quantization.method = "entropy";
        model.advance();
        QVERIFY(model.analysis.accumulators && model.analysis.isStale("int8_accumulators"));
        model.finishAll();
        QVERIFY(!model.analysis.accumulators && model.pending().empty() && model.analysis.quantized);
        model.settings.quantization.method = "min_max"; // the request was of the model before
        model.finishAll();
        QVERIFY(!model.analysis.accumulators);
        ++model.settings.viewState.accumulatorsAsked;
        model.advance();
        QVERIFY(finish());
        const auto known = model.analysis.accumulators;
        ++model.settings.viewState.accumulatorsAsked; // once more
        model.advance();
        QVERIFY(!model.analysis.accumulators);
        QVERIFY(finish());
        QVERIFY(model.analysis.accumulators != known);
        // While it runs it is no longer what was asked for: it stops.
        ++model.settings.viewState.accumulatorsAsked;
        model.advance();
        model.settings.quantization.method = "entropy";
        model.advance();
        QVERIFY(!model.running.contains("int8_accumulators"));
        model.finishAll();
        QVERIFY(!model.analysis.accumulators && model.pending().empty());
        // The number of a request is that of one model.
        pipeline::Analysis other;
        other.opened = *pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        model.analysis = other;
        model.settings.viewState = {};
        model.runs.reset(model.analysis, model.settings);
        model.running.clear();
        model.finishAll();
        QVERIFY(!model.analysis.accumulators && model.analysis.quantized);
    }

    void partsStayUntilTheyAreStale() {
        Followed model("tiny_cnn_2d.onnx");
        model.settings.quantization.samples = model.settings.quantization.evaluationSamples = 1;
        model.finishAll();
        const pipeline::Stage& stage = *pipeline::findStage("int8_strategies");
        const auto part = std::make_shared<const pipeline::StrategyComparison>();
        const auto isPartial = [&] {
            return model.analysis.strategies == part && model.analysis.partial.contains(stage.name);
        };
        model.settings.viewState.strategies.asked = 1;
        model.advance();
        QVERIFY(!isPartial());
        model.runs.publish(stage, part, model.analysis);
        model.advance();
        QVERIFY(isPartial() && model.pending() == Names{"int8_strategies"});
        model.runs.cancel(stage);
        model.running.clear();
        model.advance();
        QVERIFY(isPartial() && model.cancelled() == Names{"int8_strategies"} && model.pending().empty());
        model.runs.retry(stage.name);
        model.advance();
        QVERIFY(isPartial() && model.running.contains("int8_strategies"));
        model.running.clear();
        model.runs.finish(stage, unsupported("no more"), model.analysis);
        model.advance();
        QVERIFY(isPartial() && model.analysis.errors.contains(stage.name) && model.running.empty());
        model.settings.quantization.samples = model.settings.quantization.evaluationSamples =
            2; // other samples
        model.finishAll();
        QVERIFY(!model.analysis.strategies && model.analysis.partial.empty() && model.analysis.errors.empty());
    }

    // A point of the space that is chosen is no other space; what the space does not vary is.
    void aPointIsNoOtherSpace() {
        const pipeline::Stage& stage = *pipeline::findStage("explore");
        Settings settings;
        settings.accelerator.ifmapKb = 20;
        settings.space = {{"sram=48:384:48", "rows=8,16"}, 0};
        const std::string before = textOf(stage, settings);
        settings.viewState.exploredOn = settings.accelerator;
        QCOMPARE(textOf(stage, settings), before);
        const auto space = settings.space.on(settings.accelerator);
        QVERIFY(space);
        for (std::uint64_t i = 0; i < *space->points(); ++i) {
            settings.accelerator = space->at(i);
            QCOMPARE(textOf(stage, settings), before);
        }
        settings.accelerator.cols = 7;
        QVERIFY(textOf(stage, settings) != before);
    }

    // A part is no result: the settings of before do not make it one. A stage that nobody looks at goes on when
    // it has a part of what is wanted now.
    void aPartIsNoResult() {
        Followed model("tiny_cnn_2d.onnx");
        model.finishAll();
        const pipeline::Stage& stage = *pipeline::findStage("explore");
        const auto part = model.analysis.explored;
        model.settings.accelerator.bandwidth = 8;
        model.advance();
        model.runs.publish(stage, part, model.analysis);
        model.settings.accelerator.bandwidth = 9;
        model.advance();
        QVERIFY(model.analysis.explored == part && model.pending().contains("explore"));
        QVERIFY(model.analysis.partial.empty());
        model.settings.accelerator.bandwidth = 8;
        model.advance();
        QVERIFY(model.running.contains("explore") && model.analysis.partial.contains("explore"));
        model.runs.setUnwanted({"explore"});
        model.advance();
        QVERIFY(model.running.contains("explore") && model.analysis.explored == part);
        model.settings.accelerator.bandwidth = 9;
        model.advance();
        QVERIFY(!model.running.contains("explore") && !model.analysis.explored);
    }

    void oneAnswerNeedsOnlyWhatItStandsOn() {
        pipeline::Analysis analysis;
        analysis.opened = *pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        Settings settings;
        settings.quantization.samples = settings.quantization.evaluationSamples = 1;
        settings.viewState.strategies.times = false;
        QVERIFY(pipeline::evaluate(analysis, settings, "cost"));
        QVERIFY(analysis.typed && analysis.fusion && analysis.costs);
        QVERIFY(!analysis.check && !analysis.memoryBefore && !analysis.explored);
        for (const pipeline::Stage* stage : pipeline::stages())
            QCOMPARE(bool(pipeline::evaluate(analysis, settings, stage->name)),
                     stage->asked ? stage->name != "mapping_search" // of no layer
                                  : !OnDemand.contains(std::string(stage->name)));
    }
};

EDGEWRIGHT_TEST(StagesTest)

} // namespace edgewright::stages_test

#include "stages_test.moc"
