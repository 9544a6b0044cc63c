// SPDX-License-Identifier: GPL-3.0-or-later
// Every strategy on the tilings of one layer, with as many trials each, against the best that is known.
#pragma once

#include "core/cost/search/comparison_options.h"
#include "core/cost/search/task.h"
#include "core/cost/search/tiling_space.h"
#include "core/table/answer.h"

#include <string>

namespace edgewright::cost::search {

// Spaces of more points are not gone through in whole; about ten seconds of one core.
inline constexpr PointId MaxExhausted = PointId(1) << 27;
inline constexpr double NearBest = 0.95; // of the best value over that of a trial: as good as the best

struct StrategyOutcome {
    const Strategy* strategy = nullptr;
    SearchResult result;
    std::optional<Tiling> tiling; // of the best; empty: nothing was tried, or nothing fits
};

// The state at one moment; values are those of the accelerator's objective, of the whole layer.
struct StrategyOutcomes {
    Layer layer;
    Accelerator accelerator;
    ComparisonOptions options;
    std::string energyUnit = "pJ"; // or "MAC" (energy/energy_table.h)
    PointId points = 0;            // of the space
    // In the order of strategies(); one that enumerates only where `points` are MaxExhausted or fewer.
    std::vector<StrategyOutcome> strategies;
    Tiling usual; // chosen without a search, as in Mode::Physical
    double usualValue = 0;
    bool isComplete = false;

    double best() const;                    // of all and `usualValue`
    const StrategyOutcome* proof() const;   // whose search went through all tilings; null: none
    double shareOfBest(double value) const; // best() / value, 0..1; 0 for infinity
    std::int64_t trialsToBest(const StrategyOutcome&) const; // to NearBest of best(); 0: not reached
};

// By how much the best beats the tiling that is chosen without a search, and who found it how soon. Empty while
// nothing was tried.
table::Answer answerOf(const StrategyOutcomes& outcomes);

class StrategyComparison {
public:
    // BadInput for a layer of the vector unit, one of which no tile fits, or fewer trials than 1.
    static Result<StrategyComparison> of(const Layer& layer, const Accelerator& accelerator,
                                         const ComparisonOptions& options = {});
    // A turn of each search that is not over; those with trials of their own before one that enumerates.
    // Progress counts the trials of all, of one that enumerates the points gone through. Cancelled: what was
    // tried is kept.
    Result<void> advance(const RunContext& run = {});
    bool isComplete() const { return m_outcomes.isComplete; }
    const StrategyOutcomes& outcomes() const { return m_outcomes; }

private:
    StrategyComparison() = default;
    std::int64_t trialsLeft(std::size_t search) const;
    void note(std::size_t search);

    TilingSpace m_space;
    std::vector<SearchTask> m_tasks; // by place in m_outcomes.strategies
    StrategyOutcomes m_outcomes;
};

} // namespace edgewright::cost::search
