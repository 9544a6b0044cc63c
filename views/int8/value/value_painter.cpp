// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_painter.h"

#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HeadLine = 18, GridTitle = 17, GridCaption = 16, RowGap = 9;
constexpr double StageHeight = 56, StageGap = 14, OperatorWidth = 18;
constexpr double SmallestCell = 16, LargestCell = 26, SmallestPath = 190;
constexpr int MaxColumns = 8, MaxCodeRows = 7;
constexpr double StackedPath = 120; // below the grids, where they leave no room beside them
constexpr double PaperWidth = 658, PaperMargin = 6;
constexpr std::size_t MaxSentences = 256; // of the terms, that are measured
constexpr int MaxSentenceLines = 3;

} // namespace

ValuePainter::ValuePainter(std::shared_ptr<const quant::ValueTrace> trace)
    : m_trace(std::move(trace)), m_path(*m_trace), m_error(*m_trace) {
    for (int grid = 0; grid < Grids; ++grid) {
        Extent& extent = m_extents[static_cast<std::size_t>(grid)];
        for (const quant::TraceTerm& term : m_trace->terms) {
            const std::int64_t number = numberOf(grid, term);
            extent.low = std::min(extent.low, number);
            extent.high = std::max(extent.high, number);
            extent.largest = std::max(extent.largest, std::abs(static_cast<double>(number - zeroOf(grid))));
        }
    }
    const std::size_t terms = m_trace->terms.size(), steps = stepCount(*m_trace);
    for (std::size_t step = 0; step < steps;) {
        if (const QString said = stepText(*m_trace, step); said.size() > m_longest.size()) m_longest = said;
        step = step < terms ? std::min(step + terms / MaxSentences + 1, terms) : step + 1;
    }
}

std::int64_t ValuePainter::numberOf(int grid, const quant::TraceTerm& term) const {
    return grid == Inputs ? term.xCode : grid == WeightCodes ? term.wCode : term.product;
}

std::int64_t ValuePainter::zeroOf(int grid) const {
    return grid == Inputs ? m_trace->input.zeroPoint : grid == WeightCodes ? m_trace->weight.zeroPoint : 0;
}

// The same for every term; at least that of three digits with a sign.
double ValuePainter::cellWidth(int grid) const {
    const QFontMetricsF metrics(font(TextSize::Small));
    const Extent& extent = m_extents[static_cast<std::size_t>(grid)];
    double width = metrics.horizontalAdvance(groupedText(-128));
    for (const std::int64_t number : {extent.low, extent.high})
        width = std::max(width, metrics.horizontalAdvance(groupedText(number)));
    return width + 6;
}

double ValuePainter::below(double gridHeight, double width) const {
    return (1 + sentenceLines(width)) * HeadLine + 4 + GridTitle + GridCaption + gridHeight + RowGap +
           static_cast<double>(stageRows(width)) * (StageHeight + RowGap) +
           m_error.height(errorBarIn({0, 0, width, 0}).width());
}

// The same for all steps, so that nothing moves from one to the next.
int ValuePainter::sentenceLines(double width) const {
    constexpr double Ragged = 1.08; // lines end where a word does
    const double advance = QFontMetricsF(font(TextSize::Small)).horizontalAdvance(m_longest);
    return advance <= width
               ? 1
               : std::clamp(static_cast<int>(std::ceil(advance * Ragged / width)), 2, MaxSentenceLines);
}

// As many as it takes for every number to be whole.
std::size_t ValuePainter::stageRows(double width) const {
    const QFontMetricsF metrics(font(TextSize::Small)), numbers(font(TextSize::Body, true));
    const std::vector<Stage> all = stages();
    double widest = 0;
    for (const Stage& stage : all)
        widest = std::max({widest, metrics.horizontalAdvance(stage.title),
                           metrics.horizontalAdvance(stage.note), numbers.horizontalAdvance(stage.number)});
    const double box = widest + 2 * StageMargin + 1;
    const auto fit = static_cast<std::size_t>(std::max((width + StageGap) / (box + StageGap), 1.0));
    return (all.size() + fit - 1) / fit;
}

QSizeF ValuePainter::smallest() const { return {SmallestWidth, below(3 * SmallestCell, SmallestWidth)}; }

QSizeF ValuePainter::paperSize() const {
    const std::int64_t rows = m_trace->kernelPositions() / m_trace->kernel.back();
    const double grids = 20 * static_cast<double>(std::clamp<std::int64_t>(rows, 5, MaxCodeRows));
    const double stacked = wantedColumns() > 3 ? RowGap + StackedPath : 0;
    return {PaperWidth, std::ceil(below(grids, PaperWidth - 2 * PaperMargin) + stacked) + 2 * PaperMargin};
}

// Of a kernel that is shown whole where there is room.
int ValuePainter::wantedColumns() const {
    if (m_trace->kernelPositions() == 1) return 1;
    return static_cast<int>(std::min<std::int64_t>(m_trace->kernel.back(), MaxColumns));
}

std::size_t ValuePainter::shownTerm(std::size_t step) const {
    return std::min(step, m_trace->terms.empty() ? 0 : m_trace->terms.size() - 1);
}

ValuePainter::Layout ValuePainter::layout(const QRectF& area, std::size_t step) const {
    const QFontMetricsF bold(font(TextSize::Small, true));
    Layout result;
    result.head = {area.left(), area.top(), area.width(), (1 + sentenceLines(area.width())) * HeadLine};
    const std::array<double, Grids> widths{cellWidth(Inputs), cellWidth(WeightCodes), cellWidth(Products)};
    const double signs = static_cast<double>(Grids) * OperatorWidth;
    const double perColumn = widths[0] + widths[1] + widths[2];
    const auto columnsIn = [&](double width) {
        return std::clamp(static_cast<int>((width - signs) / perColumn), 1, MaxColumns);
    };
    double room = std::max(area.height() - below(0, area.width()), SmallestCell);
    const bool stacked = columnsIn(area.width() - SmallestPath) < wantedColumns() &&
                         room - StackedPath - RowGap >= 5 * SmallestCell;
    if (stacked) room -= StackedPath + RowGap;
    const int columns = columnsIn(area.width() - (stacked ? 0 : SmallestPath));
    const int rows = std::clamp(static_cast<int>(room / SmallestCell), 1, MaxCodeRows);
    if (m_trace->terms.empty()) return result;
    result.window = windowAround(*m_trace, shownTerm(step), columns, rows);

    const double top = result.head.bottom() + 4;
    const double cellHeight = std::min(room / result.window.rows, LargestCell);
    result.titles = {area.left(), top, area.width(), GridTitle};
    double left = area.left();
    for (std::size_t grid = 0; grid < Grids; ++grid) {
        const double width = std::max(widths[grid] * result.window.columns,
                                      bold.horizontalAdvance(titleOf(static_cast<int>(grid))) + 2);
        result.grids[grid] = {left, top + GridTitle, width, cellHeight * result.window.rows};
        left += width + OperatorWidth;
        result.operators[grid] = {left - OperatorWidth / 2, result.grids[grid].center().y()};
    }
    result.caption = {area.left(), result.grids[0].bottom() + 2, left - area.left() - OperatorWidth,
                      GridCaption};
    result.path = {left, top, area.right() - left, GridTitle + room + GridCaption};
    if (stacked) result.path = {area.left(), result.path.bottom() + RowGap, area.width(), StackedPath};

    const double stagesTop = result.path.bottom() + RowGap;
    const std::size_t count = stages().size(), lines = stageRows(area.width()),
                      inLine = (count + lines - 1) / lines;
    const double width =
        (area.width() - StageGap * static_cast<double>(inLine - 1)) / static_cast<double>(inLine);
    for (std::size_t i = 0; i < count; ++i)
        result.stages.emplace_back(area.left() + static_cast<double>(i % inLine) * (width + StageGap),
                                   stagesTop + static_cast<double>(i / inLine) * (StageHeight + RowGap), width,
                                   StageHeight);
    result.error = {area.left(), stagesTop + static_cast<double>(lines) * (StageHeight + RowGap), area.width(),
                    m_error.height(errorBarIn(area).width())};
    return result;
}

QString ValuePainter::titleOf(int grid) const {
    switch (grid) {
    case Inputs:
        return tr("Input x");
    case WeightCodes:
        return tr("Weight w");
    default:
        break;
    }
    return tr("Product");
}

QRectF ValuePainter::cell(const QRectF& grid, const ValueWindow& window, int column, int row) {
    const double width = grid.width() / window.columns, height = grid.height() / window.rows;
    return {grid.left() + column * width, grid.top() + row * height, width, height};
}

void ValuePainter::paintHead(QPainter& painter, const QRectF& head, const Theme& theme,
                             std::size_t step) const {
    const QFont bold = font(TextSize::Small, true), body = font(TextSize::Small);
    const QFontMetricsF metrics(bold);
    const QRectF first(head.left(), head.top(), head.width(), HeadLine);
    const QString title = stepTitle(*m_trace, step);
    const double titleWidth = std::min(metrics.horizontalAdvance(title), head.width() * 0.6);
    painter.setFont(bold);
    painter.setPen(theme.accent);
    painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(title, Qt::ElideRight, titleWidth + 1));
    painter.setPen(theme.text);
    const QString place = tr("%1, output %2").arg(text(m_trace->name), indexText(m_trace->coordinates));
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(place, Qt::ElideMiddle, head.width() - titleWidth - 16));
    painter.setFont(body);
    const int lines = sentenceLines(head.width());
    const QRectF rest(head.left(), head.top() + HeadLine, head.width(), lines * HeadLine);
    if (lines == 1)
        painter.drawText(
            rest, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(body).elidedText(stepText(*m_trace, step), Qt::ElideRight, head.width()));
    else
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, stepText(*m_trace, step));
}

void ValuePainter::paintGrid(QPainter& painter, const Layout& layout, int grid, const Theme& theme,
                             std::size_t step) const {
    const QRectF& cells = layout.grids[static_cast<std::size_t>(grid)];
    painter.setFont(font(TextSize::Small, true));
    painter.setPen(theme.text);
    painter.drawText(QRectF(cells.left(), layout.titles.top(), cells.width(), GridTitle - 2),
                     Qt::AlignLeft | Qt::AlignVCenter, titleOf(grid));
    painter.setFont(font(TextSize::Small));
    QRectF current;
    for (int row = 0; row < layout.window.rows; ++row)
        for (int column = 0; column < layout.window.columns; ++column) {
            const std::int64_t index = layout.window.at(column, row);
            if (index < 0) continue;
            const quant::TraceTerm& term = m_trace->terms[static_cast<std::size_t>(index)];
            const QRectF place = cell(cells, layout.window, column, row);
            const std::int64_t number = numberOf(grid, term);
            const double share =
                static_cast<double>(number - zeroOf(grid)) / m_extents[static_cast<std::size_t>(grid)].largest;
            const bool summed = static_cast<std::size_t>(index) <= step;
            // Lightly, so that the number on it is read.
            painter.fillRect(place,
                             summed ? mixed(theme.diverging(share), theme.surface, 0.55) : theme.surface);
            if (term.padding) painter.fillRect(place, QBrush(theme.line, Qt::BDiagPattern));
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.line, 1));
            painter.drawRect(place);
            painter.setPen(summed && !term.padding ? theme.text : theme.muted);
            painter.drawText(place.adjusted(0, 0, -3, 0), Qt::AlignRight | Qt::AlignVCenter,
                             groupedText(number));
            if (static_cast<std::size_t>(index) == step) current = place;
        }
    if (current.isNull()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(current);
}

void ValuePainter::paint(QPainter& painter, const QRectF& area, const Theme& theme, std::size_t step) const {
    const Layout layout = this->layout(area, step);
    paintHead(painter, layout.head, theme, step);
    if (m_trace->terms.empty()) return;
    for (int grid = 0; grid < Grids; ++grid)
        paintGrid(painter, layout, grid, theme, step);
    static constexpr std::array<char16_t, Grids> Signs{u'×', u'=', u'→'};
    painter.setFont(font(TextSize::Body));
    painter.setPen(theme.muted);
    const bool stacked = layout.path.top() > layout.caption.top();
    for (std::size_t i = 0; i < (stacked ? Grids - 1 : Grids); ++i)
        painter.drawText(QRectF(layout.operators[i] - QPointF(9, 10), QSizeF(18, 20)), Qt::AlignCenter,
                         QString(QChar(Signs[i])));
    const QFont small = font(TextSize::Small);
    painter.setFont(small);
    painter.setPen(theme.muted);
    painter.drawText(
        layout.caption, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(small).elidedText(layout.window.caption, Qt::ElideRight, layout.caption.width()));
    m_path.paint(painter, layout.path, theme, step + 1);
    paintStages(painter, layout, theme, step);
    paintError(painter, layout.error, theme);
}

std::optional<std::size_t> ValuePainter::stepAt(const QRectF& area, QPointF at, std::size_t step) const {
    const Layout layout = this->layout(area, step);
    if (m_trace->terms.empty()) return std::nullopt;
    for (const QRectF& grid : layout.grids) {
        if (!grid.contains(at)) continue;
        const int column = static_cast<int>((at.x() - grid.left()) / grid.width() * layout.window.columns);
        const int row = static_cast<int>((at.y() - grid.top()) / grid.height() * layout.window.rows);
        const std::int64_t term = layout.window.at(std::min(column, layout.window.columns - 1),
                                                   std::min(row, layout.window.rows - 1));
        return term < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(term));
    }
    if (const auto point = m_path.pointAt(layout.path, at)) return *point == 0 ? 0 : *point - 1;
    const std::vector<Stage> all = stages();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (layout.stages[i].contains(at)) return stepOf(*m_trace, all[i].step);
    return std::nullopt;
}

QRectF ValuePainter::cellOf(const QRectF& area, std::size_t step) const {
    const Layout layout = this->layout(area, step);
    for (int row = 0; row < layout.window.rows; ++row)
        for (int column = 0; column < layout.window.columns; ++column)
            if (layout.window.at(column, row) == static_cast<std::int64_t>(step))
                return cell(layout.grids[Products], layout.window, column, row);
    return {};
}

} // namespace edgewright::views
