// SPDX-License-Identifier: GPL-3.0-or-later
// The window goes on answering while it works: it opens large models and is walked through. Counted are the
// turns of its event loop while stages run elsewhere. How long the pauses are, edgewright-window-pauses
// measures.
#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_walk.h"

#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

namespace edgewright::responsive_test {

using workbench::MainWindow;

namespace {

// A window that did the work itself would turn its event loop once or twice for each stage that ends.
constexpr int MinTurnsPerStage = 5;
constexpr int TurnsAfterwards = 100; // for what is painted, and what a stage that ended starts

} // namespace

class ResponsiveTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path m_large, m_many;

private slots:
    void initTestCase() {
        test::useOwnSettings();
        QVERIFY(m_folder.isValid());
        const auto write = [this](const ir::Model& model) {
            const auto file =
                std::filesystem::path(m_folder.path().toStdString()) / (model.graph.name + ".onnx");
            return onnx::exportModel(model, model.graph, file) ? file : std::filesystem::path();
        };
        m_large = write(test::largeModel());
        m_many = write(test::manyOperators());
        QVERIFY(!m_large.empty() && !m_many.empty());
        QVERIFY(std::filesystem::file_size(m_large) > 200'000'000);
    }

    void staysAwake_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("200 MB") << QString::fromStdString(m_large.string());
        QTest::newRow("4500 operators") << QString::fromStdString(m_many.string());
        for (const char* name : {"exports/swin_micro/model.onnx", "models/gtcrn-raw-2230-nodes/model.onnx"})
            QTest::newRow(name) << QString::fromStdString(test::shared(name).string());
    }

    void staysAwake() {
        QFETCH(QString, file);
        if (file.isEmpty()) QSKIP(test::sharedMissing());
        MainWindow window;
        window.resize(1360, 860);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));

        int stages = 0; // that ended
        connect(&window.session(), &views::Session::changed, this, [&] { ++stages; });
        bool reached = true; // what the phase waits for
        int turns = 0;       // before that, while stages ran
        QTimer turn;         // ends a turn of the loop each time that nothing else is left to do
        turn.start(0);
        connect(&turn, &QTimer::timeout, this, [&] { turns += reached || window.session().idle() ? 0 : 1; });
        const auto phase = [&](const char* name, const std::function<void()>& act,
                               const std::function<bool()>& done) {
            turns = stages = 0;
            reached = false;
            act();
            QEventLoop loop;
            int left = TurnsAfterwards;
            const auto look = connect(&turn, &QTimer::timeout, &loop, [&] {
                reached = reached || done();
                if (!reached) left = TurnsAfterwards;
                if (--left <= 0 && window.session().idle()) loop.quit();
            });
            loop.exec(); // ctest ends one that never is
            disconnect(look);
            qInfo("%-44s %5d turns, %d stages", name, turns, stages);
        };
        const QString stuck =
            test::walkThrough(window, file, [&](const char* name, const auto& act, const auto& done) {
                phase(name, act, done);
                const bool works = QByteArray(name) == "open"; // what follows may be done in a turn
                return !works || (stages > 0 && turns >= MinTurnsPerStage * stages);
            });
        QVERIFY2(stuck.isEmpty(), qPrintable(stuck));
    }
};

EDGEWRIGHT_TEST(ResponsiveTest)

} // namespace edgewright::responsive_test

#include "responsive_test.moc"
