// SPDX-License-Identifier: GPL-3.0-or-later
// The findings about a model, as a table.
#pragma once

#include "core/base/diagnostic.h"
#include "core/table/column.h"

#include <vector>

namespace edgewright::table {

Word wordOf(Severity severity); // "error", "Error"
Table diagnosticTable(Diagnostics rows);

// Findings with those of one kind below one line that tells them together.
struct DiagnosticTree {
    Diagnostics rows;                // the line of a kind ahead of what it stands for
    std::vector<int> parents;        // by row the line that it stands below; -1: none
    std::vector<std::size_t> counts; // by row how many stand below it
};
constexpr std::size_t MinAlike = 4; // fewer of one severity and code stand alone
DiagnosticTree byKind(const Diagnostics& found);

} // namespace edgewright::table
