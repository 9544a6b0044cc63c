// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-window-pauses [MODEL.onnx ...]: how long the window does not answer in each phase of a walk
// through it, and how much of that its thread computed; without models, for two large ones. The goal is 50 ms.
#include "tests/support/cpu_time.h"
#include "tests/support/own_settings.h"
#include "tests/workbench/window_walk.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace edgewright;

namespace {

constexpr int MinMilliseconds = 300, MaxMilliseconds = 90000; // of a phase

// Ticks every 5 ms on the thread of the window; a late tick is a pause.
class Watch : public QObject {
public:
    Watch() {
        m_tick.setTimerType(Qt::PreciseTimer);
        m_tick.setInterval(5);
        connect(&m_tick, &QTimer::timeout, this, [this] { look(); });
        m_tick.start();
    }
    bool phase(const char* name, const std::function<void()>& act, const std::function<bool()>& done) {
        m_pause = m_computed = 0;
        m_clock.start();
        m_cpu = test::threadMilliseconds();
        act();
        QElapsedTimer time;
        time.start();
        QEventLoop loop;
        const auto turn = connect(&m_tick, &QTimer::timeout, &loop, [&] {
            if ((time.elapsed() >= MinMilliseconds && done()) || time.elapsed() > MaxMilliseconds) loop.quit();
        });
        loop.exec();
        disconnect(turn);
        look();
        std::printf("  %-36s pause %7.1f ms, computation %7.1f ms\n", name, m_pause, m_computed);
        return done();
    }

private:
    void look() {
        if (!m_clock.isValid()) return;
        const double now = test::threadMilliseconds();
        m_pause = std::max(m_pause, static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
        m_computed = std::max(m_computed, now - m_cpu);
        m_clock.start();
        m_cpu = now;
    }
    QTimer m_tick;
    QElapsedTimer m_clock;
    double m_pause = 0, m_computed = 0, m_cpu = 0; // milliseconds
};

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    test::useOwnSettings();
    const QTemporaryDir folder;
    QStringList files = QApplication::arguments().mid(1);
    if (files.isEmpty())
        for (const ir::Model& model : {test::largeModel(), test::manyOperators()}) {
            const QString file =
                folder.filePath(QString::fromStdString(model.graph.name) + QStringLiteral(".onnx"));
            if (const auto written = onnx::exportModel(model, model.graph, file.toStdString()); !written) {
                std::fprintf(stderr, "%s\n", written.error().message.c_str());
                return 1;
            }
            files << file;
        }
    for (const QString& file : files) {
        std::printf("%s\n", qPrintable(file));
        workbench::MainWindow window;
        window.resize(1360, 860);
        window.show();
        Watch watch;
        const QString stuck =
            test::walkThrough(window, file, [&](const char* name, const auto& act, const auto& done) {
                return watch.phase(name, act, done);
            });
        if (stuck.isEmpty()) continue;
        std::fprintf(stderr, "did not end: %s\n", qPrintable(stuck));
        return 1;
    }
    return 0;
}
