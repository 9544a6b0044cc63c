// SPDX-License-Identifier: GPL-3.0-or-later
// edgewright-whole-way: from a file to two drawn graphs, step by step, for made residual networks; CPU ms.
//
//   edgewright-whole-way [NODES ...]
//   edgewright-whole-way --keep FILE.onnx NODES     only writes the network, to be opened by hand
#include <QApplication>
#include <QImage>
#include <QTemporaryDir>

#include "core/ir/builder.h"
#include "core/onnx/export.h"
#include "core/pipeline/study.h"
#include "tests/support/cpu_time.h"
#include "views/graph/canvas/graph_canvas.h"
#include "views/graph/panels/provenance.h"

#include <cstdio>
#include <string>
#include <vector>

using namespace edgewright;
using namespace edgewright::views;
using test::processMilliseconds;

namespace {

constexpr std::int64_t Channels = 4;
constexpr ir::Opsets::mapped_type Opset = 17;

// Blocks of seven: Conv, norm, Relu, Conv, norm, Add, Relu.
ir::Model residual(std::size_t nodes) {
    ir::GraphBuilder b("residual");
    const auto filled = [](const ir::Dims& dims, float first) {
        std::int64_t count = 1;
        for (const std::int64_t extent : dims)
            count *= extent;
        std::vector<float> values;
        for (std::int64_t i = 0; i < count; ++i)
            values.push_back(first + 0.01f * static_cast<float>(i + 1));
        return ir::Tensor::of<float>(dims, values);
    };
    std::size_t made = 0;
    const auto constant = [&](const ir::Dims& dims, float first) {
        return b.constant("c" + std::to_string(made++), filled(dims, first));
    };
    const std::vector<std::int64_t> pads{1, 1, 1, 1};
    const auto convolution = [&](ValueId in) {
        const ValueId out = b.node("Conv", {in, constant({Channels, Channels, 3, 3}, -0.5f)}, {{"pads", pads}});
        return b.node("BatchNormalization", {out, constant({Channels}, 0.5f), constant({Channels}, 0),
                                             constant({Channels}, 0), constant({Channels}, 1)});
    };
    ValueId x = b.input("image", ir::TensorType(ir::DataType::Float32, ir::Dims{1, Channels, 8, 8}));
    while (b.graph().nodeCount() < nodes) {
        const ValueId inner = b.node("Relu", {convolution(x)});
        x = b.node("Relu", {b.node("Add", {convolution(inner), x})});
    }
    b.output(x);
    ir::Model model;
    model.irVersion = 8;
    model.opsets = {{"", Opset}};
    model.graph = b.take();
    return model;
}

// Says what the time since the last call went into.
class Steps {
public:
    Steps() : m_start(processMilliseconds()), m_last(m_start) {}
    void done(const char* what) {
        const double now = processMilliseconds();
        std::printf("  %-28s %8.1f ms\n", what, now - m_last);
        m_last = now;
    }
    void total() const { std::printf("  %-28s %8.1f ms\n", "together", m_last - m_start); }

private:
    double m_start, m_last;
};

bool fail(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return false;
}

bool measure(std::size_t nodes) {
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("residual.onnx")).toStdString();
    const ir::Model model = residual(nodes);
    if (const auto written = onnx::exportModel(model, model.graph, file); !written)
        return fail(written.error());
    std::printf("residual network of %zu nodes\n", model.graph.nodeCount());

    Steps steps;
    const auto opened = pipeline::open(file);
    if (!opened) return fail(opened.error());
    steps.done("read the file");
    const auto typed = pipeline::type(*opened, {}, true);
    steps.done("infer shapes");
    auto before = std::make_shared<GraphScene>(typed->graph);
    steps.done("boxes of the original");
    auto laidOut = layout::layoutGraph(before->request(), {});
    if (!laidOut) return fail(laidOut.error());
    steps.done("lay out the original");
    before->place(*laidOut);
    steps.done("place the original");
    QImage screen(800, 900, QImage::Format_RGB32);
    GraphCanvas left, right;
    left.resize(screen.size());
    right.resize(screen.size());
    left.setScene(before);
    left.render(&screen);
    steps.done("draw the original");
    steps.total();

    const auto history = pipeline::fuse(*typed, {});
    if (!history) return fail(history.error());
    steps.done("fuse");
    const Provenance provenance(**history);
    NodePairs pairs;
    for (const auto& group : provenance.groups())
        for (const NodeId member : group.members)
            pairs.emplace_back(member, group.node);
    auto after = std::make_shared<GraphScene>(std::shared_ptr<const ir::Graph>(*history, &(*history)->graph));
    steps.done("boxes of the fused");
    laidOut = layout::layoutGraph(after->request(before.get(), pairs), {});
    if (!laidOut) return fail(laidOut.error());
    steps.done("lay out the fused");
    after->place(*laidOut);
    right.setScene(after);
    right.render(&screen);
    steps.done("place and draw the fused");
    steps.total();
    return true;
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList words = QApplication::arguments().mid(1);
    if (words.size() == 3 && words[0] == QStringLiteral("--keep")) {
        const ir::Model model = residual(words[2].toULongLong());
        const auto written = onnx::exportModel(model, model.graph, words[1].toStdString());
        return written || fail(written.error()) ? 0 : 1;
    }
    std::vector<std::size_t> sizes;
    for (const QString& word : words)
        sizes.push_back(word.toULongLong());
    if (sizes.empty()) sizes = {1000, 10000};
    for (const std::size_t size : sizes)
        if (!measure(size)) return 1;
    return 0;
}
