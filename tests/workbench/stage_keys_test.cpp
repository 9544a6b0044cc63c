// SPDX-License-Identifier: GPL-3.0-or-later
// The key of a stage changes with every setting that the stage depends on, and with no other.
#include "app/workbench/stage_keys.h"

#include <QTest>

#include <set>
#include <string>
#include <vector>

using namespace edgewright;

namespace {

using Settings = pipeline::Settings;

struct Edit {
    const char* what;
    void (*apply)(Settings&);
};

// A stage with all that it depends on.
struct KeyOfStage {
    const char* name;
    std::string (*key)(std::uint64_t, const Settings&);
    std::vector<Edit> edits;
};

const std::vector<KeyOfStage>& stages() {
    static const std::vector<KeyOfStage> all{
        {"type",
         workbench::typeKey,
         {{"an extent", [](Settings& s) { s.bindings["batch"] = 4; }},
          {"another extent", [](Settings& s) { s.bindings["batch"] = 5; }},
          {"another symbol", [](Settings& s) { s.bindings["width"] = 4; }}}},
        {"fuse",
         workbench::fuseKey,
         {{"without", [](Settings& s) { s.fusion.without.insert("a"); }},
          {"patchLimit", [](Settings& s) { s.fusion.patchLimit = 3; }},
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
           [](Settings& s) {
               s.fusion.userGroups = {{NodeId(1), NodeId(2)}};
           }},
          {"userGroups, two groups",
           [](Settings& s) {
               s.fusion.userGroups = {{NodeId(1)}, {NodeId(2)}};
           }},
          {"opsetLimit", [](Settings& s) { s.fusion.opsetLimit = 20; }},
          {"leastTraffic", [](Settings& s) { s.fusion.leastTraffic = true; }}}},
        {"memory",
         workbench::memoryKey,
         {{"alignment", [](Settings& s) { s.liveness.alignment = 16; }},
          {"inPlace", [](Settings& s) { s.liveness.inPlace = false; }},
          {"parts", [](Settings& s) { s.liveness.parts = false; }},
          {"inputs", [](Settings& s) { s.liveness.inputs = memory::Placement::WholeRun; }},
          {"outputs", [](Settings& s) { s.liveness.outputs = memory::Placement::WholeRun; }},
          {"weights", [](Settings& s) { s.liveness.weights = true; }},
          {"unshared", [](Settings& s) { s.liveness.unshared = {ValueId(12)}; }},
          {"two unshared",
           [](Settings& s) {
               s.liveness.unshared = {ValueId(1), ValueId(2)};
           }},
          {"scratch", [](Settings& s) { s.scratch = true; }},
          {"planner", [](Settings& s) { s.planner = "exact"; }},
          {"scheduler", [](Settings& s) { s.scheduler = "exact"; }},
          {"planSeconds", [](Settings& s) { s.planSeconds = 3; }}}},
        {"cost",
         workbench::costKey,
         {{"rows", [](Settings& s) { s.accelerator.rows = 8; }},
          {"cols", [](Settings& s) { s.accelerator.cols = 8; }},
          {"dataflow", [](Settings& s) { s.accelerator.dataflow = cost::Dataflow::OutputStationary; }},
          {"ifmapKb", [](Settings& s) { s.accelerator.ifmapKb = 8; }},
          {"filterKb", [](Settings& s) { s.accelerator.filterKb = 8; }},
          {"ofmapKb", [](Settings& s) { s.accelerator.ofmapKb = 8; }},
          {"bandwidth", [](Settings& s) { s.accelerator.bandwidth = 8; }},
          {"wordBytes", [](Settings& s) { s.accelerator.wordBytes = 8; }},
          {"lanes", [](Settings& s) { s.accelerator.lanes = 8; }}}},
        {"check", workbench::checkKey, {{"seed", [](Settings& s) { s.seed = 7; }}}},
        {"int8",
         workbench::int8Key,
         {{"layer", [](Settings& s) { s.int8Layer = NodeId(3); }},
          {"seed", [](Settings& s) { s.int8.seed = 7; }},
          {"weights", [](Settings& s) { s.int8.study.weights = quant::Granularity::PerTensor; }},
          {"requantize", [](Settings& s) { s.int8.study.requantize = quant::Requantize::FixedPoint; }},
          {"accumulatorBits", [](Settings& s) { s.int8.study.accumulatorBits = 16; }},
          {"overflow", [](Settings& s) { s.int8.study.overflow = quant::Overflow::Saturate; }}}},
    };
    return all;
}

// With a member more this does not compile: it needs a line in the list above. Two have none: what operators
// need for themselves is measured by the stage, and the ranges of a layer come with a study, which starts all
// stages anew.
void membersAreListed() {
    {
        [[maybe_unused]] const auto& [bindings, fusion, seed, liveness, scratch, planner, scheduler,
                                      planSeconds, accelerator, int8, int8Layer] = Settings();
    }
    {
        [[maybe_unused]] const auto& [without, patchLimit, skipped, userGroups, opsetLimit, leastTraffic] =
            fusion::Options();
    }
    {
        [[maybe_unused]] const auto& [alignment, inPlace, parts, inputs, outputs, weights, unshared, scratch] =
            memory::LivenessOptions();
    }
    {
        [[maybe_unused]] const auto& [rows, cols, dataflow, ifmapKb, filterKb, ofmapKb, bandwidth, wordBytes,
                                      lanes] = cost::Accelerator();
    }
    {
        [[maybe_unused]] const auto& [study, seed] = pipeline::Int8Options();
        [[maybe_unused]] const auto& [weights, requantize, accumulatorBits, overflow, inputRange, outputRange] =
            study;
    }
}

} // namespace

class StageKeysTest : public QObject {
    Q_OBJECT

private slots:
    // A stage starts anew exactly when something changes that it depends on.
    void everySettingIsInTheKeyOfItsStage() {
        membersAreListed();
        const pipeline::Settings given;
        for (const KeyOfStage& stage : stages()) {
            std::set<std::string> keys{stage.key(1, given)};
            QCOMPARE(stage.key(1, pipeline::Settings()), *keys.begin());
            QVERIFY2(keys.insert(stage.key(2, given)).second, stage.name);
            for (const KeyOfStage& other : stages())
                for (const Edit& edit : other.edits) {
                    pipeline::Settings settings;
                    edit.apply(settings);
                    const std::string key = stage.key(1, settings);
                    const std::string what = std::string(stage.name) + ": " + edit.what;
                    if (&stage == &other)
                        QVERIFY2(keys.insert(key).second, what.c_str());
                    else
                        QVERIFY2(key == stage.key(1, given), what.c_str());
                }
        }
        QVERIFY(workbench::sweepKey(1) != workbench::sweepKey(2));
    }
};

QTEST_GUILESS_MAIN(StageKeysTest)
#include "stage_keys_test.moc"
