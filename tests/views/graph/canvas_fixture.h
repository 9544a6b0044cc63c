// SPDX-License-Identifier: GPL-3.0-or-later
// A canvas with the sample on it, and hands.
#pragma once

#include <QMouseEvent>
#include <QTest>

#include "tests/views/graph/sample.h"
#include "views/graph/canvas/graph_canvas.h"

namespace edgewright::views::test {

inline std::shared_ptr<GraphScene> placed(std::shared_ptr<const ir::Graph> graph, SceneOptions options = {}) {
    auto scene = std::make_shared<GraphScene>(std::move(graph), cardFonts(), std::move(options));
    const auto layout = layout::layoutGraph(scene->request(), {});
    if (layout) scene->place(*layout);
    return scene;
}

inline std::shared_ptr<GraphScene> placed(const ir::Graph& graph, SceneOptions options = {}) {
    return placed(std::make_shared<const ir::Graph>(graph), std::move(options));
}

inline std::shared_ptr<const ir::Graph> chain(int nodes) {
    ir::GraphBuilder b;
    ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{2, 3}));
    for (int i = 0; i < nodes; ++i)
        x = b.node("Relu", {x});
    b.output(x);
    return std::make_shared<const ir::Graph>(b.take());
}

inline void moveTo(QWidget& widget, QPointF at, Qt::MouseButtons buttons = Qt::NoButton,
                   Qt::KeyboardModifiers modifiers = {}) {
    QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, buttons, modifiers);
    QCoreApplication::sendEvent(&widget, &event);
}

inline void drag(QWidget& widget, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers) {
    QTest::mousePress(&widget, Qt::LeftButton, modifiers, from.toPoint());
    moveTo(widget, (from + to) / 2, Qt::LeftButton, modifiers);
    moveTo(widget, to, Qt::LeftButton, modifiers);
    QTest::mouseRelease(&widget, Qt::LeftButton, modifiers, to.toPoint());
}

inline NodeId groupOf(const fusion::History& history) {
    for (const NodeId id : history.graph.order())
        if (history.graph.node(id).body) return id;
    return {};
}

class CanvasFixture : public QObject {
protected:
    Sample m_sample;
    std::unique_ptr<GraphCanvas> m_canvas;

    void show(std::shared_ptr<const GraphScene> scene) {
        m_canvas->setScene(std::move(scene));
        m_canvas->setViewFrom(m_canvas->origin(), 1);
    }
    QPoint centre(NodeId node) const { return m_canvas->nodeRect(node)->center().toPoint(); }
    void open() {
        m_sample = residualSample();
        m_canvas = std::make_unique<GraphCanvas>();
        m_canvas->resize(700, 900);
        m_canvas->show();
        show(placed(m_sample.graph));
    }
};

} // namespace edgewright::views::test
