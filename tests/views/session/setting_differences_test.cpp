// SPDX-License-Identifier: GPL-3.0-or-later
// No decision is left out where two states are compared.
#include "views/session/setting_differences.h"
#include "views/support/settings_model.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <vector>

namespace edgewright::setting_differences_test {

using namespace edgewright::views;
using Settings = pipeline::Settings;

class SettingDifferencesTest : public QObject {
    Q_OBJECT

    // One edit for every member that a person decides. A member more makes the bindings below fail to compile.
    static std::vector<void (*)(Settings&)> edits() {
        {
            [[maybe_unused]] const auto& [bindings, fusion, seed, liveness, scratch, planner, scheduler,
                                          planSeconds, accelerator, space, int8, quantization, viewState] =
                Settings();
        }
        {
            [[maybe_unused]] const auto& [without, patchLimit, skipped, userGroups, opsetLimit, leastTraffic] =
                fusion::Options();
        }
        {
            [[maybe_unused]] const auto& [alignment, inPlace, parts, inputs, outputs, weights, unshared,
                                          outside, scratch, bodies] = memory::LivenessOptions();
        }
        {
            [[maybe_unused]] const auto& [rows, cols, dataflow, ifmapKb, filterKb, ofmapKb, bandwidth,
                                          wordBytes, lanes, clockGhz, arrays, overlapsFolds, packsGroups,
                                          sramBandwidth, objective, energy] = cost::Accelerator();
        }
        {
            [[maybe_unused]] const auto& [weights, weightScheme, activationScheme, rounding, roundingSeed,
                                          requantize, accumulation, accumulatorBits, overflow, inputRange,
                                          outputRange, limits] = quant::StudyOptions();
            [[maybe_unused]] const auto& [type, symmetric, used, powerOfTwo] = weightScheme;
        }
        {
            [[maybe_unused]] const auto& [folds, method, percentile, source, samples, equalize, correctBias,
                                          floatLayers] = pipeline::QuantizationSettings();
        }
        return {
            [](Settings& s) { s.bindings["batch"] = 4; },
            [](Settings& s) { s.fusion.without.insert("fold_batch_norm"); },
            [](Settings& s) { s.fusion.patchLimit = 3; },
            [](Settings& s) {
                s.fusion.skipped.insert({"a", {NodeId(1)}});
            },
            [](Settings& s) {
                s.fusion.userGroups = {{NodeId(1), NodeId(2)}};
            },
            [](Settings& s) { s.fusion.opsetLimit = 20; },
            [](Settings& s) { s.fusion.leastTraffic = true; },
            [](Settings& s) { s.seed = 7; },
            [](Settings& s) { s.liveness.alignment = 16; },
            [](Settings& s) { s.liveness.inPlace = false; },
            [](Settings& s) { s.liveness.parts = false; },
            [](Settings& s) { s.liveness.inputs = memory::Placement::WholeRun; },
            [](Settings& s) { s.liveness.outputs = memory::Placement::Outside; },
            [](Settings& s) { s.liveness.weights = true; },
            [](Settings& s) { s.liveness.unshared = {ValueId(12)}; },
            [](Settings& s) { s.scratch = true; },
            [](Settings& s) { s.planner = "exact"; },
            [](Settings& s) { s.scheduler = "exact"; },
            [](Settings& s) { s.planSeconds = 3; },
            [](Settings& s) { s.accelerator.rows = 8; },
            [](Settings& s) { s.accelerator.cols = 8; },
            [](Settings& s) { s.accelerator.dataflow = cost::Dataflow::OutputStationary; },
            [](Settings& s) { s.accelerator.ifmapKb = 8; },
            [](Settings& s) { s.accelerator.filterKb = 8; },
            [](Settings& s) { s.accelerator.ofmapKb = 8; },
            [](Settings& s) { s.accelerator.bandwidth = 8; },
            [](Settings& s) { s.accelerator.wordBytes = 8; },
            [](Settings& s) { s.accelerator.lanes = 8; },
            [](Settings& s) { s.accelerator.clockGhz = 0.5; },
            [](Settings& s) { s.accelerator.arrays = 2; },
            [](Settings& s) { s.accelerator.overlapsFolds = false; },
            [](Settings& s) { s.accelerator.packsGroups = false; },
            [](Settings& s) { s.accelerator.sramBandwidth = 64; },
            [](Settings& s) { s.accelerator.objective = cost::Objective::Energy; },
            [](Settings& s) { s.accelerator.energy = "eyeriss-65nm"; },
            [](Settings& s) { s.space.axes = {"size=8,16"}; },
            [](Settings& s) { s.space.sample = 500; },
            [](Settings& s) { s.int8.seed = 7; },
            [](Settings& s) { s.int8.study.weights = quant::Granularity::PerTensor; },
            [](Settings& s) { s.int8.study.weightScheme.type = quant::CodeType::Int4; },
            [](Settings& s) { s.int8.study.weightScheme.symmetric = false; },
            [](Settings& s) { s.int8.study.weightScheme.limits = quant::Limits::Reduced; },
            [](Settings& s) { s.int8.study.weightScheme.powerOfTwo = true; },
            [](Settings& s) { s.int8.study.activationScheme.type = quant::CodeType::Int8; },
            [](Settings& s) { s.int8.study.activationScheme.symmetric = true; },
            [](Settings& s) { s.int8.study.activationScheme.limits = quant::Limits::Reduced; },
            [](Settings& s) { s.int8.study.activationScheme.powerOfTwo = true; },
            [](Settings& s) { s.int8.study.rounding = quant::Rounding::Truncate; },
            [](Settings& s) { s.int8.study.roundingSeed = 2; },
            [](Settings& s) { s.int8.study.accumulation = quant::Accumulation::SaturatingPairs; },
            [](Settings& s) { s.int8.study.requantize = quant::Requantize::FixedPoint; },
            [](Settings& s) { s.int8.study.accumulatorBits = 16; },
            [](Settings& s) { s.int8.study.overflow = quant::Overflow::Saturate; },
            [](Settings& s) {
                s.int8.study.inputRange = quant::Range{-1, 1};
            },
            [](Settings& s) {
                s.int8.study.outputRange = quant::Range{-1, 1};
            },
            [](Settings& s) { s.quantization.folds = false; },
            [](Settings& s) { s.quantization.method = "entropy"; },
            [](Settings& s) { s.quantization.percentile = 99.9; },
            [](Settings& s) { s.quantization.source = "images"; },
            [](Settings& s) { s.quantization.samples = 8; },
            [](Settings& s) { s.quantization.equalize = true; },
            [](Settings& s) { s.quantization.correctBias = true; },
            [](Settings& s) { s.quantization.floatLayers = 3; },
        };
    }

private slots:
    void everyDecisionIsTold() {
        const Settings given;
        QVERIFY(settingDifferences(given, given).empty());
        std::size_t index = 0;
        for (const auto edit : edits()) {
            Settings changed;
            edit(changed);
            const std::string where = "edit " + std::to_string(index++);
            QVERIFY2(!isEqual(changed, given), where.c_str());
            const auto found = settingDifferences(given, changed), back = settingDifferences(changed, given);
            QVERIFY2(found.size() == 1 && back.size() == 1, where.c_str());
            QVERIFY2(found[0].a != found[0].b && !found[0].what.isEmpty(), where.c_str());
            QVERIFY2(found[0].a == back[0].b && found[0].b == back[0].a, where.c_str());
        }
    }

    void whatIsLookedAtIsNoDecision() {
        Settings looked;
        looked.viewState = {NodeId(3), 7, true, "fp32"};
        QVERIFY(settingDifferences(Settings(), looked).empty());
    }

    // Of as many, but others.
    void othersOfTheSameNumber() {
        Settings a, b;
        a.liveness.unshared = {ValueId(1)};
        b.liveness.unshared = {ValueId(2)};
        const auto found = settingDifferences(a, b);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(found[0].a != found[0].b);
    }

    void manyRulesAreANumber() {
        Settings none;
        for (const fusion::Rule* rule : fusion::rules())
            none.fusion.without.emplace(rule->name);
        const auto found = settingDifferences(Settings(), none);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].b, QStringLiteral("0"));
    }
};

EDGEWRIGHT_TEST(SettingDifferencesTest)

} // namespace edgewright::setting_differences_test

#include "setting_differences_test.moc"
