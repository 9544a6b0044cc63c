// SPDX-License-Identifier: GPL-3.0-or-later
// A search that goes on for as many trials as it is given.
#pragma once

#include "core/cost/search/strategy.h"

#include <limits>

namespace edgewright::cost::search {

// The best value after so many trials, counted from 1.
struct Step {
    std::int64_t trial = 0;
    double value = 0;
    friend bool operator==(const Step&, const Step&) = default;
};

struct SearchResult {
    Point best; // empty: nothing was tried, or nothing fits
    double value = std::numeric_limits<double>::infinity();
    std::int64_t evaluations = 0;
    std::vector<Step> curve; // where the best became better
    bool proved = false;     // every admitted point was tried
    // The best of the first so many trials; infinity for 0.
    double bestAfter(std::int64_t trials) const;
    // The first trial whose value is at most `value`; 0 if there is none.
    std::int64_t trialsTo(double value) const;
};

class SearchTask {
public:
    // BadInput for a space that pointsOf refuses, or an unknown cost model.
    static Result<SearchTask> start(Space space, const Strategy& strategy, const StrategyOptions& options = {});
    // `trials` more evaluations (none below 1), fewer if there is no more to try. Progress counts those of this
    // call. Cancelled: what was tried until then is kept in result().
    Result<void> advance(std::int64_t trials, const RunContext& run = {});
    bool over() const { return m_over; } // nothing more to try
    const SearchResult& result() const { return m_result; }
    const History& history() const { return m_history; } // empty if the strategy enumerates
    const Space& space() const { return *m_space; }
    PointId last() const { return m_last; } // that was tried; 0 before any

private:
    SearchTask() = default;
    void record(PointId id, double value);                                         // of m_point
    Result<std::int64_t> recordTogether(std::int64_t most, const RunContext& run); // how many

    std::unique_ptr<Space> m_space; // at one address: the proposer refers to it
    const Strategy* m_strategy = nullptr;
    std::unique_ptr<Proposer> m_proposer;
    std::vector<PointId> m_proposed; // those before m_next were tried
    std::vector<double> m_foreseen;  // of those, or none
    std::size_t m_next = 0;
    History m_history;
    SearchResult m_result;
    Point m_point;
    PointId m_last = 0;
    bool m_over = false;
};

// A whole search at once.
Result<SearchResult> minimize(Space space, const Strategy& strategy, std::int64_t trials,
                              const StrategyOptions& options = {}, const RunContext& run = {});

} // namespace edgewright::cost::search
