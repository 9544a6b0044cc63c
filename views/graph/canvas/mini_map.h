// SPDX-License-Identifier: GPL-3.0-or-later
// The whole graph in a corner of its canvas, with the part that is seen framed; a click or a drag moves there.
// A graph that is much longer than wide is stretched. Hidden while everything can be seen, and where every
// corner has nodes in it: it never covers any.
#pragma once

#include <QImage>
#include <QWidget>

#include <optional>

namespace edgewright::views {

class GraphCanvas;

class MiniMap final : public QWidget {
    Q_OBJECT
public:
    // A child of the canvas that places and hides itself.
    explicit MiniMap(GraphCanvas* canvas);
    QRectF frame() const; // the visible part, in coordinates of this widget

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void arrange();
    QSize outerSize(const QSizeF& all, double share) const;
    std::optional<QRect> freePlace(const QSize& outer) const;
    void showAt(const QRect& place, const QSizeF& all);
    void moveTo(QPointF at);

    GraphCanvas* m_canvas;
    QImage m_image; // the graph, in the present colours
    bool m_fresh = false;
    double m_scaleX = 1, m_scaleY = 1; // widget pixels per scene pixel
};

} // namespace edgewright::views
