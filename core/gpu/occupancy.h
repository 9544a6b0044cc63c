// SPDX-License-Identifier: GPL-3.0-or-later
// The number of blocks of a kernel that a multiprocessor (SM) of an NVIDIA GPU runs at once, and which of its
// resources is used up first: the rule of CUDA's occupancy calculator for compute capabilities 7.0 to 9.0.
#pragma once

#include <cstdint>

namespace edgewright::gpu {

// One SM, as attributes of the driver tell it.
struct Multiprocessor {
    int threads = 0;              // at once, a multiple of 32
    int blocks = 0;               // at once
    int registers = 0;            // of 32 bits, in four parts
    std::int64_t sharedBytes = 0; // for all blocks
    int reservedBytes = 0;        // of them, that the system takes for each block
    friend bool operator==(const Multiprocessor&, const Multiprocessor&) = default;
};

struct BlockNeeds {
    int threads = 0;              // 1 to 1024
    int registers = 0;            // of a thread, 0 to 255; 0: they do not limit
    std::int64_t sharedBytes = 0; // static and dynamic
};

enum class OccupancyLimit { Threads, Blocks, Registers, SharedMemory };
const char*
nameOf(OccupancyLimit limit); // "threads", "blocks", "registers", "shared memory", TRANSLATABLE "Word"

struct Occupancy {
    int blocks = 0;                                 // 0: a block does not fit
    int warps = 0;                                  // of those blocks
    double share = 0;                               // of the warps that the SM can have
    OccupancyLimit limit = OccupancyLimit::Threads; // of several that allow as few blocks, the first of these
};

// blocks = min(threads / (32 ⌈t / 32⌉), blocks, 4 ⌊registers / 4 / ⌈32 r⌉ to 256⌋ / ⌈t / 32⌉,
// shared / ⌈s + reserved⌉ to 128), each rounded down; t threads, r registers, s bytes.
Occupancy occupancyOf(const Multiprocessor& sm, const BlockNeeds& block);

} // namespace edgewright::gpu
