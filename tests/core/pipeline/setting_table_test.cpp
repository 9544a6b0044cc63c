// SPDX-License-Identifier: GPL-3.0-or-later
// Each decision is a row of the table of settings, and nothing else is.
#include "core/pipeline/settings/setting_table.h"
#include "tests/support/setting_edits.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <map>
#include <string>

namespace edgewright::setting_table_test {

using pipeline::Settings;
using Rows = std::map<std::array<std::string, 2>, std::array<std::string, 2>>; // group, setting: value, unit

class SettingTableTest : public QObject {
    Q_OBJECT

    static Rows rowsOf(const Settings& settings) {
        const table::Table table = pipeline::settingTable(settings);
        Rows rows;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const auto at = [&](std::string_view key) { return std::get<std::string>(table.at(row, key)); };
            rows[{at("group"), at("setting")}] = {at("value"), at("unit")};
        }
        return rows.size() == table.rows() ? rows : Rows(); // two of one name
    }

private slots:
    void everyFieldIsARow() {
        const std::vector<test::SettingEdit> edits = test::settingEdits();
        QCOMPARE(pipeline::settingFields().size(), edits.size());
        const Rows usual = rowsOf(Settings());
        QVERIFY(usual.size() >= edits.size());
        for (const test::SettingEdit& edit : edits) {
            Settings changed;
            edit.apply(changed);
            const Rows rows = rowsOf(changed);
            QCOMPARE(rows.size(), usual.size());
            int different = 0;
            for (const auto& [name, value] : rows)
                different += usual.at(name) != value ? 1 : 0;
            QVERIFY2(different == 1, edit.what.c_str());
        }
    }

    void whatIsLookedAtIsNone() {
        Settings looked;
        looked.viewState = {NodeId(3), 7, true, "fp32"};
        QVERIFY(rowsOf(looked) == rowsOf(Settings()));
    }

    void wordsAndUnits() {
        Settings settings;
        settings.accelerator.clockGhz = 1.2345678;
        settings.accelerator.dataflow = cost::Dataflow::WeightStationary;
        settings.liveness.inPlace = false;
        const Rows rows = rowsOf(settings);
        using Value = std::array<std::string, 2>;
        QVERIFY((rows.at({"Accelerator", "Clock"}) == Value{"1.2345678", "GHz"}));
        QVERIFY((rows.at({"Accelerator", "Dataflow"}) == Value{"Weight stationary", ""}));
        QVERIFY((rows.at({"Accelerator", "Vector lanes"}) == Value{"as columns", ""}));
        QVERIFY((rows.at({"Memory", "In place"}) == Value{"off", ""}));
        QVERIFY(rows.contains({"Integers", "weights: codes"}));
    }

    // Beside the model only what somebody has changed.
    void linesOfWhatIsNotAsByDefault() {
        using Lines = std::vector<std::string>;
        QCOMPARE(pipeline::settingLines(Settings()), Lines{"Settings: as by default"});
        Settings settings;
        settings.bindings["batch"] = 4;
        settings.accelerator.clockGhz = 1.25;
        settings.accelerator.dataflow = cost::Dataflow::WeightStationary;
        settings.liveness.inPlace = false;
        const Lines lines = pipeline::settingLines(settings, "/a/folder/net.onnx");
        QCOMPARE(lines.size(), std::size_t(3));
        QCOMPARE(lines[0], std::string("Model: net.onnx, batch 4"));
        QCOMPARE(lines[1], std::string("Memory: In place off"));
        QVERIFY2(lines[2].starts_with("Accelerator: ") && lines[2].find("Clock 1.25 GHz") != std::string::npos,
                 lines[2].c_str());
        for (const test::SettingEdit& edit : test::settingEdits()) {
            Settings changed;
            edit.apply(changed);
            const Lines told = pipeline::settingLines(changed);
            QVERIFY2(told.size() == 1 && told != Lines{"Settings: as by default"}, edit.what.c_str());
        }
    }

    // A row only where there is some, beside its group.
    void whatIsNoSingleValue() {
        Settings settings;
        const std::size_t usual = rowsOf(settings).size();
        settings.bindings["batch"] = 4;
        settings.fusion.without.insert("fold_batch_norm");
        settings.fusion.userGroups = {{NodeId(1), NodeId(2)}};
        settings.liveness.unshared = {ValueId(12)};
        settings.int8.study.inputRange = quant::Range{-1, 0.5F};
        settings.tilings[cost::tiledPart(settings.accelerator)] = {
            {"conv", {16, 7, 64, 32, cost::LoopOrder::FPC}}};
        cost::Accelerator other;
        other.setArray(8, 8);
        settings.tilings[cost::tiledPart(other)] = {{"conv", {1, 1, 1, 1}}, {"fc", {1, 1, 1, 1}}};
        const Rows rows = rowsOf(settings);
        QCOMPARE(rows.size(), usual + 7);
        QCOMPARE(rows.at({"Accelerator", "Adopted tilings"})[0], std::string("conv 16x7 f64 c32 fpc"));
        QCOMPARE(rows.at({"Accelerator", "Tilings for other accelerators"})[0], std::string("2"));
        QCOMPARE(rows.at({"Model", "batch"})[0], std::string("4"));
        QCOMPARE(rows.at({"Fusion", "Rules switched off"})[0], std::string("fold_batch_norm"));
        QCOMPARE(rows.at({"Integers", "Range of the input"})[0], std::string("-1 to 0.5"));
        const table::Table table = pipeline::settingTable(settings);
        QCOMPARE(std::get<std::string>(table.at(0, "setting")), std::string("batch"));
        std::set<std::string> groups; // each in one piece
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const auto group = std::get<std::string>(table.at(row, "group"));
            QVERIFY(groups.insert(group).second || std::get<std::string>(table.at(row - 1, "group")) == group);
        }
    }
};

EDGEWRIGHT_TEST(SettingTableTest)

} // namespace edgewright::setting_table_test

#include "setting_table_test.moc"
