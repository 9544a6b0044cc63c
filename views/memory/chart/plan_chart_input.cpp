// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/life_card.h"
#include "views/memory/chart/plan_chart.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double CursorReach = 4; // pixels beside the cursor that still grab it

} // namespace

void PlanChart::go(PlaneWindow window) {
    const PlaneWindow before = m_window;
    setWindow(window);
    if (!(before == m_window)) emit windowChanged(m_window);
}

void PlanChart::zoomView(double factor, QPointF about, ZoomAxes axes) {
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
    if (axes != ZoomAxes::Vertical) scaled(w.x0, w.x1, fx, 1);
    if (axes != ZoomAxes::Horizontal) scaled(w.y0, w.y1, fy, m_painter->yUpwards() ? 16 : 1); // bytes, rows
    go(w);
}

void PlanChart::panView(QPointF way) {
    if (!m_painter) return;
    const QRectF inside = m_painter->plot(area());
    if (inside.isEmpty()) return;
    PlaneWindow w = m_window;
    const double steps = -way.x() / inside.width() * (w.x1 - w.x0);
    const double rows = (m_painter->yUpwards() ? way.y() : -way.y()) / inside.height() * (w.y1 - w.y0);
    w.x0 += steps;
    w.x1 += steps;
    w.y0 += rows;
    w.y1 += rows;
    go(w);
}

QPointF PlanChart::viewCentre() const { return m_painter ? m_painter->plot(area()).center() : QPointF(); }

bool PlanChart::grabsCursor(QPointF at) const {
    if (!m_painter) return false;
    if (m_painter->inTimeAxis(area(), at)) return true;
    return m_step && m_painter->plot(area()).contains(at) &&
           std::abs(m_painter->xOf(area(), m_window, static_cast<double>(*m_step) + 0.5) - at.x()) <=
               CursorReach;
}

bool PlanChart::ownsPress(const QMouseEvent& event) {
    return event.button() == Qt::LeftButton && grabsCursor(event.position());
}

// Only what the cursor is moved by comes here.
void PlanChart::mousePressEvent(QMouseEvent* event) {
    if (m_painter && event->button() == Qt::LeftButton && m_painter->inTimeAxis(area(), event->position()))
        emit stepPicked(m_painter->stepAt(area(), m_window, event->position().x()));
}

void PlanChart::mouseMoveEvent(QMouseEvent* event) {
    if (m_painter && event->buttons().testFlag(Qt::LeftButton))
        emit stepPicked(m_painter->stepAt(area(), m_window, event->position().x()));
}

void PlanChart::hoverView(QPointF at) {
    if (!m_painter) return;
    m_pointer = at.toPoint();
    const auto link = m_painter->linkAt(area(), m_window, at);
    const LifeId life = link ? LifeId() : m_painter->lifeAt(area(), m_window, at);
    const bool clickable = life.valid() || link || m_painter->groupAt(area(), m_window, at);
    setCursor(grabsCursor(at) ? Qt::SizeHorCursor : clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (life == m_hovered && link == m_hoveredLink) return;
    m_hovered = life;
    m_hoveredLink = link;
    update();
    if (!life.valid() && !link) {
        m_cardDelay.stop();
        QToolTip::hideText();
    } else if (QToolTip::isVisible()) {
        showCard(); // from one tensor to the next without waiting again
    } else {
        m_cardDelay.start();
    }
}

void PlanChart::showCard() {
    if (!m_painter || !underMouse() || QApplication::mouseButtons() != Qt::NoButton) return;
    const PlanSide& side = m_painter->side();
    const QString text = m_hoveredLink       ? linkCard(side, side.links()[*m_hoveredLink])
                         : m_hovered.valid() ? lifeCard(side, m_hovered)
                                             : QString();
    if (!text.isEmpty()) QToolTip::showText(mapToGlobal(m_pointer), text, this);
}

void PlanChart::clickView(const QMouseEvent& event) {
    if (!m_painter) return;
    if (const auto group = m_painter->groupAt(area(), m_window, event.position()))
        emit groupClicked(*group);
    else
        emit itemClicked(m_painter->hitTest(area(), m_window, event.position()));
}

bool PlanChart::doubleClickView(const QMouseEvent& event) {
    return grabsCursor(event.position()) ||
           (m_painter && m_painter->groupAt(area(), m_window, event.position()).has_value());
}

void PlanChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
        walk(1);
        return;
    case Qt::Key_Up:
        walk(-1);
        return;
    default:
        QWidget::keyPressEvent(event); // the page has keys of its own
    }
}

void PlanChart::walk(int direction) {
    if (!m_painter) return;
    const std::vector<LifeId> rows = m_painter->rows();
    if (rows.empty()) return;
    std::size_t next = direction > 0 ? 0 : rows.size() - 1;
    const LifeId here = m_walked.valid() ? m_walked : m_highlighted.empty() ? LifeId() : m_highlighted.front();
    if (const auto at = std::ranges::find(rows, here); at != rows.end()) {
        const auto index = static_cast<std::size_t>(at - rows.begin());
        next = (direction > 0 ? index + 1 : index + rows.size() - 1) % rows.size();
    }
    m_walked = rows[next];
    {
        const QScopedValueRollback walking(m_walking, true);
        // The working memory of an operator is no tensor: the operator is what can be selected.
        emit itemClicked(m_painter->side().itemOf(m_walked));
    }
    reveal(rows[next]);
}

void PlanChart::leaveEvent(QEvent*) {
    m_hovered = {};
    m_hoveredLink.reset();
    m_cardDelay.stop();
    update();
}

} // namespace edgewright::views
