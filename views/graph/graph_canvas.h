// SPDX-License-Identifier: GPL-3.0-or-later
// The widget that shows one graph: the wheel zooms about the pointer, drag pans, double click fits, arrow keys
// walk along edges, + - 0 1 zoom, Esc clears.
#pragma once

#include <QPointF>
#include <QStringList>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

#include "views/graph/graph_painter.h"

#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace edgewright::views {

class GraphCanvas final : public QWidget {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);

    // A placed scene. The same picture with other hulls just replaces the old one. Else the node that was
    // selected, else the one in the middle, stays where it is on the screen.
    void setScene(std::shared_ptr<const GraphScene> scene);
    const std::shared_ptr<const GraphScene>& scene() const { return m_scene; }
    // Busy: the picture is dimmed below a running line. Without a scene, `sentence` is shown instead.
    void setBusy(bool busy);
    void setSentence(const QString& sentence);

    // `current`, one of the nodes, is where the arrow keys start.
    void setHighlight(std::set<NodeId> nodes, ValueId value, NodeId current = {});
    void setDimmed(std::set<ops::Category> categories);
    // By node: why it was not fused. Such nodes carry a "!".
    void setRefusals(std::unordered_map<NodeId, QStringList> refusals);
    void setWarmGroups(bool warm);

    std::optional<QRectF> nodeRect(NodeId node) const; // in widget coordinates
    const std::set<NodeId>& highlighted() const { return m_options.highlighted; }
    void centreOn(NodeId node);
    // Moves no further than it takes; not at all when `nodes` or the source of `value` can be seen.
    void bringIntoView(const std::set<NodeId>& nodes, ValueId value);
    void fit();
    void zoomBy(double factor) { zoomAbout(QRectF(rect()).center(), factor); }
    double zoom() const { return m_zoom; }

    QSize sizeHint() const override { return {480, 640}; }
    QSize minimumSizeHint() const override { return {160, 160}; }

signals:
    void picked(const edgewright::views::Item& item);
    void zoomChanged(double zoom);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QPointF toScene(QPointF at) const { return m_origin + at / m_zoom; }
    QRectF toWidget(const QRectF& rect) const {
        return {(rect.topLeft() - m_origin) * m_zoom, rect.size() * m_zoom};
    }
    GraphHit hit(QPointF at) const;
    QString toolTipAt(QPointF at) const;
    double fittingZoom() const;
    void showStart();
    void setView(double zoom, QPointF origin);
    void glideTo(QPointF origin);
    void zoomAbout(QPointF at, double factor);
    // The box to hold on to: highlighted, else nearest to the middle; one that `next` has too, where given.
    std::optional<std::uint32_t> anchor(const GraphScene* next) const;
    std::optional<std::uint32_t> neighbour(int key) const;
    void hover(QPointF at);

    std::shared_ptr<const GraphScene> m_scene;
    GraphPaintOptions m_options;
    NodeId m_current;
    std::unordered_map<NodeId, QStringList> m_refusals;
    QString m_sentence;
    double m_zoom = 1;
    QPointF m_origin;       // scene point in the widget's top left corner
    bool m_touched = false; // somebody zoomed or panned: keep it on resizing
    bool m_busy = false;
    int m_phase = 0; // of the running line, per cent
    QTimer m_timer;
    QVariantAnimation m_glide;
    std::optional<QPointF> m_press; // widget coordinates
    QPointF m_pressOrigin;
    bool m_dragging = false;
};

} // namespace edgewright::views
