// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/layer_cycles.h"

#include "views/accelerator/cost_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr double RowHeight = 16, Header = 44, NameWidth = 190, ValueWidth = 100;

struct LayerCyclesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerCycles)
};

} // namespace

QSizeF layerCyclesSize(const cost::CostReport& report) {
    return {658, Header + RowHeight * static_cast<double>(std::max<std::size_t>(report.layers.size(), 1)) + 8};
}

void paintLayerCycles(QPainter& painter, const QRectF& area, const Theme& theme,
                      const cost::CostReport& report) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    const double left = area.left() + NameWidth, width = std::max(area.width() - NameWidth - ValueWidth, 10.0);
    painter.setFont(font(TextSize::Body, true));
    painter.setPen(theme.text);
    painter.drawText(QRectF(area.left() + 4, area.top() + 2, area.width() - 8, 18),
                     Qt::AlignLeft | Qt::AlignVCenter, LayerCyclesText::tr("Cycles per layer"));
    painter.setFont(small);
    painter.setPen(theme.muted);
    painter.drawText(QRectF(area.left() + 4, area.top() + 21, area.width() - 8, 16),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     LayerCyclesText::tr("%1 × %2 array, %3, %4 in all; outlined: stalled on DRAM")
                         .arg(report.accelerator.rows)
                         .arg(report.accelerator.cols)
                         .arg(dataflowTitle(report.accelerator.dataflow).toLower(), cyclesText(report.cycles)));
    std::int64_t most = 1;
    for (const cost::LayerCost& layer : report.layers)
        most = std::max(most, layer.cycles);
    const double rowHeight =
        std::min(RowHeight, (area.height() - Header) /
                                static_cast<double>(std::max<std::size_t>(report.layers.size(), 1)));
    double y = area.top() + Header;
    for (const cost::LayerCost& layer : report.layers) {
        const double all = static_cast<double>(layer.cycles) / static_cast<double>(most) * width;
        const double stalled = static_cast<double>(layer.stallCycles) / static_cast<double>(most) * width;
        const QRectF row(left, y, all, rowHeight);
        const bool isArray = layer.layer.unit == cost::Unit::Array;
        const QColor color = theme.category(isArray ? ops::Category::Compute : ops::Category::ElementWise);
        painter.fillRect(QRectF(left, y + rowHeight * 0.15, all - stalled, rowHeight * 0.7), color);
        if (stalled > 0.5) {
            painter.setPen(QPen(color, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(left + all - stalled, y + rowHeight * 0.15, stalled, rowHeight * 0.7)
                                 .adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(area.left() + 4, y, NameWidth - 12, rowHeight), Qt::AlignRight | Qt::AlignVCenter,
            metrics.elidedText(QString::fromStdString(layer.layer.name), Qt::ElideMiddle, NameWidth - 12));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(row.right() + 6, y, ValueWidth - 8, rowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, cyclesText(layer.cycles));
        y += rowHeight;
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(QPointF(left, area.top() + Header), QPointF(left, y));
}

} // namespace edgewright::views
