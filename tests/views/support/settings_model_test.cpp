// SPDX-License-Identifier: GPL-3.0-or-later
// Undo: what a step is, what it is called, what it leaves alone.
#include "tests/support/test_class.h"
#include "views/support/settings_model.h"

#include <QSignalSpy>
#include <QTest>

namespace edgewright::settings_model_test {

using namespace Qt::StringLiterals;
using views::SettingsModel;

class SettingsModelTest : public QObject {
    Q_OBJECT

    static void setRows(SettingsModel& settings, std::int64_t rows, const QString& what = u"Array"_s) {
        settings.change(what, [rows](pipeline::Settings& s) { s.accelerator.rows = rows; });
    }

private slots:
    void aStepSaysWhatItWas() {
        SettingsModel settings;
        QVERIFY(!settings.canUndo() && settings.undoText().isEmpty());
        setRows(settings, 8);
        settings.change(u"Planner"_s, [](pipeline::Settings& s) { s.planner = "exact"; });
        QCOMPARE(settings.undoText(), u"Planner"_s);
        settings.undo();
        QCOMPARE(settings.undoText(), u"Array"_s);
        QCOMPARE(settings.redoText(), u"Planner"_s);
        settings.undo();
        QCOMPARE(settings.get(), pipeline::Settings());
        settings.redo();
        settings.redo();
        QCOMPARE(settings.get().planner, std::string("exact"));
        QCOMPARE(settings.get().accelerator.rows, 8);
    }

    void whatChangesNothingIsNoStep() {
        SettingsModel settings;
        QSignalSpy changed(&settings, &SettingsModel::changed);
        setRows(settings, settings.get().accelerator.rows);
        QVERIFY(!settings.canUndo());
        QCOMPARE(changed.count(), 0);
        // It does not take redo away either.
        setRows(settings, 8);
        settings.undo();
        setRows(settings, settings.get().accelerator.rows);
        QVERIFY(settings.canRedo());
    }

    void aDragIsOneStep() {
        SettingsModel settings;
        for (const std::int64_t rows : {33, 34, 35})
            setRows(settings, rows);
        settings.undo();
        QCOMPARE(settings.get(), pipeline::Settings());
        QVERIFY(!settings.canUndo());
        // After undo another one begins.
        setRows(settings, 40);
        settings.undo();
        QCOMPARE(settings.get(), pipeline::Settings());
        // Other decisions, and those without a name, stand alone.
        setRows(settings, 8, u"Array"_s);
        setRows(settings, 9, u"Design point"_s);
        setRows(settings, 10, {});
        setRows(settings, 11, {});
        for (const std::int64_t rows : {10, 9, 8, 32}) {
            settings.undo();
            QCOMPARE(settings.get().accelerator.rows, rows);
        }
    }

    void stepsAreBounded() {
        SettingsModel settings;
        constexpr auto Changes = std::int64_t(SettingsModel::MaxSteps) + 50;
        for (std::int64_t i = 1; i <= Changes; ++i)
            setRows(settings, 1000 + i, {});
        int steps = 0;
        for (; settings.canUndo(); ++steps)
            settings.undo();
        QCOMPARE(std::size_t(steps), SettingsModel::MaxSteps);
        QCOMPARE(settings.get().accelerator.rows, 1000 + 50);
    }

    // A look at a layer is no decision: it makes no step, keeps redo, and stays as it is under undo.
    void whatIsLookedAtIsLeftAlone() {
        SettingsModel settings;
        setRows(settings, 8);
        settings.undo();
        QSignalSpy changed(&settings, &SettingsModel::changed);
        settings.look([](pipeline::ViewState& view) { view.int8Layer = NodeId(3); });
        settings.look([](pipeline::ViewState& view) { view.int8Layer = NodeId(3); });
        QCOMPARE(changed.count(), 1);
        QVERIFY(settings.canRedo() && !settings.canUndo());
        settings.redo();
        QCOMPARE(settings.get().viewState.int8Layer, NodeId(3));
        settings.look([](pipeline::ViewState& view) { view.int8Layer = NodeId(4); });
        settings.undo();
        QCOMPARE(settings.get().viewState.int8Layer, NodeId(4));
        QCOMPARE(settings.get().accelerator.rows, pipeline::Settings().accelerator.rows);
    }
};

EDGEWRIGHT_TEST(SettingsModelTest)

} // namespace edgewright::settings_model_test

#include "settings_model_test.moc"
