// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario that is edited: its way back, its faults, its files.
#include "tests/support/test_class.h"
#include "tests/views/scenario/example_scenario.h"
#include "views/session/scenario/sample_scenario.h"
#include "views/session/scenario/scenario_draft.h"
#include "views/support/field/number_list.h"

#include <QSignalSpy>
#include <QTest>

namespace edgewright::scenario_draft_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class ScenarioDraftTest : public QObject {
    Q_OBJECT
    QThreadPool m_pool;
    test::ScenarioFolder m_folder;

    static void add(ScenarioDraft& draft, const std::string& name) {
        draft.change(u"Add"_s,
                     [&](scenario::Scenario& scenario) { scenario.models.push_back({.name = name}); });
    }

private slots:
    void stepsCanBeTakenBack() {
        ScenarioDraft draft(m_pool, 2);
        QSignalSpy changed(&draft, &ScenarioDraft::changed);
        add(draft, "a");
        draft.change(u"Seed"_s, [](scenario::Scenario& scenario) { scenario.seed = 7; });
        QCOMPARE(changed.size(), 2);
        draft.change(u"Nothing"_s, [](scenario::Scenario&) {});
        QCOMPARE(changed.size(), 2);
        QCOMPARE(draft.undoText(), u"Seed"_s);
        draft.undo();
        QCOMPARE(draft.get().seed, 1u);
        QCOMPARE(draft.redoText(), u"Seed"_s);
        draft.undo();
        QVERIFY(draft.isEmpty() && !draft.canUndo());
        draft.redo();
        draft.redo();
        QCOMPARE(draft.get().seed, 7u);
        QVERIFY(!draft.canRedo());
    }

    void faultsAreKnownAtOnce() {
        ScenarioDraft draft(m_pool, 2);
        add(draft, "a");
        QVERIFY(!draft.fault());
        draft.change(u"Threads"_s, [](scenario::Scenario& scenario) { scenario.models[0].threads = 3; });
        QVERIFY(draft.fault());
        QCOMPARE(draft.fault()->place, std::string("models[0].threads"));
        draft.undo();
        QVERIFY(!draft.fault());
    }

    void filesAreReadAndWritten() {
        QVERIFY(m_folder.write());
        ScenarioDraft draft(m_pool, 2);
        QSignalSpy opened(&draft, &ScenarioDraft::opened), saved(&draft, &ScenarioDraft::saved);
        draft.open(m_folder.path(u"two.json"_s));
        QVERIFY(opened.wait(30000));
        QCOMPARE(draft.get().models.size(), 2u);
        const scenario::Scenario before = draft.get();
        draft.save(m_folder.path(u"again.json"_s));
        QVERIFY(saved.wait(30000));
        QCOMPARE(draft.file(), m_folder.path(u"again.json"_s));
        ScenarioDraft other(m_pool, 2);
        QSignalSpy restored(&other, &ScenarioDraft::opened);
        other.restore(draft.text(), draft.file());
        QVERIFY(restored.wait(30000));
        QVERIFY(other.get() == before);
    }

    void aBrokenFileLeavesItAsItIs() {
        QVERIFY(m_folder.put(u"broken.json"_s, "{\"edgewright_scenario\": 1, \"models\": 3}"));
        ScenarioDraft draft(m_pool, 2);
        add(draft, "a");
        QSignalSpy failed(&draft, &ScenarioDraft::failed);
        draft.open(m_folder.path(u"broken.json"_s));
        QVERIFY(failed.wait(30000));
        QVERIFY(failed[0][0].toString().contains(u"broken.json"_s));
        QCOMPARE(draft.get().models.size(), 1u);
    }

    void recordedTimesAreRead() {
        QVERIFY(m_folder.put(u"times.txt"_s, "0.5\n1.5\n"));
        ScenarioDraft draft(m_pool, 2);
        add(draft, "a");
        draft.change(u"Arrivals"_s, [&](scenario::Scenario& scenario) {
            scenario.models[0].arrivals.kind = scenario::ArrivalKind::Recorded;
            scenario.models[0].arrivals.times = m_folder.path(u"times.txt"_s).toStdString();
        });
        QVERIFY(draft.fault());
        QTRY_VERIFY_WITH_TIMEOUT(!draft.fault(), 30000);
        QCOMPARE(draft.get().models[0].times, (std::vector<double>{0.5, 1.5}));
    }

    void theSampleIsAScenario() {
        QVERIFY(!sampleScenarioFile().isEmpty());
        ScenarioDraft draft(m_pool, 1);
        QSignalSpy opened(&draft, &ScenarioDraft::opened);
        draft.open(sampleScenarioFile());
        QVERIFY(opened.wait(30000));
        QVERIFY(!draft.fault());
        for (const scenario::Model& each : draft.get().models)
            QVERIFY2(QFile::exists(QString::fromStdString(each.file.string())), each.file.c_str());
    }

    void numbersAreLists() {
        QCOMPARE(*numbersOf(u"0-2, 5,1"_s, 9), (std::vector<int>{0, 1, 2, 5}));
        QVERIFY(numbersOf(u" "_s, 9)->empty());
        for (const QString& wrong : {u"a"_s, u"3-1"_s, u"10"_s, u"1,,2"_s, u"-1"_s, u"1-2-3"_s})
            QVERIFY2(!numbersOf(wrong, 9), qPrintable(wrong));
        for (const std::vector<int>& each : {std::vector<int>{}, {0}, {0, 1}, {0, 1, 2, 5}, {3, 4, 5, 6, 8, 9}})
            QCOMPARE(*numbersOf(numberListText(each), 9), each);
        QCOMPARE(numberListText({0, 1, 2, 5}), u"0-2, 5"_s);
    }
};

EDGEWRIGHT_TEST(ScenarioDraftTest)

} // namespace edgewright::scenario_draft_test

#include "scenario_draft_test.moc"
