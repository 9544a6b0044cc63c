// SPDX-License-Identifier: GPL-3.0-or-later
// The widget that shows one graph, moved as ViewportController says. Shift+drag and Ctrl+click choose several
// nodes, double click opens, enters or fits. Keys: GraphCanvas::keys().
#pragma once

#include <QTimer>
#include <QWidget>

#include "views/graph/canvas/canvas_picture.h"
#include "views/graph/canvas/canvas_view.h"
#include "views/support/viewport/viewport_controller.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace edgewright::views {

class HoverCard;

class GraphCanvas final : public QWidget, private Viewport {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);
    ~GraphCanvas() override;

    // A placed scene. The same picture with other hulls just replaces the old one. Else the node that was
    // selected, else the one in the middle, stays where it is on the screen.
    void setScene(std::shared_ptr<const GraphScene> scene);
    // The same, as if nothing had been shown before.
    void begin(std::shared_ptr<const GraphScene> scene);
    const std::shared_ptr<const GraphScene>& scene() const { return m_scene; }
    // The same, animated: boxes of nodes that are paired (with an older id, or by equal ids) move into each
    // other, edges follow or fade. At once where that would be too much or motion is not wanted. Another call
    // interrupts it; so does the person.
    void transitionTo(std::shared_ptr<const GraphScene> scene, NodePairs pairs = {});
    // The next transition keeps this module where it is on the screen.
    void hold(ModuleId module) { m_held = module; }
    bool inTransition() const { return m_picture.moving(); }
    void finishTransition() { m_picture.finish(); }
    // Busy: the picture is dimmed below a running line. Without a scene, `sentence` is shown instead.
    void setBusy(bool busy);
    void setSentence(const QString& sentence);

    // `current`, one of the nodes, is where the arrow keys start.
    void setHighlight(std::set<NodeId> nodes, ValueId value, NodeId current = {});
    // Null: by operator kind.
    void setColouring(std::shared_ptr<const NodeColouring> colouring);
    void setDimmed(std::set<int> categories); // of the colouring
    void setBadges(Badges badges);            // of a node one of each kind
    void setDifference(Changes changes);      // everything else is faded; empty: off
    void setWarmGroups(bool warm);
    // The nodes that the rubber band or Ctrl+click chose, for "fuse these"; beside the selection.
    void setChosen(std::set<NodeId> nodes);
    const std::set<NodeId>& chosen() const { return m_options.chosen; }
    // The effect of dragging without Shift; with it, the other.
    enum class Tool { Pan, Choose };
    void setTool(Tool tool);

    // In widget coordinates; of an opened node all around.
    std::optional<QRectF> nodeRect(NodeId node) const;
    const std::set<NodeId>& highlighted() const { return m_options.highlighted; }
    void centreOn(NodeId node);
    void centreOnPoint(QPointF scenePoint) { m_view.centreOn(scenePoint); }
    // Moves no further than it takes; not at all when `nodes` or the source of `value` can be seen.
    void bringIntoView(const std::set<NodeId>& nodes, ValueId value);
    void fit() { m_view.showAll(false); }
    bool seesAll() const { return m_view.seesAll(); }
    double fittingZoom() const { return m_view.fittingZoom(); }
    void start() { m_view.showStart(true); }
    void startWhole() { m_view.startWhole(); } // where the whole says more than its beginning
    void centreAcross() { m_view.centreAcross(); }
    CanvasView& view() { return m_view; } // for a canvas beside it
    const CanvasView& view() const { return m_view; }
    bool atStart() const { return m_view.atStart(); }
    void zoomBy(double factor) { zoomAbout(QRectF(rect()).center(), factor); }
    double zoom() const { return m_view.zoom(); }
    QPointF origin() const { return m_view.origin(); }
    QRectF visibleRect() const { return m_view.screen().exposed(); } // in scene coordinates
    // For panes that move together: emits no viewChanged. `start`: nobody has zoomed or panned the other one.
    void setViewFrom(QPointF origin, double zoom, bool start = false) { m_view.setFrom(origin, zoom, start); }

    void endHover();
    // Rectangles that the card about a node leaves free, on the screen.
    void setKeptClear(std::function<std::vector<QRect>(NodeId node)> of) { m_keptClear = std::move(of); }

    // Everything as rectangles and lines, in the present colours.
    void paintMap(QImage& image, double scaleX, double scaleY);
    const Theme& theme() const { return Theme::forPalette(palette()); }

    // For the sheet of keys: "Arrows", "Walk along edges".
    struct Key {
        QString keys, what;
    };
    static std::vector<Key> keys();

    QSize sizeHint() const override { return {480, 640}; }
    QSize minimumSizeHint() const override { return {160, 160}; }

signals:
    void picked(const edgewright::views::Item& item);
    void zoomChanged(double zoom);
    // By the person, or by centreOn, bringIntoView, fit.
    void viewChanged(QPointF origin, double zoom);
    void viewMoved();      // in any way
    void pictureChanged(); // another scene or other colours
    void badgeClicked(const edgewright::views::Item& item, edgewright::views::Badge::Kind kind);
    void areaSelected(const std::set<edgewright::NodeId>& nodes); // chosen(), changed by the person
    // A node with a body is wanted open (drawn as its members) or closed: handle, tag, double click, Enter.
    void openRequested(edgewright::NodeId node, bool open);
    // A folded module is wanted open, or an open one folded, by the same.
    void moduleRequested(edgewright::modules::ModuleId module, bool open);
    void modulePicked(edgewright::modules::ModuleId module); // its box was clicked
    void enterRequested(edgewright::NodeId node);            // has subgraphs, or calls a function
    void leaveRequested();                                   // Backspace
    void hullClicked(const edgewright::views::HullSpec& hull);
    void transitionEnded();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    GraphHit hit(QPointF at) const;
    void repaintAll(); // the picture is made anew
    void refreshLooks();
    void take(std::shared_ptr<const GraphScene> scene);
    void zoomAbout(QPointF at, double factor);
    void zoomView(double factor, QPointF about, ZoomAxes) override { zoomAbout(about, factor); }
    void panView(QPointF way) override;
    void fitView() override;
    QPointF viewCentre() const override { return QRectF(rect()).center(); }
    void hoverView(QPointF at) override;
    void pressView() override;
    void clickView(const QMouseEvent& event) override;
    bool clearView() override;
    bool doubleClickView(const QMouseEvent& event) override;
    bool ownsDrag(const QMouseEvent& event, QPointF pressed) override;
    void click(const GraphHit& found, Qt::KeyboardModifiers modifiers);
    void followPortal(const SceneEdge& edge, bool toSource);
    void openOrEnter(const SceneBox& box);
    void choose(std::set<NodeId> nodes);
    void toggleChosen(NodeId node);
    void walk(int key, bool choosing);
    bool viewKey(int key);
    bool actionKey(const QKeyEvent& event);

    std::shared_ptr<const GraphScene> m_scene;
    GraphPaintOptions m_options;
    CanvasView m_view{*this};
    CanvasPicture m_picture;
    QString m_sentence;
    int m_busyPhase = 0; // of the running line, per cent
    QTimer m_busy;       // that moves it
    ModuleId m_held;
    HoverCard* m_hoverCard;
    std::function<std::vector<QRect>(NodeId)> m_keptClear;
    Tool m_tool = Tool::Pan;
    std::optional<QRectF> m_band; // widget coordinates, while choosing
    ViewportController m_controller{*this, *this, *this};
    std::size_t m_portalTurn = 0;
};

} // namespace edgewright::views
