// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/charts/heat_painter.h"

#include "views/int8/charts/profile_painter.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double BarWidth = 12, BarLabels = 58, PanelGap = 12, TitleHeight = 20, HeadHeight = 20;
constexpr int ExactCells = 4096; // above that, paper gets an image too

} // namespace

HeatPainter::HeatPainter(std::shared_ptr<const pipeline::ComparedTensor> pictures, HeatOptions options)
    : m_pictures(std::move(pictures)), m_options(options), m_grid(gridOf(*m_pictures, options.channel)) {}

QRectF HeatPainter::room(const QRectF& area, HeatPanel panel) const {
    const double bar = PanelGap / 2 + BarWidth + BarLabels;
    if (m_options.errorOnly) return area.adjusted(0, HeadHeight, -bar, 0);
    // FP32 | INT8 | bar | error | bar: the two outputs share a scale, and with it one bar.
    const double width = (area.width() - 2 * bar - 2 * PanelGap) / 3;
    double left = area.left();
    if (panel == HeatPanel::Quantized) left += width + PanelGap;
    if (panel == HeatPanel::Error) left += 2 * width + 2 * PanelGap + bar;
    return {left, area.top() + HeadHeight, std::max(width, 8.0), area.height() - HeadHeight};
}

bool HeatPainter::isProfile() const { return ProfilePainter::suits(m_grid); }

QRectF HeatPainter::panelRect(const QRectF& area, HeatPanel panel) const {
    if (isProfile())
        return ProfilePainter::panelRect(area.adjusted(0, HeadHeight, 0, 0), panel, m_options.errorOnly,
                                         m_grid.rows);
    const QRectF space = room(area, panel).adjusted(0, TitleHeight, 0, 0);
    if (m_grid.columns < 1 || m_grid.rows < 1) return {};
    if (!m_grid.square) {
        // Few rows do not become towers.
        const double height = std::min(space.height(), 64.0 * m_grid.rows);
        return {space.left(), space.top(), space.width(), height};
    }
    const double scale = std::min(space.width() / m_grid.columns, space.height() / m_grid.rows);
    return {space.left(), space.top(), m_grid.columns * scale, m_grid.rows * scale};
}

std::pair<int, int> HeatPainter::visible(double from, double span, int count) const {
    const int first = std::clamp(static_cast<int>(std::floor(from * count)), 0, count - 1);
    const int last = std::clamp(static_cast<int>(std::ceil((from + span) * count)), first + 1, count);
    return {first, last};
}

QRectF HeatPainter::cell(const QRectF& panel, int column, int row) const {
    const QRectF& w = m_options.window;
    const double width = panel.width() / w.width() / m_grid.columns,
                 height = panel.height() / w.height() / m_grid.rows;
    return {panel.left() + (column - w.left() * m_grid.columns) * width,
            panel.top() + (row - w.top() * m_grid.rows) * height, width, height};
}

QColor HeatPainter::colorOf(std::int64_t element, HeatPanel panel, const Theme& theme) const {
    if (element < 0) return theme.line;
    if (panel == HeatPanel::Error)
        return theme.diverging(
            std::clamp(static_cast<double>(m_pictures->error(element)) / m_options.errorScale, -1.0, 1.0));
    const double value = static_cast<double>(panel == HeatPanel::Reference ? m_pictures->reference(element)
                                                                           : m_pictures->dequantized(element));
    return theme.ordered((value - m_pictures->low()) / (m_pictures->high() - m_pictures->low()));
}

void HeatPainter::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                        const RunContext& run) const {
    if (m_grid.columns < 1 || m_grid.rows < 1) return;
    paintHead(painter, area, theme);
    if (isProfile()) {
        ProfilePainter(*m_pictures, m_options, m_grid, theme)
            .paint(painter, area.adjusted(0, HeadHeight, 0, 0), run);
        return;
    }
    const auto bar = [&](HeatPanel panel) {
        const QRectF rect = panelRect(area, panel);
        // Long enough to carry its ticks, even beside a strip.
        const double height = std::min(std::max(rect.height(), 72.0), room(area, panel).bottom() - rect.top());
        return QRectF(rect.right() + PanelGap / 2, rect.top(), BarWidth, height);
    };
    const auto [firstColumn, lastColumn] =
        visible(m_options.window.left(), m_options.window.width(), m_grid.columns);
    const auto [firstRow, lastRow] = visible(m_options.window.top(), m_options.window.height(), m_grid.rows);
    Pixels pixels; // the same in every panel; none: cells are drawn as rectangles
    if (!m_options.exactCells ||
        static_cast<std::int64_t>(lastColumn - firstColumn) * (lastRow - firstRow) > ExactCells)
        pixels = elementsOf(panelRect(area, HeatPanel::Error).size() *
                                (m_options.exactCells ? 4 : painter.device()->devicePixelRatioF()),
                            run);
    if (run.stopped()) return;
    if (!m_options.errorOnly) {
        paintPanel(painter, area, theme, HeatPanel::Reference, pixels);
        paintPanel(painter, area, theme, HeatPanel::Quantized, pixels);
        paintBar(painter, bar(HeatPanel::Quantized), theme, false);
    }
    paintPanel(painter, area, theme, HeatPanel::Error, pixels);
    paintBar(painter, bar(HeatPanel::Error), theme, true);
}

// Whose output it is, and what the numbers count.
void HeatPainter::paintHead(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const quant::LayerStudy& study = m_pictures->study();
    const QFont bold = font(TextSize::Small, true), small = font(TextSize::Small);
    const QRectF line(area.left(), area.top(), area.width(), HeadHeight - 4);
    QString unit = unitText(*m_pictures);
    if (m_options.channel) unit.prepend(tr("channel %1; ").arg(*m_options.channel));
    const QFontMetricsF measure(small);
    const double unitWidth = std::min(measure.horizontalAdvance(unit), line.width() * 0.6);
    painter.setFont(small);
    painter.setPen(theme.muted);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                     measure.elidedText(unit, Qt::ElideRight, unitWidth + 1));
    QString layer = text(study.name) + QStringLiteral(" · ") + text(study.op);
    if (!study.sample.empty()) layer += QStringLiteral(" · ") + tr("input: %1").arg(text(study.sample));
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(bold).elidedText(layer, Qt::ElideMiddle, line.width() - unitWidth - 16));
}

QString HeatPainter::title(HeatPanel panel) const {
    switch (panel) {
    case HeatPanel::Reference:
        return referenceTitle(*m_pictures);
    case HeatPanel::Quantized:
        return quantizedTitle(*m_pictures);
    case HeatPanel::Error:
        break;
    }
    return errorTitle(*m_pictures);
}

void HeatPainter::paintPanel(QPainter& painter, const QRectF& area, const Theme& theme, HeatPanel panel,
                             const Pixels& pixels) const {
    const QFont bold = font(TextSize::Small, true);
    const QFontMetricsF metrics(bold);
    const QRectF space = room(area, panel), rect = panelRect(area, panel);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(QRectF(space.left(), space.top(), space.width(), TitleHeight - 4),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title(panel), Qt::ElideRight, space.width()));
    if (pixels.elements.empty()) {
        const auto [firstColumn, lastColumn] =
            visible(m_options.window.left(), m_options.window.width(), m_grid.columns);
        const auto [firstRow, lastRow] =
            visible(m_options.window.top(), m_options.window.height(), m_grid.rows);
        for (int row = firstRow; row < lastRow; ++row)
            for (int column = firstColumn; column < lastColumn; ++column)
                painter.fillRect(cell(rect, column, row) & rect, colorOf(m_grid.at(column, row), panel, theme));
    } else {
        painter.save();
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(rect, imageOf(pixels, theme, panel));
        painter.restore();
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.line, 1));
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
}

// Where several cells fall on one pixel, the largest error wins.
HeatPainter::Pixels HeatPainter::elementsOf(const QSizeF& size, const RunContext& run) const {
    Pixels pixels;
    pixels.width = std::clamp(static_cast<int>(std::lround(size.width())), 1, 4096);
    const int height = std::clamp(static_cast<int>(std::lround(size.height())), 1, 4096);
    pixels.elements.reserve(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(height));
    const QRectF& w = m_options.window;
    const auto spanOf = [](int pixel, int count, double from, double span, int cells) {
        const int first = static_cast<int>((from + span * pixel / count) * cells + 1e-6);
        const int last = static_cast<int>(std::ceil((from + span * (pixel + 1) / count) * cells - 1e-6));
        return std::pair<int, int>(std::clamp(first, 0, cells - 1),
                                   std::clamp(last, std::min(first + 1, cells), cells));
    };
    std::vector<std::pair<int, int>> columns(static_cast<std::size_t>(pixels.width));
    for (int x = 0; x < pixels.width; ++x)
        columns[static_cast<std::size_t>(x)] = spanOf(x, pixels.width, w.left(), w.width(), m_grid.columns);
    const bool dense = w.width() * m_grid.columns > pixels.width || w.height() * m_grid.rows > height;
    for (int y = 0; y < height && !run.stopped(); ++y) {
        const auto [top, bottom] = spanOf(y, height, w.top(), w.height(), m_grid.rows);
        for (const auto& [left, right] : columns) {
            std::int64_t chosen = m_grid.at(left, top);
            if (dense)
                for (int row = top; row < bottom; ++row)
                    for (int column = left; column < right; ++column) {
                        const std::int64_t other = m_grid.at(column, row);
                        if (other >= 0 && (chosen < 0 || std::abs(m_pictures->error(other)) >
                                                             std::abs(m_pictures->error(chosen))))
                            chosen = other;
                    }
            pixels.elements.push_back(chosen);
        }
    }
    return pixels;
}

QImage HeatPainter::imageOf(const Pixels& pixels, const Theme& theme, HeatPanel panel) const {
    constexpr int Levels = 511;
    std::array<QRgb, Levels> table{};
    for (int i = 0; i < Levels; ++i) {
        const double t = static_cast<double>(i) / (Levels - 1);
        table[static_cast<std::size_t>(i)] =
            (panel == HeatPanel::Error ? theme.diverging(2 * t - 1) : theme.ordered(t)).rgb();
    }
    const QRgb gap = theme.line.rgb();
    const auto levelOf = [&](std::int64_t element) {
        double t = 0.5;
        if (panel == HeatPanel::Error) {
            t = (static_cast<double>(m_pictures->error(element)) / m_options.errorScale + 1) / 2;
        } else {
            const double value =
                static_cast<double>(panel == HeatPanel::Reference ? m_pictures->reference(element)
                                                                  : m_pictures->dequantized(element));
            t = (value - m_pictures->low()) / (m_pictures->high() - m_pictures->low());
        }
        return std::isfinite(t) ? static_cast<int>(std::lround(std::clamp(t, 0.0, 1.0) * (Levels - 1)))
                                : Levels / 2;
    };
    QImage image(pixels.width, static_cast<int>(pixels.elements.size()) / pixels.width, QImage::Format_RGB32);
    auto element = pixels.elements.begin();
    for (int y = 0; y < image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x, ++element)
            line[x] = *element < 0 ? gap : table[static_cast<std::size_t>(levelOf(*element))];
    }
    return image;
}

void HeatPainter::paintBar(QPainter& painter, const QRectF& rect, const Theme& theme, bool error) const {
    constexpr int Steps = 64;
    for (int i = 0; i < Steps; ++i) {
        const double t = 1 - (i + 0.5) / Steps;
        painter.fillRect(QRectF(rect.left(), rect.top() + rect.height() * i / Steps, rect.width(),
                                rect.height() / Steps + 0.5)
                             .intersected(rect),
                         error ? theme.diverging(2 * t - 1) : theme.ordered(t));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.line, 1));
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    const double low = error ? -m_options.errorScale : m_pictures->low(),
                 high = error ? m_options.errorScale : m_pictures->high();
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    // The marks: ends and zero of the error; round numbers of the outputs.
    std::vector<double> ticks;
    if (error) {
        ticks = rect.height() > 110 ? std::vector<double>{-1, -0.5, 0, 0.5, 1} : std::vector<double>{-1, 0, 1};
        for (double& tick : ticks)
            tick *= m_options.errorScale;
    } else {
        const double step = roundedScale((high - low) / std::max(2.0, rect.height() / 40));
        for (double tick = std::ceil(low / step) * step; tick <= high; tick += step)
            ticks.push_back(std::abs(tick) < step / 2 ? 0 : tick);
    }
    for (const double tick : ticks) {
        const double y = rect.bottom() - (tick - low) / (high - low) * rect.height();
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(rect.right(), y), QPointF(rect.right() + 3, y));
        painter.setPen(theme.muted);
        const double middle =
            std::clamp(y, rect.top() + metrics.height() / 2 - 2, rect.bottom() - metrics.height() / 2 + 2);
        QString label = digitsText(tick, 4);
        if (error && tick > 0) label.prepend(QLatin1Char('+'));
        painter.drawText(
            QRectF(rect.right() + 6, middle - metrics.height() / 2, BarLabels - 6, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, label);
    }
}

std::int64_t HeatPainter::elementAt(const QRectF& area, QPointF at) const {
    for (const HeatPanel panel : {HeatPanel::Reference, HeatPanel::Quantized, HeatPanel::Error}) {
        if (m_options.errorOnly && panel != HeatPanel::Error) continue;
        const QRectF rect = panelRect(area, panel);
        if (rect.isEmpty() || !rect.contains(at)) continue;
        const QRectF& w = m_options.window;
        const double x = w.left() + (at.x() - rect.left()) / rect.width() * w.width();
        const double y = w.top() + (at.y() - rect.top()) / rect.height() * w.height();
        return m_grid.at(std::clamp(static_cast<int>(x * m_grid.columns), 0, m_grid.columns - 1),
                         std::clamp(static_cast<int>(y * m_grid.rows), 0, m_grid.rows - 1));
    }
    return -1;
}

std::optional<QRectF> HeatPainter::wholeCellRect(const QRectF& area, HeatPanel panel,
                                                 std::int64_t element) const {
    const auto place = m_grid.cellOf(element);
    if (!place) return std::nullopt;
    return cell(panelRect(area, panel), place->x(), place->y());
}

std::optional<QRectF> HeatPainter::cellRect(const QRectF& area, HeatPanel panel, std::int64_t element) const {
    const auto whole = wholeCellRect(area, panel, element);
    if (!whole) return std::nullopt;
    const QRectF rect = *whole & panelRect(area, panel);
    if (rect.isEmpty()) return std::nullopt;
    return rect;
}

} // namespace edgewright::views
