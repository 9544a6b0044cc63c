// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a chart on paper. Qt's has one line and cuts the names that have no room in it.
#pragma once

#include "views/support/theme.h"

#include <QBrush>
#include <QChart>
#include <QPainter>
#include <QPen>
#include <QScatterSeries>

#include <optional>
#include <vector>

namespace edgewright::views {

class ChartLegend {
public:
    // Takes the place of the legend of `chart` where that has no room for all names in `width`, or shows bars,
    // whose outlines it would not draw: at the same edge, in the middle, in as many lines as it takes. Else it
    // paints nothing.
    ChartLegend(QChart& chart, double width);
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const; // `area`: of the chart

private:
    struct Entry {
        QString name;
        QPen pen;
        QBrush brush;
        std::optional<QScatterSeries::MarkerShape> mark; // none: a line, or a bar where there is a brush
    };
    QSizeF layOut(QPainter* painter, const QRectF& area, const Theme& theme) const; // returns what it takes

    std::vector<Entry> m_entries; // empty: the chart keeps its own
    bool m_isOnTop = false;
};

} // namespace edgewright::views
