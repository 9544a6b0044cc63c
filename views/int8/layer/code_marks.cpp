// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/code_marks.h"

#include "views/support/chart/chart_layer.h"
#include "views/support/quantity.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double MinBetweenCodes = 3;                  // pixels from mark to mark
constexpr double CodeMark = 4, TallCodeMark = 7;       // pixels high; the tall one has its number
constexpr double MaxPerRange = 14, HalfBracketEnd = 3; // pixels

// On a veil, so that it can be read over lines.
void writeOnVeil(QPainter& painter, const QRectF& box, const QString& text, const QColor& ink,
                 const Theme& theme) {
    QColor veil = theme.surface;
    veil.setAlphaF(0.85f);
    painter.fillRect(box, veil);
    painter.setPen(ink);
    painter.drawText(box, Qt::AlignCenter, text);
}

class CodePainter {
public:
    CodePainter(QPainter& painter, const ChartLayer& layer, const CodeMarks& marks, const Theme& theme)
        : m_painter(painter), m_layer(layer), m_marks(marks), m_theme(theme) {}
    void paintCodes();
    void paintRanges();

private:
    double across(double value) const { return m_layer.place({value, 0}).x(); } // in pixels
    void paintLines(const CodeMarks::Bracket& chosen, double top);

    QPainter& m_painter;
    const ChartLayer& m_layer;
    const CodeMarks& m_marks;
    const Theme& m_theme;
};

void CodePainter::paintCodes() {
    const QRectF plot = m_layer.plot();
    const double top = m_layer.place({0, m_marks.codesTop}).y() + 2;
    if (top >= plot.bottom() || top < plot.top()) return;
    const quant::Params& params = *m_marks.params;
    const auto at = [&](std::int32_t code) {
        return across(static_cast<double>(quant::dequantize(code, params)));
    };
    const double step = (at(m_marks.codes.highest) - at(m_marks.codes.lowest)) /
                        static_cast<double>(std::max(m_marks.codes.highest - m_marks.codes.lowest, 1));
    const std::int32_t stride = codeStride(step);
    const QFont type = font(TextSize::Small);
    const QFontMetricsF metrics(type);
    m_painter.setFont(type);
    const QPen pen(m_theme.text, 1);
    double taken = plot.left(); // up to where numbers stand
    const auto mark = [&](std::int32_t code, bool isNumbered) {
        const double x = at(code);
        if (x < plot.left() || x > plot.right()) return;
        m_painter.setPen(pen);
        m_painter.drawLine(QPointF(x, top), QPointF(x, top + (isNumbered ? TallCodeMark : CodeMark)));
        const QString text = integerText(code);
        const double wide = metrics.horizontalAdvance(text) + 4;
        const double left = std::clamp(x - wide / 2, plot.left(), plot.right() - wide);
        if (!isNumbered || left < taken || top + TallCodeMark + metrics.ascent() > plot.bottom() + 1) return;
        m_painter.setPen(m_theme.muted);
        m_painter.drawText(QRectF(left, top + TallCodeMark - 1, wide, metrics.height()), Qt::AlignHCenter,
                           text);
        taken = left + wide + 4;
    };
    // Numbers stand at the ends and at every 4th mark, or at every 16th code where all of them have one.
    const std::int32_t numbered = stride == 1 ? 16 : stride * 4;
    const std::int32_t first =
        static_cast<std::int32_t>(std::ceil(static_cast<double>(m_marks.codes.lowest) / stride) * stride);
    for (std::int32_t code = m_marks.codes.lowest; code <= m_marks.codes.highest;) {
        mark(code, code == m_marks.codes.lowest || code == m_marks.codes.highest || code % numbered == 0);
        if (code == m_marks.codes.highest) break;
        code = std::min(code < first ? first : code + stride, m_marks.codes.highest);
    }
}

void CodePainter::paintRanges() {
    const QRectF plot = m_layer.plot();
    const double bottom = m_layer.place({0, m_marks.rangesBottom}).y();
    const auto count = static_cast<double>(m_marks.ranges.size());
    if (m_marks.ranges.empty()) return;
    const double room = bottom - plot.top();
    const double each = std::min(room / count, MaxPerRange);
    for (std::size_t i = 0; i < m_marks.ranges.size(); ++i) {
        const CodeMarks::Bracket& one = m_marks.ranges[i];
        const QFont type = font(TextSize::Small, one.isChosen);
        const QFontMetricsF metrics(type);
        const double y = plot.top() + (static_cast<double>(i) + 0.5) * each;
        if (one.isChosen) paintLines(one, y);
        const double low = across(static_cast<double>(one.range.low)),
                     high = across(static_cast<double>(one.range.high));
        const double left = std::clamp(low, plot.left(), plot.right()),
                     right = std::clamp(high, plot.left(), plot.right());
        if (each < 3 || right <= left) continue;
        m_painter.setPen(QPen(one.isChosen ? m_theme.text : m_theme.muted, one.isChosen ? 1.6 : 1));
        m_painter.drawLine(QPointF(left, y), QPointF(right, y));
        for (const double end : {low, high})
            if (end >= plot.left() && end <= plot.right())
                m_painter.drawLine(QPointF(end, y - HalfBracketEnd), QPointF(end, y + HalfBracketEnd));
        if (each < metrics.ascent() && !one.isChosen) continue; // no room for its name
        const double wide = metrics.horizontalAdvance(one.name) + 8;
        QRectF box(0, 0, wide, std::min(metrics.height(), each));
        box.moveCenter({(left + right) / 2, y});
        if (wide > right - left - 8) box.moveLeft(right + 6);
        if (box.right() > plot.right()) box.moveRight(std::max(left - 6, plot.left() + wide));
        m_painter.setFont(type);
        writeOnVeil(m_painter, box, one.name, one.isChosen ? m_theme.text : m_theme.muted, m_theme);
    }
}

void CodePainter::paintLines(const CodeMarks::Bracket& chosen, double top) {
    const QRectF plot = m_layer.plot();
    const QFontMetricsF metrics(font(TextSize::Small, true));
    m_painter.setFont(font(TextSize::Small, true));
    const double below = m_layer.place({0, m_marks.codesTop}).y();
    const double words = m_layer.place({0, m_marks.rangesBottom}).y() + 3;
    const auto line = [&](float value, const QString& text, bool isLow) {
        const double x = across(static_cast<double>(value));
        if (x < plot.left() || x > plot.right()) return;
        m_painter.setPen(QPen(m_theme.text, 1.2, Qt::DashLine));
        m_painter.drawLine(QPointF(x, top), QPointF(x, std::min(below, plot.bottom())));
        if (text.isEmpty()) return;
        QRectF box(0, words, metrics.horizontalAdvance(text) + 6, metrics.height());
        if (isLow)
            box.moveRight(x - 3);
        else
            box.moveLeft(x + 3);
        box.moveLeft(std::clamp(box.left(), plot.left(), std::max(plot.left(), plot.right() - box.width())));
        writeOnVeil(m_painter, box, text, m_theme.category(ops::Category::Activation), m_theme);
    };
    line(chosen.range.low, m_marks.below, true);
    line(chosen.range.high, m_marks.above, false);
}

} // namespace

std::int32_t codeStride(double step) {
    std::int32_t stride = 1;
    while (step * static_cast<double>(stride) < MinBetweenCodes && stride < 1 << 16)
        stride *= 16;
    return stride;
}

void addCodeMarks(QChart& chart, QAbstractSeries& series, CodeMarks marks, const Theme& theme) {
    new ChartLayer(chart, series, 60,
                   [marks = std::move(marks), &theme](QPainter& painter, const ChartLayer& layer) {
                       painter.setBrush(Qt::NoBrush);
                       CodePainter codes(painter, layer, marks, theme);
                       codes.paintRanges();
                       if (marks.params && marks.params->scale > 0) codes.paintCodes();
                   });
}

} // namespace edgewright::views
