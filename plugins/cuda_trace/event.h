// SPDX-License-Identifier: GPL-3.0-or-later
// An event of a trace: a call on the host, something on a device, or memory that comes and goes.
#pragma once

#include <cstdint>

namespace edgewright::cuda_trace {

enum class Kind : std::uint8_t { RuntimeCall, DriverCall, Kernel, Copy, Fill, Memory };

constexpr std::int32_t NoDevice = -1;

struct Event {
    Kind kind = Kind::DriverCall;
    std::uint8_t copyKind = 0;           // CUPTI's: 1 from host to device ...
    std::uint8_t source = 0, target = 0; // of a copy, MemoryKind; a fill has a target
    std::uint32_t name = 0;              // of a call or a kernel; an id of NameTable
    std::uint32_t kernel = 0;            // of a call that launches one, likewise; 0: it does not
    std::int32_t result = 0;             // of a call
    std::uint64_t start = 0, end = 0;    // nanoseconds of CLOCK_MONOTONIC
    std::int64_t bytes = 0;              // that a copy or fill moves; that memory grows by
    std::int32_t device = NoDevice;      // of memory: NoDevice is pinned memory of the host
    std::uint32_t context = 0;
    std::uint64_t stream = 0; // a number of CUPTI, or of StreamNumbers
    std::uint32_t correlation = 0, thread = 0;
    std::uint32_t grid[3] = {}, block[3] = {}, sharedBytes = 0; // a kernel, or a call that launches one
    std::uint32_t registers = 0;
};

} // namespace edgewright::cuda_trace
