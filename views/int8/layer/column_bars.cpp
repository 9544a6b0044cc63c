// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/column_bars.h"

#include "views/support/chart/chart_layer.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double BehindLines = 4.5;
constexpr double BarGap = 1, MinWithGap = 4; // pixels

} // namespace

void addColumnBars(QChart& chart, QAbstractSeries& series, std::vector<ColumnBar> bars) {
    new ChartLayer(
        chart, series, BehindLines, [bars = std::move(bars)](QPainter& painter, const ChartLayer& layer) {
            for (const ColumnBar& bar : bars) {
                QRectF body =
                    QRectF(layer.place({bar.left, bar.high}), layer.place({bar.right, bar.low})).normalized();
                if (body.width() >= MinWithGap) body.adjust(BarGap / 2, 0, -BarGap / 2, 0);
                body.setWidth(std::max(body.width(), 1.0));
                body.setHeight(std::max(body.height(), 1.0));
                // Not by a clip: what is written as SVG has none.
                body &= layer.plot();
                if (!body.isEmpty()) painter.fillRect(body, bar.ink);
            }
        });
}

ColumnBar channelBar(std::size_t channel, double low, double high, const QColor& ink) {
    const auto at = static_cast<double>(channel);
    return {at - 0.4, at + 0.4, low, high, ink};
}

} // namespace edgewright::views
