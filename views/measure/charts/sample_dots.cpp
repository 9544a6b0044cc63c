// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/sample_dots.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace edgewright::views {

namespace {

constexpr double Dot = 1.6;     // radius, pixels
constexpr double Spread = 0.32; // of a row, up and down
constexpr double Bar = 0.42;    // likewise, of the median
constexpr double MinInk = 0.06; // of a dot among very many

// -1 to 1, the same for the same sample: pictures of equal data are equal (the fractional parts of multiples of
// the golden ratio lie evenly).
double placeOf(std::size_t sample) {
    const double golden = 0.6180339887498949;
    return 2 * std::fmod(static_cast<double>(sample + 1) * golden, 1.0) - 1;
}

} // namespace

SampleDots::SampleDots(QChart& chart, QAbstractSeries& series, std::vector<DotRow> rows, const Theme& theme)
    : QGraphicsItem(&chart), m_chart(chart), m_series(series), m_rows(std::move(rows)), m_theme(theme) {
    setZValue(50);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF SampleDots::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

void SampleDots::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const QRectF plot = m_chart.plotArea();
    painter->setRenderHint(QPainter::Antialiasing);
    for (const DotRow& row : m_rows) {
        const QPointF origin = m_chart.mapToPosition({0, row.y}, &m_series);
        const double height = std::abs(m_chart.mapToPosition({0, row.y + 1}, &m_series).y() - origin.y());
        const double unit = m_chart.mapToPosition({1, row.y}, &m_series).x() - origin.x();
        const auto x = [&](double value) { return origin.x() + value * unit; };
        QColor ink = row.ink;
        ink.setAlphaF(static_cast<float>(
            std::clamp(12 / std::sqrt(static_cast<double>(row.values.size()) + 1), MinInk, 0.6)));
        painter->setPen(Qt::NoPen);
        painter->setBrush(ink);
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const QPointF at(x(row.values[i]), origin.y() + placeOf(i) * Spread * height);
            if (plot.contains(at)) painter->drawEllipse(at, Dot, Dot);
        }
        const auto inside = [&](double value) { return std::clamp(x(value), plot.left(), plot.right()); };
        if (row.hasInterval) {
            QColor veil = row.ink;
            veil.setAlphaF(0.25f);
            painter->fillRect(QRectF(QPointF(inside(row.low), origin.y() - Bar * height),
                                     QPointF(inside(row.high), origin.y() + Bar * height)),
                              veil);
        }
        if (const double at = x(row.median); at >= plot.left() && at <= plot.right()) {
            painter->setPen(QPen(m_theme.text, 2));
            painter->drawLine(QPointF(at, origin.y() - Bar * height), QPointF(at, origin.y() + Bar * height));
        }
    }
}

} // namespace edgewright::views
