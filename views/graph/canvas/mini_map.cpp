// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/mini_map.h"

#include "views/graph/canvas/graph_canvas.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr int Pad = 4, Distance = 12; // widget pixels
constexpr double MaxMapWidth = 160, MaxMapHeight = 240, MinWidth = 56, MinHeight = 40;
constexpr double MinFrame = 6, MaxShare = 0.4; // of the canvas
constexpr double SmallShare = 0.6;             // where there is no room for all of it

} // namespace

MiniMap::MiniMap(GraphCanvas* canvas) : QWidget(canvas), m_canvas(canvas) {
    setObjectName(QStringLiteral("miniMap"));
    setAccessibleName(tr("Map of the whole graph"));
    setToolTip(tr("Click or drag to move"));
    setCursor(Qt::ArrowCursor);
    canvas->installEventFilter(this);
    connect(canvas, &GraphCanvas::viewMoved, this, &MiniMap::arrange);
    connect(canvas, &GraphCanvas::pictureChanged, this, [this] {
        m_fresh = false;
        arrange();
    });
    arrange();
}

void MiniMap::arrange() {
    const auto& scene = m_canvas->scene();
    const bool placed = scene && scene->placed() && !scene->size().isEmpty();
    const QRectF all(QPointF(), placed ? scene->size() : QSizeF(1, 1));
    if (!placed || m_canvas->visibleRect().contains(all)) return hide();
    for (const double share : {1.0, SmallShare})
        if (const auto place = freePlace(outerSize(all.size(), share))) return showAt(*place, all.size());
    hide(); // nodes are everywhere
}

QSize MiniMap::outerSize(const QSizeF& all, double share) const {
    const double scale = share * std::min({MaxMapWidth / all.width(), MaxMapHeight / all.height(), 0.25});
    const auto side = [&](double length, double least, double most) {
        return static_cast<int>(std::ceil(std::clamp(length * scale, share * least, share * most))) + 2 * Pad;
    };
    return {side(all.width(), MinWidth, MaxMapWidth), side(all.height(), MinHeight, MaxMapHeight)};
}

// The corner where it is, else the first one that no box lies under.
std::optional<QRect> MiniMap::freePlace(const QSize& outer) const {
    if (outer.width() > m_canvas->width() * MaxShare || outer.height() > m_canvas->height() * MaxShare * 1.5)
        return std::nullopt; // it would hide more than it shows
    const int right = m_canvas->width() - outer.width() - Distance,
              bottom = m_canvas->height() - outer.height() - Distance;
    std::vector<QPoint> corners{{right, bottom}, {Distance, bottom}, {right, Distance}, {Distance, Distance}};
    std::stable_partition(corners.begin(), corners.end(), [&](const QPoint& corner) {
        return !isHidden() && (corner.x() == Distance) == (pos().x() == Distance) &&
               (corner.y() == Distance) == (pos().y() == Distance);
    });
    for (const QPoint& corner : corners) {
        const QRectF under(m_canvas->origin() + QPointF(corner) / m_canvas->zoom(),
                           QSizeF(outer) / m_canvas->zoom());
        const double clear = Distance / m_canvas->zoom() / 2;
        if (m_canvas->scene()->boxesIn(under.adjusted(-clear, -clear, clear, clear)).empty())
            return QRect(corner, outer);
    }
    return std::nullopt;
}

void MiniMap::showAt(const QRect& place, const QSizeF& all) {
    const QSizeF inner = place.size() - QSize(2 * Pad, 2 * Pad);
    m_scaleX = inner.width() / all.width();
    m_scaleY = inner.height() / all.height();
    if (size() != place.size()) m_fresh = false;
    setGeometry(place);
    show();
    raise();
    update();
}

QRectF MiniMap::frame() const {
    const QRectF seen = m_canvas->visibleRect();
    QRectF rect(Pad + seen.left() * m_scaleX, Pad + seen.top() * m_scaleY, seen.width() * m_scaleX,
                seen.height() * m_scaleY);
    const QPointF centre = rect.center();
    rect.setSize(rect.size().expandedTo(QSizeF(MinFrame, MinFrame)));
    rect.moveCenter(centre);
    return rect & QRectF(this->rect()).adjusted(1, 1, -1, -1);
}

void MiniMap::paintEvent(QPaintEvent*) {
    const Theme& theme = m_canvas->theme();
    const double ratio = devicePixelRatioF();
    if (!m_fresh || m_image.devicePixelRatio() != ratio) {
        const QSize inner = size() - QSize(2 * Pad, 2 * Pad);
        m_image = QImage((QSizeF(inner) * ratio).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
        m_canvas->paintMap(m_image, m_scaleX * ratio, m_scaleY * ratio);
        m_image.setDevicePixelRatio(ratio);
        m_fresh = true;
    }
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.drawImage(QPointF(Pad, Pad), m_image);
    painter.setPen(theme.line);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    QColor veil = theme.accent;
    veil.setAlphaF(0.14f);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(veil);
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawRoundedRect(frame(), 2, 2);
}

void MiniMap::moveTo(QPointF at) {
    m_canvas->centreOnPoint(QPointF((at.x() - Pad) / m_scaleX, (at.y() - Pad) / m_scaleY));
}

// A parent is not left when the mouse enters its child.
void MiniMap::enterEvent(QEnterEvent*) { m_canvas->endHover(); }

void MiniMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) moveTo(event->position());
}

void MiniMap::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0) moveTo(event->position());
}

void MiniMap::mouseReleaseEvent(QMouseEvent* event) { event->accept(); }

void MiniMap::mouseDoubleClickEvent(QMouseEvent* event) { event->accept(); }

bool MiniMap::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_canvas && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) arrange();
    return QWidget::eventFilter(watched, event);
}

} // namespace edgewright::views
