// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a scene that a canvas shows, and how it gets to another part.
#pragma once

#include "views/graph/picture/screen_painter.h"

#include <QVariantAnimation>

#include <memory>
#include <optional>
#include <set>

class QResizeEvent;
class QWidget;

namespace edgewright::views {

class CanvasView final : public QObject {
    Q_OBJECT
public:
    explicit CanvasView(QWidget& canvas);
    void setScene(std::shared_ptr<const GraphScene> scene) {
        m_scene = std::move(scene);
    } // shows the same part
    double zoom() const { return m_zoom; }
    QPointF origin() const { return m_origin; } // the scene point in the widget's upper left corner
    ScreenView screen() const;
    QPointF toScene(QPointF at) const { return m_origin + at / m_zoom; }
    QRectF toWidget(const QRectF& rect) const {
        return {(rect.topLeft() - m_origin) * m_zoom, rect.size() * m_zoom};
    }
    bool atStart() const { return !m_touched; } // nobody has zoomed or panned yet
    bool still() const;                         // no motion is wanted or seen
    bool placed() const { return m_scene && m_scene->placed(); }
    bool seesAll() const;
    // At which all of it can be seen, and of what the partner shows; at most 1.
    double fittingZoom() const;
    // The canvas beside it, with which it has one scale; null: none.
    void setPartner(const CanvasView* partner) { m_partner = partner; }
    bool fitsAcross(double zoom) const;
    // All of it is seen as showAll() shows it.
    bool isFitted() const;
    // `origin`, moved no further than it takes to see all of the scene, along each way in which that fits.
    QPointF heldInSight(QPointF origin, double zoom) const;

    void stop() { m_glide.stop(); }
    void touch() { m_touched = true; }
    void moveTo(double zoom, QPointF origin, bool quietly = false);
    // As another canvas has it: quietly. `start`: as that one begins.
    void setFrom(QPointF origin, double zoom, bool start = false);
    void glideTo(QPointF origin);
    void centreOn(QPointF scenePoint);
    void glideToCentre(QPointF scenePoint);
    // Moves no further than it takes to see all of `rect`, of a tall one the upper part.
    void bringIntoView(const QRectF& rect);
    void showAll(bool quietly);
    void showStart(bool quietly);               // all of it where that can be read, else its beginning
    void startWhole() { m_startsWhole = true; } // from now on the start is all of it, however small
    void centreAcross();                        // in the middle of the width, where the picture fits it
    void zoomAbout(QPointF at, double factor);
    void resized(const QResizeEvent& event);
    // Until the view is moved or the window resized: another width keeps the scale, and leaves `rect` of the
    // scene where it is on the screen as long as it can be seen there.
    void keepOnScreen(const QRectF& rect);
    bool keeps() const;
    void letGo() { m_kept.reset(); }

    // The box to hold on to: highlighted, else nearest to the middle; one that `next` has too, where given.
    // `pairs` ascending.
    std::optional<std::uint32_t> anchor(const std::set<NodeId>& highlighted, const GraphScene* next = nullptr,
                                        const NodePairs& pairs = {}) const;
    // In `next`, so that the anchor stays where it is on the screen; none without an anchor.
    std::optional<QPointF> keptOrigin(const GraphScene& next, const NodePairs& pairs,
                                      const std::set<NodeId>& highlighted) const;
    // So that the upper edge of `module` stays; where that was out of sight, what is left of it comes into the
    // middle.
    QPointF heldOrigin(const GraphScene& next, ModuleId module) const;

signals:
    void zoomChanged(double zoom);
    void viewChanged(QPointF origin, double zoom); // not quietly
    void moved();                                  // in any way

private:
    void set(double zoom, QPointF origin, bool quietly);
    double startZoom() const;
    double leastOf(double (CanvasView::*scale)() const) const; // its own, and that of the partner
    double wholeZoom() const;
    double beginningZoom() const;
    QPointF fittingOrigin(double zoom) const;

    QWidget& m_canvas;
    const CanvasView* m_partner = nullptr;
    std::shared_ptr<const GraphScene> m_scene;
    double m_zoom = 1;
    QPointF m_origin;
    bool m_touched = false; // somebody zoomed or panned: keep it on resizing
    bool m_startsWhole = false;
    struct Kept {
        QRectF rect;    // of the scene
        QPointF screen; // of its upper left corner
        QSize window;
    };
    std::optional<Kept> m_kept;
    QVariantAnimation m_glide;
};

} // namespace edgewright::views
