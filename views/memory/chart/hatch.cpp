// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/hatch.h"

#include <QBrush>
#include <QImage>
#include <QPaintEngine>
#include <QPixmap>
#include <QPixmapCache>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr int MaxPeriods = 8; // in a tile, until their pixels are whole

void paintLines(QPainter& painter, const QRectF& rect, int distance, bool falling) {
    // Each line meets the rectangle in at most one segment.
    const double first = falling ? rect.left() - rect.bottom() : rect.left() + rect.top();
    const double last = falling ? rect.right() - rect.top() : rect.right() + rect.bottom();
    for (double c = std::ceil(first / distance) * distance; c < last; c += distance) {
        if (falling)
            painter.drawLine(
                QPointF(std::max(rect.left(), rect.top() + c), std::max(rect.top(), rect.left() - c)),
                QPointF(std::min(rect.right(), rect.bottom() + c), std::min(rect.bottom(), rect.right() - c)));
        else
            painter.drawLine(
                QPointF(std::max(rect.left(), c - rect.bottom()), std::min(rect.bottom(), c - rect.left())),
                QPointF(std::min(rect.right(), c - rect.top()), std::max(rect.top(), c - rect.right())));
    }
}

// A square of the pattern whose side is whole pixels; null where none of a few periods is.
QPixmap tileOf(const QPen& pen, int distance, bool falling, double ratio) {
    const QString key = QStringLiteral("hatch-%1-%2-%3-%4-%5")
                            .arg(pen.color().rgba())
                            .arg(pen.widthF())
                            .arg(distance)
                            .arg(falling)
                            .arg(ratio);
    QPixmap tile;
    if (QPixmapCache::find(key, &tile)) return tile;
    int periods = 1;
    const auto isWhole = [&] { return std::abs(std::remainder(periods * distance * ratio, 1.0)) < 1e-6; };
    while (periods < MaxPeriods && !isWhole())
        ++periods;
    if (!isWhole()) return {};
    const int side = periods * distance;
    const auto pixels = static_cast<int>(std::lround(side * ratio));
    tile = QPixmap(pixels, pixels);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(ratio, ratio);
    painter.setPen(pen);
    paintLines(painter, QRectF(-side, -side, 3 * side, 3 * side), distance, falling);
    painter.end();
    QPixmapCache::insert(key, tile);
    return tile;
}

} // namespace

bool isRaster(const QPainter& painter) {
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
}

void paintHatch(QPainter& painter, const QRectF& rect, const QPen& pen, int distance, bool falling) {
    if (rect.width() < 1 || rect.height() < 1 || distance <= 0) return;
    const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1;
    const QPixmap tile = isRaster(painter) ? tileOf(pen, distance, falling, ratio) : QPixmap();
    if (tile.isNull()) {
        painter.setPen(pen);
        return paintLines(painter, rect, distance, falling);
    }
    QBrush brush(tile);
    brush.setTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    painter.fillRect(rect, brush);
}

} // namespace edgewright::views
