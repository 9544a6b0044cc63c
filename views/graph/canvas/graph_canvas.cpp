// SPDX-License-Identifier: GPL-3.0-or-later
// State and painting of the graph canvas, and how it gets from one scene to the next.
#include "views/graph/canvas/graph_canvas.h"

#include "views/graph/canvas/canvas_accessible.h"
#include "views/graph/canvas/hover_card.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxMoving = 20000;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QWidget(parent), m_hoverCard(new HoverCard(this)) {
    makeCanvasesAccessible();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_busy.setInterval(30);
    connect(&m_busy, &QTimer::timeout, this, [this] {
        m_busyPhase = (m_busyPhase + 1) % 100;
        update(0, 0, width(), 3);
    });
    connect(&m_view, &CanvasView::zoomChanged, this, &GraphCanvas::zoomChanged);
    connect(&m_view, &CanvasView::viewChanged, this, &GraphCanvas::viewChanged);
    connect(&m_view, &CanvasView::moved, this, &GraphCanvas::viewMoved);
    connect(&m_view, &CanvasView::moved, this, &GraphCanvas::repaintAll);
    connect(&m_picture, &CanvasPicture::changed, this, &GraphCanvas::repaintAll);
    connect(&m_picture, &CanvasPicture::ended, this, qOverload<>(&QWidget::update));
    connect(&m_picture, &CanvasPicture::ended, this, &GraphCanvas::transitionEnded);
}

GraphCanvas::~GraphCanvas() = default;

void GraphCanvas::take(std::shared_ptr<const GraphScene> scene) {
    m_scene = std::move(scene);
    m_view.setScene(m_scene);
}

void GraphCanvas::setScene(std::shared_ptr<const GraphScene> scene) {
    m_held = {}; // nothing moves
    if (m_scene && scene && &m_scene->graph() == &scene->graph() && m_scene->size() == scene->size() &&
        m_scene->boxes().size() == scene->boxes().size()) {
        take(std::move(scene));
        m_picture.keepLooks(*m_scene);
        return update();
    }
    m_view.stop();
    finishTransition();
    const auto kept = !m_view.atStart() && scene && scene->placed()
                          ? m_view.keptOrigin(*scene, {}, m_options.highlighted)
                          : std::nullopt;
    take(std::move(scene));
    m_options.hovered.reset();
    m_hoverCard->away();
    if (kept)
        m_view.moveTo(m_view.zoom(), *kept, true);
    else
        m_view.showStart(true);
    refreshLooks();
}

void GraphCanvas::begin(std::shared_ptr<const GraphScene> scene) {
    setScene(std::move(scene));
    m_view.showStart(true);
}

void GraphCanvas::transitionTo(std::shared_ptr<const GraphScene> scene, NodePairs pairs) {
    std::sort(pairs.begin(), pairs.end());
    if (!m_scene || !m_scene->placed() || !scene || !scene->placed() || scene == m_scene)
        return setScene(std::move(scene));
    m_view.stop();
    std::vector<QRectF> rects = m_picture.rectsNow(*m_scene); // from where everything is now
    const QPointF start = m_picture.originNow(m_view.origin());
    m_picture.setTransition(nullptr, start);

    // Nobody has looked at anything else yet.
    const bool fromStart = m_view.atStart() && !m_held.valid();
    const QPointF end = m_held.valid()
                            ? m_view.heldOrigin(*scene, m_held)
                            : m_view.keptOrigin(*scene, pairs, m_options.highlighted).value_or(m_view.origin());
    m_held = {};
    const std::shared_ptr<const GraphScene> old = m_scene;
    take(std::move(scene));
    m_options.hovered.reset();
    m_hoverCard->away();
    if (fromStart)
        m_view.showStart(true);
    else
        m_view.moveTo(m_view.zoom(), end, true);
    if (!m_view.still()) {
        ScreenView was = m_view.screen();
        was.origin = start;
        auto transition = std::make_unique<GraphTransition>(old, std::move(rects), m_scene, pairs,
                                                            was.exposed(), visibleRect());
        if (transition->moving() > 0 && transition->moving() <= MaxMoving)
            m_picture.setTransition(std::move(transition), start);
    }
    refreshLooks();
    if (!inTransition()) emit transitionEnded();
}

std::optional<QRectF> GraphCanvas::nodeRect(NodeId node) const {
    const auto rect = m_scene ? m_scene->rectOf(node) : std::nullopt;
    if (!rect) return std::nullopt;
    return m_view.toWidget(*rect);
}

void GraphCanvas::centreOn(NodeId node) {
    if (const auto rect = m_scene ? m_scene->rectOf(node) : std::nullopt) centreOnPoint(rect->center());
}

void GraphCanvas::bringIntoView(const std::set<NodeId>& nodes, ValueId value) {
    if (!m_scene) return;
    QRectF all;
    for (const NodeId node : nodes)
        if (const auto rect = m_scene->rectOf(node)) all |= *rect;
    if (nodes.empty() && value.valid())
        if (const auto box = m_scene->sourceOf(value)) all |= m_scene->boxes()[*box].rect;
    if (!all.isNull()) m_view.bringIntoView(all);
}

void GraphCanvas::setBusy(bool busy) {
    if (m_busy.isActive() == busy) return;
    if (busy)
        m_busy.start();
    else
        m_busy.stop();
    update();
}

void GraphCanvas::setSentence(const QString& sentence) {
    m_sentence = sentence;
    update();
}

void GraphCanvas::setHighlight(std::set<NodeId> nodes, ValueId value, NodeId current) {
    setAccessibleDescription(
        m_scene && current.valid() && m_scene->graph().contains(current)
            ? tr("selected: %1").arg(QString::fromStdString(m_scene->graph().node(current).label()))
            : QString());
    if (nodes == m_options.highlighted && value == m_options.value && current == m_options.current) return;
    m_options.highlighted = std::move(nodes);
    m_options.value = value;
    m_options.current = current;
    update();
}

void GraphCanvas::setColouring(std::shared_ptr<const NodeColouring> colouring) {
    if (colouring == m_options.colouring) return;
    m_options.colouring = std::move(colouring);
    m_options.dimmed.clear();
    refreshLooks();
}

void GraphCanvas::setDimmed(std::set<int> categories) {
    if (categories == m_options.dimmed) return;
    m_options.dimmed = std::move(categories);
    refreshLooks();
}

void GraphCanvas::setBadges(Badges badges) {
    m_options.badges = std::move(badges);
    repaintAll();
}

void GraphCanvas::setDifference(Changes changes) {
    m_options.changes = std::move(changes);
    refreshLooks();
}

void GraphCanvas::setWarmGroups(bool warm) {
    m_options.warmGroups = warm;
    repaintAll();
}

void GraphCanvas::setChosen(std::set<NodeId> nodes) {
    m_options.chosen = std::move(nodes);
    update();
}

void GraphCanvas::setTool(Tool tool) {
    m_tool = tool;
    setCursor(tool == Tool::Choose ? Qt::CrossCursor : Qt::ArrowCursor);
}

void GraphCanvas::repaintAll() {
    m_picture.forget();
    update();
}

void GraphCanvas::refreshLooks() {
    m_picture.forgetLooks();
    update();
    emit pictureChanged();
}

void GraphCanvas::paintMap(QImage& image, double scaleX, double scaleY) {
    if (m_view.placed()) m_picture.map(image, *m_scene, theme(), m_options, scaleX, scaleY);
}

bool GraphCanvas::event(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        m_picture.setFonts();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refreshLooks();
    return QWidget::event(event);
}

void GraphCanvas::resizeEvent(QResizeEvent* event) {
    m_picture.forget();
    m_view.resized(*event);
}

void GraphCanvas::paintEvent(QPaintEvent* event) {
    const Theme& tokens = theme();
    QPainter painter(this);
    if (m_view.placed() && !size().isEmpty()) {
        m_picture.draw(painter, *m_scene, m_view.screen(), tokens, m_options);
    } else {
        painter.fillRect(event->rect(), tokens.background);
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(rect()).adjusted(32, 16, -32, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         m_sentence);
    }
    if (m_band) {
        QColor veil = tokens.accent;
        veil.setAlphaF(0.14f);
        painter.setPen(QPen(tokens.accent, 1, Qt::DashLine));
        painter.setBrush(veil);
        painter.drawRect(m_band->normalized());
    }
    if (m_busy.isActive()) {
        QColor veil = tokens.background;
        veil.setAlphaF(0.5f);
        painter.fillRect(event->rect(), veil);
        const double span = width() * 0.25;
        painter.fillRect(QRectF((width() + span) * m_busyPhase / 100.0 - span, 0, span, 2), tokens.accent);
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens.hover, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

} // namespace edgewright::views
