// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that threads go through again and again, each its own, the amounts of it that come from one level of
// the hierarchy, and the levels that its rates show.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "core/measure/roof.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::agent {

struct WorkingSet {
    std::string level;          // measure::LevelBandwidth::level
    std::int64_t capacity = 0;  // bytes that the threads have there together; 0: memory
    std::int64_t perThread = 0; // bytes, a multiple of WorkingSetUnit
};

// Divides into one, two and three arrays of whole blocks of kernels::StreamLoops.
inline constexpr std::int64_t WorkingSetUnit = 6 * 512;

// For each cache, from the core outwards, half of what a thread has of it: of a cache that several threads
// share, its part. Of the last one, where processors share it, only a quarter, since others fill it too (those
// of other virtual machines, which nobody tells of), but at least twice what the thread has of the cache below.
// Left out is a cache of which that would be more than half: it could not be told from the one below. Then
// memory: four times the last cache, but at most `limitBytes`, of all threads together; left out where that is
// less than twice the last cache. Without caches memory alone, with at most 256 MiB.
std::vector<WorkingSet> workingSets(std::span<const measure::Cache> caches, int threads,
                                    std::int64_t limitBytes);

enum class Access { Read, Copy, Triad };

class Stream {
public:
    // OutOfMemory where `bytesPerThread` of each thread are not to be had. Touches all of them.
    static Result<Stream> make(int threads, std::int64_t bytesPerThread);

    // Every thread goes through its first `bytes` (a multiple of WorkingSetUnit), all arrays together, so
    // often.
    void run(Access access, std::int64_t bytes, std::int64_t passes);
    int threads() const { return static_cast<int>(m_memory.size()); }

private:
    std::vector<ir::Tensor> m_memory; // by worker
};

// As many passes as take about so long, at least one.
std::int64_t passesFor(Stream& stream, Access access, std::int64_t bytes, double seconds);

// The caches that a curve shows, from the core outwards: a level is where the rate stays within 15 % from each
// size to the next, over two sizes at least, and the last such stretch is memory. `curve`: sizes rising. Empty
// where there are fewer than two stretches.
std::vector<measure::Cache> levelsOf(std::span<const measure::BandwidthPoint> curve);

} // namespace edgewright::agent
