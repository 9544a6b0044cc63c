// SPDX-License-Identifier: GPL-3.0-or-later
// Replays of the tuner on tables, each against what is asked of it.
#pragma once

#include "tests/bench/report.h"
#include "tests/bench/tuning_table.h"

namespace edgewright::bench {

using TuningTables = std::vector<std::shared_ptr<const TuningTable>>;

struct ReplayOptions {
    std::uint64_t seeds = 30;
    std::int64_t together = 8;        // trials beside each other, as in tuner::TuneOptions
    std::int64_t trialsOfATask = 256; // of the scheduler's replay: all of them
    int noisyReplays = 200;
    std::int64_t noisyTrials = 128;
};

// Every strategy and every cost model on every table: score, trials to 95 % of the optimum, and how well models
// know the space.
Result<void> replaySearches(Report& report, const TuningTables& tables, const ReplayOptions& options);
// All tables at once: what the scheduler makes of the trials, beside turns.
Result<void> replayScheduler(Report& report, const TuningTables& tables, const ReplayOptions& options);
// Every table: its search with trials of the others as an older log, and without.
Result<void> replayTransfer(Report& report, const TuningTables& tables, const ReplayOptions& options);
// Samples as disturbed machines take them: who is chosen in the end. On these tables, and on made-up ones, of
// which the true best is known.
Result<void> replayNoise(Report& report, const TuningTables& tables, const ReplayOptions& options);

} // namespace edgewright::bench
