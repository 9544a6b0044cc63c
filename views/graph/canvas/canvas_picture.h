// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a scene in memory, at rest or on its way from the picture before it.
#pragma once

#include "views/graph/picture/screen_painter.h"

#include <QVariantAnimation>

#include <memory>

namespace edgewright::views {

class CanvasPicture final : public QObject {
    Q_OBJECT
public:
    explicit CanvasPicture(QObject* parent = nullptr);

    void setFonts();                                       // anew
    void forget() { m_fresh = false; }                     // where everything is
    void forgetLooks() { m_looksFresh = m_fresh = false; } // and in which colours
    void keepLooks(const GraphScene& same);                // the same boxes in the same places
    void draw(QPainter& painter, const GraphScene& scene, const ScreenView& view, const Theme& theme,
              GraphPaintOptions& options);
    // Everything as rectangles and lines.
    void map(QImage& image, const GraphScene& scene, const Theme& theme, const GraphPaintOptions& options,
             double scaleX, double scaleY);

    bool moving() const { return m_transition != nullptr; }
    // The places of the boxes of `scene`, and of the view on it, at this moment.
    std::vector<QRectF> rectsNow(const GraphScene& scene) const;
    QPointF originNow(QPointF origin) const;
    // Null: it is there at once. `from`: origin of the view.
    void setTransition(std::unique_ptr<GraphTransition> transition, QPointF from);
    void finish();

signals:
    void changed(); // a moment later
    void ended();

private:
    CardInk m_ink;
    std::vector<NodeLook> m_looks, m_oldLooks;
    bool m_looksFresh = false, m_fresh = false;
    QImage m_image;
    std::unique_ptr<GraphTransition> m_transition;
    QVariantAnimation m_move;
    double m_share = 1;    // of the transition
    QPointF m_startOrigin; // of its view
};

} // namespace edgewright::views
