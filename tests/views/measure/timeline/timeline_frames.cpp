// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-timeline-frames: a made-up profile of many events as a file, how long it takes from there to the
// first picture, and how much CPU a frame takes then (offscreen raster, 1600 x 1000): median and worst.
//
//   edgewright-timeline-frames [EVENTS ...]
//   edgewright-timeline-frames --pictures FOLDER [MODEL.onnx] (RECORD.json | PROFILE.json) ...   what the
//   widget shows
#include "core/device/record/record_text.h"
#include "core/ir/builder.h"
#include "core/pipeline/study.h"
#include "tests/support/cpu_time.h"
#include "views/measure/timeline/timeline_widget.h"
#include "views/support/figure/figure_format.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace edgewright;
using namespace edgewright::views;
using test::processMilliseconds;
using test::threadMilliseconds;

namespace {

constexpr QSize Screen(1600, 1000);
constexpr int Nodes = 200;

std::shared_ptr<const ir::Graph> chain() {
    static constexpr const char* Ops[]{"Conv", "Relu", "Add", "MaxPool", "Reshape", "MatMul"};
    ir::GraphBuilder builder("frames");
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{1, 8});
    ValueId value = builder.input("x", type);
    for (int i = 0; i < Nodes; ++i) {
        const ValueId out =
            builder.value("layer/" + std::to_string(i / 10) + "/out_" + std::to_string(i), type);
        const NodeId id = builder.nodeInto(Ops[i % std::size(Ops)], {value}, {out});
        builder.graph().node(id).name = "layer/" + std::to_string(i / 10) + "/node_" + std::to_string(i);
        value = out;
    }
    builder.output(value);
    return std::make_shared<const ir::Graph>(builder.take());
}

// As ONNX Runtime writes it: runs with operators in them on one thread, pieces of their loops on the others.
void writeProfile(const QString& file, const ir::Graph& graph, std::size_t events, int workers) {
    std::FILE* out = std::fopen(file.toLocal8Bit().constData(), "w");
    if (!out) return;
    std::size_t written = 0;
    const auto event = [&](const char* category, const std::string& name, int thread, double start,
                           double duration, const std::string& op) {
        std::fprintf(out,
                     "%s{\"cat\":\"%s\",\"pid\":1,\"tid\":%d,\"dur\":%.3f,\"ts\":%.3f,\"ph\":\"X\",\"name\":\"%"
                     "s\",\"args\":{%s}}",
                     written++ ? ",\n" : "[", category, thread, duration, start, name.c_str(),
                     op.empty() ? "" : ("\"op_name\":\"" + op + "\"").c_str());
    };
    unsigned random = 1;
    double now = 0;
    while (written < events) {
        const double begin = now;
        for (const NodeId id : graph.order()) {
            random = random * 1664525u + 1013904223u;
            const double took = 2 + (random >> 16) % 40;
            event("Node", graph.node(id).name + "_kernel_time", 1, now, took, graph.node(id).op);
            for (int worker = 0; worker < workers; ++worker)
                event("Thread", "loop", 2 + worker, now + 0.2, took * 0.8 / (1 + worker % 3), {});
            now += took + 0.5;
        }
        event("Session", "model_run", 1, begin - 0.2, now - begin + 0.2, {});
        now += 20;
    }
    std::fputs("]\n", out);
    std::fclose(out);
}

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

void wheel(TimelineChart& chart, int turned) {
    const QPointF at(chart.width() * 0.55, chart.height() * 0.3);
    QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, turned}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&chart, &event);
}

void mouse(TimelineChart& chart, QEvent::Type type, QPointF at, Qt::MouseButton button,
           Qt::MouseButtons buttons) {
    QMouseEvent event(type, at, chart.mapToGlobal(at), button, buttons, {});
    QCoreApplication::sendEvent(&chart, &event);
}

std::string drag(TimelineChart& chart, int frames) {
    const QPointF from(chart.width() * 0.8, chart.height() * 0.4);
    mouse(chart, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    const std::string times = measured(frames, [&](int i) {
        mouse(chart, QEvent::MouseMove, from + QPointF(-14 - 11 * i, -i % 3), Qt::NoButton, Qt::LeftButton);
    });
    mouse(chart, QEvent::MouseButtonRelease, from, Qt::LeftButton, Qt::NoButton);
    return times;
}

void wait(const std::function<bool()>& isDone) {
    while (!isDone())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

void measureTrace(std::size_t events, int workers) {
    const auto graph = chain();
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("profile.json"));
    writeProfile(file, *graph, events, workers);

    Selection selection;
    QThreadPool pool;
    TimelineWidget widget(selection, pool);
    widget.resize(Screen);
    widget.show();
    QElapsedTimer clock;
    double since = processMilliseconds();
    const auto passed = [&] {
        const double cpu = processMilliseconds() - since;
        std::string text = std::to_string(clock.restart()) + " (" + std::to_string(static_cast<int>(cpu)) + ")";
        since = processMilliseconds();
        return text;
    };
    clock.start();
    const auto source = profileSource(file.toStdString(), graph.get());
    if (!source) return static_cast<void>(std::printf("%s\n", source.error().message.c_str()));
    const std::string read = passed();
    double longest = 0, before = threadMilliseconds();
    widget.setSources({*source}, {graph, nullptr});
    while (!widget.scene()) {
        before = threadMilliseconds();
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
        longest = std::max(longest, threadMilliseconds() - before);
    }
    const std::string built = passed();
    QCoreApplication::processEvents();
    const std::string drawn = passed();
    std::printf(
        "%zu events on %d threads, %zu runs; wall (CPU) ms: read and match %s, index %s, first picture %s; "
        "longest stop of the window %.1f ms\n",
        widget.scene()->sources[0].model->index().size(), workers + 1,
        widget.scene()->sources[0].model->runs().size(), read.c_str(), built.c_str(), drawn.c_str(), longest);

    TimelineChart& chart = widget.chart();
    std::printf("CPU ms, median and worst:  all of it anew %s", measured(9, [&](int) {
                                                                    QEvent changed(QEvent::FontChange);
                                                                    QCoreApplication::sendEvent(&chart,
                                                                                                &changed);
                                                                }).c_str());
    std::printf("  hover %s  zoom in %s",
                measured(60,
                         [&](int i) {
                             mouse(chart, QEvent::MouseMove, {300.0 + 17 * i, chart.height() * 0.2},
                                   Qt::NoButton, Qt::NoButton);
                         })
                    .c_str(),
                measured(60, [&](int) { wheel(chart, 120); }).c_str());
    std::printf("  zoom out %s\n", measured(60, [&](int) { wheel(chart, -120); }).c_str());
    for (const int zoom : {4, 10, 16, 22, 28, 34, 40, 46}) { // notches of 1.25
        chart.fitAll();
        for (int i = 0; i < zoom; ++i)
            wheel(chart, 120);
        QCoreApplication::processEvents();
        std::printf("  %8.3f ms wide: pan %s\n", chart.window().time.length() * 1e3, drag(chart, 60).c_str());
    }
    chart.fitAll();
    clock.restart();
    widget.search().setText(QStringLiteral("conv"));
    wait([&] { return widget.search().hits() != nullptr; });
    std::printf("  search: %zu hits in %lld ms", widget.search().hits()->order.size(),
                static_cast<long long>(clock.elapsed()));
    std::printf("; with hits: all of it anew %s, pan %s\n",
                measured(9,
                         [&](int) {
                             QEvent changed(QEvent::FontChange);
                             QCoreApplication::sendEvent(&chart, &changed);
                         })
                    .c_str(),
                (wheel(chart, 1200), drag(chart, 40)).c_str());
    std::printf("  select a node that ran in every run: %s\n",
                measured(10, [&](int i) {
                    selection.select({graph->order()[static_cast<std::size_t>(i)], {}});
                }).c_str());
    std::fflush(stdout);
}

// A record of ours, its fused variant where there is one, with the bytes of its plan.
std::optional<TimelineSource> ours(const QString& file, const pipeline::Analysis& analysis) {
    const auto record = device::readRecord(file.toStdString());
    if (!record) return std::nullopt;
    const device::VariantRecord* shown = nullptr;
    for (const device::VariantRecord& each : record->variants)
        if (!each.operators.empty() && (!shown || each.variant.fusion)) shown = &each;
    if (!shown) return std::nullopt;
    const ir::Graph& graph = shown->variant.fusion ? analysis.fusion->graph : *analysis.typed->graph;
    pipeline::PlanOptions options;
    options.seconds = 1;
    const auto plan = pipeline::plan(graph, analysis.opsets(shown->variant.fusion), options);
    return recordSource(*shown, plan ? plan->get() : nullptr);
}

void save(TimelineWidget& widget, const QString& file) {
    for (const Theme* theme : {&Theme::light(), &Theme::darkTheme()}) {
        widget.setPalette(theme->palette());
        QCoreApplication::processEvents();
        widget.grab().save(file + (theme->dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png")));
    }
}

// Fitted, with what lies under the pointer, zoomed in, searched, and as a figure.
void saveAll(TimelineWidget& widget, const QString& file) {
    TimelineChart& chart = widget.chart();
    const auto hover = [&](SpanRef span) {
        mouse(chart, QEvent::MouseMove, chart.geometry().spanRect(span).center(), Qt::NoButton, Qt::NoButton);
    };
    save(widget, file);
    const SpanIndex& index = widget.scene()->sources[0].model->index();
    SpanRef longest;
    for (std::uint32_t at = 0; at < index.size(); ++at)
        if (!widget.scene()->sources[0].model->nodes(at).empty() &&
            (!longest.valid() ||
             index.end(at) - index.start(at) > index.end(longest.at) - index.start(longest.at)))
            longest = {0, at};
    if (longest.valid()) {
        hover(longest);
        save(widget, file + QStringLiteral("-hover"));
        for (int i = 0; i < 8; ++i)
            wheel(chart, 120);
        emit chart.spanClicked(longest);
        chart.reveal(longest);
        save(widget, file + QStringLiteral("-zoomed"));
    }
    chart.fitAll();
    widget.search().setText(QStringLiteral("conv"));
    wait([&] { return widget.search().hits() != nullptr; });
    widget.search().step(1);
    save(widget, file + QStringLiteral("-search"));
    if (const auto figure = widget.figure())
        static_cast<void>(exportFigure(*figure, file + QStringLiteral(".svg")));
    if (const auto figure = widget.figure())
        static_cast<void>(exportFigure(*figure, file + QStringLiteral("-figure.png")));
}

int draw(const QString& folder, const QStringList& files) {
    QDir().mkpath(folder);
    pipeline::Analysis analysis;
    TimelineGraphs graphs;
    std::vector<TimelineSource> sources;
    for (const QString& file : files) {
        if (file.endsWith(QStringLiteral(".onnx"))) {
            const auto opened = pipeline::open(file.toStdString());
            if (!opened) return std::printf("%s\n", opened.error().message.c_str()), 1;
            analysis.typed = pipeline::type(*opened, {}, true);
            const auto fused = pipeline::fuse(*analysis.typed, {});
            if (fused) analysis.fusion = *fused;
            graphs = {analysis.typed->graph, analysis.fusion};
        } else if (auto own = analysis.typed ? ours(file, analysis) : std::nullopt) {
            sources.push_back(*std::move(own));
        } else {
            auto source = profileSource(file.toStdString(), graphs.original.get());
            if (!source) return std::printf("%s\n", source.error().message.c_str()), 1;
            sources.push_back(*std::move(source));
        }
    }
    Selection selection;
    QThreadPool pool;
    TimelineWidget widget(selection, pool);
    widget.resize(1200, 620);
    widget.setSources(std::move(sources), graphs);
    widget.show();
    wait([&] { return widget.scene() != nullptr; });
    saveAll(widget, folder + QStringLiteral("/timeline"));
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.value(0) == QStringLiteral("--pictures")) return draw(arguments.value(1), arguments.mid(2));
    std::vector<std::size_t> counts;
    for (const QString& each : arguments)
        if (const int count = each.toInt(); count > 0) counts.push_back(static_cast<std::size_t>(count));
    if (counts.empty()) counts = {10'000, 1'000'000};
    for (const std::size_t count : counts)
        for (const int workers : {7, 63})
            measureTrace(count, workers);
    return 0;
}
