// SPDX-License-Identifier: GPL-3.0-or-later
// Words and rings and arrows over a chart, placed in data coordinates: direct labels, the ridge, the best
// point, the selection.
#pragma once

#include "views/support/theme.h"

#include <QChart>
#include <QGraphicsItem>
#include <QXYSeries>

#include <optional>
#include <span>
#include <vector>

namespace edgewright::views {

struct ChartLabel {
    QAbstractSeries* series = nullptr; // whose axes `at` refers to
    QPointF at;
    QString text;
    QColor ink;
    Qt::Alignment side = Qt::AlignTop; // where the text stands as seen from the point
    bool bold = false;
    QString brief = {}; // instead of `text` where that does not fit
    bool stays = false; // at that side or nowhere
};

// A mark of a layer: labels lie beside it.
struct ChartMark {
    QAbstractSeries* series = nullptr;
    QPointF at;
    double radius = 5; // pixels
};

// A bar: its label stands at its top, beside or above it, and labels lie on none.
struct ChartBar {
    QAbstractSeries* series = nullptr; // whose axes the numbers refer to
    double left = 0, right = 0, top = 0;
};

struct ChartRing {
    QAbstractSeries* series = nullptr;
    QPointF at;
    QColor color;
    double radius = 8; // pixels
};

struct ChartArrow {
    QAbstractSeries* series = nullptr;
    QPointF from, to;
    QColor color;
};

// `wanted` if it touches none of `taken`; else the nearest place in `room` above or below it that does not;
// nothing: there is none.
std::optional<QRectF> freePlace(const QRectF& wanted, std::span<const QRectF> taken, const QRectF& room);

// The place of the label of a mark: at `side` of it, else (unless it `stays`) at another side, wholly in `room`
// and on none of `taken`, which are labels and marks. Nothing: there is no such place, and the label is left
// out.
std::optional<QRectF> placeBeside(QPointF mark, double radius, const QSizeF& label, Qt::Alignment side,
                                  bool stays, std::span<const QRectF> taken, const QRectF& room);

// The same for the label of a bar, all in pixels: at its top beside it, on `side` before the other, else above
// it.
std::optional<QRectF> placeAtBar(const QRectF& bar, const QSizeF& label, Qt::Alignment side,
                                 std::span<const QRectF> taken, const QRectF& room);

// Labels lie on no other label, on no bar and on no mark of a scatter series: what finds no place is left out,
// the later ones first.
class ChartAnnotations final : public QGraphicsItem {
public:
    ChartAnnotations(QChart& chart, const Theme& theme); // becomes a child of the chart
    void add(ChartLabel label) { m_labels.push_back(std::move(label)); }
    void add(ChartMark mark) { m_marks.push_back(mark); }
    void add(ChartBar bar) { m_bars.push_back(bar); }
    // A line of level and upright pieces: labels lie beside it where there is room.
    void keepClear(QXYSeries& line) { m_lines.push_back(&line); }
    void add(ChartRing ring) { m_rings.push_back(std::move(ring)); }
    void add(ChartArrow arrow) { m_arrows.push_back(std::move(arrow)); }

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    std::vector<QRectF> marks() const;  // in pixels
    std::vector<QRectF> pieces() const; // of lines, in pixels
    QRectF placeOf(const ChartBar& bar) const;
    std::optional<QRectF> placeOf(const ChartLabel& label, QPointF mark, const QSizeF& size,
                                  std::span<const QRectF> taken, std::size_t marks, const QRectF& room) const;

    QChart& m_chart;
    const Theme& m_theme;
    std::vector<ChartLabel> m_labels;
    std::vector<ChartMark> m_marks;
    std::vector<ChartBar> m_bars;
    std::vector<QXYSeries*> m_lines;
    std::vector<ChartRing> m_rings;
    std::vector<ChartArrow> m_arrows;
};

} // namespace edgewright::views
