// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-frames: how much CPU a frame of the graph view takes, by family of graph, size and motion; median
// of the frames that the widget really paints (offscreen raster, 1600 x 1000).
//
//   edgewright-frames [NODES ...]
//   edgewright-frames --pictures FOLDER (MODEL.onnx | FAMILY) ...   what the canvas shows, to be looked at
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>

#include "core/ir/builder.h"
#include "core/pipeline/study.h"
#include "tests/core/layout/families.h"
#include "tests/support/cpu_time.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/graph/canvas/mini_map.h"
#include "views/support/operator_title.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace edgewright;
using namespace edgewright::views;
using test::threadMilliseconds;

namespace {

constexpr QSize Screen(1600, 1000);

// Takes the time of everything that Qt does to bring a change to the screen.
class Clock final : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        if (event->type() != QEvent::UpdateRequest) return QApplication::notify(receiver, event);
        const double before = threadMilliseconds();
        const bool result = QApplication::notify(receiver, event);
        frames.push_back(threadMilliseconds() - before);
        return result;
    }
    std::string median() {
        if (frames.empty()) return "-";
        std::sort(frames.begin(), frames.end());
        char text[32];
        std::snprintf(text, sizeof text, "%.1f", frames[frames.size() / 2]);
        frames.clear();
        return text;
    }
    std::vector<double> frames;
};

// Operators of all kinds, linked like the request, with names, shapes and a weight here and there.
std::shared_ptr<const ir::Graph> graphLike(const layout::Request& request, std::size_t without = 0) {
    static constexpr const char* Titles[]{
        "Conv",   "BatchNormalization", "Relu", "MatMul", "Add", "Mul", "Reshape", "Softmax",
        "Concat", "LayerNormalization"};
    ir::GraphBuilder builder("frames");
    std::vector<ValueId> out;
    std::vector<std::vector<std::uint32_t>> inputs(request.boxes.size());
    for (const auto& edge : request.edges)
        inputs[edge.to].push_back(edge.from);
    const ValueId weight = builder.constant("weight", ir::Tensor::of<float>({8, 2}, std::vector<float>(16, 1)));
    for (std::size_t i = 0; i < request.boxes.size(); ++i) {
        if (inputs[i].empty()) {
            out.push_back(builder.input("input_" + std::to_string(i),
                                        ir::TensorType(ir::DataType::Float32, ir::Dims{1, 64, 56, 56})));
            continue;
        }
        if (without > 0 && i % without == 1 && inputs[i].size() == 1) { // as if it had been fused away
            out.push_back(out[inputs[i].front()]);
            continue;
        }
        std::vector<ValueId> in;
        for (const std::uint32_t from : inputs[i])
            in.push_back(out[from]);
        const char* title = Titles[i % std::size(Titles)];
        if (i % 3 == 0) in.push_back(weight);
        const ValueId value = builder.value("layer." + std::to_string(i / 12) + "/out_" + std::to_string(i),
                                            ir::TensorType(ir::DataType::Float32, ir::Dims{1, 64, 56, 56}));
        builder.nodeInto(title, in, {value});
        out.push_back(value);
    }
    builder.output(out.back());
    return std::make_shared<const ir::Graph>(builder.take());
}

std::shared_ptr<const GraphScene> placed(std::shared_ptr<const ir::Graph> graph,
                                         const GraphScene* old = nullptr, SceneOptions options = {}) {
    auto scene = std::make_shared<GraphScene>(std::move(graph), cardFonts(), std::move(options));
    const auto layout = layout::layoutGraph(scene->request(old), {});
    if (layout) scene->place(*layout);
    return scene;
}

void measure(Clock& clock, const layout::test::Family& family, std::size_t nodes) {
    const layout::Request request = family.make(nodes);
    const auto graph = graphLike(request);
    const auto scene = placed(graph), other = placed(graphLike(request, 4), scene.get());
    GraphCanvas canvas;
    canvas.resize(Screen);
    canvas.show();
    canvas.setScene(scene);
    const auto settle = [&] {
        for (int i = 0; i < 4; ++i)
            QCoreApplication::processEvents();
        clock.frames.clear();
    };
    const auto pan = [&](double zoom) {
        const QPointF start(scene->size().width() / 2 - Screen.width() / zoom / 2, scene->size().height() / 3);
        canvas.setViewFrom(start, zoom);
        settle();
        for (int i = 0; i < 60; ++i) {
            canvas.setViewFrom(canvas.origin() + QPointF(i % 2 == 0 ? 3 : -3, 17) / zoom, zoom);
            QCoreApplication::processEvents();
        }
        return clock.median();
    };
    std::string row;
    for (const double zoom : {1.0, 0.5, 0.3, 0.1, 0.03}) {
        row += pan(zoom);
        row += "\t";
    }
    canvas.fit();
    settle();
    for (int i = 0; i < 30; ++i) {
        canvas.setWarmGroups(i % 2 == 0); // the whole picture anew
        QCoreApplication::processEvents();
    }
    row += clock.median() + "\t";
    for (const bool whole : {false, true}) {
        const auto& from = whole ? scene : scene;
        canvas.setScene(from);
        if (whole)
            canvas.fit();
        else
            canvas.setViewFrom(QPointF(scene->size().width() / 2 - 1000, scene->size().height() / 3), 0.5);
        settle();
        for (int turn = 0; turn < 4; ++turn) {
            canvas.transitionTo(turn % 2 == 0 ? other : scene);
            QCoreApplication::processEvents();
            clock.frames.clear(); // the first one prepares
            QElapsedTimer wall;
            wall.start();
            std::vector<double> moving;
            while (canvas.inTransition() && wall.elapsed() < 3000)
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
        }
        row += clock.median() + "\t";
    }
    // Blocks opened and folded, all at once.
    const auto blocks = std::make_shared<const modules::Modules>(modules::modulesOf(*graph).value());
    SceneOptions folded;
    folded.folding = {blocks, std::shared_ptr<const std::vector<ModuleId>>(blocks, &blocks->of),
                      modules::opened(*blocks, 20, 80)};
    const auto small = placed(graph, scene.get(), folded);
    canvas.setScene(small);
    canvas.fit();
    settle();
    for (int turn = 0; turn < 4; ++turn) {
        canvas.transitionTo(turn % 2 == 0 ? scene : small);
        QCoreApplication::processEvents();
        clock.frames.clear();
        QElapsedTimer wall;
        wall.start();
        while (canvas.inTransition() && wall.elapsed() < 3000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
    }
    row += clock.median() + "\t" + std::to_string(small->boxes().size());
    std::printf("%s\t%zu\t%s\n", std::string(family.name).c_str(), scene->boxes().size(), row.c_str());
    std::fflush(stdout);
}

void grab(GraphCanvas& canvas, const QString& file) {
    QCoreApplication::processEvents();
    canvas.grab().save(file);
    std::printf("%s\n", qPrintable(file));
}

// A made graph of 10 000 nodes, by the name of its family.
void family(const QString& folder, const QString& name) {
    for (const layout::test::Family& entry : layout::test::families()) {
        if (name != QString::fromLatin1(entry.name)) continue;
        const auto scene = placed(graphLike(entry.make(10000)));
        for (const bool dark : {false, true}) {
            QApplication::setPalette((dark ? Theme::darkTheme() : Theme::light()).palette());
            GraphCanvas canvas;
            const MiniMap map(&canvas);
            canvas.resize(1000, 800);
            canvas.show();
            canvas.setScene(scene);
            for (const double zoom : {0.7, 0.3, 0.1, 0.03}) {
                canvas.setViewFrom(QPointF(scene->size().width() / 2 - 500 / zoom, scene->size().height() / 2),
                                   zoom);
                grab(canvas, QStringLiteral("%1/%2-%3-%4.png")
                                 .arg(folder, name)
                                 .arg(zoom)
                                 .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
            }
            for (const SceneEdge& edge : scene->edges())
                if (edge.portal && !edge.label.isEmpty()) {
                    canvas.setViewFrom(edge.labelRect.center() - QPointF(500, 400), 1);
                    grab(canvas,
                         QStringLiteral("%1/%2-portal-%3.png")
                             .arg(folder, name, dark ? QStringLiteral("dark") : QStringLiteral("light")));
                    canvas.setViewFrom(edge.farRect.center() - QPointF(500, 400), 1);
                    grab(canvas,
                         QStringLiteral("%1/%2-far-%3.png")
                             .arg(folder, name, dark ? QStringLiteral("dark") : QStringLiteral("light")));
                    break;
                }
            canvas.fit();
            grab(canvas, QStringLiteral("%1/%2-fit-%3.png")
                             .arg(folder, name, dark ? QStringLiteral("dark") : QStringLiteral("light")));
        }
    }
}

void pictures(const QString& folder, const QString& model) {
    QDir().mkpath(folder);
    if (!model.endsWith(QStringLiteral(".onnx"))) return family(folder, model);
    const auto opened = pipeline::open(model.toStdString());
    if (!opened) return void(std::fprintf(stderr, "%s\n", opened.error().message.c_str()));
    const auto typed = pipeline::type(*opened, {}, true);
    const auto history = pipeline::fuse(*typed, {});
    if (!history) return void(std::fprintf(stderr, "%s\n", history.error().message.c_str()));
    const QFileInfo info(model);
    const QString name = info.baseName() == QStringLiteral("model") ? info.dir().dirName() : info.baseName();

    SceneOptions groups;
    std::vector<HullSpec> hulls;
    SceneOptions opened2;
    for (const NodeId id : (*history)->graph.order()) {
        auto origins = (*history)->originsOf(id);
        if (origins.size() < 2) continue;
        hulls.push_back({origins, operatorTitle((*history)->graph.node(id)), HullSpec::Style::Fused, id});
        groups.groups.push_back(std::move(origins));
        if (opened2.opened.size() < 2 && (*history)->graph.node(id).body) opened2.opened.insert(id);
    }
    Badges badges;
    for (const fusion::Refusal& refusal : (*history)->refusals)
        if (!refusal.nodes.empty())
            badges[refusal.nodes.front()].push_back(
                {Badge::Kind::Refused, {QString::fromStdString(refusal.reason)}, {}, Badge::Level::Near});
    for (const NodeId id : (*history)->graph.order())
        if ((*history)->originsOf(id).size() > 1)
            badges[id].push_back({Badge::Kind::Numeric, {}, QStringLiteral("2e-7"), Badge::Level::Good});

    const auto after = std::shared_ptr<const ir::Graph>(*history, &(*history)->graph);
    auto left = std::const_pointer_cast<GraphScene>(placed(typed->graph, nullptr, groups));
    left->setHulls(hulls);
    const auto right = placed(after, left.get()), open = placed(after, right.get(), opened2);
    for (const bool dark : {false, true}) {
        QApplication::setPalette((dark ? Theme::darkTheme() : Theme::light()).palette());
        const QString end = (dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"));
        const auto path = [&](const char* what) {
            return folder + u'/' + name + u'-' + QString::fromLatin1(what) + end;
        };
        GraphCanvas canvas;
        const MiniMap map(&canvas);
        canvas.resize(1000, 800);
        canvas.show();
        canvas.setWarmGroups(false);
        canvas.setScene(left);
        grab(canvas, path("before"));
        canvas.zoomBy(0.36 / canvas.zoom());
        grab(canvas, path("before36"));
        canvas.fit();
        grab(canvas, path("fit"));
        canvas.setWarmGroups(true);
        NodePairs pairs;
        for (const NodeId id : after->order())
            for (const NodeId origin : (*history)->originsOf(id))
                pairs.emplace_back(origin, id);
        canvas.setViewFrom(QPointF(left->size().width() / 2 - 500, -20), 1);
        canvas.transitionTo(right, pairs);
        QElapsedTimer wall;
        wall.start();
        while (wall.elapsed() < 110)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 10);
        grab(canvas, path("moving"));
        canvas.finishTransition();
        canvas.setBadges(badges);
        canvas.setViewFrom(QPointF(right->size().width() / 2 - 500, -20), 1);
        grab(canvas, path("after"));
        const ir::Graph* graphs[]{typed->graph.get(), after.get()};
        canvas.setColouring(std::make_shared<const NodeColouring>(colourByMacs(graphs)));
        canvas.setViewFrom(QPointF(right->size().width() / 2 - 700, -20), 0.7);
        grab(canvas, path("macs"));
        canvas.setColouring(nullptr);
        canvas.setScene(open);
        canvas.setViewFrom(QPointF(open->size().width() / 2 - 500, -20), 1);
        grab(canvas, path("opened"));
        Changes changes;
        for (const NodeId id : (*history)->graph.order())
            if (!typed->graph->contains(id)) changes[id] = Change::Added;
        canvas.setDifference(changes);
        grab(canvas, path("difference"));
    }
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    Clock clock(argc, argv);
    const QStringList words = QApplication::arguments().mid(1);
    if (words.size() > 2 && words[0] == QStringLiteral("--pictures")) {
        for (const QString& model : words.mid(2))
            pictures(words[1], model);
        return 0;
    }
    std::vector<std::size_t> sizes;
    for (const QString& word : words)
        sizes.push_back(word.toULongLong());
    if (sizes.empty()) sizes = {1500, 10000, 30000};
    std::printf(
        "CPU ms per frame, median\n"
        "family\tboxes\tpan 100 %%\tpan 50 %%\tpan 30 %%\tpan 10 %%\tpan 3 %%\tfit all\tmove at 50 %%\tmove "
        "all\tunfold all\tboxes folded\n");
    for (const layout::test::Family& family : layout::test::families())
        for (const std::size_t size : sizes)
            measure(clock, family, size);
    return 0;
}
