// SPDX-License-Identifier: GPL-3.0-or-later
// No decision is left out where two states are compared.
#include "tests/support/setting_edits.h"
#include "tests/support/test_class.h"
#include "views/session/setting_differences.h"
#include "views/support/settings_model.h"

#include <QStringList>
#include <QTest>

#include <array>
#include <string_view>
#include <vector>

namespace edgewright::setting_differences_test {

using namespace edgewright::views;
using Settings = pipeline::Settings;

class SettingDifferencesTest : public QObject {
    Q_OBJECT

    // One edit for every field, and for what is special.
    static std::vector<test::SettingEdit> edits() {
        return test::joined(test::settingEdits(),
                            std::vector<test::SettingEdit>{
                                {"bindings", [](Settings& s) { s.bindings["batch"] = 4; }},
                                {"without", [](Settings& s) { s.fusion.without.insert("fold_batch_norm"); }},
                                {"skipped",
                                 [](Settings& s) {
                                     s.fusion.skipped.insert({"a", {NodeId(1)}});
                                 }},
                                {"userGroups",
                                 [](Settings& s) {
                                     s.fusion.userGroups = {{NodeId(1), NodeId(2)}};
                                 }},
                                {"unshared", [](Settings& s) { s.liveness.unshared = {ValueId(12)}; }},
                                {"tiling",
                                 [](Settings& s) {
                                     s.tilings[cost::tiledPart(s.accelerator)] = {{"conv", {4, 4, 2, 1}}};
                                 }},
                                {"axes", [](Settings& s) { s.space.axes = {"size=8,16"}; }},
                                {"inputRange",
                                 [](Settings& s) {
                                     s.int8.study.inputRange = quant::Range{-1, 1};
                                 }},
                                {"outputRange", [](Settings& s) {
                                     s.int8.study.outputRange = quant::Range{-1, 1};
                                 }}});
    }

private slots:
    void everyDecisionIsTold() {
        const Settings given;
        QVERIFY(settingDifferences(given, given).empty());
        for (const test::SettingEdit& edit : edits()) {
            Settings changed;
            edit.apply(changed);
            const std::string& where = edit.what;
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

    // Of a stage those that its result, or one that it needs, depends on.
    void ofAStageThoseThatItDependsOn() {
        Settings changed;
        changed.bindings["batch"] = 4;
        changed.fusion.without.insert("fold_batch_norm");
        changed.planner = "no_reuse";
        changed.accelerator.rows = 8;
        changed.tilings[cost::tiledPart(changed.accelerator)] = {{"conv", {4, 4, 2, 1}}};
        changed.space.axes = {"size=8,16"};
        changed.int8.study.inputRange = quant::Range{-1, 1};
        changed.quantization.samples = 7;
        const auto told = [&](std::string_view stage) {
            const std::array stages{stage};
            QStringList names;
            for (const SettingDifference& each : settingDifferences(Settings(), changed, stages))
                names << each.what;
            names.sort();
            return names;
        };
        QCOMPARE(told("type"), QStringList{QStringLiteral("batch")});
        QCOMPARE(told("memory"), (QStringList{QStringLiteral("batch"), QStringLiteral("planner")}));
        QCOMPARE(told("memory_fused"), (QStringList{QStringLiteral("batch"), QStringLiteral("planner"),
                                                    QStringLiteral("rule fold_batch_norm")}));
        QCOMPARE(told("cost"),
                 (QStringList{QStringLiteral("array rows"), QStringLiteral("batch"),
                              QStringLiteral("rule fold_batch_norm"), QStringLiteral("tiling of conv")}));
        QCOMPARE(settingDifferences(Settings(), changed).size(), std::size_t(8));
        const std::array both{std::string_view("memory"), std::string_view("cost")};
        QCOMPARE(settingDifferences(Settings(), changed, both).size(), std::size_t(5));
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
