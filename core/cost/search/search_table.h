// SPDX-License-Identifier: GPL-3.0-or-later
// The results of searches as tables: by strategy on one layer, and by layer of a workload.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "core/table/column.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::cost::search {

// `withUsual`: a last row of what is chosen without a search. Null outcomes: no rows.
table::Table searchTable(std::shared_ptr<const StrategyOutcomes> outcomes, bool withUsual);

// Layers that were searched as one.
struct SearchedLayer {
    std::vector<std::string> names; // at least one
    Tiling usual;                   // chosen without a search
    double usualValue = 0;
    Tiling best; // no worse than `usual`
    double value = 0;
    PointId points = 0; // of the space
    SearchResult found;

    bool isBetter() const { return value < usualValue; }
    double gain() const { return usualValue / value; }
    double times() const { return static_cast<double>(names.size()); }
};

struct SearchedLayers {
    std::vector<SearchedLayer> layers;
    Objective objective = Objective::Cycles;
    std::string energyUnit = "pJ"; // or "MAC"
    std::vector<Step> curve;       // of the sum over all layers
    bool isLeast = false;          // the sum: some operators are not counted
};
table::Table searchedTable(std::shared_ptr<const SearchedLayers> searched);
// One row for each trial that found a better value: of each layer, then of the sum.
table::Table improvementTable(const SearchedLayers& searched);

} // namespace edgewright::cost::search
