// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/plan_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

PlanChart::PlanChart(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PlanChart::setPainter(std::shared_ptr<const PlanPainter> painter) {
    m_painter = std::move(painter);
    m_highlighted.clear();
    m_hovered = {};
    invalidate();
}

void PlanChart::setFit(const PlaneWindow& fit) {
    const bool fitted = m_window == m_fit;
    if (fit == m_fit) return;
    m_fit = fit;
    setWindow(fitted ? fit : m_window);
}

void PlanChart::setWindow(const PlaneWindow& wanted) {
    PlaneWindow w = wanted;
    const auto clamp = [](double& low, double& high, double fitLow, double fitHigh) {
        const double span = std::min(high - low, fitHigh - fitLow);
        low = std::clamp(low, fitLow, fitHigh - span);
        high = low + span;
    };
    clamp(w.x0, w.x1, m_fit.x0, m_fit.x1);
    clamp(w.y0, w.y1, m_fit.y0, m_fit.y1);
    if (w == m_window) return;
    m_window = w;
    invalidate();
}

void PlanChart::setHighlighted(std::vector<BufferId> buffers) {
    if (buffers == m_highlighted) return;
    m_highlighted = std::move(buffers);
    update();
}

std::optional<QRectF> PlanChart::bufferRect(BufferId id) const {
    return m_painter ? m_painter->bufferRect(area(), m_window, id) : std::nullopt;
}

void PlanChart::invalidate() {
    m_base = QPixmap();
    update();
}

void PlanChart::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    if (m_base.isNull()) {
        m_base = QPixmap(size() * devicePixelRatioF());
        m_base.setDevicePixelRatio(devicePixelRatioF());
        m_base.fill(theme.surface);
        if (m_painter) {
            QPainter painter(&m_base);
            painter.setRenderHint(QPainter::Antialiasing);
            m_painter->paint(painter, area(), theme, m_window);
        }
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_base);
    if (m_painter) {
        painter.setRenderHint(QPainter::Antialiasing);
        m_painter->paintMarks(painter, area(), theme, m_window, m_highlighted, m_hovered);
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(theme.hover, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void PlanChart::go(PlaneWindow window) {
    const PlaneWindow before = m_window;
    setWindow(window);
    if (!(before == m_window)) emit windowChanged(m_window);
}

void PlanChart::zoom(double factor, QPointF about) {
    if (!m_painter) return;
    const QRectF inside = m_painter->plot(area());
    if (inside.isEmpty()) return;
    const double fx = std::clamp((about.x() - inside.left()) / inside.width(), 0.0, 1.0);
    const double down = std::clamp((about.y() - inside.top()) / inside.height(), 0.0, 1.0);
    const double fy = m_painter->yUpwards() ? 1 - down : down;
    const auto scaled = [factor](double& low, double& high, double at, double least) {
        const double span = std::max((high - low) / factor, least);
        const double fixed = low + at * (high - low);
        low = fixed - at * span;
        high = low + span;
    };
    PlaneWindow w = m_window;
    scaled(w.x0, w.x1, fx, 1);
    scaled(w.y0, w.y1, fy, m_painter->yUpwards() ? 16 : 1); // bytes, rows
    go(w);
}

void PlanChart::pan(double steps, double rows) {
    PlaneWindow w = m_window;
    w.x0 += steps;
    w.x1 += steps;
    w.y0 += rows;
    w.y1 += rows;
    go(w);
}

void PlanChart::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(1.0015, event->angleDelta().y()), event->position());
    event->accept();
}

void PlanChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_pressed = event->position();
}

void PlanChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_painter) return;
    if (m_pressed && !m_dragged &&
        (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance())
        m_dragged = *m_pressed;
    if (m_dragged) {
        const QRectF inside = m_painter->plot(area());
        const QPointF moved = event->position() - *m_dragged;
        const double rows = moved.y() / inside.height() * (m_window.y1 - m_window.y0);
        pan(-moved.x() / inside.width() * (m_window.x1 - m_window.x0), m_painter->yUpwards() ? rows : -rows);
        m_dragged = event->position();
        return;
    }
    const BufferId hovered = m_painter->bufferAt(area(), m_window, event->position());
    if (hovered == m_hovered) return;
    m_hovered = hovered;
    setCursor(hovered.valid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void PlanChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const bool click = m_pressed && !m_dragged;
    m_pressed.reset();
    m_dragged.reset();
    if (click && m_painter) emit itemClicked(m_painter->hitTest(area(), m_window, event->position()));
}

void PlanChart::mouseDoubleClickEvent(QMouseEvent*) { go(m_fit); }

void PlanChart::keyPressEvent(QKeyEvent* event) {
    const QPointF middle = m_painter ? m_painter->plot(area()).center() : QPointF();
    switch (event->key()) {
    case Qt::Key_Escape:
        emit itemClicked({});
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(1.25, middle);
        return;
    case Qt::Key_Minus:
        zoom(0.8, middle);
        return;
    case Qt::Key_Home:
        go(m_fit);
        return;
    case Qt::Key_Right:
    case Qt::Key_Down:
        step(1);
        return;
    case Qt::Key_Left:
    case Qt::Key_Up:
        step(-1);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void PlanChart::step(int direction) {
    if (!m_painter || m_painter->side().count() == 0) return;
    const std::vector<BufferId> rows = m_painter->side().rows(RowOrder::Start);
    std::size_t next = direction > 0 ? 0 : rows.size() - 1;
    if (!m_highlighted.empty()) {
        const auto at = std::ranges::find(rows, m_highlighted.front());
        const auto index = static_cast<std::size_t>(at - rows.begin());
        if (direction > 0)
            next = index + 1 < rows.size() ? index + 1 : 0;
        else
            next = index > 0 ? index - 1 : rows.size() - 1;
    }
    const ValueId value = m_painter->side().value(rows[next]);
    if (value.valid()) emit itemClicked({{}, value});
}

void PlanChart::leaveEvent(QEvent*) {
    m_hovered = {};
    update();
}

void PlanChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange)
        invalidate();
    QWidget::changeEvent(event);
}

void PlanChart::resizeEvent(QResizeEvent*) { invalidate(); }

bool PlanChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_painter) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const BufferId buffer = m_painter->bufferAt(area(), m_window, help->pos());
    if (buffer.valid())
        QToolTip::showText(help->globalPos(), m_painter->side().tooltip(buffer), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace edgewright::views
