// SPDX-License-Identifier: GPL-3.0-or-later
// What part of the scene the canvas shows, and how it gets from one scene to the next.
#include "views/graph/canvas/graph_canvas.h"

#include "views/graph/canvas/hover_card.h"

#include <QResizeEvent>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr double CanvasMargin = 20; // widget pixels
constexpr double MinZoom = 0.0005, MinUsefulZoom = 0.05, MaxZoom = 4, StartZoom = 0.6,
                 WholeZoom = FullDetail; // all of it is shown from here on, where texts can be read
constexpr std::size_t MaxMoving = 20000;

} // namespace

void GraphCanvas::setScene(std::shared_ptr<const GraphScene> scene) {
    m_held = {}; // nothing moves
    if (m_scene && scene && &m_scene->graph() == &scene->graph() && m_scene->size() == scene->size() &&
        m_scene->boxes().size() == scene->boxes().size()) {
        m_scene = std::move(scene);
        m_looksFresh = m_looksFresh && m_looks.size() == m_scene->boxes().size();
        return repaintAll();
    }
    m_glide.stop();
    finishTransition();
    const auto kept = m_touched && scene && scene->placed() ? anchor(scene.get()) : std::nullopt;
    QPointF at; // where it is on the screen
    NodeId node;
    if (kept) {
        node = m_scene->boxes()[*kept].node;
        at = toWidget(*m_scene->rectOf(node)).center();
    }
    m_scene = std::move(scene);
    m_options.hovered.reset();
    m_hoverCard->away();
    m_looksFresh = false;
    if (kept)
        setView(m_zoom, m_scene->rectOf(node)->center() - at / m_zoom, true);
    else
        showStart(true);
    repaintAll();
    emit pictureChanged();
}

// `pairs` ascending.
std::optional<QRectF> GraphCanvas::partnerRect(const GraphScene& next, const NodePairs& pairs, NodeId node) {
    const auto own = [&](NodeId id) -> std::optional<QRectF> {
        const auto box = next.boxOf(id);
        if (!box || next.boxes()[*box].node != id) return std::nullopt;
        return next.rectOf(id);
    };
    if (const auto rect = own(node)) return rect;
    for (auto it = std::lower_bound(pairs.begin(), pairs.end(), std::pair(node, NodeId(0)));
         it != pairs.end() && it->first == node; ++it)
        if (const auto rect = own(it->second)) return rect;
    return std::nullopt;
}

bool GraphCanvas::still() const {
    return !isVisible() || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0;
}

void GraphCanvas::transitionTo(std::shared_ptr<const GraphScene> scene, NodePairs pairs) {
    std::sort(pairs.begin(), pairs.end());
    if (!m_scene || !m_scene->placed() || !scene || !scene->placed() || scene == m_scene)
        return setScene(std::move(scene));
    m_glide.stop();
    std::vector<QRectF> rects;
    QPointF start = m_origin;
    if (m_transition) { // from where everything is now
        rects = m_transition->rectsAt(m_share);
        start = m_startOrigin + (m_origin - m_startOrigin) * m_share;
    } else {
        for (const SceneBox& box : m_scene->boxes())
            rects.push_back(box.rect);
    }
    m_move.stop();
    m_transition.reset();

    QPointF end = m_origin;
    if (const auto kept = anchor(scene.get(), pairs)) {
        const NodeId node = m_scene->boxes()[*kept].node;
        if (const auto rect = partnerRect(*scene, pairs, node))
            end += rect->center() - m_scene->rectOf(node)->center();
    }
    // Nobody has looked at anything else yet.
    const bool fromStart = !m_touched && !m_held.valid() && m_options.highlighted.empty();
    if (m_held.valid()) end = heldOrigin(*scene);
    m_held = {};
    const std::shared_ptr<const GraphScene> old = std::move(m_scene);
    m_scene = std::move(scene);
    m_options.hovered.reset();
    m_hoverCard->away();
    if (fromStart) {
        showStart(true);
    } else {
        m_touched = true;
        setView(m_zoom, end, true);
    }
    if (!still()) {
        ScreenView was = view();
        was.origin = start;
        auto transition = std::make_unique<GraphTransition>(old, std::move(rects), m_scene, pairs,
                                                            was.exposed(), view().exposed());
        if (transition->moving() > 0 && transition->moving() <= MaxMoving) {
            m_transition = std::move(transition);
            m_startOrigin = start;
            m_share = 0;
            m_looksFresh = false;
            m_move.start();
        }
    }
    m_looksFresh = false;
    repaintAll();
    emit pictureChanged();
    if (!m_transition) emit transitionEnded();
}

void GraphCanvas::finishTransition() {
    if (!m_transition) return;
    m_move.stop();
    m_transition.reset();
    m_oldLooks.clear();
    m_share = 1;
    repaintAll();
    emit transitionEnded();
}

// Its upper edge stays; where that was out of sight, what is left of it comes into the middle.
QPointF GraphCanvas::heldOrigin(const GraphScene& next) const {
    const auto was = m_scene->rectOf(m_held), is = next.rectOf(m_held);
    if (!was || !is) return m_origin;
    const QPointF before(was->center().x(), was->top()), after(is->center().x(), is->top());
    if (view().exposed().contains(before)) return m_origin + after - before;
    return after - QPointF(width() / 2.0, height() / 3.0) / m_zoom;
}

std::optional<QRectF> GraphCanvas::nodeRect(NodeId node) const {
    const auto rect = m_scene ? m_scene->rectOf(node) : std::nullopt;
    if (!rect) return std::nullopt;
    return toWidget(*rect);
}

void GraphCanvas::centreOn(NodeId node) {
    if (const auto rect = m_scene ? m_scene->rectOf(node) : std::nullopt) centreOnPoint(rect->center());
}

void GraphCanvas::centreOnPoint(QPointF scenePoint) {
    if (!m_scene) return;
    m_glide.stop();
    m_touched = true;
    setView(m_zoom, scenePoint - QRectF(rect()).center() / m_zoom);
}

void GraphCanvas::bringIntoView(const std::set<NodeId>& nodes, ValueId value) {
    if (!m_scene) return;
    QRectF all;
    for (const NodeId node : nodes)
        if (const auto rect = m_scene->rectOf(node)) all |= *rect;
    if (nodes.empty() && value.valid())
        if (const auto box = m_scene->sourceOf(value)) all |= m_scene->boxes()[*box].rect;
    if (all.isNull()) return;
    const QRectF wanted = toWidget(all),
                 seen = QRectF(rect()).adjusted(CanvasMargin, CanvasMargin, -CanvasMargin, -CanvasMargin);
    if (seen.contains(wanted)) return;
    const bool tooTall = wanted.height() > seen.height();
    const QPointF middle(all.center().x(), tooTall ? all.top() + seen.height() / m_zoom / 2 : all.center().y());
    QPointF origin = middle - QRectF(rect()).center() / m_zoom;
    if (wanted.left() >= seen.left() && wanted.right() <= seen.right()) origin.setX(m_origin.x());
    if (wanted.top() >= seen.top() && wanted.bottom() <= seen.bottom()) origin.setY(m_origin.y());
    m_touched = true;
    glideTo(origin);
}

double GraphCanvas::fittingZoom() const {
    const QSizeF size = m_scene->size();
    return std::clamp(std::min((width() - 2 * CanvasMargin) / std::max(1.0, size.width()),
                               (height() - 2 * CanvasMargin) / std::max(1.0, size.height())),
                      MinZoom, 1.0);
}

bool GraphCanvas::seesAll() const {
    return m_scene && m_scene->placed() && visibleRect().contains(QRectF(QPointF(), m_scene->size()));
}

void GraphCanvas::showAll(bool quietly) {
    if (!m_scene || !m_scene->placed()) return;
    m_glide.stop();
    const double zoom = fittingZoom();
    const QSizeF size = m_scene->size();
    setView(zoom, QPointF(size.width(), size.height()) / 2 - QRectF(rect()).center() / zoom, quietly);
}

void GraphCanvas::centreAcross() {
    if (!m_scene || !m_scene->placed()) return;
    const double scene = m_scene->size().width();
    if (scene * m_zoom > width() - 2 * CanvasMargin) return;
    m_glide.stop();
    setView(m_zoom, QPointF(scene / 2 - width() / 2.0 / m_zoom, m_origin.y()), true);
}

// All of it where that can be read, else its beginning.
void GraphCanvas::showStart(bool quietly) {
    if (!m_scene || !m_scene->placed()) return;
    m_touched = false;
    const double all = fittingZoom();
    if (all >= WholeZoom) return showAll(quietly);
    const QSizeF size = m_scene->size();
    const double zoom = std::clamp((width() - 2 * CanvasMargin) / std::max(1.0, size.width()), StartZoom, 0.9);
    double left = size.width() / 2 - width() / 2.0 / zoom;
    if (size.width() * zoom > width() &&
        !m_scene->boxes().empty()) { // too wide: what is seen first, in the middle
        QRectF seen;
        for (const std::uint32_t i : m_scene->boxesIn(QRectF(0, 0, size.width(), height() / zoom)))
            seen |= m_scene->boxes()[i].rect;
        // Where even that is too wide, where the data comes in.
        const bool fits = !seen.isNull() && seen.width() * zoom <= width() - 2 * CanvasMargin;
        left = (fits ? seen : m_scene->boxes().front().rect).center().x() - width() / 2.0 / zoom;
        left = std::clamp(left, -CanvasMargin / zoom, size.width() - (width() - CanvasMargin) / zoom);
    }
    setView(zoom, QPointF(left, -CanvasMargin / zoom), quietly);
}

// Some of the picture always stays in sight. On whole device pixels, so that nothing blurs.
void GraphCanvas::setView(double zoom, QPointF origin, bool quietly) {
    const bool zoomed = zoom != m_zoom;
    if (m_scene && m_scene->placed()) {
        const double keep = 3 * CanvasMargin / zoom;
        const QSizeF size = m_scene->size();
        origin.setX(std::clamp(origin.x(), keep - width() / zoom,
                               std::max(keep - width() / zoom, size.width() - keep)));
        origin.setY(std::clamp(origin.y(), keep - height() / zoom,
                               std::max(keep - height() / zoom, size.height() - keep)));
    }
    const double step = zoom * devicePixelRatioF();
    origin = QPointF(std::round(origin.x() * step), std::round(origin.y() * step)) / step;
    if (!zoomed && origin == m_origin) return;
    m_zoom = zoom;
    m_origin = origin;
    if (zoomed) emit zoomChanged(zoom);
    if (!quietly) emit viewChanged(origin, zoom);
    emit viewMoved();
    repaintAll();
}

void GraphCanvas::setViewFrom(QPointF origin, double zoom) {
    m_glide.stop();
    m_touched = true;
    setView(std::clamp(zoom, MinZoom, MaxZoom), origin, true);
}

void GraphCanvas::glideTo(QPointF origin) {
    m_glide.stop();
    if (still()) return setView(m_zoom, origin);
    m_glide.setStartValue(m_origin);
    m_glide.setEndValue(origin);
    m_glide.start();
}

void GraphCanvas::zoomAbout(QPointF at, double factor) {
    if (!m_scene || !m_scene->placed()) return;
    m_glide.stop();
    finishTransition();
    m_touched = true;
    const double zoom = std::clamp(m_zoom * factor, std::min(MinUsefulZoom, fittingZoom()), MaxZoom);
    const QPointF fixed = toScene(at);
    setView(zoom, fixed - at / zoom);
}

std::optional<std::uint32_t> GraphCanvas::anchor(const GraphScene* next, const NodePairs& pairs) const {
    if (!m_scene) return std::nullopt;
    const auto stays = [&](NodeId node) {
        return !next ||
               (next->placed() ? partnerRect(*next, pairs, node).has_value() : next->boxOf(node).has_value());
    };
    for (const NodeId node : m_options.highlighted)
        if (const auto rect = nodeRect(node); rect && QRectF(this->rect()).intersects(*rect) && stays(node))
            return m_scene->boxOf(node);
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::infinity();
    const QPointF centre = toScene(QRectF(rect()).center());
    // Those in sight first: nearly always there is one that stays.
    for (const bool seen : {true, false}) {
        const QRectF all(QPointF(), m_scene->size());
        for (const std::uint32_t i : m_scene->boxesIn(seen ? view().exposed() : all)) {
            const SceneBox& box = m_scene->boxes()[i];
            if (box.kind != SceneBox::Kind::Node) continue;
            const QPointF gap = box.rect.center() - centre;
            const double away = std::hypot(gap.x(), gap.y());
            if (away >= least || !stays(box.node)) continue;
            least = away;
            nearest = i;
        }
        if (nearest) break;
    }
    return nearest;
}

void GraphCanvas::resizeEvent(QResizeEvent* event) {
    m_pictureFresh = false;
    // What is seen in the middle of the width stays there.
    const int wider = isVisible() ? event->size().width() - event->oldSize().width() : 0;
    if (!m_touched)
        showStart(true);
    else
        setView(m_zoom, m_origin - QPointF(wider, 0) / 2 / m_zoom, true);
    emit viewMoved();
}

} // namespace edgewright::views
