// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that a program holds, by what it asks the driver for: with each change an event of the recorder,
// in the order in which addresses come and go.
#pragma once

#include "plugins/cuda_trace/abi.h"

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace edgewright::cuda_trace {

// For any thread. Something is freed here before the driver frees it, as its address may be given out again
// before this thread goes on; where the driver then refuses, it is kept again.
class MemoryBook {
public:
    struct Block {
        std::int64_t bytes = 0;
        std::int32_t device = 0; // NoDevice: pinned memory of the host
    };

    void allocate(Address at, Block block);
    Block free(Address at); // no bytes: it was not known
    void freeAllOf(std::int32_t device);

    // Physical memory, which is there until it is released and mapped nowhere.
    void create(Address handle, Block block);
    void map(Address at, Address handle);
    void unmap(Address at, std::uint64_t bytes); // everything mapped within
    void release(Address handle);

private:
    struct Physical {
        Block block;
        int maps = 0;
        bool isReleased = false;
    };
    void tell(std::int64_t bytes, std::int32_t device);
    void dropUnused(Address handle);

    std::mutex m_mutex;
    std::unordered_map<Address, Block> m_blocks;
    std::unordered_map<Address, Physical> m_physical; // by handle
    std::unordered_map<Address, Address> m_maps;      // handles by address
};

} // namespace edgewright::cuda_trace
