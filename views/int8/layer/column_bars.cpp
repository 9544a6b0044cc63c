// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/column_bars.h"

#include <QPainter>
#include <QScatterSeries>

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double BehindLines = 4.5;          // where Qt puts line series at 5 and axes at 3
constexpr double BarGap = 1, MinWithGap = 4; // pixels

} // namespace

ColumnBars::ColumnBars(QChart& chart, QAbstractSeries& series, std::vector<ColumnBar> bars)
    : QGraphicsItem(&chart), m_chart(chart), m_series(series), m_bars(std::move(bars)) {
    setZValue(BehindLines);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF ColumnBars::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

void ColumnBars::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const QRectF plot = m_chart.plotArea();
    painter->setRenderHint(QPainter::Antialiasing);
    for (const ColumnBar& bar : m_bars) {
        QRectF body = QRectF(m_chart.mapToPosition({bar.left, bar.high}, &m_series),
                             m_chart.mapToPosition({bar.right, bar.low}, &m_series))
                          .normalized();
        if (body.width() >= MinWithGap) body.adjust(BarGap / 2, 0, -BarGap / 2, 0);
        body.setWidth(std::max(body.width(), 1.0));
        body.setHeight(std::max(body.height(), 1.0));
        // Not by a clip: what is written as SVG has none.
        body &= plot;
        if (!body.isEmpty()) painter->fillRect(body, bar.ink);
    }
}

ColumnBar channelBar(std::size_t channel, double low, double high, const QColor& ink) {
    const auto at = static_cast<double>(channel);
    return {at - 0.4, at + 0.4, low, high, ink};
}

QAbstractSeries* addHiddenPoints(QChart& chart) {
    auto* points = new QScatterSeries;
    points->setMarkerSize(1);
    points->setColor(Qt::transparent);
    points->setBorderColor(Qt::transparent);
    chart.addSeries(points);
    return points;
}

} // namespace edgewright::views
