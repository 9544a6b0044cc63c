// SPDX-License-Identifier: GPL-3.0-or-later
// What is opened, changed, saved, dropped, and comes back in the next session.
#include "app/workbench/files/model_memory.h"
#include "core/pipeline/settings/study_file.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"
#include "views/graph/canvas/graph_canvas.h"

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTemporaryDir>

namespace edgewright::files_test {

using namespace Qt::StringLiterals;
using workbench::MainWindow;

class FilesTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    MainWindow& window() const { return m_fixture.window(); }
    int rows() const { return static_cast<int>(window().settings().get().accelerator.rows); }
    // By typing into its field.
    void typeRows(const char* digits) const {
        m_fixture.click(u"page_accelerator"_s);
        auto* field = m_fixture.find<QSpinBox>(u"rows"_s);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(digits));
        QTest::keyClick(field, Qt::Key_Return);
    }
    QMessageBox* question() const { return window().findChild<QMessageBox*>(u"saveQuestion"_s); }
    bool answer(QMessageBox::StandardButton button) const {
        if (!QTest::qWaitFor([&] { return question() && question()->isVisible(); })) return false;
        QTest::mouseClick(question()->button(button), Qt::LeftButton);
        return QTest::qWaitFor([&] { return !question(); });
    }
    QString openFile() const { return QString::fromStdString(m_fixture.analysis()->opened->file.string()); }
    static QString copyOf(const QString& file, const QString& to) {
        QFile::copy(file, to);
        return to;
    }
    void drop(const QStringList& files) const {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_fixture.find<QWidget>(u"pages"_s)->window(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window(), &event);
        QVERIFY(event.isAccepted());
    }
    QStringList recents() const {
        QStringList texts;
        for (QMenu* menu : window().findChildren<QMenu*>()) {
            if (menu->title() != u"Open recent"_s) continue;
            emit menu->aboutToShow();
            for (const QAction* each : menu->actions())
                texts << each->text() + (each->isEnabled() ? u""_s : u" (off)"_s);
        }
        return texts;
    }
    // Closes the window as a person does, and starts another one as the program does.
    bool restart() {
        window().close();
        if (window().isVisible()) return false;
        m_fixture.end();
        if (!m_fixture.start({})) return false;
        window().restorePage();
        if (!window().openLast()) return false;
        return QTest::qWaitFor([&] { return m_fixture.settled(); }, 60000);
    }

    // Of the array, in the settings that are remembered of a sample; 0: none are.
    static int rememberedRows(const char* sample) {
        const workbench::ModelMemory memory(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                                            u"/models"_s);
        const auto study =
            pipeline::readStudy(memory.settingsFile(test::WindowFixture::samplePath(sample)).toStdString());
        return study ? static_cast<int>(study->settings.accelerator.rows) : 0;
    }

private slots:
    void init() {
        test::useOwnSettings();
        QVERIFY(m_fixture.start());
    }
    void cleanup() { m_fixture.end(); }

    void aChangeIsInTheTitleUntilItIsTakenBack() {
        QVERIFY(window().windowTitle().startsWith(u"tiny_cnn_2d.onnx[*]"_s));
        QVERIFY(!window().isWindowModified());
        typeRows("7");
        QCOMPARE(rows(), 7);
        QVERIFY(window().isWindowModified());
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rows(), 32);
        QVERIFY(!window().isWindowModified());
        window().selection().select({m_fixture.firstOf("Conv"), {}}); // looked at, not changed
        m_fixture.click(u"page_int8"_s);
        QVERIFY(!window().isWindowModified());
    }

    void closingAsksAboutAChange() {
        typeRows("7");
        window().close();
        QVERIFY(answer(QMessageBox::Cancel));
        QVERIFY(window().isVisible() && window().isWindowModified());
        window().close();
        QVERIFY(answer(QMessageBox::Discard));
        QTRY_VERIFY_WITH_TIMEOUT(!window().isVisible(), 30000);
    }

    void openingAnotherAsksAboutAChange() {
        QTemporaryDir folder;
        const QString study = folder.filePath(u"mine.study.json"_s);
        window().session().saveStudy(study);
        QTRY_COMPARE_WITH_TIMEOUT(window().session().studyFile(), study, 30000);
        QVERIFY(window().windowTitle().startsWith(u"tiny_cnn_2d.onnx — mine.study.json[*]"_s));
        typeRows("7");
        window().requestOpen({test::WindowFixture::samplePath("signal_cnn_1d")});
        QVERIFY(answer(QMessageBox::Cancel));
        QVERIFY(openFile().endsWith(u"tiny_cnn_2d.onnx"_s));
        window().requestOpen({test::WindowFixture::samplePath("signal_cnn_1d")});
        QVERIFY(answer(QMessageBox::Save));
        QTRY_VERIFY_WITH_TIMEOUT(openFile().endsWith(u"signal_cnn_1d.onnx"_s), 30000);
        const auto saved = pipeline::readStudy(study.toStdString());
        QVERIFY(saved && saved->settings.accelerator.rows == 7);
        QVERIFY(!window().isWindowModified());
        QVERIFY(window().windowTitle().startsWith(u"signal_cnn_1d.onnx[*]"_s)); // of no study
        window().open(study);
        QTRY_VERIFY_WITH_TIMEOUT(openFile().endsWith(u"tiny_cnn_2d.onnx"_s), 30000);
        QVERIFY(window().windowTitle().startsWith(u"tiny_cnn_2d.onnx — mine.study.json[*]"_s));
    }

    void savingWritesTheSameStudyAgain() {
        QTemporaryDir folder;
        const QString study = folder.filePath(u"mine.study.json"_s);
        window().session().saveStudy(study);
        QTRY_COMPARE_WITH_TIMEOUT(window().session().studyFile(), study, 30000);
        for (const char* digits : {"7", "9"}) {
            typeRows(digits);
            QVERIFY(window().isWindowModified());
            QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(!window().isWindowModified(), 30000);
            const auto saved = pipeline::readStudy(study.toStdString());
            QVERIFY(saved && saved->settings.accelerator.rows == std::atoi(digits));
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"mine.study.json"_s});
    }

    void theLastSessionComesBack() {
        QVERIFY(m_fixture.openSample("residual_cnn_2d"));
        auto* canvas = m_fixture.find<views::GraphCanvas>(u"graphCanvasBefore"_s);
        QTRY_VERIFY_WITH_TIMEOUT(canvas->scene() != nullptr, 30000);
        QTest::keyClick(canvas, Qt::Key_Plus);
        QTest::keyClick(canvas, Qt::Key_Plus);
        auto* splitter = m_fixture.find<QSplitter>(u"graphColumns"_s);
        splitter->setSizes({splitter->sizes().front() + 40, 2000});
        const QList<int> sizes = splitter->sizes();
        QCoreApplication::processEvents();
        const double zoom = canvas->zoom();
        const QPointF origin = canvas->origin();
        m_fixture.click(u"page_memory"_s);
        m_fixture.find<QAction>(u"jobsAction"_s)->trigger();
        window().settings().change({}, [](pipeline::Settings& s) { s.accelerator.rows = 5; });
        QTemporaryDir folder;
        const QString study = folder.filePath(u"mine.study.json"_s);
        window().session().saveStudy(study);
        QTRY_COMPARE_WITH_TIMEOUT(window().session().studyFile(), study, 30000);

        QVERIFY(restart());
        QVERIFY(openFile().endsWith(u"residual_cnn_2d.onnx"_s));
        QCOMPARE(m_fixture.currentPage(), u"memory"_s);
        QCOMPARE(rows(), 5);
        QVERIFY(!window().isWindowModified());
        QVERIFY(m_fixture.find<QWidget>(u"drawer"_s)->isVisible());
        m_fixture.click(u"page_graph"_s);
        canvas = m_fixture.find<views::GraphCanvas>(u"graphCanvasBefore"_s);
        QTRY_VERIFY_WITH_TIMEOUT(canvas->scene() != nullptr, 30000);
        QCOMPARE(m_fixture.find<QSplitter>(u"graphColumns"_s)->sizes().front(), sizes.front());
        QTRY_COMPARE_WITH_TIMEOUT(canvas->zoom(), zoom, 30000);
        QCOMPARE(canvas->origin(), origin);
    }

    // What was changed of a study and not saved is offered, not written over, and then gone on with.
    void changesOfAStudyAreOffered() {
        QTemporaryDir folder;
        const QString study = folder.filePath(u"mine.study.json"_s);
        window().session().saveStudy(study);
        QTRY_COMPARE_WITH_TIMEOUT(window().session().studyFile(), study, 30000);
        typeRows("7");
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled(), 30000);
        QTest::qWait(1500); // it is remembered while it is used
        window().jobs().writes().waitForDone();
        QPushButton* button = nullptr;
        for (int starts = 0; starts < 2; ++starts) { // the first time, nobody takes the offer
            m_fixture.end();                         // without closing: as if the program had been killed
            QVERIFY(m_fixture.start({}));
            window().open(study);
            QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled(), 60000);
            QCOMPARE(rows(), 32);
            button = m_fixture.find<QPushButton>(u"bannerButton"_s);
            QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), 30000);
            if (starts > 0) break;
            QTest::qWait(1500);
            window().jobs().writes().waitForDone();
        }
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && rows() == 7, 60000);
        QVERIFY(window().isWindowModified());
        QCOMPARE(window().session().studyFile(), study);
        QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!window().isWindowModified(), 30000);
        QTest::qWait(1500);
        window().jobs().writes().waitForDone();
        m_fixture.end();
        QVERIFY(m_fixture.start({}));
        window().open(study); // saved: there is nothing to offer
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled(), 60000);
        QCOMPARE(rows(), 7);
        QTest::qWait(100);
        QVERIFY(!m_fixture.find<QPushButton>(u"bannerButton"_s)->isVisible());
    }

    // Of each model its own; what was discarded is forgotten; what was never asked about is not lost.
    void settingsOfAModelComeBack() {
        typeRows("6");
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled(), 30000);
        QTRY_COMPARE_WITH_TIMEOUT(rememberedRows("tiny_cnn_2d"), 6, 30000); // while it is used
        m_fixture.end(); // without closing: as if the program had been killed
        QVERIFY(m_fixture.start("signal_cnn_1d"));
        QCOMPARE(rows(), 32);
        QVERIFY(m_fixture.openSample("tiny_cnn_2d"));
        QCOMPARE(rows(), 6);
        QVERIFY(window().isWindowModified());
        auto* reset = m_fixture.find<QPushButton>(u"bannerButton"_s);
        QTRY_VERIFY_WITH_TIMEOUT(reset->isVisible(), 30000);
        QTest::mouseClick(reset, Qt::LeftButton);
        QCOMPARE(rows(), 32);
        QVERIFY(!window().isWindowModified() && !reset->isVisible());
        typeRows("8");
        window().requestOpen({test::WindowFixture::samplePath("signal_cnn_1d")});
        QVERIFY(answer(QMessageBox::Discard));
        QTRY_VERIFY_WITH_TIMEOUT(openFile().endsWith(u"signal_cnn_1d.onnx"_s), 30000);
        window().jobs().writes().waitForDone();
        m_fixture.end();
        QVERIFY(m_fixture.start("tiny_cnn_2d"));
        QCOMPARE(rows(), 32);
    }

    // What is decided stays for the next model, but not what a person has thrown away.
    void discardedSettingsAreNotCarriedOn() {
        typeRows("9");
        window().requestOpen({test::WindowFixture::samplePath("residual_cnn_2d")});
        QVERIFY(answer(QMessageBox::Discard));
        QTRY_VERIFY_WITH_TIMEOUT(openFile().endsWith(u"residual_cnn_2d.onnx"_s), 30000);
        QCOMPARE(rows(), 32);
    }
    void resettingIsToTheProgramsOwn() {
        typeRows("9");
        QVERIFY(m_fixture.openSample("residual_cnn_2d")); // nothing is remembered of it
        QCOMPARE(rows(), 9);
        window().session().resetSettings();
        QCOMPARE(rows(), 32);
    }

    // Extents that we chose are no settings of a person.
    void whatNobodyChangedIsNotTold() {
        QVERIFY(m_fixture.openSample("residual_cnn_2d"));
        QVERIFY(!window().settings().get().bindings.empty());
        QVERIFY(restart());
        QVERIFY(openFile().endsWith(u"residual_cnn_2d.onnx"_s));
        QVERIFY(!m_fixture.find<QLabel>(u"bannerText"_s)->isVisible());
        QVERIFY(!window().isWindowModified());
    }

    // Not opened a second time by itself: the next start would end in the same way.
    void aModelThatEndedTheProgramIsOffered() {
        QVERIFY(window().openLast());
        m_fixture.end(); // at once: its stages have not come to an end
        QVERIFY(m_fixture.start({}));
        QVERIFY(window().openLast()); // and so no sample is opened over the offer
        QTest::qWait(100);
        QVERIFY(!window().session().analysis()->opened);
        QTest::mouseClick(m_fixture.find<QPushButton>(u"bannerButton"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && openFile().endsWith(u"tiny_cnn_2d.onnx"_s), 30000);
    }

    void whatIsStoredMayBeAnything() {
        QTemporaryDir folder;
        const workbench::ModelMemory memory(folder.filePath(u"models"_s));
        const QString model = test::WindowFixture::samplePath("tiny_cnn_2d");
        memory.remember(model, {true, u"memory"_s, {{u"graph"_s, QJsonObject{{u"tabs"_s, 1}}}}});
        QCOMPARE(memory.look(model).page, u"memory"_s);
        QVERIFY(memory.look(model).unsaved);
        QDir looks(folder.filePath(u"models"_s));
        QCOMPARE(looks.entryList(QDir::Files).size(), 1);
        QFile file(looks.filePath(looks.entryList(QDir::Files).front()));
        for (const char* bytes :
             {"", "{", "[]", "{\"page\":7,\"views\":[1],\"unsaved\":\"x\"}", "\xff\xfe\0"}) {
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(bytes);
            file.close();
            QVERIFY(memory.look(model).page.isEmpty() && memory.look(model).views.isEmpty());
        }
        for (const char* json : {"{\"splitters\":{\"graphColumns\":[1e9,-5,3]},\"tabs\":{\"memoryLists\":99}}",
                                 "{\"splitters\":[],\"tabs\":7,\"graphCanvasBefore\":[1e308,1e308,1e308]}",
                                 "{\"graphCanvasBefore\":[\"a\",null,-1],\"graphCanvasAfter\":{\"x\":1}}"})
            for (auto* view : window().findChildren<views::View*>())
                view->restoreState(QJsonDocument::fromJson(json).object());
        QVERIFY(m_fixture.openSample("tiny_cnn_2d"));
        auto* canvas = m_fixture.find<views::GraphCanvas>(u"graphCanvasBefore"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            canvas->scene() && canvas->visibleRect().intersects(QRectF(QPointF(), canvas->scene()->size())),
            30000);
        QSettings stored;
        for (const char* name :
             {"geometry", "frame/splitters", "frame/drawer", "frame/inspector", "session/file", "recent"})
            stored.setValue(QString::fromLatin1(name), QByteArray("\xff\0nonsense", 10));
        m_fixture.end();
        QVERIFY(m_fixture.start({}));
        QVERIFY(!window().openLast());
        QVERIFY(m_fixture.openSample("tiny_cnn_2d"));
    }

    // Who closes while the stages still run has not seen the program end by itself.
    void closingEarlyIsNoCrash() {
        QVERIFY(window().openLast());
        window().close();
        m_fixture.end();
        QVERIFY(m_fixture.start({}));
        QVERIFY(window().openLast());
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && openFile().endsWith(u"tiny_cnn_2d.onnx"_s), 30000);
    }

    void geometryComesBack() {
        window().resize(1111, 777);
        window().close();
        m_fixture.end();
        MainWindow next;
        next.show();
        QVERIFY(QTest::qWaitForWindowExposed(&next));
        // Offscreen, the screen is smaller than the window: Qt restores what fits.
        QCOMPARE(next.size(), QSize(1111, 777).boundedTo(next.size()));
        QVERIFY(next.size() != QSize(1360, 860));
    }

    void recentsShowWhatIsGone() {
        QTemporaryDir folder;
        const QString file =
            copyOf(test::WindowFixture::samplePath("signal_cnn_1d"), folder.filePath(u"short-lived.onnx"_s));
        window().open(file);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && openFile() == file, 30000);
        QCOMPARE(recents().front(), file);
        QVERIFY(m_fixture.openSample("tiny_cnn_2d"));
        QFile::remove(file);
        QCOMPARE(recents().mid(0, 2), QStringList({test::WindowFixture::samplePath("tiny_cnn_2d"),
                                                   file + u" (not there any more) (off)"_s}));
        // Chosen from an empty field: the reason, and the model stays.
        auto* field = m_fixture.find<QLineEdit>(u"commandField"_s);
        QTest::mouseClick(field, Qt::LeftButton);
        QTest::keyClicks(field, u"short-lived"_s);
        QTest::keyClick(field, Qt::Key_Return);
        auto* banner = m_fixture.find<QLabel>(u"bannerText"_s);
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible() && banner->text().contains(u"short-lived.onnx"_s), 30000);
        QVERIFY(openFile().endsWith(u"tiny_cnn_2d.onnx"_s));
    }

    void severalFilesAndFoldersAreDropped() {
        QTemporaryDir folder;
        const QString first =
            copyOf(test::WindowFixture::samplePath("signal_cnn_1d"), folder.filePath(u"a.onnx"_s));
        const QString second =
            copyOf(test::WindowFixture::samplePath("depthwise_cnn_2d"), folder.filePath(u"b.onnx"_s));
        drop({second, first, folder.filePath(u"readme.txt"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && openFile() == second, 30000);
        QCOMPARE(recents().mid(0, 2), QStringList({second, first}));
        drop({folder.path()}); // two models, none of them called model.onnx
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && openFile() == first, 30000);
        QCOMPARE(recents().mid(0, 2), QStringList({first, second}));
        QFile::rename(second, folder.filePath(u"model.onnx"_s));
        drop({folder.path()});
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture.settled() && openFile() == folder.filePath(u"model.onnx"_s), 30000);
        QTemporaryDir nothing;
        drop({nothing.path()});
        auto* banner = m_fixture.find<QLabel>(u"bannerText"_s);
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible() && banner->text().contains(nothing.path()), 30000);
    }

    void whatIsNoModelCannotBeDropped() {
        QMimeData data;
        data.setUrls({QUrl(u"https://example.org/model.onnx"_s), QUrl::fromLocalFile(u"/etc/hostname"_s)});
        QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window(), &enter);
        QVERIFY(!enter.isAccepted());
    }
};

EDGEWRIGHT_TEST(FilesTest)

} // namespace edgewright::files_test

#include "files_test.moc"
