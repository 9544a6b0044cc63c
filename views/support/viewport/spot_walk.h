// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard's way through a picture: on Tab a ring stands on one of its spots (points, bars, cells), arrows
// move it, Enter does what a click does, Esc leaves. What the tool tip says of a spot is said of it here, too,
// and to assistive technology as name and value of the widget.
#pragma once

#include "views/support/viewport/viewport.h"

#include <QObject>
#include <QRect>
#include <QString>

class QKeyEvent;
class QWidget;

namespace edgewright::views {

class SpotWalk final : public QObject {
    Q_OBJECT
public:
    // As ViewportController, which lets it see all events first.
    SpotWalk(Viewport& viewport, QWidget& mouse, QWidget& keys);
    // Under the ring, while there is one; -1: none.
    std::int64_t spot() const { return isShown() ? m_spot : -1; }
    QString text() const; // of it, one line
    void leave();         // hides the ring; Tab finds it again
    void forget();        // the spots are others now

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isShown() const;
    bool key(const QKeyEvent& event);
    void go(std::int64_t spot);
    QRect wantedPlace() const; // of the ring, in `mouse`; null: none
    void place();
    void tell();

    Viewport& m_viewport;
    QWidget &m_mouse, &m_keys;
    QWidget* m_ring = nullptr; // made when it is wanted
    QRect m_placed;            // where it is; null: it is not
    std::int64_t m_spot = -1;
    bool m_walking = false;
};

// To assistive technology, of what is drawn and has no spots; before it is given a name.
void tellAsPicture(QWidget& widget);

} // namespace edgewright::views
