// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_parts.h"

#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace edgewright::views {

namespace {

struct FoldMapText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::FoldMap)
};

constexpr double FoldGap = 3;

struct FoldTiles {
    QRectF area; // below the heading
    double side = 0;
    std::int64_t across = 1, first = 0, count = 0; // of those that are shown

    QRectF at(std::int64_t fold) const {
        const std::int64_t place = fold - first;
        return {area.left() + static_cast<double>(place % across) * (side + FoldGap),
                area.top() + static_cast<double>(place / across) * (side + FoldGap), side, side};
    }
};

double headingHeight() { return QFontMetricsF(font(TextSize::Small)).height() + 2; }

FoldTiles tilesIn(const QRectF& area, std::int64_t folds, std::int64_t current) {
    FoldTiles tiles;
    tiles.area = area.adjusted(1, headingHeight() + 1, -1, -1);
    if (tiles.area.width() < 8 || tiles.area.height() < 8) return tiles;
    const auto fit = [&](double side) {
        const auto across = static_cast<std::int64_t>((tiles.area.width() + FoldGap) / (side + FoldGap));
        const auto down = static_cast<std::int64_t>((tiles.area.height() + FoldGap) / (side + FoldGap));
        return std::pair(std::max<std::int64_t>(across, 0), std::max<std::int64_t>(down, 0));
    };
    for (const double side : {40.0, 32.0, 26.0, 20.0, 16.0, 12.0, 8.0}) {
        const auto [across, down] = fit(side);
        if (across * down < 1) continue;
        tiles.side = side;
        tiles.across = across;
        tiles.count = across * down;
        if (tiles.count >= folds) break;
    }
    if (tiles.count < 1) return tiles;
    tiles.first = current / tiles.count * tiles.count; // a page of them
    tiles.count = std::min(tiles.count, folds - tiles.first);
    return tiles;
}

} // namespace

void paintFolds(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                std::int64_t current) {
    const cost::ArrayWalk& walk = scene.walk;
    const FoldTiles tiles = tilesIn(area, walk.folds(), current);
    painter.save();
    painter.setFont(font(TextSize::Small));
    painter.setPen(theme.muted);
    const QFontMetricsF metrics(painter.font());
    const QString heading = tiles.count == walk.folds() || tiles.count < 1
                                ? FoldMapText::tr("Folds, with the cells that have work")
                                : FoldMapText::tr("Folds %1–%2 of %3, with the cells that have work")
                                      .arg(integerText(tiles.first + 1), integerText(tiles.first + tiles.count),
                                           integerText(walk.folds()));
    painter.drawText(QRectF(area.left(), area.top(), area.width(), headingHeight()), Qt::AlignVCenter,
                     metrics.elidedText(heading, Qt::ElideRight, area.width()));
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor fill = theme.category(ops::Category::Compute);
    for (std::int64_t index = tiles.first; index < tiles.first + tiles.count; ++index) {
        const QRectF tile = tiles.at(index);
        const cost::Fold fold = walk.fold(index);
        painter.fillRect(tile, theme.raised);
        const auto high =
            tile.height() * static_cast<double>(fold.rows) / static_cast<double>(walk.accelerator().rows);
        const auto wide =
            tile.width() * static_cast<double>(fold.cols) / static_cast<double>(walk.accelerator().cols);
        const std::int64_t blocks = std::min<std::int64_t>(fold.groups, 16); // on the diagonal
        for (std::int64_t block = 0; block < blocks; ++block) {
            const double part = static_cast<double>(block) / static_cast<double>(blocks);
            painter.fillRect(QRectF(tile.left() + wide * part, tile.top() + high * part,
                                    std::max(1.0, wide / static_cast<double>(blocks)),
                                    std::max(1.0, high / static_cast<double>(blocks))),
                             fill);
        }
        painter.setPen(index == current ? QPen(theme.accent, 2) : QPen(theme.line, 1));
        painter.drawRect(index == current ? tile.adjusted(-1, -1, 1, 1) : tile);
    }
    painter.restore();
}

std::optional<std::int64_t> foldIn(const QRectF& area, const ArrayScene& scene, std::int64_t current,
                                   QPointF at) {
    if (!area.contains(at)) return std::nullopt;
    const FoldTiles tiles = tilesIn(area, scene.walk.folds(), current);
    for (std::int64_t index = tiles.first; index < tiles.first + tiles.count; ++index)
        if (tiles.at(index).adjusted(-1, -1, 2, 2).contains(at)) return index;
    return std::nullopt;
}

} // namespace edgewright::views
