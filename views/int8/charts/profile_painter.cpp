// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/charts/profile_painter.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr int MaxBands = 4;
constexpr double AxisLabels = 52, RowLabels = 62, ProfileTitle = 20, ColumnLabels = 17,
                 ErrorShareOfHeight = 0.38;
constexpr double BandGap = 4, ThinnestPair = 6; // pixels for two bars side by side

} // namespace

bool ProfilePainter::suits(const CellGrid& grid) {
    return !grid.square && grid.rows >= 1 && grid.rows <= MaxBands && grid.columns >= 1;
}

QRectF ProfilePainter::panelRect(const QRectF& area, HeatPanel panel, bool errorOnly, int rows) {
    const QRectF inner = area.adjusted(AxisLabels, ProfileTitle, rows > 1 ? -RowLabels : -4, -ColumnLabels);
    if (errorOnly) return inner;
    const double error = inner.height() * ErrorShareOfHeight;
    if (panel == HeatPanel::Error) return {inner.left(), inner.bottom() - error, inner.width(), error};
    return {inner.left(), inner.top(), inner.width(), std::max(inner.height() - error - ProfileTitle - 4, 8.0)};
}

double ProfilePainter::value(int column, int row, Line line) const {
    const std::int64_t element = m_grid.at(column, row);
    if (element < 0) return 0;
    return static_cast<double>(line == Reference   ? m_pictures.reference(element)
                               : line == Quantized ? m_pictures.dequantized(element)
                                                   : m_pictures.error(element));
}

std::vector<ProfilePainter::Band> ProfilePainter::bands(const QRectF& panel, bool error) const {
    const QRectF& window = m_options.window;
    const double width = panel.width() / window.width(),
                 height = panel.height() / window.height() / m_grid.rows;
    std::vector<Band> result;
    for (int row = 0; row < m_grid.rows; ++row) {
        Band band;
        band.row = row;
        const double gap = m_grid.rows > 1 ? BandGap / 2 : 0;
        band.rect = {panel.left() - window.left() * width,
                     panel.top() + (row - window.top() * m_grid.rows) * height + gap, width, height - 2 * gap};
        band.seen = band.rect & panel;
        if (band.seen.isEmpty()) continue;
        band.first = std::clamp(static_cast<int>(window.left() * m_grid.columns), 0, m_grid.columns - 1);
        band.last = std::clamp(static_cast<int>(std::ceil(window.right() * m_grid.columns)), band.first + 1,
                               m_grid.columns);
        band.low = error ? -m_options.errorScale : m_pictures.low();
        band.high = error ? m_options.errorScale : m_pictures.high();
        const double room = (band.high - band.low) * 0.04;
        band.low -= room;
        band.high += room;
        result.push_back(band);
    }
    return result;
}

bool ProfilePainter::drawsBars(const Band& band) const {
    return !m_pictures.isConvolution() && band.rect.width() / m_grid.columns >= ThinnestPair;
}

// With the key of the two outputs: solid and dashed, or left and right.
void ProfilePainter::paintTitle(QPainter& painter, const QRectF& panel, bool error, bool bars) const {
    const QFont bold = font(TextSize::Small, true);
    const QFontMetricsF metrics(bold);
    painter.setFont(bold);
    double left = panel.left();
    const double top = panel.top() - ProfileTitle;
    const auto write = [&](const QString& said, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(left, top, panel.right() - left, ProfileTitle - 3),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(said, Qt::ElideRight, panel.right() - left));
        left += metrics.horizontalAdvance(said) + 12;
    };
    if (error) {
        write(errorTitle(m_pictures), m_theme.text);
        return;
    }
    const auto swatch = [&](const QColor& colour, Qt::PenStyle style) {
        const double middle = top + (ProfileTitle - 3) / 2, width = bars ? 9 : 20;
        painter.setPen(QPen(colour, 2, style));
        if (bars)
            painter.fillRect(QRectF(left, middle - 4.5, width, 9), colour);
        else
            painter.drawLine(QPointF(left, middle), QPointF(left + width, middle));
        left += width + 5;
    };
    swatch(m_theme.before, Qt::SolidLine);
    write(referenceTitle(m_pictures), m_theme.before);
    swatch(m_theme.after, Qt::DashLine);
    write(quantizedTitle(m_pictures), m_theme.after);
}

void ProfilePainter::paintAxis(QPainter& painter, const QRectF& panel, const Band& band) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const double step = roundedScale((band.high - band.low) / std::max(2.0, band.rect.height() / 30));
    for (double tick = std::ceil(band.low / step) * step; tick <= band.high; tick += step) {
        const bool zero = std::abs(tick) < step / 2;
        const double y = band.y(tick);
        if (y < panel.top() - 1 || y > panel.bottom() + 1) continue;
        painter.setPen(
            QPen(zero ? m_theme.muted : mixed(m_theme.line, m_theme.surface, 0.6), zero ? 1.0 : 0.6));
        painter.drawLine(QPointF(panel.left(), y), QPointF(panel.right(), y));
        const double half = metrics.height() / 2;
        if (y - half < band.rect.top() - 5 || y + half > band.rect.bottom() + 5) continue;
        painter.setPen(m_theme.muted);
        painter.drawText(QRectF(panel.left() - AxisLabels, y - half, AxisLabels - 5, 2 * half),
                         Qt::AlignRight | Qt::AlignVCenter, significant(zero ? 0 : tick));
    }
    if (m_grid.rows == 1) return;
    const QString name =
        m_pictures.isConvolution() ? tr("channel %1").arg(band.row) : tr("row %1").arg(band.row);
    const QRectF place(panel.right() + 5, band.seen.center().y() - metrics.height() / 2, RowLabels - 5,
                       metrics.height());
    painter.setPen(m_theme.muted);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(name, Qt::ElideRight, place.width()));
}

// Where several columns fall on one pixel, from the lowest to the highest of them.
void ProfilePainter::paintCurve(QPainter& painter, const Band& band, Line line) const {
    const int count = band.last - band.first;
    const int each = std::max(count / std::max(static_cast<int>(band.seen.width()), 1), 1);
    QPolygonF curve;
    for (int first = band.first; first < band.last; first += each) {
        const int last = std::min(first + each, band.last);
        int low = first, high = first;
        for (int column = first; column < last; ++column) {
            if (value(column, band.row, line) < value(low, band.row, line)) low = column;
            if (value(column, band.row, line) > value(high, band.row, line)) high = column;
        }
        for (const int column : {std::min(low, high), std::max(low, high)}) {
            const QPointF at(band.x(column + 0.5, m_grid.columns), band.y(value(column, band.row, line)));
            if (curve.isEmpty() || curve.last() != at) curve.append(at);
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(line == Reference ? QPen(m_theme.before, 2.2) : QPen(m_theme.after, 1.3, Qt::DashLine));
    if (curve.size() == 1) curve.append(curve.front() + QPointF(2, 0));
    painter.drawPolyline(curve);
}

// FP32 is the left half of a column, INT8 the right one; an error takes all of it, in the colour of its sign.
void ProfilePainter::paintBars(QPainter& painter, const Band& band, Line line) const {
    const double width = band.rect.width() / m_grid.columns;
    const int each = std::max(static_cast<int>(1 / std::max(width, 1e-9)), 1);
    for (int first = band.first; first < band.last; first += each) {
        double shown = 0; // the largest of those on one pixel
        for (int column = first; column < std::min(first + each, band.last); ++column)
            if (const double v = value(column, band.row, line); std::abs(v) > std::abs(shown)) shown = v;
        const double bar = std::max(width * each * (width >= ThinnestPair ? 0.76 : 1.0), 1.0);
        double left = band.x(first + each / 2.0, m_grid.columns) - bar / 2, right = left + bar;
        if (line == Reference) right = left + bar / 2;
        if (line == Quantized) left = right - bar / 2;
        const double zero = band.y(0), end = std::clamp(band.y(shown), band.rect.top(), band.rect.bottom());
        const QRectF place(left, std::min(zero, end), right - left, std::max(std::abs(end - zero), 0.5));
        painter.fillRect(place, line == Reference   ? m_theme.before
                                : line == Quantized ? m_theme.after
                                                    : m_theme.diverging(shown < 0 ? -0.6 : 0.6));
    }
}

void ProfilePainter::paintColumns(QPainter& painter, const QRectF& panel, const Band& band) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(m_theme.muted);
    const QRectF foot(panel.left(), panel.bottom() + 2, panel.width(), ColumnLabels - 2);
    painter.drawText(QRectF(panel.left() - AxisLabels, foot.top(), AxisLabels - 5, foot.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     m_pictures.isConvolution() ? tr("position") : tr("feature"));
    const int count = band.last - band.first;
    const int step = std::max(static_cast<int>(roundedScale(count / std::max(1.0, panel.width() / 70))), 1);
    for (int column = (band.first + step - 1) / step * step; column < band.last; column += step) {
        const QString label = integerText(column);
        const double x = band.x(column + 0.5, m_grid.columns), half = metrics.horizontalAdvance(label) / 2 + 1;
        if (x - half < foot.left() - 4 || x + half > foot.right() + 4) continue;
        painter.drawText(QRectF(x - half, foot.top(), 2 * half, foot.height()), Qt::AlignCenter, label);
    }
}

void ProfilePainter::paint(QPainter& painter, const QRectF& area, const RunContext& run) const {
    painter.save();
    for (const HeatPanel each : {HeatPanel::Reference, HeatPanel::Error}) {
        const bool error = each == HeatPanel::Error;
        if (m_options.errorOnly && !error) continue;
        const QRectF panel = panelRect(area, each, m_options.errorOnly, m_grid.rows);
        const std::vector<Band> all = bands(panel, error);
        paintTitle(painter, panel, error, !all.empty() && drawsBars(all.front()));
        for (const Band& band : all) {
            if (run.stopped()) break;
            painter.setRenderHint(QPainter::Antialiasing, false);
            paintAxis(painter, panel, band);
            painter.save();
            painter.setClipRect(panel.adjusted(-0.5, -0.5, 0.5, 0.5));
            if (error) {
                paintBars(painter, band, Error);
            } else if (drawsBars(band)) {
                paintBars(painter, band, Reference);
                paintBars(painter, band, Quantized);
            } else {
                painter.setRenderHint(QPainter::Antialiasing, true);
                paintCurve(painter, band, Reference);
                paintCurve(painter, band, Quantized);
            }
            painter.restore();
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.line, 1));
        painter.drawRect(panel.adjusted(-0.5, -0.5, 0.5, 0.5));
        if (error && !all.empty()) paintColumns(painter, panel, all.front());
    }
    painter.restore();
}

} // namespace edgewright::views
