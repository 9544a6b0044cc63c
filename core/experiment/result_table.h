// SPDX-License-Identifier: GPL-3.0-or-later
// Results as tables: a row for each cell, or one number spread over the choices of an axis.
#pragma once

#include "core/experiment/relation.h"
#include "core/experiment/results_file.h"
#include "core/table/column.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::experiment {

// "configuration=baseline": a cell stands beside the one that has this choice, and else its own.
struct BaselineChoice {
    const Axis* axis = nullptr; // not null
    std::string choice;
};
Result<BaselineChoice> baselineFrom(std::string_view text);

struct ResultRow {
    Outcome outcome;
    std::optional<std::size_t> base;  // the row that it stands beside; empty: there is none
    std::optional<Relation> relation; // to that one; else, where no baseline was chosen, to the reference
};
using ResultRows = std::vector<ResultRow>;

// BadInput where no cell has what was chosen.
Result<void> requireChoices(const std::vector<Cell>& cells, const std::vector<BaselineChoice>& baseline);

// In the order of `cells`; those without a result have no row. Without a choice the baseline is the reference:
// the baseline configuration in float32.
std::shared_ptr<const ResultRows> resultRows(const OutcomesByCell& outcomes, const std::vector<Cell>& cells,
                                             const std::vector<BaselineChoice>& baseline = {});

// Columns: the axes, of which people see those with several choices; numbers(); accuracy with Wilson's
// interval; what a cell is beside its baseline.
table::Table resultTable(std::shared_ptr<const ResultRows> rows);

// A row for each combination of the choices of the other axes, a column for each choice of `across`.
table::Table pivotTable(std::shared_ptr<const ResultRows> rows, const Axis& across, const Number& number);

// The samples with labels whose largest output is right, as a share of all of them. Empty without any.
struct Accuracy {
    double share = 0, low = 0, high = 1; // 95 %, Wilson
};
std::optional<Accuracy> accuracyOf(const Numbers& numbers);

} // namespace edgewright::experiment
