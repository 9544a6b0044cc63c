// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_parts.h"

#include "views/support/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct CellGridText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::CellGrid)
};

constexpr double DrawnCell = 7;   // pixels of a cell that is drawn by itself, with a frame
constexpr double MarkedCell = 11; // ... with a mark in it
constexpr double Left = 42, Top = 40, Bottom = 27, Right = 4;

// A fill for each kind of cell.
struct CellColours {
    explicit CellColours(const Theme& theme)
        : waiting(theme.surface), shifting(theme.category(ops::Category::Normalisation)),
          done(mixed(theme.muted, theme.surface, 0.45)), frame(theme.line) {
        const QColor now = theme.category(ops::Category::Compute),
                     before = theme.category(ops::Category::Activation);
        for (std::size_t i = 0; i < Shades; ++i) { // the wave of positions shows as it goes
            const double share = i == 0 ? 0.0 : 0.34;
            computing[i] = mixed(theme.surface, now, share);
            earlier[i] = mixed(theme.surface, before, share);
        }
    }
    static constexpr std::size_t Shades = 4;
    QColor waiting, shifting, done, frame;
    std::array<QColor, Shades> computing, earlier; // of the newest fold; of those before it

    QColor of(const cost::ArrayState& state, std::int64_t row, std::int64_t col, cost::CellState what) const {
        switch (what) {
        case cost::CellState::Computing: {
            const auto& shades = &state.foldAt(row, col) == &state.fold() ? computing : earlier;
            return shades[static_cast<std::size_t>(state.positionAt(row, col)) % Shades];
        }
        case cost::CellState::Shifting:
            return shifting;
        case cost::CellState::Done:
            return done;
        default:
            return waiting;
        }
    }
};

void paintMark(QPainter& painter, const QRectF& cell, cost::CellState what, const QColor& colour) {
    const QPointF middle = cell.center();
    const double size = std::min(cell.width() * 0.22, 5.0);
    painter.setPen(QPen(colour, 1.2));
    if (what == cost::CellState::Computing) { // multiply
        painter.drawLine(middle - QPointF(size, size), middle + QPointF(size, size));
        painter.drawLine(middle - QPointF(size, -size), middle + QPointF(size, -size));
    } else if (what == cost::CellState::Shifting) { // downwards
        painter.drawLine(middle - QPointF(0, size), middle + QPointF(0, size));
        painter.drawLine(middle + QPointF(-size, 0), middle + QPointF(0, size));
        painter.drawLine(middle + QPointF(size, 0), middle + QPointF(0, size));
    } else if (what == cost::CellState::Done) {
        painter.drawLine(middle + QPointF(-size, 0), middle + QPointF(-size * 0.2, size * 0.8));
        painter.drawLine(middle + QPointF(-size * 0.2, size * 0.8), middle + QPointF(size, -size * 0.8));
    }
}

void paintSingly(QPainter& painter, const QRectF& cells, const Theme& theme, const cost::ArrayState& state) {
    const CellColours colours(theme);
    const double wide = cells.width() / static_cast<double>(state.cols());
    const double high = cells.height() / static_cast<double>(state.rows());
    const bool isMarked = std::min(wide, high) >= MarkedCell;
    for (std::int64_t row = 0; row < state.rows(); ++row)
        for (std::int64_t col = 0; col < state.cols(); ++col) {
            const cost::CellState what = state.at(row, col);
            if (what == cost::CellState::Idle) continue;
            const QRectF cell(cells.left() + static_cast<double>(col) * wide,
                              cells.top() + static_cast<double>(row) * high, wide - 1, high - 1);
            painter.fillRect(cell, colours.of(state, row, col, what));
            if (what == cost::CellState::Waiting) {
                painter.setPen(QPen(colours.frame, 1));
                painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
            } else if (isMarked) {
                const bool isDark = what == cost::CellState::Done;
                paintMark(painter, cell, what, isDark ? theme.text : theme.surface);
            }
        }
}

// Several cells in one pixel: the one in its middle stands for them.
void paintAsImage(QPainter& painter, const QRectF& cells, const Theme& theme, const cost::ArrayState& state) {
    const CellColours colours(theme);
    const auto most = [](std::int64_t count, double pixels) {
        return static_cast<int>(
            std::clamp<std::int64_t>(std::llround(pixels), 1, std::max<std::int64_t>(count, 1)));
    };
    const int wide = most(state.cols(), cells.width()), high = most(state.rows(), cells.height());
    QImage image(wide, high, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < high; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const std::int64_t row = (2 * y + 1) * state.rows() / (2 * high);
        for (int x = 0; x < wide; ++x) {
            const std::int64_t col = (2 * x + 1) * state.cols() / (2 * wide);
            const cost::CellState what = state.at(row, col);
            line[x] = what == cost::CellState::Idle ? 0 : colours.of(state, row, col, what).rgb();
        }
    }
    const QSize size(static_cast<int>(std::lround(cells.width() * 2)),
                     static_cast<int>(std::lround(cells.height() * 2)));
    painter.drawImage(cells, image.scaled(size)); // sharp on paper, too
}

void paintArrow(QPainter& painter, QPointF from, QPointF to) {
    painter.drawLine(from, to);
    const QPointF way = (to - from) / std::max(1e-6, std::hypot(to.x() - from.x(), to.y() - from.y()));
    const QPointF across(-way.y(), way.x());
    painter.drawLine(to, to - way * 4 + across * 3);
    painter.drawLine(to, to - way * 4 - across * 3);
}

// Centred on the cells where it fits, else as far as there is room.
void paintAlong(QPainter& painter, double cells, double room, double y, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    const double length = metrics.horizontalAdvance(text) <= cells ? cells : std::max(cells, room);
    painter.drawText(QRectF(0, y, length, metrics.height()), length > cells ? Qt::AlignLeft : Qt::AlignHCenter,
                     metrics.elidedText(text, Qt::ElideRight, length));
}

void paintEdges(QPainter& painter, const QRectF& area, const QRectF& cells, const Theme& theme,
                const EdgeTexts& texts) {
    const double line = QFontMetricsF(painter.font()).height(), room = area.right() - cells.left();
    painter.save();
    painter.translate(cells.left(), cells.top() - Top);
    painter.setPen(theme.muted);
    paintAlong(painter, cells.width(), room, 0, texts.cols);
    painter.setPen(theme.text);
    paintAlong(painter, cells.width(), room, line - 1, texts.top);
    painter.translate(0, Top + cells.height() + 12);
    paintAlong(painter, cells.width(), room, 0, texts.bottom);
    painter.restore();
    // Upwards, beside the rows, from as far down as it takes.
    const double low = std::clamp(area.bottom() - cells.bottom(), 0.0, 80.0), high = cells.height() + low;
    painter.save();
    painter.translate(cells.left() - Left, cells.bottom());
    painter.rotate(-90);
    const QFontMetricsF metrics(painter.font());
    const auto along = [&](double y, const QString& text) {
        const bool isLong = metrics.horizontalAdvance(text) > cells.height();
        painter.translate(isLong ? -low : 0, y);
        paintAlong(painter, isLong ? high : cells.height(), isLong ? high + Top / 2 : 0, 0, text);
        painter.translate(isLong ? low : 0, -y);
    };
    painter.setPen(theme.muted);
    along(0, texts.rows);
    painter.setPen(theme.text);
    along(line - 1, texts.left);
    painter.restore();
    painter.setPen(QPen(theme.text, 1));
    for (const double part : {0.25, 0.75}) {
        const double x = cells.left() + cells.width() * part, y = cells.top() + cells.height() * part;
        paintArrow(painter, {x, cells.top() - 11}, {x, cells.top() - 3});
        paintArrow(painter, {cells.left() - 11, y}, {cells.left() - 3, y});
        paintArrow(painter, {x, cells.bottom() + 3}, {x, cells.bottom() + 11});
    }
}

} // namespace

QRectF cellsIn(const QRectF& area, const cost::ArrayWalk& walk) {
    const QRectF room = area.adjusted(Left, Top, -Right, -Bottom);
    if (room.width() < 8 || room.height() < 8) return {};
    const auto rows = static_cast<double>(walk.accelerator().rows),
               cols = static_cast<double>(walk.accelerator().cols);
    double wide = std::min(room.width() / cols, 40.0), high = std::min(room.height() / rows, 40.0);
    const double even = std::min(wide, high);
    // Square, but for arrays that would be a line.
    wide = std::min(wide, std::max(even, 48 / cols));
    high = std::min(high, std::max(even, 48 / rows));
    if (std::min(wide, high) >= DrawnCell - 1)
        wide = std::floor(wide), high = std::floor(high); // all of one size
    return {std::round(room.left()), std::round(room.top()), wide * cols, high * rows};
}

std::optional<std::pair<std::int64_t, std::int64_t>> cellAt(const QRectF& area, const cost::ArrayWalk& walk,
                                                            QPointF at) {
    const QRectF cells = cellsIn(area, walk);
    if (!cells.contains(at)) return std::nullopt;
    const auto index = [](double share, std::int64_t count) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(share * static_cast<double>(count)), 0,
                                        count - 1);
    };
    return std::pair(index((at.y() - cells.top()) / cells.height(), walk.accelerator().rows),
                     index((at.x() - cells.left()) / cells.width(), walk.accelerator().cols));
}

void paintCells(QPainter& painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                const cost::ArrayState& state) {
    const QRectF cells = cellsIn(area, scene.walk);
    if (cells.isEmpty()) return;
    painter.save();
    painter.setFont(font(TextSize::Small));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(cells, theme.raised);
    paintLines45(painter, cells, theme.line, 6);
    if (std::min(cells.width() / static_cast<double>(state.cols()),
                 cells.height() / static_cast<double>(state.rows())) >= DrawnCell)
        paintSingly(painter, cells, theme, state);
    else
        paintAsImage(painter, cells, theme, state);
    painter.setPen(QPen(theme.muted, 1));
    painter.drawRect(cells.adjusted(-1, -1, 0, 0));
    painter.setRenderHint(QPainter::Antialiasing);
    paintEdges(painter, area, cells, theme, edgeTexts(scene, state.fold()));
    painter.restore();
}

double paintCellLegend(QPainter* painter, const QRectF& area, const Theme& theme, const ArrayScene& scene,
                       const QString& shifting) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    const double line = std::max(16.0, metrics.height() + 2);
    const CellColours colours(theme);
    double x = area.left(), y = area.top();
    const auto entry = [&](const QColor& fill, cost::CellState what, const QString& text) {
        const double width = 18 + metrics.horizontalAdvance(text) + 12;
        if (x > area.left() && x + width - 12 > area.right()) x = area.left(), y += line;
        if (painter) {
            const QRectF box(x, y + (line - 13) / 2, 13, 13);
            painter->fillRect(box, fill);
            if (what == cost::CellState::Idle) paintLines45(*painter, box, theme.muted, 4);
            paintMark(*painter, box, what, what == cost::CellState::Done ? theme.text : theme.surface);
            painter->setPen(QPen(theme.muted, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(box);
            painter->setPen(theme.text);
            painter->drawText(QRectF(x + 18, y, width, line), Qt::AlignVCenter, text);
        }
        x += width;
    };
    if (painter) painter->save(), painter->setFont(small);
    const cost::Accelerator& array = scene.walk.accelerator();
    entry(colours.computing[0], cost::CellState::Computing, CellGridText::tr("Multiplies and adds"));
    if (array.overlapsFolds && scene.walk.folds() > 1)
        entry(colours.earlier[0], cost::CellState::Computing, CellGridText::tr("... for the fold before"));
    if (array.dataflow != cost::Dataflow::OutputStationary)
        entry(colours.shifting, cost::CellState::Shifting,
              shifting.isEmpty() ? shiftingText(array.dataflow) : shifting);
    entry(colours.waiting, cost::CellState::Waiting, CellGridText::tr("Waits"));
    entry(colours.done, cost::CellState::Done, CellGridText::tr("Finished"));
    entry(theme.raised, cost::CellState::Idle, CellGridText::tr("No work"));
    if (painter) painter->restore();
    return y + line - area.top();
}

void paintLines45(QPainter& painter, const QRectF& rect, const QColor& colour, int distance, bool rising) {
    painter.setPen(QPen(colour, 1));
    QList<QLineF> lines;
    const double high = rect.height();
    for (double x = distance; x < rect.width() + high; x += distance) { // where it meets the upper edge, rising
        const double top = std::max(0.0, x - rect.width()), bottom = std::min(high, x);
        QLineF line(rect.left() + x - top, rect.top() + top, rect.left() + x - bottom, rect.top() + bottom);
        if (!rising) {
            line.setP1({line.x1(), rect.bottom() - top});
            line.setP2({line.x2(), rect.bottom() - bottom});
        }
        lines << line;
    }
    painter.drawLines(lines);
}

} // namespace edgewright::views
