// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/viewport/viewport_controller.h"

#include <QApplication>
#include <QGestureEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double NotchAngle = 120; // eighths of a degree

bool isPan(const QWheelEvent& event) {
    const bool fingers = event.pointingDevice()->type() == QInputDevice::DeviceType::TouchPad ||
                         (!event.pixelDelta().isNull() && event.phase() != Qt::NoScrollPhase);
    return fingers && !event.modifiers().testFlag(Qt::ControlModifier);
}

} // namespace

ViewportController::ViewportController(Viewport& viewport, QWidget& mouse, QWidget& keys)
    : QObject(&keys), m_viewport(viewport), m_mouse(mouse), m_keys(keys), m_spots(viewport, mouse, keys) {
    for (QWidget* each : {&mouse, &keys}) {
        each->installEventFilter(this);
        each->installEventFilter(&m_spots); // is asked first
    }
    mouse.grabGesture(Qt::PinchGesture);
}

QString ViewportController::name() const { return m_keys.objectName(); }

QJsonArray ViewportController::seenPart() const {
    const QRectF part = m_waiting.value_or(m_viewport.seenPart());
    return part.isEmpty() ? QJsonArray() : QJsonArray{part.x(), part.y(), part.width(), part.height()};
}

void ViewportController::setSeenPart(const QJsonArray& part) {
    const QRectF wanted(part.at(0).toDouble(), part.at(1).toDouble(), part.at(2).toDouble(),
                        part.at(3).toDouble());
    const bool isPart = !wanted.isEmpty() && QRectF(0, 0, 1, 1).contains(wanted);
    m_waiting = isPart ? wanted : QRectF();
}

void ViewportController::begin() {
    m_spots.forget();
    const std::optional<QRectF> part = std::exchange(m_waiting, std::nullopt);
    if (part && !part->isEmpty()) m_viewport.seePart(*part);
}

bool ViewportController::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) return key(*static_cast<QKeyEvent*>(event));
    if (watched != &m_mouse) return false;
    switch (event->type()) {
    case QEvent::Wheel:
        return wheel(*static_cast<QWheelEvent*>(event));
    case QEvent::MouseButtonPress:
        return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
        if (!m_viewport.doubleClickView(*static_cast<QMouseEvent*>(event))) m_viewport.fitView();
        return true;
    case QEvent::NativeGesture:
        return native(*static_cast<QNativeGestureEvent*>(event));
    case QEvent::Gesture:
        return gesture(*static_cast<QGestureEvent*>(event));
    default:
        return false;
    }
}

bool ViewportController::wheel(const QWheelEvent& event) {
    if (!m_viewport.takesWheel(event.position(), event.modifiers())) return false;
    const QPoint angle = event.angleDelta();
    // Some platforms turn the wheel by 90 degrees while Alt or Shift is held.
    const bool turned = (event.modifiers() & (Qt::AltModifier | Qt::ShiftModifier)) != 0;
    if (isPan(event)) {
        m_viewport.panView(event.pixelDelta().isNull() ? QPointF(angle) / 2 : QPointF(event.pixelDelta()));
    } else if (angle.y() == 0 && !turned) {
        m_viewport.panView(QPointF(angle.x(), 0) / 2); // a wheel that tilts
    } else {
        const int way = angle.y() != 0 ? angle.y() : angle.x();
        const bool across = event.modifiers().testFlag(Qt::ShiftModifier);
        const bool down = event.modifiers().testFlag(Qt::ControlModifier);
        m_viewport.zoomView(std::pow(WheelStep, way / NotchAngle), event.position(),
                            across == down ? ZoomAxes::Both
                            : across       ? ZoomAxes::Horizontal
                                           : ZoomAxes::Vertical);
    }
    m_viewport.hoverView(event.position());
    return true;
}

bool ViewportController::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton) return false;
    m_viewport.pressView();
    if (m_viewport.ownsPress(event)) return false;
    m_pressed = event.position();
    return true;
}

bool ViewportController::move(const QMouseEvent& event) {
    if (!m_pressed) {
        if (event.buttons() != Qt::NoButton) return false; // the picture's own
        m_viewport.hoverView(event.position());
        return true;
    }
    if (!m_dragged) {
        if ((event.position() - *m_pressed).manhattanLength() < QApplication::startDragDistance()) return true;
        if (m_viewport.ownsDrag(event, *m_pressed)) {
            m_pressed.reset();
            return false;
        }
        m_dragged = m_pressed;
        m_mouse.setCursor(Qt::ClosedHandCursor);
    }
    m_viewport.panView(event.position() - *m_dragged);
    m_dragged = event.position();
    return true;
}

bool ViewportController::release(const QMouseEvent& event) {
    if (!m_pressed) return false;
    const bool click = !m_dragged && event.button() == Qt::LeftButton;
    m_pressed.reset();
    m_dragged.reset();
    m_viewport.hoverView(event.position());
    if (click) m_viewport.clickView(event);
    return true;
}

bool ViewportController::key(const QKeyEvent& event) {
    if ((event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0) return false;
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_viewport.zoomView(KeyStep, m_viewport.viewCentre(), ZoomAxes::Both);
        return true;
    case Qt::Key_Minus:
        m_viewport.zoomView(1 / KeyStep, m_viewport.viewCentre(), ZoomAxes::Both);
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        m_viewport.fitView();
        return true;
    case Qt::Key_Escape:
        return m_viewport.clearView();
    default:
        return false;
    }
}

bool ViewportController::native(const QNativeGestureEvent& event) {
    switch (event.gestureType()) {
    case Qt::ZoomNativeGesture:
        m_viewport.zoomView(1 + event.value(), event.position(), ZoomAxes::Both);
        return true;
    case Qt::SmartZoomNativeGesture:
        m_viewport.fitView();
        return true;
    default:
        return false;
    }
}

bool ViewportController::gesture(QGestureEvent& event) {
    auto* pinch = static_cast<QPinchGesture*>(event.gesture(Qt::PinchGesture));
    if (!pinch) return false;
    m_pressed.reset(); // of the first finger
    m_dragged.reset();
    if (pinch->changeFlags().testFlag(QPinchGesture::ScaleFactorChanged))
        m_viewport.zoomView(pinch->scaleFactor(), m_mouse.mapFromGlobal(pinch->centerPoint()), ZoomAxes::Both);
    m_viewport.panView(pinch->centerPoint() - pinch->lastCenterPoint());
    event.accept(pinch);
    return true;
}

} // namespace edgewright::views
