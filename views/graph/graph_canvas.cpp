// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_canvas.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr double Margin = 20, Reach = 6; // widget pixels
constexpr double LeastZoom = 0.0005, LeastUsefulZoom = 0.05, MostZoom = 4, StartZoom = 0.6;
constexpr int GlideMilliseconds = 220;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_timer.setInterval(30);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_phase = (m_phase + 1) % 100;
        update(0, 0, width(), 3);
    });
    m_glide.setDuration(GlideMilliseconds);
    m_glide.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& value) { setView(m_zoom, value.toPointF()); });
}

void GraphCanvas::setScene(std::shared_ptr<const GraphScene> scene) {
    if (m_scene && scene && &m_scene->graph() == &scene->graph() && m_scene->size() == scene->size()) {
        m_scene = std::move(scene);
        return update();
    }
    m_glide.stop();
    const auto kept = m_touched && scene && scene->placed() ? anchor(scene.get()) : std::nullopt;
    QPointF at; // where it is on the screen
    NodeId node;
    if (kept) {
        node = m_scene->boxes()[*kept].node;
        at = toWidget(m_scene->boxes()[*kept].rect).center();
    }
    m_scene = std::move(scene);
    m_options.hovered.reset();
    if (kept)
        setView(m_zoom, m_scene->boxes()[*m_scene->boxOf(node)].rect.center() - at / m_zoom);
    else
        showStart();
    update();
}

void GraphCanvas::setBusy(bool busy) {
    if (m_busy == busy) return;
    m_busy = busy;
    if (busy)
        m_timer.start();
    else
        m_timer.stop();
    update();
}

void GraphCanvas::setSentence(const QString& sentence) {
    m_sentence = sentence;
    update();
}

void GraphCanvas::setHighlight(std::set<NodeId> nodes, ValueId value, NodeId current) {
    m_current = current;
    setAccessibleDescription(
        m_scene && current.valid() && m_scene->graph().contains(current)
            ? tr("selected: %1").arg(QString::fromStdString(m_scene->graph().node(current).label()))
            : QString());
    if (nodes == m_options.highlighted && value == m_options.value) return;
    m_options.highlighted = std::move(nodes);
    m_options.value = value;
    update();
}

void GraphCanvas::setDimmed(std::set<ops::Category> categories) {
    m_options.dimmed = std::move(categories);
    update();
}

void GraphCanvas::setRefusals(std::unordered_map<NodeId, QStringList> refusals) {
    m_refusals = std::move(refusals);
    m_options.refusals.clear();
    for (const auto& [node, reasons] : m_refusals)
        m_options.refusals[node] = static_cast<int>(reasons.size());
    update();
}

void GraphCanvas::setWarmGroups(bool warm) {
    m_options.warmGroups = warm;
    update();
}

std::optional<QRectF> GraphCanvas::nodeRect(NodeId node) const {
    const auto box = m_scene ? m_scene->boxOf(node) : std::nullopt;
    if (!box) return std::nullopt;
    return toWidget(m_scene->boxes()[*box].rect);
}

void GraphCanvas::centreOn(NodeId node) {
    const auto box = m_scene ? m_scene->boxOf(node) : std::nullopt;
    if (!box) return;
    m_glide.stop();
    m_touched = true;
    setView(m_zoom, m_scene->boxes()[*box].rect.center() - QRectF(rect()).center() / m_zoom);
}

void GraphCanvas::bringIntoView(const std::set<NodeId>& nodes, ValueId value) {
    if (!m_scene) return;
    QRectF all;
    const auto cover = [&](std::optional<std::uint32_t> box) {
        if (box) all |= m_scene->boxes()[*box].rect;
    };
    for (const NodeId node : nodes)
        cover(m_scene->boxOf(node));
    if (nodes.empty() && value.valid()) cover(m_scene->sourceOf(value));
    if (all.isNull()) return;
    const QRectF wanted = toWidget(all), seen = QRectF(rect()).adjusted(Margin, Margin, -Margin, -Margin);
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
    return std::clamp(std::min((width() - 2 * Margin) / std::max(1.0, size.width()),
                               (height() - 2 * Margin) / std::max(1.0, size.height())),
                      LeastZoom, 1.0);
}

void GraphCanvas::fit() {
    if (!m_scene || !m_scene->placed()) return;
    m_glide.stop();
    const double zoom = fittingZoom();
    const QSizeF size = m_scene->size();
    setView(zoom, QPointF(size.width(), size.height()) / 2 - QRectF(rect()).center() / zoom);
}

// All of it where that can be read, else its beginning.
void GraphCanvas::showStart() {
    if (!m_scene || !m_scene->placed()) return;
    m_touched = false;
    const double all = fittingZoom();
    if (all >= StartZoom) return fit();
    const QSizeF size = m_scene->size();
    const double zoom = std::clamp((width() - 2 * Margin) / std::max(1.0, size.width()), StartZoom, 0.9);
    double left = size.width() / 2 - width() / 2.0 / zoom;
    if (size.width() * zoom > width() && !m_scene->boxes().empty()) // too wide: where the data comes in
        left = m_scene->boxes().front().rect.center().x() - width() / 2.0 / zoom;
    setView(zoom, QPointF(left, -Margin / zoom));
}

// Some of the picture always stays in sight.
void GraphCanvas::setView(double zoom, QPointF origin) {
    const bool zoomed = zoom != m_zoom;
    m_zoom = zoom;
    if (m_scene && m_scene->placed()) {
        const double keep = 3 * Margin / zoom;
        const QSizeF size = m_scene->size();
        origin.setX(std::clamp(origin.x(), keep - width() / zoom,
                               std::max(keep - width() / zoom, size.width() - keep)));
        origin.setY(std::clamp(origin.y(), keep - height() / zoom,
                               std::max(keep - height() / zoom, size.height() - keep)));
    }
    m_origin = origin;
    if (zoomed) {
        m_options.zoom = zoom;
        emit zoomChanged(zoom);
    }
    update();
}

void GraphCanvas::glideTo(QPointF origin) {
    m_glide.stop();
    if (!isVisible() || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0)
        return setView(m_zoom, origin);
    m_glide.setStartValue(m_origin);
    m_glide.setEndValue(origin);
    m_glide.start();
}

void GraphCanvas::zoomAbout(QPointF at, double factor) {
    if (!m_scene || !m_scene->placed()) return;
    m_glide.stop();
    m_touched = true;
    const double zoom = std::clamp(m_zoom * factor, std::min(LeastUsefulZoom, fittingZoom()), MostZoom);
    const QPointF fixed = toScene(at);
    setView(zoom, fixed - at / zoom);
}

std::optional<std::uint32_t> GraphCanvas::anchor(const GraphScene* next) const {
    if (!m_scene) return std::nullopt;
    const auto stays = [&](NodeId node) { return !next || next->boxOf(node).has_value(); };
    for (const NodeId node : m_options.highlighted)
        if (const auto rect = nodeRect(node); rect && stays(node) && QRectF(this->rect()).intersects(*rect))
            return m_scene->boxOf(node);
    std::optional<std::uint32_t> nearest;
    double least = std::numeric_limits<double>::infinity();
    const QPointF centre = toScene(QRectF(rect()).center());
    for (std::uint32_t i = 0; i < m_scene->boxes().size(); ++i) {
        const SceneBox& box = m_scene->boxes()[i];
        if (box.kind != SceneBox::Kind::Node || !stays(box.node)) continue;
        const QPointF gap = box.rect.center() - centre;
        if (const double away = std::hypot(gap.x(), gap.y()); away < least) {
            least = away;
            nearest = i;
        }
    }
    return nearest;
}

GraphHit GraphCanvas::hit(QPointF at) const {
    return m_scene ? hitTest(*m_scene, toScene(at), Reach / m_zoom) : GraphHit{};
}

// Up and down follow edges, to the side that is nearest; left and right go to the next box at the same height.
std::optional<std::uint32_t> GraphCanvas::neighbour(int key) const {
    if (!m_scene || m_scene->boxes().empty()) return std::nullopt;
    const auto& boxes = m_scene->boxes();
    std::optional<std::uint32_t> from;
    if (m_current.valid())
        from = m_scene->boxOf(m_current);
    else if (!m_options.highlighted.empty())
        from = m_scene->boxOf(*m_options.highlighted.begin());
    else if (m_options.value.valid())
        from = m_scene->sourceOf(m_options.value);
    if (!from) return anchor(nullptr);
    const QPointF start = boxes[*from].rect.center();
    std::optional<std::uint32_t> best;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::uint32_t box, double cost) {
        if (box != *from && cost < least) {
            least = cost;
            best = box;
        }
    };
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        for (const SceneEdge& edge : m_scene->edges()) {
            if ((key == Qt::Key_Down ? edge.from : edge.to) != *from) continue;
            const std::uint32_t other = key == Qt::Key_Down ? edge.to : edge.from;
            consider(other, std::abs(boxes[other].rect.center().x() - start.x()) +
                                std::abs(boxes[other].rect.center().y() - start.y()) / 16);
        }
        return best;
    }
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const QPointF way = boxes[i].rect.center() - start;
        if ((key == Qt::Key_Right) != (way.x() > 0) || std::abs(way.y()) > boxes[*from].rect.height()) continue;
        consider(i, std::abs(way.x()));
    }
    return best;
}

void GraphCanvas::hover(QPointF at) {
    const auto box = hit(at).box;
    setCursor(box ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (box == m_options.hovered) return;
    m_options.hovered = box;
    update();
}

QString GraphCanvas::toolTipAt(QPointF at) const {
    const GraphHit found = hit(at);
    if (found.box) {
        const SceneBox& box = m_scene->boxes()[*found.box];
        if (box.kind != SceneBox::Kind::Node) return valueToolTip(m_scene->graph().value(box.value));
        QString text = nodeToolTip(m_scene->graph(), m_scene->graph().node(box.node));
        if (const auto refusals = m_refusals.find(box.node); refusals != m_refusals.end())
            for (const QString& reason : refusals->second)
                text += QStringLiteral("<br><br><b>!</b> ") + reason.toHtmlEscaped();
        return text;
    }
    if (found.edge) return valueToolTip(m_scene->graph().value(m_scene->edges()[*found.edge].value));
    return {};
}

bool GraphCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    return QWidget::event(event);
}

void GraphCanvas::paintEvent(QPaintEvent* event) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(event->rect(), theme.background);
    if (m_scene && m_scene->placed()) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, m_zoom >= 0.06);
        painter.scale(m_zoom, m_zoom);
        painter.translate(-m_origin);
        const QRectF exposed(toScene(event->rect().topLeft()), QSizeF(event->rect().size()) / m_zoom);
        paintGraph(painter, *m_scene, exposed.adjusted(-2, -2, 2, 2), theme, m_options);
        painter.restore();
    } else if (!m_sentence.isEmpty()) {
        painter.setPen(theme.muted);
        painter.drawText(QRectF(rect()).adjusted(32, 16, -32, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         m_sentence);
    }
    if (m_busy) {
        QColor veil = theme.background;
        veil.setAlphaF(0.5f);
        painter.fillRect(event->rect(), veil);
        const double span = width() * 0.25;
        painter.fillRect(QRectF((width() + span) * m_phase / 100.0 - span, 0, span, 2), theme.accent);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.hover, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void GraphCanvas::resizeEvent(QResizeEvent*) {
    if (!m_touched)
        showStart();
    else
        setView(m_zoom, m_origin);
}

} // namespace edgewright::views
