// SPDX-License-Identifier: GPL-3.0-or-later
// Tunes the kernels of a network: searches the space of each task, shares the trials out among the tasks, and
// decides on new samples. A task keeps its default unless another choice is faster beyond doubt there, so that
// what is tuned is never slower but by chance (measure::ComparisonRules::confidence).
#pragma once

#include "core/measure/statistics.h"
#include "core/tuner/older_trials.h"
#include "core/tuner/search_loop.h"
#include "core/tuner/trials.h"

#include <string>
#include <vector>

namespace edgewright::tuner {

// Whom new samples choose: the one with the least ratio to the default of those that are faster than it beyond
// doubt, else the default. Samples are by block, the default's in the same blocks as the others'.
struct Decision {
    std::optional<std::size_t> winner; // place in the others; nothing: the default
    measure::Comparison comparison;    // default, winner
};
Decision decided(std::span<const double> usual, std::span<const std::vector<double>> others);

// Whom it is decided on, of more candidates with a few new samples each, those of the default beside them:
// places in the candidates, the least trialValue first, at most `most`. None is more than 3 % behind the first
// one. The best of a search are those that luck favoured most: with a second look its order counts no more.
std::vector<std::size_t> shortlisted(std::span<const double> usual,
                                     std::span<const std::vector<double>> candidates, std::size_t most);

// A trial, when it is done.
struct TrialNews {
    std::size_t task = 0;    // place in the tasks
    std::int64_t number = 0; // over all tasks, from 1
    kernels::KernelParameters parameters;
    TrialOutcome outcome;
    double price = 0;                 // seconds that it took, all in all
    double after = 0;                 // seconds since the search began
    double usualSeconds = 0;          // of the task's default, as it was first measured; 0: not known yet
    std::optional<double> score = {}; // of the cost model before the trial, larger where it expects less
};

struct TuneOptions : SearchOptions {
    std::int64_t together = 8; // trials beside each other, and of a turn
    // So many blocks tell a gain of 3 % where samples come from two modes that are 8 % apart (tests/bench).
    measure::Effort deciding = {.minBlocks = 25, .minSeconds = 0, .maxBlocks = 200, .seconds = 3};
    // An older log: the search of a kernel begins with so many points that it promises.
    std::shared_ptr<const OlderTrials> older = {};
    std::size_t promising = 8;
    std::function<void(const TrialNews&)> told = {};
};

// The best of the search after so many trials of all tasks and so many seconds.
struct TunePoint {
    std::int64_t trial = 0;
    double seconds = 0, value = 0;
};

struct TunedTask {
    Task task;
    kernels::KernelParameters best = {}; // the default where nothing is faster
    double usualSeconds = 0;             // medians of the new samples
    double bestSeconds = 0;
    measure::Comparison comparison = {}; // default, best: on the new samples
    double floor = 0;                    // floorSeconds
    std::int64_t trials = 0, failed = 0;
    std::vector<TunePoint> curve = {}; // where the best became better
    bool isDefault() const { return best == task.space.usual; }
};

struct TuneResult {
    std::vector<TunedTask> tasks;
    std::int64_t trials = 0, failed = 0;
    double searchSeconds = 0, decidingSeconds = 0;
    std::vector<TunePoint> curve; // of the sum of all tasks, each as often as it occurs
    bool wasStopped = false;      // by its time, or by somebody

    // Parameters of the tasks that are faster than by default, in the order of their keys:
    // kernels::KernelChoice::tuned.
    std::vector<kernels::TunedKernel> tuned() const;
    double usualSeconds() const, bestSeconds() const; // of all tasks, each as often as it occurs
};

// Stopped while it searches: decides on what was found until then. BadInput for an unknown strategy, or where a
// default does not run. Progress counts trials.
Result<TuneResult> tune(std::vector<Task> tasks, Trials& trials, const TuneOptions& options,
                        const RunContext& run = {});

} // namespace edgewright::tuner
