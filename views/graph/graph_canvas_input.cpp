// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel and keys of the graph canvas.
#include "views/graph/graph_canvas.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace edgewright::views {

namespace {

constexpr double StepZoom = 1.25;

} // namespace

void GraphCanvas::wheelEvent(QWheelEvent* event) {
    const double steps = event->angleDelta().y() / 120.0;
    if (steps == 0) return event->ignore();
    zoomAbout(event->position(), std::pow(StepZoom, steps));
    hover(event->position());
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return QWidget::mousePressEvent(event);
    m_glide.stop();
    m_press = event->position();
    m_pressOrigin = m_origin;
    m_dragging = false;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!m_press) return hover(event->position());
    const QPointF way = event->position() - *m_press;
    if (!m_dragging && way.manhattanLength() < QApplication::startDragDistance()) return;
    m_dragging = true;
    m_touched = true;
    setCursor(Qt::ClosedHandCursor);
    setView(m_zoom, m_pressOrigin - way / m_zoom);
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_press) return;
    const bool click = !m_dragging && event->button() == Qt::LeftButton;
    m_press.reset();
    m_dragging = false;
    hover(event->position());
    if (!click || !m_scene) return;
    const GraphHit found = hit(event->position());
    if (found.box)
        emit picked(m_scene->boxes()[*found.box].item());
    else if (found.edge)
        emit picked(Item{{}, m_scene->edges()[*found.edge].value});
    else
        emit picked(Item{});
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    m_touched = true;
    fit();
}

void GraphCanvas::leaveEvent(QEvent*) {
    if (!m_options.hovered) return;
    m_options.hovered.reset();
    update();
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(StepZoom);
    case Qt::Key_Minus:
        return zoomBy(1 / StepZoom);
    case Qt::Key_0:
        m_touched = true;
        return fit();
    case Qt::Key_1:
        return zoomBy(1 / m_zoom);
    case Qt::Key_Home:
        return showStart();
    case Qt::Key_Escape:
        emit picked(Item{});
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (const auto box = neighbour(event->key())) {
            const Item item = m_scene->boxes()[*box].item();
            emit picked(item);
            bringIntoView(item.node.valid() ? std::set<NodeId>{item.node} : std::set<NodeId>{}, item.value);
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace edgewright::views
