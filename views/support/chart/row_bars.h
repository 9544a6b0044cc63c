// SPDX-License-Identifier: GPL-3.0-or-later
// Lying bars from 0 on, each with its interval and with a second number as a diamond, placed in data
// coordinates.
#pragma once

#include "views/support/theme.h"

#include <QChart>
#include <QScatterSeries>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::views {

inline constexpr double RowBarDiamond = 4.5; // pixels from its middle to its corners

struct RowBar { // in the unit of the axis
    double y = 0;
    double value = 0;
    std::optional<std::pair<double, double>> interval = {};
    std::optional<double> beside = {}; // what was predicted, what the layer is alone
    QColor ink = {};
    bool isPale = false; // it does not answer for what is shown

    QRectF extent() const; // in the values of the axes
};

// The parts that charts of named rows have in common; the first row is on top.
class NamedRows {
public:
    NamedRows(QChart& chart, std::size_t count);      // adds marks()
    QScatterSeries* marks() const { return m_marks; } // invisible: what a pointer finds
    double middle(std::size_t row) const { return static_cast<double>(m_count - row) - 0.5; }
    // Axes, the one of the values below, and the bars. A name for each row, shortened to the room on the left;
    // rows that are too low for a line have none.
    void finish(const std::vector<std::string>& names, QAbstractAxis* values, std::vector<RowBar> bars,
                const Theme& theme);

private:
    QChart& m_chart;
    std::size_t m_count;
    QScatterSeries* m_marks;
};

} // namespace edgewright::views
