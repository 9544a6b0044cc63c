// SPDX-License-Identifier: GPL-3.0-or-later
// The search over the tasks of a network, then the decision on each of them: of whichever space.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/search/scheduler.h"
#include "core/tuner/search_options.h"
#include "core/tuner/task.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace edgewright::tuner {

// No call of the task takes less: its multiply-accumulates at the peak, and its bytes from the nearest level of
// memory that holds them. 0 without a roof.
double floorSeconds(const Task& task, const std::optional<measure::ThreadRoof>& roof);

class SearchLoop {
public:
    // The space of a task, with a way to evaluate it that counts each trial in `trials`.
    struct Part {
        const Task* task = nullptr;
        double floor = 0; // floorSeconds
        cost::search::Space space;
    };

    // `together`: trials of a turn.
    SearchLoop(const SearchOptions& options, std::int64_t together)
        : m_options(options), m_together(together) {}

    // Until so many trials are done, the time is over, nothing is left to try, or somebody stops it; then
    // `decide` is called for each part by its place, also after a stop: what was found is worth the seconds.
    // BadInput for an unknown strategy or cost model; errors of evaluating and deciding. Progress counts
    // trials.
    Result<void> run(std::vector<Part> parts, const std::function<Result<void>(std::size_t)>& decide,
                     const RunContext& context);

    double secondsSoFar() const;                         // since the search began
    std::chrono::steady_clock::time_point end() const;   // when its time is over
    double searchSeconds() const { return m_searched; }  // once it is over
    double decidingSeconds() const { return m_decided; } // likewise
    bool wasStopped() const { return m_wasStopped; }     // by its time, or by somebody
    std::int64_t trials = 0;                             // that were done

private:
    Result<cost::search::Scheduler> scheduled(std::vector<Part>& parts) const;
    Result<void> search(cost::search::Scheduler& scheduler, const RunContext& context);

    const SearchOptions& m_options;
    std::int64_t m_together;
    std::chrono::steady_clock::time_point m_begin;
    double m_searched = 0, m_decided = 0;
    bool m_wasStopped = false;
};

} // namespace edgewright::tuner
