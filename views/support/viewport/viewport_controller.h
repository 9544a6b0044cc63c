// SPDX-License-Identifier: GPL-3.0-or-later
// The gestures of every picture in the window: the wheel zooms about the pointer (with Shift along the
// horizontal axis alone, with Ctrl along the vertical one), two fingers pan and pinch, drag pans, double click,
// Home and 0 show all of it, + and − zoom about the middle, Esc clears.
#pragma once

#include "views/support/viewport/spot_walk.h"

#include <QJsonArray>
#include <QObject>

#include <optional>

class QGestureEvent;
class QKeyEvent;
class QNativeGestureEvent;
class QWheelEvent;
class QWidget;

namespace edgewright::views {

class ViewportController final : public QObject {
    Q_OBJECT
public:
    static constexpr double WheelStep = 1.25, KeyStep = 1.25; // factors of one notch, of one key

    // `mouse` has the pointer over it, `keys` the focus; both outlive this, and so does `viewport`.
    ViewportController(Viewport& viewport, QWidget& mouse, QWidget& keys);
    // That the keyboard stands on, of the picture's spots; -1: none.
    std::int64_t spot() const { return m_spots.spot(); }
    // The name of the picture that has the focus; its state has no name where that is empty.
    QString name() const;
    // The part that is seen of the picture (Viewport::seenPart()). What is set is shown by the next begin().
    QJsonArray seenPart() const;
    void setSeenPart(const QJsonArray& part); // anything else than seenPart() is all of it
    // The picture is that of another model, and all of it is shown.
    void begin();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool wheel(const QWheelEvent& event);
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool key(const QKeyEvent& event);
    bool native(const QNativeGestureEvent& event);
    bool gesture(QGestureEvent& event);

    Viewport& m_viewport;
    QWidget& m_mouse;
    QWidget& m_keys;
    std::optional<QPointF> m_pressed, m_dragged; // m_dragged: where the last move was
    std::optional<QRectF> m_waiting;             // that begin() shows
    SpotWalk m_spots;
};

} // namespace edgewright::views
