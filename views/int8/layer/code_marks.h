// SPDX-License-Identifier: GPL-3.0-or-later
// Over a histogram: where the codes lie, below its bars, and ranges as brackets above them. From the chosen
// range two lines lead down through the bars.
#pragma once

#include "core/quant/params.h"
#include "views/support/theme.h"

#include <QChart>
#include <QGraphicsItem>

#include <optional>
#include <vector>

namespace edgewright::views {

class CodeMarks final : public QGraphicsItem {
public:
    struct Bracket {
        QString name;
        quant::Range range;
        bool isChosen = false;
    };
    struct Marks {
        std::optional<quant::Params> params; // of the codes; none: no marks below the bars
        quant::Codes codes;
        std::vector<Bracket> ranges;           // from the top downwards
        double codesTop = 0, rangesBottom = 1; // on the vertical axis: the room for both
        QString below, above;                  // what is said of values beside the chosen range
    };
    CodeMarks(QChart& chart, QAbstractSeries& series, Marks marks, const Theme& theme);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    double across(double value) const; // to the position in the chart
    void paintCodes(QPainter& painter) const;
    void paintRanges(QPainter& painter) const;
    void paintLines(QPainter& painter, const Bracket& chosen, double top) const;

    QChart& m_chart;
    QAbstractSeries& m_series; // whose axes the values refer to
    Marks m_marks;
    const Theme& m_theme;
};

// The codes that have a mark where `step` pixels lie from one to the next: all, or every 16th, 256th, ... one.
std::int32_t codeStride(double step);

} // namespace edgewright::views
