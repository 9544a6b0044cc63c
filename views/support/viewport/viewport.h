// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that can be zoomed and panned, as ViewportController sees it. Points and ways are pixels of the
// widget that the mouse is over.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <Qt>

#include <cstdint>

class QMouseEvent;

namespace edgewright::views {

enum class ZoomAxes { Both, Horizontal, Vertical };

class Viewport {
public:
    // `factor` above 1 makes everything larger; what is at `about` stays there. A picture whose axes cannot be
    // told apart takes every zoom as one of both.
    virtual void zoomView(double factor, QPointF about, ZoomAxes axes) = 0;
    virtual void panView(QPointF way) = 0; // the picture follows the pointer
    virtual void fitView() = 0;
    virtual QPointF viewCentre() const = 0;       // what keys zoom about
    virtual void hoverView(QPointF at) = 0;       // moved without a button, and after every drag
    virtual void pressView() {}                   // before a click or a drag
    virtual void clickView(const QMouseEvent&) {} // released where it was pressed
    virtual bool clearView() { return false; }    // Esc; false: it meant nothing here
    // A double click on something; false: it was not, and shows all of the picture.
    virtual bool doubleClickView(const QMouseEvent&) { return false; }
    // A press, or the beginning of a drag, that the picture uses for something else and follows by itself:
    // moving a cursor, choosing by a rubber band.
    virtual bool ownsPress(const QMouseEvent&) { return false; }
    virtual bool ownsDrag(const QMouseEvent&, QPointF /*pressed*/) { return false; }
    // The part that is seen of all, in shares of its width and height from the upper left; null: all of it. A
    // later session begins with that.
    virtual QRectF seenPart() const { return {}; }
    virtual void seePart(const QRectF& /*part*/) {}
    // Spots that keys can reach in it, by a number of their own: points, bars, cells (SpotWalk).
    virtual bool hasSpots() const { return false; }
    // That an arrow leads to; from -1 any one to begin with. -1: there is none.
    virtual std::int64_t spotTowards(std::int64_t /*from*/, Qt::Key /*arrow*/) const { return -1; }
    virtual std::int64_t spotAt(QPointF /*at*/) const { return -1; }
    virtual QRectF spotRect(std::int64_t /*spot*/) const { return {}; } // also where it is out of sight
    virtual QRectF spotRoom() const { return {}; }                      // in which spots are in sight
    virtual QString spotText(std::int64_t /*spot*/) const { return {}; }
    virtual bool chooseSpot(std::int64_t /*spot*/) {
        return false;
    } // as a click does; false: that does nothing
    // False: the wheel scrolls what the picture is in.
    virtual bool takesWheel(QPointF, Qt::KeyboardModifiers) const { return true; }

protected:
    ~Viewport() = default;
};

} // namespace edgewright::views
