// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-class-times: how long a class waits. From a lesson that is chosen to its first step as one sees
// it, each frame of the packing puzzle while a buffer is dragged, and from a language that is chosen to the
// window in it (offscreen raster, 1360 x 860). The goals are 1 s, 1/60 s and 0.3 s.
#include "app/workbench/lessons/lesson_files.h"
#include "app/workbench/lessons/lessons.h"
#include "app/workbench/lessons/packing_puzzle.h"
#include "app/workbench/one_window.h"
#include "core/pipeline/stage.h"
#include "tests/support/own_settings.h"
#include "tests/support/shared_files.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

using namespace edgewright;
using namespace edgewright::workbench;

namespace {

double milliseconds(const QElapsedTimer& since) { return static_cast<double>(since.nsecsElapsed()) / 1e6; }

void waitFor(const std::function<bool()>& done) {
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
}

void lessons() {
    OneWindow one;
    MainWindow& window = one.get();
    window.resize(1360, 860);
    window.show();
    for (const std::filesystem::path& each : lessonFolders()) {
        QElapsedTimer time;
        time.start();
        LessonPlayer& player = window.lessons().player();
        window.lessons().start(QString::fromStdString(each.filename().string()), 0);
        waitFor([&] {
            return player.phase() == LessonPlayer::Phase::Asking || player.phase() == LessonPlayer::Phase::Told;
        });
        QCoreApplication::processEvents(); // what it changed is painted
        std::printf("lesson %-22s %7.0f ms\n", each.filename().c_str(), milliseconds(time));
        waitFor([&] { return window.session().idle(); });
        player.stop();
    }
}

void puzzle() {
    memory::Problem problem;
    problem.steps = 120;
    for (std::int64_t i = 0; i < 100; ++i) {
        memory::Buffer& buffer = problem.buffers.emplace_back();
        buffer.name = "b" + std::to_string(i);
        buffer.size = 1024 * (1 + i * 7 % 23);
        buffer.lower = i;
        buffer.upper = i + 2 + i % 18;
    }
    PackingPuzzle puzzle;
    puzzle.resize(960, 700);
    puzzle.show();
    puzzle.setProblem(problem);
    QCoreApplication::processEvents();
    const QPointF from = puzzle.rectOf(50).center();
    const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButton button) {
        QMouseEvent event(type, at, puzzle.mapToGlobal(at), button, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&puzzle, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    std::vector<double> frames;
    for (int i = 0; i < 240; ++i) {
        QElapsedTimer time;
        time.start();
        send(QEvent::MouseMove, from + QPointF(0, (i % 120 - 60) * 4), Qt::NoButton);
        puzzle.repaint();
        frames.push_back(milliseconds(time));
    }
    send(QEvent::MouseButtonRelease, from, Qt::LeftButton);
    std::ranges::sort(frames);
    std::printf("puzzle of 100 buffers: a frame %.1f ms, 99 of 100 within %.1f ms\n", frames[frames.size() / 2],
                frames[frames.size() * 99 / 100]);
}

void languages() {
    for (const char* model : {"tiny_cnn_2d.onnx", "residual_cnn_2d.onnx"}) {
        OneWindow one;
        one.get().resize(1360, 860);
        one.get().show();
        one.get().open(QString::fromStdString(test::sample(model).string()));
        waitFor([&] { return one.get().session().analysis()->costs && one.get().session().idle(); });
        for (const char* language : {"zh_CN", "en", "zh_CN", "en"}) {
            QElapsedTimer time;
            time.start();
            one.speak(QString::fromLatin1(language));
            QCoreApplication::processEvents(); // what it changed is painted
            const double seen = milliseconds(time);
            waitFor([&] { return one.get().session().idle(); });
            std::printf("%-22s to %-6s %7.0f ms, all said again %7.0f ms\n", model, language, seen,
                        milliseconds(time));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    test::useOwnSettings();
    useLanguage(application);
    lessons();
    puzzle();
    languages();
    return 0;
}
