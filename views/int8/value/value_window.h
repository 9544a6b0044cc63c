// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of a sum that are shown at once: one input channel under the kernel, or a block of channels where
// the kernel has one position or one axis.
#pragma once

#include "core/quant/value_trace.h"

#include <QString>

#include <vector>

namespace edgewright::views {

struct ValueWindow {
    int columns = 0, rows = 0;
    std::vector<std::int64_t> terms; // row by row; -1: nothing there
    QString caption;                 // what of all it is

    std::int64_t at(int column, int row) const {
        return terms[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                     static_cast<std::size_t>(column)];
    }
};

// The window that has `term` in it, at most that many columns and rows; the next one begins where it ends, the
// last one ends where all do.
ValueWindow windowAround(const quant::ValueTrace& trace, std::size_t term, int columns, int rows);

} // namespace edgewright::views
