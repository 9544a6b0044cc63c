// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/canvas_view.h"

#include "views/support/motion.h"

#include <QResizeEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr int GlideMilliseconds = 220;
constexpr double CanvasMargin = 20; // widget pixels
constexpr double MinZoom = 0.0005, MinUsefulZoom = 0.05, MaxZoom = 4, StartZoom = 0.6,
                 WholeZoom = FullDetail; // all of it is shown from here on, where texts can be read

// Of `node` or a partner of it. `pairs` ascending.
std::optional<QRectF> partnerRect(const GraphScene& next, const NodePairs& pairs, NodeId node) {
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

} // namespace

CanvasView::CanvasView(QWidget& canvas) : m_canvas(canvas) {
    m_glide.setDuration(GlideMilliseconds);
    m_glide.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& value) { set(m_zoom, value.toPointF(), false); });
}

ScreenView CanvasView::screen() const {
    return {m_origin, m_zoom, m_canvas.devicePixelRatioF(), m_canvas.size()};
}

bool CanvasView::still() const { return !m_canvas.isVisible() || !isMotionWanted(m_canvas); }

bool CanvasView::seesAll() const {
    return placed() && screen().exposed().contains(QRectF(QPointF(), m_scene->size()));
}

double CanvasView::leastOf(double (CanvasView::*scale)() const) const {
    const double own = (this->*scale)();
    return m_partner && m_partner->placed() ? std::min(own, (m_partner->*scale)()) : own;
}

double CanvasView::wholeZoom() const {
    const QSizeF size = m_scene->size();
    return std::clamp(std::min((m_canvas.width() - 2 * CanvasMargin) / std::max(1.0, size.width()),
                               (m_canvas.height() - 2 * CanvasMargin) / std::max(1.0, size.height())),
                      MinZoom, 1.0);
}

double CanvasView::beginningZoom() const {
    return std::clamp((m_canvas.width() - 2 * CanvasMargin) / std::max(1.0, m_scene->size().width()), StartZoom,
                      0.9);
}

double CanvasView::fittingZoom() const { return leastOf(&CanvasView::wholeZoom); }

double CanvasView::startZoom() const {
    const double whole = fittingZoom();
    return whole >= WholeZoom ? whole : leastOf(&CanvasView::beginningZoom);
}

bool CanvasView::fitsAcross(double zoom) const {
    return placed() && m_scene->size().width() * zoom <= m_canvas.width() - 2 * CanvasMargin;
}

QPointF CanvasView::fittingOrigin(double zoom) const {
    const QSizeF size = m_scene->size();
    return QPointF(size.width(), size.height()) / 2 - QRectF(m_canvas.rect()).center() / zoom;
}

bool CanvasView::isFitted() const {
    if (!placed() || m_zoom != fittingZoom()) return false;
    const QPointF off = (m_origin - fittingOrigin(m_zoom)) * m_zoom;
    return std::abs(off.x()) <= 1 && std::abs(off.y()) <= 1; // whole pixels
}

QPointF CanvasView::heldInSight(QPointF origin, double zoom) const {
    const auto held = [&](double at, double size, int room) {
        const double margin = CanvasMargin / zoom, last = size + margin - room / zoom;
        return last <= -margin ? std::clamp(at, last, -margin) : at;
    };
    return {held(origin.x(), m_scene->size().width(), m_canvas.width()),
            held(origin.y(), m_scene->size().height(), m_canvas.height())};
}

// Some of the picture always stays in sight. On whole device pixels, so that nothing blurs.
void CanvasView::set(double zoom, QPointF origin, bool quietly) {
    const bool zoomed = zoom != m_zoom;
    const double width = m_canvas.width() / zoom, height = m_canvas.height() / zoom;
    if (placed()) {
        const double keep = 3 * CanvasMargin / zoom;
        const QSizeF size = m_scene->size();
        origin.setX(std::clamp(origin.x(), keep - width, std::max(keep - width, size.width() - keep)));
        origin.setY(std::clamp(origin.y(), keep - height, std::max(keep - height, size.height() - keep)));
    }
    const double step = zoom * m_canvas.devicePixelRatioF();
    origin = QPointF(std::round(origin.x() * step), std::round(origin.y() * step)) / step;
    if (!zoomed && origin == m_origin) return;
    m_zoom = zoom;
    m_origin = origin;
    if (zoomed) emit zoomChanged(zoom);
    if (!quietly) emit viewChanged(origin, zoom);
    emit moved();
}

void CanvasView::moveTo(double zoom, QPointF origin, bool quietly) {
    letGo();
    m_glide.stop();
    m_touched = true;
    set(zoom, origin, quietly);
}

void CanvasView::setFrom(QPointF origin, double zoom, bool start) {
    moveTo(std::clamp(zoom, MinZoom, MaxZoom), origin, true);
    m_touched = !start;
}

void CanvasView::glideTo(QPointF origin) {
    letGo();
    m_glide.stop();
    m_touched = true;
    if (still()) return set(m_zoom, origin, false);
    m_glide.setStartValue(m_origin);
    m_glide.setEndValue(origin);
    m_glide.start();
}

void CanvasView::centreOn(QPointF scenePoint) {
    if (m_scene) moveTo(m_zoom, scenePoint - QRectF(m_canvas.rect()).center() / m_zoom);
}

void CanvasView::glideToCentre(QPointF scenePoint) {
    glideTo(scenePoint - QRectF(m_canvas.rect()).center() / m_zoom);
}

void CanvasView::bringIntoView(const QRectF& rect) {
    const QRectF wanted = toWidget(rect),
                 seen =
                     QRectF(m_canvas.rect()).adjusted(CanvasMargin, CanvasMargin, -CanvasMargin, -CanvasMargin);
    if (seen.contains(wanted)) return;
    const bool tooTall = wanted.height() > seen.height();
    const QPointF middle(rect.center().x(),
                         tooTall ? rect.top() + seen.height() / m_zoom / 2 : rect.center().y());
    QPointF origin = middle - QRectF(m_canvas.rect()).center() / m_zoom;
    if (wanted.left() >= seen.left() && wanted.right() <= seen.right()) origin.setX(m_origin.x());
    if (wanted.top() >= seen.top() && wanted.bottom() <= seen.bottom()) origin.setY(m_origin.y());
    glideTo(origin);
}

void CanvasView::showAll(bool quietly) {
    if (!placed()) return;
    letGo();
    m_glide.stop();
    const double zoom = fittingZoom();
    set(zoom, fittingOrigin(zoom), quietly);
}

void CanvasView::centreAcross() {
    if (!fitsAcross(m_zoom)) return;
    m_glide.stop();
    set(m_zoom, QPointF(fittingOrigin(m_zoom).x(), m_origin.y()), true);
}

void CanvasView::showStart(bool quietly) {
    if (!placed()) return;
    letGo();
    m_touched = false;
    if (m_startsWhole || fittingZoom() >= WholeZoom) return showAll(quietly);
    const int width = m_canvas.width();
    const QSizeF size = m_scene->size();
    const double zoom = startZoom();
    double left = size.width() / 2 - width / 2.0 / zoom;
    if (size.width() * zoom > width &&
        !m_scene->boxes().empty()) { // too wide: what is seen first, in the middle
        QRectF seen;
        for (const std::uint32_t i : m_scene->boxesIn(QRectF(0, 0, size.width(), m_canvas.height() / zoom)))
            seen |= m_scene->boxes()[i].rect;
        // Where even that is too wide, where the data comes in.
        const bool fits = !seen.isNull() && seen.width() * zoom <= width - 2 * CanvasMargin;
        left = (fits ? seen : m_scene->boxes().front().rect).center().x() - width / 2.0 / zoom;
        left = std::clamp(left, -CanvasMargin / zoom, size.width() - (width - CanvasMargin) / zoom);
    }
    set(zoom, QPointF(left, -CanvasMargin / zoom), quietly);
}

void CanvasView::zoomAbout(QPointF at, double factor) {
    const double zoom = std::clamp(m_zoom * factor, std::min(MinUsefulZoom, fittingZoom()), MaxZoom);
    moveTo(zoom, toScene(at) - at / zoom);
}

void CanvasView::resized(const QResizeEvent& event) {
    const int wider = m_canvas.isVisible() ? event.size().width() - event.oldSize().width() : 0;
    if (keeps()) {
        QPointF at = m_canvas.mapFromGlobal(m_kept->screen);
        const double last = m_canvas.width() - CanvasMargin - m_kept->rect.width() * m_zoom;
        at.setX(std::min(at.x(), std::max(last, CanvasMargin)));
        set(m_zoom, m_kept->rect.topLeft() - at / m_zoom, true);
    } else if (!m_touched && !(m_partner && m_partner->keeps())) {
        showStart(true);
    } else { // what is seen in the middle of the width stays there
        set(m_zoom, m_origin - QPointF(wider, 0) / 2 / m_zoom, true);
    }
    emit moved();
}

void CanvasView::keepOnScreen(const QRectF& rect) {
    m_kept = {rect, m_canvas.mapToGlobal(toWidget(rect).topLeft()), m_canvas.window()->size()};
}

bool CanvasView::keeps() const { return m_kept && m_kept->window == m_canvas.window()->size(); }

std::optional<std::uint32_t> CanvasView::anchor(const std::set<NodeId>& highlighted, const GraphScene* next,
                                                const NodePairs& pairs) const {
    if (!m_scene) return std::nullopt;
    const auto stays = [&](NodeId node) { return !next || partnerRect(*next, pairs, node); };
    const QRectF exposed = screen().exposed(), all(QPointF(), m_scene->size());
    for (const NodeId node : highlighted)
        if (const auto rect = m_scene->rectOf(node); rect && exposed.intersects(*rect) && stays(node))
            return m_scene->boxOf(node);
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::infinity();
    const QPointF centre = exposed.center();
    // Those in sight first: nearly always there is one that stays.
    for (const QRectF& part : {exposed, all}) {
        for (const std::uint32_t i : m_scene->boxesIn(part)) {
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

std::optional<QPointF> CanvasView::keptOrigin(const GraphScene& next, const NodePairs& pairs,
                                              const std::set<NodeId>& highlighted) const {
    const auto kept = anchor(highlighted, &next, pairs);
    if (!kept) return std::nullopt;
    const NodeId node = m_scene->boxes()[*kept].node;
    return m_origin + partnerRect(next, pairs, node)->center() - m_scene->rectOf(node)->center();
}

QPointF CanvasView::heldOrigin(const GraphScene& next, ModuleId module) const {
    const auto was = m_scene->rectOf(module), is = next.rectOf(module);
    if (!was || !is) return m_origin;
    const QPointF before(was->center().x(), was->top()), after(is->center().x(), is->top());
    if (screen().exposed().contains(before)) return m_origin + after - before;
    return after - QPointF(m_canvas.width() / 2.0, m_canvas.height() / 3.0) / m_zoom;
}

} // namespace edgewright::views
