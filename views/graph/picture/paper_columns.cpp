// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/paper_columns.h"

#include "views/graph/picture/graph_painter.h"
#include "views/support/short_name.h"

#include <QFontMetricsF>

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace edgewright::views {

namespace {

constexpr double ColumnMargin = 12, BetweenColumns = 16, MarkSpace = 6; // logical pixels
constexpr int MaxMarkName = 36;                                         // characters
constexpr std::size_t MaxColumns = 12;

// Tensors that a line across the picture meets, by source and output: the same one once.
using Crossing = std::map<std::pair<std::uint32_t, std::uint32_t>, const SceneEdge*>;

Crossing crossingAt(const GraphScene& scene, double y) {
    Crossing found;
    for (const std::uint32_t index : scene.edgesIn(QRectF(0, y, scene.size().width(), 0.5))) {
        const SceneEdge& edge = scene.edges()[index];
        const bool isMet = !edge.portal && edge.bounds.top() < y && edge.bounds.bottom() > y;
        if (isMet) found.emplace(std::pair(edge.from, edge.tensor), &edge);
    }
    return found;
}

double crossingX(const SceneEdge& edge, double y) {
    for (qsizetype i = 0; i + 3 < edge.curve.size(); i += 3) {
        const auto at = [&](double t) {
            const double u = 1 - t;
            return edge.curve[i] * (u * u * u) + edge.curve[i + 1] * (3 * u * u * t) +
                   edge.curve[i + 2] * (3 * u * t * t) + edge.curve[i + 3] * (t * t * t);
        };
        double low = 0, high = 1;
        if ((at(low).y() < y) == (at(high).y() < y)) continue;
        const bool isFalling = at(low).y() < y;
        for (int times = 0; times < 30; ++times) {
            const double middle = (low + high) / 2;
            ((at(middle).y() < y) == isFalling ? low : high) = middle;
        }
        return at(low).x();
    }
    return edge.bounds.center().x();
}

struct FreeHeight {
    double y = 0;
    std::size_t tensors = 0; // that cross it
};

// Heights at which no box and no text is met, in the middle of what is free there, from above.
std::vector<FreeHeight> freeHeights(const GraphScene& scene) {
    std::vector<std::pair<double, double>> taken;
    const auto take = [&taken](const QRectF& rect) {
        if (!rect.isNull()) taken.emplace_back(rect.top(), rect.bottom());
    };
    for (const SceneBox& box : scene.boxes())
        take(box.rect.adjusted(0, 0, 0, StackReach));
    for (const SceneEdge& edge : scene.edges()) {
        take(edge.labelRect);
        take(edge.farRect);
        if (edge.curve.isEmpty()) continue;
        take(arrowHead(edge).boundingRect());
        if (!edge.portal) continue;
        // Both ends are drawn with their tags.
        const qsizetype half = edge.curve.size() / 2;
        take(QPolygonF(edge.curve.first(half)).boundingRect() | edge.labelRect);
        take(QPolygonF(edge.curve.last(half)).boundingRect() | edge.farRect);
    }
    for (const SceneHull& hull : scene.hulls()) {
        take(hull.tagRect);
        // No column ends with the edge of a group alone, or begins with it.
        double first = hull.bounds.bottom(), last = hull.bounds.top();
        for (const SceneBox& box : scene.boxes())
            if (hull.bounds.contains(box.rect.center())) {
                first = std::min(first, box.rect.top());
                last = std::max(last, box.rect.bottom());
            }
        taken.emplace_back(hull.bounds.top(), first);
        taken.emplace_back(last, hull.bounds.bottom());
    }
    std::ranges::sort(taken);
    std::vector<FreeHeight> heights;
    double end = 0;
    for (const auto& [top, bottom] : taken) {
        const double middle = (top + end) / 2;
        if (top - end > 2 && end > 0) heights.push_back({middle, crossingAt(scene, middle).size()});
        end = std::max(end, bottom);
    }
    return heights;
}

// The ends of columns of at most that height: of the heights in the last part of each the one that fewest
// tensors cross. Nothing: a part has none.
std::optional<std::vector<double>> cutsWithin(double height, const std::vector<FreeHeight>& heights,
                                              double most) {
    constexpr double LastPart = 0.6;
    std::vector<double> cuts;
    double start = 0;
    while (height - start > most) {
        const FreeHeight* best = nullptr;
        for (const FreeHeight& each : heights)
            if (each.y >= start + LastPart * most && each.y <= start + most &&
                (!best || each.tensors <= best->tensors))
                best = &each;
        if (!best) return std::nullopt;
        start = best->y;
        cuts.push_back(start);
    }
    return cuts;
}

// The number of columns a page, of `column` wide, that shows a graph of that height the largest on so many
// pages of `room`; the fewest of those that do so about as well.
std::size_t bestCount(double column, double height, double ends, QSizeF room, std::size_t pages) {
    constexpr double Gain = 1.1;
    std::size_t best = 1;
    double largest = 0;
    for (std::size_t count = 1; count <= MaxColumns; ++count) {
        const auto columns = static_cast<double>(count);
        const double scale =
            std::min({1.0, room.width() / (columns * (column + BetweenColumns) - BetweenColumns),
                      room.height() / (height / (columns * static_cast<double>(pages)) + ends)});
        if (scale < largest * Gain) continue;
        best = count;
        largest = scale;
    }
    return best;
}

struct Reach {
    double left = 0, right = 0;
};
// Of the scene with its texts: those of edges may begin and end beside all boxes.
Reach reachOf(const GraphScene& scene) {
    Reach reach{0, scene.size().width()};
    for (const SceneEdge& edge : scene.edges())
        for (const QRectF& text : {edge.labelRect, edge.farRect})
            if (!text.isNull())
                reach = {std::min(reach.left, text.left()), std::max(reach.right, text.right())};
    return reach;
}

std::string tensorName(const GraphScene& scene, const SceneEdge& edge) {
    const ir::Graph& graph = scene.graph();
    const std::string name = edge.value.valid() ? graph.value(edge.value).name : std::string();
    if (!name.empty()) return name;
    const ir::Node* node = scene.nodeOf(scene.boxes()[edge.from]);
    return node ? node->label() : "#" + std::to_string(edge.value.valid() ? edge.value.index() : edge.from);
}

} // namespace

PaperColumns::PaperColumns(std::shared_ptr<const GraphScene> scene, QSizeF room, std::size_t mostPages)
    : m_scene(std::move(scene)) {
    constexpr double Growth = 1.05;
    const double height = m_scene->size().height();
    const double ends = 2 * ColumnMargin + 4 * QFontMetricsF(font(TextSize::Small)).height(); // and marks
    m_perPage = bestCount(width(), height, ends, room, mostPages);
    const std::size_t fitting = m_perPage * mostPages;
    std::vector<double> cuts;
    if (fitting > 1 && height + 2 * ColumnMargin > room.height()) {
        const std::vector<FreeHeight> heights = freeHeights(*m_scene);
        const double least = std::max(room.height() - ends, height / static_cast<double>(fitting));
        for (double most = least; most < height; most *= Growth)
            if (auto found = cutsWithin(height, heights, most); found && found->size() < fitting) {
                cuts = *std::move(found);
                break;
            }
    }
    std::vector<std::string> names;
    double top = 0;
    for (const double cut : cuts) {
        Column column{top, cut, {}};
        for (const auto& [tensor, edge] : crossingAt(*m_scene, cut)) {
            column.marks.push_back({{}, crossingX(*edge, cut)});
            names.push_back(tensorName(*m_scene, *edge));
        }
        m_columns.push_back(std::move(column));
        top = cut;
    }
    m_columns.push_back({top, height, {}});
    const QStringList words = shortNames(names, MaxMarkName);
    qsizetype next = 0;
    for (Column& column : m_columns) {
        for (Mark& mark : column.marks)
            mark.name = QStringLiteral("↓ ") + words[next++];
        std::ranges::sort(column.marks, {}, &Mark::x);
    }
}

double PaperColumns::widthOf(const GraphScene& scene) {
    const Reach reach = reachOf(scene);
    return reach.right - reach.left + 2 * ColumnMargin;
}

double PaperColumns::marksHeight(std::size_t column) const {
    const auto lines = static_cast<double>(m_columns[column].marks.size());
    return lines > 0 ? lines * QFontMetricsF(font(TextSize::Small)).height() + MarkSpace : 0;
}

QSizeF PaperColumns::size(std::size_t page) const {
    const std::size_t first = page * m_perPage, end = endOf(page);
    const auto count = static_cast<double>(end - first);
    double height = 0;
    for (std::size_t i = first; i < end; ++i)
        height = std::max(height, (i > 0 ? marksHeight(i - 1) : 0) + m_columns[i].bottom - m_columns[i].top +
                                      marksHeight(i));
    return {count * width() + (count - 1) * BetweenColumns, height + 2 * ColumnMargin};
}

void PaperColumns::paint(QPainter& painter, const QRectF& area, const Theme& theme, std::size_t page,
                         std::shared_ptr<const NodeColouring> colouring, bool warmGroups) const {
    const QSizeF whole = size(page);
    const double scale = std::min({area.width() / whole.width(), area.height() / whole.height(), 1.0});
    painter.save();
    painter.translate(area.center());
    painter.scale(scale, scale);
    painter.translate(-whole.width() / 2, -whole.height() / 2);
    const double before = reachOf(*m_scene).left - ColumnMargin; // the left end of a column, in the scene
    double left = 0;
    for (std::size_t i = page * m_perPage; i < endOf(page); ++i) {
        const Column& column = m_columns[i];
        const double top = ColumnMargin + (i > 0 ? marksHeight(i - 1) : 0),
                     bottom = top + column.bottom - column.top;
        const bool isFirst = i == 0, isLast = i + 1 == m_columns.size();
        GraphPaintOptions options;
        options.colouring = colouring;
        options.warmGroups = warmGroups;
        constexpr double Endless = std::numeric_limits<double>::max();
        options.part = ScenePart{isFirst ? -Endless : column.top, isLast ? Endless : column.bottom};
        painter.save();
        painter.translate(left - before, top - column.top);
        paintGraph(
            painter, *m_scene,
            QRectF(before, column.top - ColumnMargin, width(), column.bottom - column.top + 2 * ColumnMargin),
            theme, options);
        painter.restore();
        painter.setPen(QPen(theme.line, 1, Qt::DashLine));
        if (!isFirst) painter.drawLine(QLineF(left, top, left + width(), top));
        if (!isLast) painter.drawLine(QLineF(left, bottom, left + width(), bottom));
        if (i > 0) paintMarks(painter, {left - before, ColumnMargin}, m_columns[i - 1].marks, theme);
        paintMarks(painter, {left - before, bottom + MarkSpace}, column.marks, theme);
        left += width() + BetweenColumns;
    }
    painter.restore();
}

// Each in a line of its own, as near to where its tensor is cut as the column has room.
void PaperColumns::paintMarks(QPainter& painter, QPointF origin, const std::vector<Mark>& marks,
                              const Theme& theme) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(theme.muted);
    const Reach reach = reachOf(*m_scene);
    double y = origin.y();
    for (const Mark& mark : marks) {
        const QString name = metrics.elidedText(mark.name, Qt::ElideMiddle, reach.right - reach.left - 2);
        const double wide = metrics.horizontalAdvance(name) + 2;
        const double x = std::max(reach.left, std::min(mark.x - wide / 2, reach.right - wide));
        painter.drawText(QRectF(origin.x() + x, y, wide, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         name);
        y += metrics.height();
    }
}

} // namespace edgewright::views
