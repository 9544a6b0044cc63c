// SPDX-License-Identifier: GPL-3.0-or-later
// Results as tables: a row for each cell, or one number spread over the choices of an axis.
#pragma once

#include "core/experiment/relation.h"
#include "core/experiment/results_file.h"
#include "core/table/column.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::experiment {

struct ResultRow {
    Outcome outcome;
    std::optional<Outcome> base;      // that it stands beside; empty: there is none
    std::optional<Relation> relation; // to that one; else, where no baseline was chosen, to the reference
    std::string file = {};            // of the model, without its folder
};
using ResultRows = std::vector<ResultRow>;

// In the order of `cells`; those without a result have no row. `outcomes` may have more cells. A cell stands
// beside the one that has the choices of `baseline` and else its own. Without any the baseline is the
// reference: the baseline configuration in float32.
std::shared_ptr<const ResultRows> resultRows(const OutcomesByCell& outcomes, const std::vector<Cell>& cells,
                                             const std::vector<AxisChoice>& baseline = {});

// Columns: the axes, of which people see those with several choices; numbers(); accuracy with Wilson's
// interval; what a cell is beside its baseline.
table::Table resultTable(std::shared_ptr<const ResultRows> rows);

struct PivotLook {
    const Axis* down = nullptr; // that rows are sorted by, in the first column; null: as axes() are
    // Behind each number its ratio to the baseline and the verdict, which pages show when they are asked for.
    bool hasRelations = false;
};
// A row for each combination of the choices of the other axes, a column for each choice of `across`. `value`: a
// key of resultTable().
table::Table pivotTable(std::shared_ptr<const ResultRows> rows, const Axis& across, std::string_view value,
                        const PivotLook& look = {});
table::Table pivotTable(std::shared_ptr<const ResultRows> rows, const Axis& across, const Number& number,
                        const PivotLook& look = {});

// The choices in which cells differ, by row; where there is only one cell, its configuration.
std::vector<std::string> tellingNames(const ResultRows& rows);
std::vector<const Axis*> variedAxes(const ResultRows& rows); // those with several choices

// The key of a column of resultTable() but the axes, by its key or, where only one has it, its head. BadInput,
// with the nearest key that there is.
Result<std::string_view> valueNamed(std::string_view name);
// The usual one: the ratio where a row has one, else the latency.
std::string_view usualValue(const ResultRows& rows);

// The meaning of the columns that are easily misread, a sentence each. `baseline`: as for resultRows().
std::vector<std::string> legendOf(const ResultRows& rows, const std::vector<AxisChoice>& baseline = {});
// Between cells of one model in one size on one machine, by the baseline that ran in turn with each. Empty: it
// did not change by much.
std::string speedChangeText(const ResultRows& rows);
// The models with file and fingerprint, and the machines, a line each.
std::vector<std::string> originOf(const ResultRows& rows);

// The samples with labels whose largest output is right, as a share of all of them. Empty without any.
struct Accuracy {
    double share = 0, low = 0, high = 1; // 95 %, Wilson
};
std::optional<Accuracy> accuracyOf(const Numbers& numbers);

} // namespace edgewright::experiment
