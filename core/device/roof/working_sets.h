// SPDX-License-Identifier: GPL-3.0-or-later
// The amounts of memory to go through so that they come from one level of the hierarchy.
#pragma once

#include "core/measure/machine.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::device {

struct WorkingSet {
    std::string level;          // LevelBandwidth::level
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

} // namespace edgewright::device
