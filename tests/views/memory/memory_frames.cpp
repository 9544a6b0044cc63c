// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-memory-frames: how much CPU a frame of the memory page takes, all four charts together (two where
// the model was not fused); median and worst of the frames that the page really paints (offscreen raster,
// 1600 x 1000).
//
//   edgewright-memory-frames [TENSORS ...]
#include "tests/support/cpu_time.h"
#include "tests/views/memory/memory_example.h"
#include "views/memory/chart/plan_chart.h"
#include "views/memory/compare_bar.h"
#include "views/memory/chart/plan_chart.h"
#include "views/memory/memory_view.h"

#include <QApplication>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

using namespace edgewright;
using namespace edgewright::views;
using test::threadMilliseconds;

namespace {

constexpr QSize Screen(1600, 1000);

struct Page {
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::unique_ptr<View> view = memory_view.make(context);

    PlanChart* chart(const char* name) { return view->findChild<PlanChart*>(QString::fromLatin1(name)); }
};

// CPU time from a change to the picture: handling the event and painting what it invalidated.
std::string measured(int frames, const std::function<void(int)>& change) {
    std::vector<double> times;
    for (int i = 0; i < frames; ++i) {
        const double before = threadMilliseconds();
        change(i);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        times.push_back(threadMilliseconds() - before);
    }
    std::sort(times.begin(), times.end());
    char text[48];
    std::snprintf(text, sizeof text, "%6.1f %6.1f", times[times.size() / 2], times.back());
    return text;
}

void wheel(PlanChart& chart, int turned) {
    const QPointF at(chart.width() * 0.55, chart.height() * 0.6);
    QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, turned}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&chart, &event);
}

void drag(PlanChart& chart, int frame) {
    const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, chart.mapToGlobal(at), button, buttons, {});
        QCoreApplication::sendEvent(&chart, &event);
    };
    const QPointF from(chart.width() * 0.5, chart.height() * 0.6);
    if (frame == 0) send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, from + QPointF(-12 - 6 * frame, -3 * frame), Qt::NoButton, Qt::LeftButton);
}

void row(Page& page, const char* what) {
    PlanChart& gantt = *page.chart("ganttBefore");
    PlanChart& arena = *page.chart("arenaBefore");
    const std::string whole = measured(9, [&](int) {
        for (const char* name : {"ganttBefore", "arenaBefore", "ganttAfter", "arenaAfter"})
            if (PlanChart* chart = page.chart(name); chart->isVisible()) {
                QEvent changed(QEvent::FontChange); // paints anew
                QCoreApplication::sendEvent(chart, &changed);
            }
    });
    const std::string hover = measured(40, [&](int i) {
        const QPointF at(140 + 7 * i, arena.height() * 0.5);
        QMouseEvent event(QEvent::MouseMove, at, arena.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(&arena, &event);
    });
    const std::int64_t steps = gantt.painter()->side().steps();
    const std::string play = measured(60, [&](int i) { emit gantt.stepPicked(steps * i / 60); });
    const std::string zoom = measured(40, [&](int i) { wheel(i % 2 ? arena : gantt, 60); });
    const std::string zoomed = measured(30, [&](int i) { drag(gantt, i); });
    const std::string out = measured(40, [&](int i) { wheel(i % 2 ? arena : gantt, -60); });
    std::printf("%-28s %s  %s  %s  %s  %s  %s\n", what, whole.c_str(), hover.c_str(), play.c_str(),
                zoom.c_str(), zoomed.c_str(), out.c_str());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(std::max(std::atoi(argv[i]), 1));
    if (counts.empty()) counts = {1000, 10000};
    std::printf("CPU ms, median and worst%4s %-13s  %-13s  %-13s  %-13s  %-13s  %-13s\n", "", "  all anew",
                "  hover", "  cursor", "  zoom in", "  pan zoomed", "  zoom out");
    for (const int count : counts)
        for (const int longest : {8, 40, 400}) {
            Page page;
            page.view->resize(Screen);
            page.view->show();
            const auto analysis = test::longChain(count, longest);
            analysis->fusion = nullptr;
            page.view->setAnalysis(analysis);
            QCoreApplication::processEvents();
            const std::string name = std::to_string(count) + " tensors, up to " + std::to_string(longest);
            page.view->findChild<CompareBar*>()->setCompare(Compare::Original);
            row(page, (name + " alive").c_str());
            // Both columns: the same plan twice is as much to draw as before and after.
            auto both = std::make_shared<pipeline::Analysis>(*analysis);
            auto history = std::make_shared<fusion::History>();
            history->base = *analysis->before();
            history->graph = *analysis->before();
            both->fusion = history;
            both->memoryAfter = analysis->memoryBefore;
            page.view->setAnalysis(both);
            page.view->findChild<CompareBar*>()->setCompare(Compare::Both);
            QCoreApplication::processEvents();
            row(page, "  twice, side by side");
        }
    return 0;
}
