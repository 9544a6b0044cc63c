// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of several variants, taken in turn: in each block every variant runs once, in an order drawn anew.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/measure/pace.h"
#include "core/measure/stopwatch.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::measure {

struct Subject {
    std::string name;
    std::function<Result<void>(const RunContext&)> run; // once; what comes before and after is not timed
    // Before each run, not timed; may be empty: brings back into the caches what other variants displaced.
    std::function<Result<void>(const RunContext&)> prepare = {};
};

struct Effort {
    int warmups = 3; // runs of each variant after its first one, not kept
    double uncertainty =
        0.01; // enough once the medians of all variants are known so well (Summary::uncertainty)
    std::size_t minBlocks = 15; // and so many blocks are there,
    double minSeconds =
        0.5; // and so much time went into them, with at most maxBlocks: short runs come in bursts of luck
    std::size_t maxBlocks = 10'000;
    double seconds = 8;     // or so long it took; the block that is running is finished
    std::uint64_t seed = 1; // of the order within the blocks
    friend bool operator==(const Effort&, const Effort&) = default;
};

enum class End { Known, TimeUp, Cancelled };

struct Samples {
    std::vector<Timing> first;               // by variant: its first run ever
    std::vector<int> warmups;                // by variant: those of Effort::warmups that there was time for
    std::vector<std::vector<Timing>> blocks; // by variant, then by block: as many of each
    std::vector<double> reference;           // referenceSeconds() between blocks, a few times a second or more
    End end = End::TimeUp;
    double seconds = 0; // warm-up included

    std::vector<double> wall(std::size_t variant) const; // seconds, by block
    // The share of blocks in which the variant, on `threads` threads, computed for clearly less time than
    // passed: the machine was taken away. 0 for more than one thread, which may wait for each other.
    double disturbed(std::size_t variant, int threads) const;
};

// The error of a variant that fails. When stopped, what was measured until then, if at least one block is
// whole; else Cancelled. Progress is in hundredths of what may be left.
Result<Samples> sample(const std::vector<Subject>& subjects, const Effort& effort, const RunContext& run = {},
                       const std::function<void(const Samples&)>& afterBlock = {});

// The figures of the runs of one way to run a network.
struct MeasuredRun {
    Timing first = {};               // of the first run: with all that is prepared once
    std::optional<int> warmups = {}; // runs between that and the blocks; empty: not told
    std::vector<Timing> blocks = {}; // as many for every way that is measured beside it, taken in turn
    double disturbed = 0;            // Samples::disturbed
    Pace pace = {};                  // without measurements: not told
    double inputCopySeconds = 0;     // of a run, that copying inputs into the arena takes; 0: none, or not told
    std::int64_t peakBytes = 0, valueBytes = 0, arenaBytes = 0, allocations = 0, operatorCalls = 0;

    // Its blocks began right after the first run.
    bool isWithoutWarmup() const { return warmups == 0; }
};

} // namespace edgewright::measure
