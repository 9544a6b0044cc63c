// SPDX-License-Identifier: GPL-3.0-or-later
// Tunes with generated kernels (core/loopnest) in place of the parameters of the program's own: on this machine
// alone, with a compiler. The search, and the decision on new samples against the own kernel, are as in
// tuner.h. Networks run with what is found by generated_winners.h.
#pragma once

#include "core/loopnest/object_cache.h"
#include "core/loopnest/trials.h"
#include "core/tuner/tuner.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace edgewright::tuner {

// A trial, when it is done.
struct GeneratedNews {
    std::size_t task = 0;    // place in the tasks
    std::int64_t number = 0; // over all tasks, from 1
    const loopnest::Schedule* schedule = nullptr;
    const loopnest::KernelOutcome* outcome = nullptr;
    double price = 0, compiling = 0;  // seconds that it took, all in all; those of them that compiled
    double value = 0;                 // trialValue of a correct one; infinite
    double after = 0;                 // seconds since the search began
    double usualSeconds = 0;          // of the task's own kernel, as it was first measured; 0: not known yet
    std::optional<double> score = {}; // of the cost model before the trial, larger where it expects less
};

struct GeneratedOptions : SearchOptions {
    std::int64_t together = 16; // kernels of an object, and trials of a turn
    int decidingBlocks = 40;    // new samples of each
    loopnest::KernelTrialOptions trying = {};
    std::function<void(const GeneratedNews&)> told = {};
};

struct GeneratedTask {
    Task task;
    std::string refused = {};                    // why no loop nest is derived; empty: it is
    std::optional<loopnest::Schedule> best = {}; // nothing: the own kernel, than which nothing is faster
    std::filesystem::path object = {};           // of the best alone, in the cache
    double usualSeconds = 0, bestSeconds = 0;    // medians of the new samples
    measure::Comparison comparison = {};         // own, best: on the new samples
    double floor = 0;                            // floorSeconds
    std::size_t sketches = 0;
    std::int64_t trials = 0, failed = 0;
    bool isDerived() const { return refused.empty(); }
};

struct GeneratedResult {
    std::vector<GeneratedTask> tasks; // in the order of the given ones
    loopnest::Compiler compiler;
    std::int64_t trials = 0, failed = 0;
    double searchSeconds = 0, compileSeconds = 0, decidingSeconds = 0;
    bool wasStopped = false; // by its time, or by somebody

    // Sums over the tasks that loop nests are derived for, each as often as it occurs.
    double usualSeconds() const, bestSeconds() const;
    std::size_t derived() const, faster() const; // tasks
};

// Stopped while it searches: decides on what was found until then. BadInput for an unknown strategy, a compiler
// that fails, or where an own kernel does not run. Progress counts trials.
Result<GeneratedResult> tuneGenerated(const std::vector<Task>& tasks, const loopnest::Compiler& compiler,
                                      const loopnest::ObjectCache& cache, const GeneratedOptions& options,
                                      const RunContext& run = {});

} // namespace edgewright::tuner
