// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a scene on screen, in as much detail as its scale lets one see: texts from FullDetail on, boxes with
// their stripe from SomeDetail on, below flat rectangles that become a density by themselves. Lines go straight
// into the pixels (coarse_raster.h), boxes in full detail through QPainter.
#pragma once

#include "views/graph/picture/graph_painter.h"
#include "views/graph/picture/graph_transition.h"
#include "views/graph/picture/scene/coarse_raster.h"

#include <QImage>

namespace edgewright::views {

struct ScreenView {
    QPointF origin;   // the scene point in the upper left corner
    double zoom = 1;  // widget pixels per scene pixel
    double ratio = 1; // device pixels per widget pixel
    QSize size;       // widget pixels

    QRectF exposed() const { return QRectF(origin, QSizeF(size) / zoom); }
    QPointF toDevice(QPointF p) const { return (p - origin) * (zoom * ratio); }
    QRectF toDevice(const QRectF& r) const { return {toDevice(r.topLeft()), r.size() * (zoom * ratio)}; }
    QSize deviceSize() const { return (QSizeF(size) * ratio).toSize(); }
};

class ScreenPainter {
public:
    ScreenPainter(const GraphScene& scene, const std::vector<NodeLook>& looks, const Theme& theme,
                  const GraphPaintOptions& options, CardInk& ink)
        : m_scene(scene), m_looks(looks), m_theme(theme), m_options(options), m_ink(ink) {}

    // Everything that does not follow the pointer. The image has deviceSize() and Format_RGB32.
    void paint(QImage& image, const ScreenView& view) const;
    // Selection, what was chosen, what is hovered. The painter is in widget coordinates.
    void overlay(QPainter& painter, const ScreenView& view) const;
    // A moment on the way to this scene. `oldLooks` by box of transition.old().
    void moment(QImage& image, const ScreenView& view, const GraphTransition& transition,
                const std::vector<NodeLook>& oldLooks, double share) const;
    // Only rectangles and lines, whatever the scale, perhaps stretched: for a small map of everything.
    void map(QImage& image, double scaleX, double scaleY) const;

private:
    void ground(QImage& image, const ScreenView& view) const;
    void edges(CoarseRaster& raster, const ScreenView& view, const std::vector<std::uint32_t>& edges) const;
    void box(CoarseRaster& raster, const ScreenView& view, const SceneBox& box, const NodeLook& look,
             const QRectF& rect, double opacity) const;
    void hulls(QImage& image, CoarseRaster& raster, const ScreenView& view) const;
    void scaled(QPainter& painter, const ScreenView& view) const;

    const GraphScene& m_scene;
    const std::vector<NodeLook>& m_looks;
    const Theme& m_theme;
    const GraphPaintOptions& m_options;
    CardInk& m_ink;
};

} // namespace edgewright::views
