// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning that a call of the driver has for a trace, made of its arguments: driver_functions.h gives each
// function one of these.
#pragma once

#include "plugins/cuda_trace/abi.h"

namespace edgewright::cuda_trace {

struct Plain {}; // a call that takes time, no more

struct Waits {
    Handle stream; // null: all of the context
};

struct OnStream { // something small that a stream does in its order
    Handle stream;
};

struct Launches {
    Handle function;
    std::uint32_t grid[3], block[3], sharedBytes;
    Handle stream;
    static Launches of(const LaunchConfig* config, Handle function) {
        if (!config) return {function, {}, {}, 0, nullptr};
        return {function,
                {config->gridX, config->gridY, config->gridZ},
                {config->blockX, config->blockY, config->blockZ},
                config->sharedBytes,
                config->stream};
    }
};

struct LaunchesGraph {
    Handle graph, stream;
};

struct Names { // functions by their names
    Handle* function;
    const char* name;
};

struct Allocates {
    Address* at; // where the driver writes the address
    std::size_t bytes;
};

struct AllocatesRows {
    Address* at;
    const std::size_t* pitch; // bytes of a row, which the driver chooses
    std::size_t rows;
};

struct AllocatesHost {
    void** at;
    std::size_t bytes;
};

struct AllocatesInOrder {
    Address* at;
    std::size_t bytes;
    Handle stream;
};

struct Frees {
    Address at;
};

struct FreesHost {
    void* at;
};

struct FreesInOrder {
    Address at;
    Handle stream;
};

struct FreesAllOf {
    int device;
};

// Physical memory: it lives until it is released and mapped nowhere any more.
struct Creates {
    Address* handle;
    std::size_t bytes;
    const AllocationProperties* properties;
};

struct Releases {
    Address handle;
};

struct Maps {
    Address at;
    std::size_t bytes;
    Address handle;
};

struct Unmaps {
    Address at;
    std::size_t bytes;
};

struct Copies {
    std::size_t bytes;
    Handle stream;
    static Copies plane(const PlaneCopy* copy, Handle stream) {
        return {copy ? copy->width * copy->height : 0, stream};
    }
    static Copies volume(const VolumeCopy* copy, Handle stream) {
        return {copy ? copy->width * copy->height * copy->depth : 0, stream};
    }
    static Copies batch(const std::size_t* sizes, std::size_t count, Handle stream) {
        Copies all{0, stream};
        for (std::size_t i = 0; sizes && i < count; ++i)
            all.bytes += sizes[i];
        return all;
    }
};

struct Fills {
    std::size_t bytes;
    Handle stream;
};

struct BeginsCapture {
    Handle stream;
};

struct EndsCapture {
    Handle stream;
};

} // namespace edgewright::cuda_trace
