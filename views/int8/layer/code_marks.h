// SPDX-License-Identifier: GPL-3.0-or-later
// Over a histogram: where the codes lie, below its bars, and ranges as brackets above them. From the chosen
// range two lines lead down through the bars.
#pragma once

#include "core/quant/arithmetic/params.h"
#include "views/support/theme.h"

#include <QChart>

#include <optional>
#include <vector>

namespace edgewright::views {

struct CodeMarks {
    struct Bracket {
        QString name;
        quant::Range range;
        bool isChosen = false;
    };
    std::optional<quant::Params> params; // of the codes; none: no marks below the bars
    quant::Codes codes;
    std::vector<Bracket> ranges;           // from the top downwards
    double codesTop = 0, rangesBottom = 1; // on the vertical axis: the room for both
    QString below, above;                  // what is said of values beside the chosen range
};

// `series`: whose axes the values refer to.
void addCodeMarks(QChart& chart, QAbstractSeries& series, CodeMarks marks, const Theme& theme);

// The codes that have a mark where `step` pixels lie from one to the next: all, or every 16th, 256th, ... one.
std::int32_t codeStride(double step);

} // namespace edgewright::views
