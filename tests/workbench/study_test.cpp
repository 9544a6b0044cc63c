// SPDX-License-Identifier: GPL-3.0-or-later
// A study is saved and opened again; a choice about fusion restarts only what depends on it; damaged models
// open.
#include "app/workbench/bars/drawer.h"
#include "app/workbench/keys/key_sheet.h"
#include "app/workbench/main_window.h"
#include "core/experiment/overview.h"
#include "core/onnx/export.h"
#include "tests/support/own_settings.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "views/session/session.h"
#include "views/support/shortcuts.h"

#include <QAbstractButton>
#include <QFile>
#include <QGridLayout>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

namespace edgewright::study_test {

using namespace Qt::StringLiterals;
using views::Session;

class StudyTest : public QObject {
    Q_OBJECT

    QThreadPool m_pool;

    static bool ready(const Session& session) { return session.idle() && session.analysis()->fusion; }
    static QString path(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

private slots:
    void initTestCase() { edgewright::test::useOwnSettings(); }

    void aSkippedFusionRestartsOnlyWhatDependsOnIt() {
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(path(test::sample("residual_cnn_2d.onnx")));
        QTRY_VERIFY_WITH_TIMEOUT(ready(session), 60000);
        const auto before = session.analysis();
        const fusion::Site site = before->fusion->steps.back().site;
        settings.change({}, [&](pipeline::Settings& s) { s.fusion.skipped.insert(site); });
        QTRY_VERIFY_WITH_TIMEOUT(ready(session) && session.analysis()->fusion != before->fusion, 60000);
        const auto after = session.analysis();
        QCOMPARE(after->typed, before->typed);
        QCOMPARE(after->memoryBefore, before->memoryBefore);
        for (const fusion::Step& step : after->fusion->steps)
            QVERIFY(step.site != site);
        settings.undo();
        QTRY_VERIFY_WITH_TIMEOUT(ready(session) && session.analysis()->fusion->graph.nodeCount() ==
                                                       before->fusion->graph.nodeCount(),
                                 60000);
    }

    // Of the study, not of the model: they come and go with it, and are asked about as settings are.
    void experimentsAreOfTheStudy() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"mine.study.json"_s);
        const std::filesystem::path experiment = folder.filePath(u"one.json"_s).toStdString();
        const auto model = test::sample("tiny_cnn_2d.onnx");
        {
            views::SettingsModel settings;
            Session session(settings, m_pool);
            session.open(path(model));
            QTRY_VERIFY_WITH_TIMEOUT(ready(session), 60000);
            QVERIFY(!session.isChanged() && session.experiments().files().empty());
            session.experiments().create(experiment, session.analysis()->opened->file, settings.get());
            QTRY_COMPARE_WITH_TIMEOUT(session.experiments().chosen(), 0, 60000);
            QVERIFY(session.isChanged());
            session.saveStudy(file);
            QTRY_VERIFY_WITH_TIMEOUT(!session.isChanged(), 60000);
            QTRY_VERIFY_WITH_TIMEOUT(session.experiments().overview(), 60000);
            // Four configurations in float32, two of them in integers; nothing has run.
            QCOMPARE(session.experiments().overview()->cells.size(), std::size_t(6));
            QVERIFY(session.experiments().overview()->left == std::size_t(6));
        }
        views::SettingsModel settings;
        Session session(settings, m_pool);
        session.open(file);
        QTRY_VERIFY_WITH_TIMEOUT(ready(session), 60000);
        QVERIFY(session.experiments().files() == std::vector<std::filesystem::path>{experiment});
        QVERIFY(!session.isChanged());
        session.experiments().remove(0);
        QVERIFY(session.isChanged() && session.experiments().chosen() == -1);
        session.open(path(model));
        QTRY_VERIFY_WITH_TIMEOUT(session.studyFile().isEmpty() && ready(session), 60000);
        QVERIFY(session.experiments().files().empty());
    }

    void savedAndOpenedAgain() {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"mine.study.json"_s);
        pipeline::Settings chosen;
        {
            views::SettingsModel settings;
            Session session(settings, m_pool);
            session.open(path(test::sample("residual_cnn_2d.onnx")));
            QTRY_VERIFY_WITH_TIMEOUT(ready(session), 60000);
            settings.change({}, [&](pipeline::Settings& s) {
                s.fusion.skipped.insert(session.analysis()->fusion->steps.back().site);
                s.fusion.leastTraffic = true;
                s.seed = 7;
                s.accelerator.rows = 8;
            });
            QTRY_VERIFY_WITH_TIMEOUT(ready(session), 60000);
            QSignalSpy saved(&session, &Session::saved);
            session.saveStudy(file);
            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 30000);
            chosen = settings.get();
        }
        views::SettingsModel settings;
        Session session(settings, m_pool);
        QSignalSpy noted(&session, &Session::noted);
        session.open(file);
        QTRY_VERIFY_WITH_TIMEOUT(ready(session), 60000);
        QCOMPARE(session.analysis()->opened->file.filename().string(), std::string("residual_cnn_2d.onnx"));
        QCOMPARE(settings.get().fusion, chosen.fusion);
        QCOMPARE(settings.get().seed, chosen.seed);
        QCOMPARE(settings.get().accelerator.rows, chosen.accelerator.rows);
        QVERIFY2(noted.isEmpty(), noted.isEmpty() ? "" : qPrintable(noted.first().first().toString()));
        // Another model forgets what named nodes of this one.
        session.open(path(test::sample("tiny_cnn_2d.onnx")));
        QTRY_VERIFY_WITH_TIMEOUT(
            ready(session) && session.analysis()->opened->file.filename() == "tiny_cnn_2d.onnx", 60000);
        QVERIFY(settings.get().fusion.skipped.empty());
    }

    void aBrokenStudyIsExplained() {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"broken.study.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ \"model\": 3");
        file.close();
        views::SettingsModel settings;
        Session session(settings, m_pool);
        QSignalSpy failed(&session, &Session::failed);
        session.open(file.fileName());
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 10000);
        QVERIFY2(failed.first().first().toString().contains(u"broken.study.json"_s),
                 qPrintable(failed.first().first().toString()));
    }

    void theKeySheetListsWhatIsInstalled() {
        workbench::MainWindow window;
        window.resize(1200, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTest::keyClick(&window, Qt::Key_F1);
        auto* sheet = window.findChild<workbench::KeySheet*>();
        QVERIFY(sheet);
        using Row = std::tuple<QString, QString, QString>; // group, text, keys
        std::multiset<Row> shown;
        for (const QGridLayout* grid : sheet->findChildren<QGridLayout*>()) {
            QString group;
            for (int line = 0; line < grid->rowCount(); ++line) {
                const auto label = [&](int column) {
                    const QLayoutItem* item = grid->itemAtPosition(line, column);
                    return item ? qobject_cast<const QLabel*>(item->widget()) : nullptr;
                };
                const QLabel *keys = label(0), *text = label(1);
                if (keys && keys == text) group = text->text(); // over both columns
                if (keys && text && keys != text) shown.emplace(group, text->text(), keys->text());
            }
        }
        const std::vector<views::ShortcutRow> rows = views::shortcutsOf(&window);
        QCOMPARE(shown.size(), rows.size());
        std::set<QString> keys;
        for (const views::ShortcutRow& row : rows) {
            QVERIFY2(shown.count({row.group, row.text, row.keys}) == 1, qPrintable(row.text));
            QVERIFY2(keys.insert(row.group + row.keys).second,
                     qPrintable(row.keys + u" is there twice in "_s + row.group));
        }
        const auto isTold = [&](const QString& text, const QString& key) {
            return std::ranges::any_of(
                rows, [&](const views::ShortcutRow& row) { return row.text == text && row.keys == key; });
        };
        QVERIFY(isTold(u"Find nodes"_s, u"Ctrl+F"_s));
        QVERIFY(isTold(u"Fuse the chosen nodes"_s, u"G"_s));
        QVERIFY(isTold(u"One step back"_s, u"["_s));
        QVERIFY(isTold(u"Go to a page"_s, u"Alt+1 … Alt+8"_s));
        // Keys of buttons: of the pages, and of the menu.
        QStringList ofButtons;
        for (const auto* button : window.findChildren<QAbstractButton*>())
            if (button->window() == &window && !button->shortcut().isEmpty())
                ofButtons << button->shortcut().toString();
        ofButtons.sort();
        QCOMPARE(ofButtons, QStringList({u"Alt+1"_s, u"Alt+2"_s, u"Alt+3"_s, u"Alt+4"_s, u"Alt+5"_s, u"Alt+6"_s,
                                         u"Alt+7"_s, u"Alt+8"_s, u"Alt+M"_s}));
        QVERIFY(isTold(u"Open the menu"_s, u"Alt+M"_s));
        // Keys that work and are not told of: Ctrl+C, and the eighteen of bookmarks, told of in two lines.
        const QList<QAction*> listed = views::listedActions(&window);
        int others = 0;
        for (QAction* action : window.findChildren<QAction*>())
            if (!action->shortcuts().isEmpty() && !listed.contains(action) &&
                action->shortcut() != QKeySequence(QKeySequence::Copy)) {
                QVERIFY2(action->text().contains(u"ookmark"_s), qPrintable(action->text()));
                ++others;
            }
        QCOMPARE(others, 18);
        sheet->close();
    }

    // Every damaged or unusual file either opens and lists its problems, or is refused in one sentence.
    void damagedModelsOpen() {
        const auto folder = test::shared("bad-files");
        if (folder.empty()) QSKIP(test::sharedMissing());
        int files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() != ".onnx") continue;
            ++files;
            views::SettingsModel settings;
            Session session(settings, m_pool);
            QSignalSpy failed(&session, &Session::failed), opened(&session, &Session::opened);
            session.open(path(entry.path()));
            QTRY_VERIFY2_WITH_TIMEOUT(session.idle() && failed.count() + opened.count() == 1,
                                      entry.path().c_str(), 120000);
            if (!failed.isEmpty()) {
                QVERIFY(!failed.first().first().toString().isEmpty());
                continue;
            }
            workbench::ProblemsModel problems;
            problems.show(*session.analysis());
            QVERIFY2(problems.rowCount() > 0, entry.path().c_str());
            QVERIFY(session.analysis()->before() != nullptr);
            for (int row = 0; row < problems.rowCount(); ++row)
                QVERIFY(!problems.data(problems.index(row, 2), Qt::DisplayRole).toString().isEmpty());
        }
        QVERIFY(files > 0);
    }

    // A cycle is shown, not refused.
    void aCycleIsShown() {
        QTemporaryDir folder;
        ir::Model model;
        model.irVersion = 8;
        model.opsets[""] = 17;
        ir::Graph& graph = model.graph;
        graph.name = "cycle";
        const auto value = [&](const char* name) {
            ir::Value made;
            made.name = name;
            made.type = ir::TensorType(ir::DataType::Float32, ir::Dims{4});
            return graph.addValue(std::move(made));
        };
        const ValueId x = value("x"), a = value("a"), b = value("b");
        graph.inputs = {x};
        graph.outputs = {b};
        const auto node = [&](const char* op, std::vector<ValueId> in, ValueId out) {
            ir::Node made;
            made.op = op;
            made.name = op;
            made.inputs = std::move(in);
            made.outputs = {out};
            return graph.addNode(std::move(made));
        };
        const NodeId add = node("Add", {x, b}, a);
        node("Relu", {a}, b);
        const QString file = folder.filePath(u"cycle.onnx"_s);
        const auto written = onnx::exportModel(model, graph, file.toStdString());
        if (!written) QSKIP("a graph with a cycle is not written");
        workbench::MainWindow window;
        window.show();
        window.open(file);
        QTRY_VERIFY_WITH_TIMEOUT(window.session().idle() && window.session().analysis()->before(), 30000);
        QCOMPARE(window.session().analysis()->before()->nodeCount(), std::size_t(2));
        workbench::ProblemsModel problems;
        problems.show(*window.session().analysis());
        bool named = false;
        for (int row = 0; row < problems.rowCount(); ++row)
            named = named || problems.data(problems.index(row, 2), Qt::DisplayRole)
                                 .toString()
                                 .contains(u"cycle"_s, Qt::CaseInsensitive);
        QVERIFY(named);
        window.selection().select({add, {}});
        QTRY_COMPARE_WITH_TIMEOUT(window.findChild<QLabel*>(u"inspectorTitle"_s)->text(), u"Add"_s, 30000);
    }

    // Nobody reads "No problems" beside it.
    void aFailedCheckIsAProblem() {
        auto check = std::make_shared<pipeline::Check>();
        check->data = {"seed 1"};
        check->outputs.push_back({.name = "y", .difference = {}, .data = 0, .tolerance = 1e-3});
        const auto rows = [&](double relative) {
            check->outputs.front().difference.relNorm = relative;
            pipeline::Analysis analysis;
            analysis.check = check;
            workbench::ProblemsModel problems;
            problems.show(analysis);
            return problems.rowCount() == 1 &&
                   problems.data(problems.index(0, 2), Qt::DisplayRole).toString().contains(u"check failed"_s);
        };
        QVERIFY(rows(0.023));
        QVERIFY(!rows(1e-6));
    }

    // One line that opens to its nodes, and that stays open while other findings come.
    void manyProblemsOfOneKindAreOneLine() {
        views::Selection selection;
        const views::JobBoard jobs;
        workbench::Drawer drawer(selection, jobs);
        pipeline::Analysis analysis;
        const auto show = [&](std::size_t count) {
            auto typed = std::make_shared<pipeline::Typed>();
            for (std::size_t i = 0; i < count; ++i)
                typed->diagnostics.push_back(
                    {Severity::Note, "unknown-operator", "node " + std::to_string(i), NodeId(i), {}, "node"});
            analysis.typed = typed;
            drawer.setAnalysis(analysis);
        };
        show(78);
        auto* list = drawer.findChild<QTreeView*>(u"problems"_s);
        QVERIFY(list);
        const auto line = [list] { return list->model()->index(0, 0); };
        QCOMPARE(list->model()->rowCount(), 1);
        QCOMPARE(drawer.problemCount(), 78);
        QCOMPARE(drawer.tabText(workbench::Drawer::Problems), u"Problems · 78"_s);
        QCOMPARE(line().siblingAtColumn(2).data().toString(), u"78 nodes have operators that are not known"_s);
        QCOMPARE(list->model()->rowCount(line()), 78);
        emit list->clicked(line());
        QVERIFY(list->isExpanded(line()));
        QVERIFY(selection.current().empty());
        emit list->clicked(list->model()->index(5, 2, line()));
        QCOMPARE(selection.current().node, NodeId(5));
        show(79);
        QCOMPARE(list->model()->rowCount(line()), 79);
        QVERIFY(list->isExpanded(line()));
    }
};

EDGEWRIGHT_TEST(StudyTest)

} // namespace edgewright::study_test

#include "study_test.moc"
