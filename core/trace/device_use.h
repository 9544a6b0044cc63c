// SPDX-License-Identifier: GPL-3.0-or-later
// The use that a program makes of its accelerators, by a trace: busy, waiting, copying, memory.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace edgewright::trace {

struct Pause {
    double start = 0, seconds = 0;
    std::uint32_t next = 0;   // the span that ends it, in Trace::spans
    bool isForLaunch = false; // the host had not launched that yet when the pause began
};

struct DeviceUse {
    std::string name; // "GPU 0"
    // Seconds from the first to the last of what ran there: span = busy + forLaunches + otherwise.
    double span = 0, busy = 0, forLaunches = 0, otherwise = 0;
    double kernels = 0, copies = 0, fills = 0; // seconds, each stream by itself
    std::vector<Pause> pauses;                 // the longest first
};

struct MemoryPeak {
    Label name; // of the counter
    double bytes = 0;
};

struct GpuUse {
    std::vector<DeviceUse> devices;                 // none: only calls on the host were recorded
    std::size_t kernels = 0, copies = 0, fills = 0; // that ran; without devices, calls that ask for them
    std::size_t launches = 0, graphLaunches = 0;    // calls on the host
    std::vector<MemoryPeak> peaks;                  // of counters of memory, in the order of the trace
};

bool isKernel(const std::string& name); // of something that ran on a device: no copy and no fill

// O(n log n).
GpuUse gpuUse(const Trace& trace);

// The same in sentences, the most important one first: "71 % of the 3.20 ms GPU 0 waits for launches." Empty
// where the trace shows no use of an accelerator.
std::vector<std::string> sentences(const GpuUse& use, const Trace& trace);

} // namespace edgewright::trace
