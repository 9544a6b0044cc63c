// SPDX-License-Identifier: GPL-3.0-or-later
// All work of the window is listed in Jobs and can be cancelled there; the program ends without waiting for it.
#include "app/workbench/files/figure_data.h"
#include "app/workbench/files/figure_order.h"
#include "app/workbench/files/figure_writer.h"
#include "app/workbench/files/quit.h"
#include "tests/workbench/window_fixture.h"
#include "views/graph/canvas/graph_pane.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <atomic>

using namespace edgewright;
using namespace Qt::StringLiterals;
using views::JobSlot;

namespace {

constexpr int EndlessSeconds = 600; // longer than any test

Result<int> untilStopped(const RunContext& run) {
    while (!run.stopped())
        QThread::msleep(1);
    return cancelled();
}

// The second process of closingDoesNotWait: a window with work that goes on, closed like one with a mouse.
int closeWhileBusy(QApplication& app, bool deaf) {
    test::useOwnSettings();
    workbench::MainWindow window;
    JobSlot job(window.jobs().searches(), u"ten minutes"_s);
    std::atomic<bool> started = false;
    window.show();
    window.open(test::WindowFixture::samplePath("tiny_cnn_2d"));
    job.start(
        [&started, deaf](const RunContext& run) {
            started = true;
            for (int second = 0; second < EndlessSeconds && (deaf || !run.stopped()); ++second)
                QThread::sleep(1);
            return Result<int>(0);
        },
        [](const Result<int>&) {});
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
        if (started && window.session().analysis()->fusion) window.close();
    });
    look.start(50);
    return workbench::quit(window.jobs(), app.exec());
}

} // namespace

class JobsTest : public QObject {
    Q_OBJECT

    test::WindowFixture m_fixture;

    QWidget* list() const { return m_fixture.find<QWidget>(u"jobsList"_s); }
    QToolButton* cancelButton(const QString& title) const {
        for (auto* button : list()->findChildren<QToolButton*>())
            if (!button->visibleRegion().isEmpty() && button->accessibleName().contains(title)) return button;
        return nullptr;
    }

private slots:
    void initTestCase() { test::useOwnSettings(); }
    void init() { QVERIFY(m_fixture.start()); }
    void cleanup() { m_fixture.end(); }

    // Of a page as of the window: whoever made it.
    void everyJobIsListedAndCancelled() {
        auto* status = m_fixture.find<QToolButton>(u"statusJobs"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!status->isVisible(), 30000);
        JobSlot slot(m_fixture.window().jobs().pool(), u"A long job"_s);
        QSignalSpy cancelled(&slot, &JobSlot::cancelled);
        slot.start(untilStopped, [](const Result<int>&) {});
        QTRY_VERIFY_WITH_TIMEOUT(status->isVisible(), 30000);
        QTRY_COMPARE_WITH_TIMEOUT(status->text(), u"1 job running"_s,
                                  30000); // once those of the page have ended
        QTest::mouseClick(status, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(list()->isVisible(), 30000);
        QTRY_VERIFY_WITH_TIMEOUT(cancelButton(u"A long job"_s), 30000);
        QTest::mouseClick(cancelButton(u"A long job"_s), Qt::LeftButton);
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!slot.running());
        QTRY_VERIFY_WITH_TIMEOUT(!status->isVisible() && !cancelButton(u"A long job"_s), 30000);
    }

    void aJobThatIsGoneIsNotListed() {
        auto slot = std::make_unique<JobSlot>(m_fixture.window().jobs().pool(), u"Short-lived"_s);
        slot->start(untilStopped, [](const Result<int>&) {});
        m_fixture.find<QAction>(u"jobsAction"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(cancelButton(u"Short-lived"_s), 30000);
        slot.reset();
        QTRY_VERIFY_WITH_TIMEOUT(!cancelButton(u"Short-lived"_s), 30000);
        for (const auto* label : list()->findChildren<QLabel*>())
            QVERIFY(!label->isVisible() || label->text() == u"Nothing is running."_s);
    }

    void aCancelledLayoutIsRetried() {
        views::JobBoard board;
        board.pool().setMaxThreadCount(1);
        QSemaphore go;
        board.pool().start([&go] { go.acquire(); });
        views::Selection selection;
        views::SettingsModel settings;
        views::ViewContext context{selection, settings, board.pool()};
        views::GraphPane pane(views::GraphPane::Side::Before, context);
        pane.resize(400, 400);
        pane.show();
        const auto typed = m_fixture.analysis()->typed;
        views::GraphPane::Content content;
        content.graph = typed->graph;
        pane.setContent(content);
        const std::vector<JobSlot*> running = board.running();
        if (running.size() == 1) running.front()->cancel();
        QPushButton* retry = nullptr;
        for (auto* button : pane.findChildren<QPushButton*>())
            if (button->isVisible()) retry = button;
        go.release();
        QCOMPARE(running.size(), std::size_t(1));
        QVERIFY(retry && !pane.canvas().scene());
        QTest::mouseClick(retry, Qt::LeftButton);
        QVERIFY(!retry->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(pane.canvas().scene() && pane.upToDate(), 30000);
    }

    // While the event loop turns: written files are counted as they come.
    void figuresAreWrittenBesideTheWindow() {
        QTemporaryDir folder;
        QThread* painted = nullptr;
        std::vector<workbench::FigureFile> files;
        for (int i = 0; i < 5; ++i)
            files.push_back({{u"rectangle"_s,
                              u"Rectangle"_s,
                              {100, 60},
                              [&painted](QPainter& painter, const QRectF& area, const views::Theme& theme) {
                                  painted = QThread::currentThread();
                                  painter.fillRect(area.adjusted(10, 10, -10, -10), theme.accent);
                              }},
                             folder.filePath(u"rectangle%1.png"_s.arg(i))});
        files.push_back({{u"chart"_s,
                          u"Chart"_s,
                          {100, 60},
                          [](QPainter& painter, const QRectF& area, const views::Theme& theme) {
                              QCOMPARE(QThread::currentThread(), QCoreApplication::instance()->thread());
                              painter.fillRect(area.adjusted(10, 10, -10, -10), theme.after);
                          },
                          true},
                         folder.filePath(u"chart.png"_s)});
        workbench::FigureWriter writer(m_fixture.window().jobs().writes());
        QSignalSpy written(&writer, &workbench::FigureWriter::written);
        QSignalSpy progressed(&writer, &workbench::FigureWriter::progressed);
        writer.write(std::move(files));
        QVERIFY(writer.running() && written.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 30000);
        QVERIFY(painted && painted != QThread::currentThread());
        QVERIFY(!writer.running());
        QCOMPARE(written.first().first().toStringList().size(), 6);
        QCOMPARE(progressed.last().at(1).toInt(), 6);
        for (const QString& file : written.first().first().toStringList()) {
            const QImage image(file);
            QVERIFY(image.pixel(2, 2) == QColor(Qt::white).rgb() && image.pixel(100, 60) != image.pixel(2, 2));
        }
    }

    // Each page is a file, and so is its caption. All that is said of the figure is said in each.
    void pagesOfAFigureAreFilesOfTheirOwn() {
        QTemporaryDir folder;
        views::Figure figure{u"graph"_s, u"Graph"_s, {100, 60}, {}};
        figure.about = u"Model: net.onnx"_s;
        figure.make = [title = figure.title](const RunContext&) -> Result<views::Figure> {
            const auto paint = [](QPainter& painter, const QRectF& area, const views::Theme& theme) {
                painter.fillRect(area.adjusted(10, 10, -10, -10), theme.accent);
            };
            views::Figure made{u"graph"_s, title, {100, 60}, paint};
            made.pages = {{{100, 60}, paint}, {{100, 40}, paint}};
            return made;
        };
        figure.title = u"Mine"_s; // as a person wrote it
        const auto kept = std::make_shared<std::vector<workbench::WrittenPage>>();
        std::vector<workbench::FigureFile> files{{figure, folder.filePath(u"net-graph.png"_s), kept},
                                                 {figure, folder.filePath(u"net-graph.txt"_s)}};
        files.back().caption = [](const views::Figure& page) { return page.title.toUtf8(); };
        workbench::FigureWriter writer(m_fixture.window().jobs().writes());
        QSignalSpy written(&writer, &workbench::FigureWriter::written);
        writer.write(std::move(files));
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 30000);
        const QStringList names{u"net-graph-1.png"_s, u"net-graph-1.txt"_s, u"net-graph-2.png"_s,
                                u"net-graph-2.txt"_s};
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name), names);
        QCOMPARE(written.first().first().toStringList().size(), names.size());
        QCOMPARE(kept->size(), std::size_t(2));
        QCOMPARE(kept->at(1).title, u"Mine (2 of 2)"_s);
        QCOMPARE(kept->at(1).file, folder.filePath(u"net-graph-2.png"_s));
        QVERIFY(QImage(kept->at(0).file).height() > QImage(kept->at(1).file).height());
        for (int page = 0; page < 2; ++page) {
            const QImage image(kept->at(static_cast<std::size_t>(page)).file);
            QCOMPARE(image.text(u"Title"_s), u"Mine (%1 of 2)"_s.arg(page + 1));
            QCOMPARE(image.text(u"Description"_s), figure.about);
        }
        QFile caption(folder.filePath(u"net-graph-2.txt"_s));
        QVERIFY(caption.open(QIODevice::ReadOnly));
        QCOMPARE(caption.readAll(), QByteArray("Mine (2 of 2)"));
    }

    // What is not of the open model is called after what it is of; its main number is in its caption.
    void figuresOfOtherSubjects() {
        views::Figure figure{u"scenario-queue"_s, u"Length of the queues"_s, {100, 60}, {}};
        figure.about = u"Scenario: night.json"_s;
        figure.finding = u"Most requests that wait: camera 3"_s;
        workbench::FigureOrder order;
        order.folder = u"/figures"_s;
        order.suffixes = QStringList{u".svg"_s};
        QCOMPARE(workbench::figureFiles({figure}, order, u"net"_s).front().file,
                 u"/figures/net-scenario-queue.svg"_s);
        figure.subject = u"night"_s;
        QCOMPARE(workbench::figureFiles({figure}, order, u"net"_s).front().file,
                 u"/figures/night-scenario-queue.svg"_s);
        const auto beside = workbench::filesBeside({figure}, order, u"net"_s, u"Another answer"_s);
        QCOMPARE(beside.front().file, u"/figures/night-scenario-queue.txt"_s);
        QCOMPARE(
            beside.front().caption(figure),
            QByteArray("Length of the queues. Most requests that wait: camera 3. Scenario: night.json.\n"));
    }

    void anExportIsCancelled() {
        QTemporaryDir folder;
        QSemaphore first, go;
        std::vector<workbench::FigureFile> files;
        for (int i = 0; i < 3; ++i)
            files.push_back({{u"slow"_s,
                              u"Slow"_s,
                              {10, 10},
                              [&](QPainter&, const QRectF&, const views::Theme&) {
                                  first.release();
                                  go.acquire();
                              }},
                             folder.filePath(u"slow%1.png"_s.arg(i))});
        workbench::FigureWriter writer(m_fixture.window().jobs().writes());
        QSignalSpy cancelled(&writer, &workbench::FigureWriter::cancelled);
        writer.write(std::move(files));
        first.acquire();
        m_fixture.find<QAction>(u"jobsAction"_s)->trigger();
        const bool listed = QTest::qWaitFor([&] { return cancelButton(u"Export figures"_s); }, 10000);
        if (listed) QTest::mouseClick(cancelButton(u"Export figures"_s), Qt::LeftButton);
        go.release(3);
        QVERIFY(listed);
        QCOMPARE(cancelled.count(), 1);
        m_fixture.window().jobs().writes().waitForDone();
        QVERIFY(!QFile::exists(folder.filePath(u"slow2.png"_s)));
    }

    // Beside work that would go on for ten minutes.
    void closingDoesNotWait_data() {
        QTest::addColumn<QString>("work");
        QTest::newRow("that stops when it is asked") << u"stops"_s;
        QTest::newRow("that never looks whether it shall stop") << u"deaf"_s;
    }
    void closingDoesNotWait() {
        QFETCH(QString, work);
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedChannels);
        process.start(QCoreApplication::applicationFilePath(), {u"--close-while-busy"_s, work});
        QVERIFY(process.waitForFinished(EndlessSeconds * 1000 / 5));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == u"--close-while-busy"_s)
        return closeWhileBusy(app, arguments[2] == u"deaf"_s);
    JobsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "jobs_test.moc"
