// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of a person through the window, phase by phase, for a large model; and two large models.
#pragma once

#include "app/workbench/main_window.h"
#include "core/ir/builder.h"
#include "core/onnx/export.h"
#include "core/pipeline/quantization/layer_on_sample.h"
#include "tests/support/shared_files.h"
#include "views/graph/canvas/graph_canvas.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <algorithm>
#include <functional>

namespace edgewright::test {

inline ir::Tensor noise(ir::Dims dims) {
    std::size_t count = 1;
    for (const std::int64_t dim : dims)
        count *= static_cast<std::size_t>(dim);
    std::vector<float> values(count);
    std::uint32_t state = 12345;
    for (float& value : values) {
        state = state * 1664525u + 1013904223u;
        value = (static_cast<float>(state >> 8) / 8388608.0f - 1.0f) * 0.02f;
    }
    return ir::Tensor::of(std::move(dims), values);
}

inline ir::Model asModel(ir::Graph graph) {
    ir::Model model;
    model.irVersion = 8;
    model.opsets = {{"", 17}};
    model.graph = std::move(graph);
    return model;
}

// Three layers of 64 MB and a convolution.
inline ir::Model largeModel() {
    ir::GraphBuilder b("large");
    ValueId x = b.input("image", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 16, 18, 18}));
    x = b.node("Conv", {x, b.constant("kernel", noise({16, 16, 3, 3}))});
    x = b.node("Flatten", {b.node("Relu", {x})});
    for (int i = 0; i < 3; ++i) {
        x = b.node("Gemm", {x, b.constant("weight" + std::to_string(i), noise({4096, 4096})),
                            b.constant("bias" + std::to_string(i), noise({4096}))});
        x = b.node("Relu", {x});
    }
    b.output(x);
    return asModel(b.take());
}

// 4500 operators, all of them visible, none of which fuse.
inline ir::Model manyOperators() {
    ir::GraphBuilder b("many");
    ValueId x = b.input("matrix", ir::TensorType(ir::DataType::Float32, ir::Dims{8, 8}));
    x = b.node("MatMul", {x, b.constant("weight", noise({8, 8}))});
    for (int i = 0; i < 1500; ++i)
        x = b.node("MatMul", {b.node("Softmax", {x}), b.node("Transpose", {x})});
    b.output(x);
    return asModel(b.take());
}

inline NodeId heaviest(const ir::Graph& graph) {
    NodeId best;
    std::int64_t most = -1;
    for (const NodeId id : graph.order())
        for (const ValueId in : graph.node(id).inputs)
            if (in.valid() && graph.value(in).constant && graph.value(in).constant->elements() > most) {
                most = graph.value(in).constant->elements();
                best = id;
            }
    return best;
}

// The layer that can be studied in INT8 with the most outputs.
inline NodeId widest(const ir::Graph& graph) {
    NodeId best;
    std::int64_t most = -1;
    for (const NodeId id : graph.order()) {
        if (!quant::canStudy(graph, graph.node(id))) continue;
        const std::int64_t elements = graph.value(graph.node(id).output(0)).type.elements().value_or(0);
        if (elements > most) {
            most = elements;
            best = id;
        }
    }
    return best;
}

// Does `act`, then turns the event loop until `done`; false when that cannot come any more.
using Phase =
    std::function<bool(const char* name, const std::function<void()>& act, const std::function<bool()>& done)>;

// Empty when every phase came to its end, else the name of the one that did not.
inline QString walkThrough(workbench::MainWindow& window, const QString& file, const Phase& phase) {
    const auto analysis = [&] { return window.session().analysis(); };
    auto* before = window.findChild<views::GraphCanvas*>(QStringLiteral("graphCanvasBefore"));
    auto* after = window.findChild<views::GraphCanvas*>(QStringLiteral("graphCanvasAfter"));
    if (!before || !after) return QStringLiteral("the window has no graphs");
    QString stuck;
    const auto step = [&](const QString& name, const std::function<void()>& act,
                          const std::function<bool()>& done) {
        if (stuck.isEmpty() && !phase(qPrintable(name), act, done)) stuck = name;
        return stuck.isEmpty();
    };
    const auto nothing = [] {};
    const auto always = [] { return true; };
    const auto pages = [&](const QString& how) {
        for (const char* page : {"memory", "int8", "accelerator", "graph"})
            step(
                QStringLiteral("go to page ") + QString::fromLatin1(page) + how,
                [&] { window.showPage(QString::fromLatin1(page)); }, always);
    };
    step(
        QStringLiteral("open"), [&] { window.open(file); },
        [&] { return analysis()->fusion && analysis()->memoryAfter && analysis()->costs; });
    step(QStringLiteral("lay out"), nothing, [&] {
        return before->scene() && &before->scene()->graph() == analysis()->before() && after->scene() &&
               &after->scene()->graph() == analysis()->after();
    });
    if (!stuck.isEmpty()) return stuck;
    qInfo("%zu boxes before, %zu after", before->scene()->boxes().size(), after->scene()->boxes().size());
    step(
        QStringLiteral("show all of the graphs"), [&] { before->fit(), after->fit(); }, always);
    int turn = 0; // of the wheel, step by step down to single nodes
    step(QStringLiteral("zoom in"), nothing, [&] { return before->zoomBy(1.25), ++turn > 30; });
    step(
        QStringLiteral("hand out the figures"),
        [&] {
            for (auto* view : window.findChildren<views::View*>())
                (void)view->figures();
        },
        always);
    pages(QString());
    const NodeId heavy = heaviest(*analysis()->before());
    if (!heavy.valid()) return QStringLiteral("the model has no weights");
    step(
        QStringLiteral("select the heaviest layer"),
        [&] {
            window.selection().select({heavy, {}});
        },
        [&] {
            const auto* section = window.findChild<QWidget*>(QStringLiteral("sectionWeights"));
            for (const QLabel* label : section->findChildren<QLabel*>())
                if (!label->isHidden() && label->text().contains(QChar(0x3c3))) return true; // sigma
            return false;
        });
    step(
        QStringLiteral("select its output"),
        [&] {
            window.selection().select({{}, analysis()->before()->node(heavy).output(0)});
        },
        always);
    pages(QStringLiteral(" again"));
    window.showPage(QStringLiteral("int8"));
    if (const NodeId wide = widest(*analysis()->typed->graph); wide.valid()) {
        step(
            QStringLiteral("study the widest layer"),
            [&] {
                window.selection().select({wide, {}});
            },
            [&] {
                const auto now = analysis();
                if (!now->int8 || !now->layerOnSample || now->isStale("int8")) return false;
                const std::vector<NodeId>& origins = now->layerOnSample->layer.origins;
                return std::ranges::find(origins, wide) != origins.end();
            });
        auto* heat = window.findChild<QWidget*>(QStringLiteral("errorHeatMap"));
        turn = 0;
        step(QStringLiteral("zoom into its error"), nothing, [&] {
            const QPointF middle = QRectF(heat->rect()).center();
            QWheelEvent wheel(middle, heat->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(heat, &wheel);
            return ++turn > 10;
        });
        step(
            QStringLiteral("let go of it"), [&] { window.selection().clear(); }, always);
    }
    window.showPage(QStringLiteral("graph"));
    QTest::keyClick(before, Qt::Key_Escape);
    auto* field = window.findChild<QLineEdit*>(QStringLiteral("commandField"));
    step(
        QStringLiteral("search"), [&] { QTest::keyClicks(field, QStringLiteral("conv")); }, always);
    field->clear();
    step(
        QStringLiteral("switch a rule off"),
        [&] {
            window.settings().change({},
                                     [](pipeline::Settings& s) { s.fusion.without.insert("fold_batch_norm"); });
        },
        [&] {
            return analysis()->pending.count("fuse") == 0 && after->scene() &&
                   &after->scene()->graph() == analysis()->after();
        });
    step(
        QStringLiteral("open another model"),
        [&] { window.open(QString::fromStdString(sample("tiny_cnn_2d.onnx").string())); },
        [&] { return analysis()->opened->file.stem() == "tiny_cnn_2d"; });
    return stuck;
}

} // namespace edgewright::test
