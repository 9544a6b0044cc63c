// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a trace by their names: how often each ran, and how long.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace edgewright::trace {

struct KernelTimes {
    std::string name;
    std::size_t count = 0;
    double seconds = 0, median = 0; // of all, of one
};

// Longest in all first; copies and fills are none. Empty where only calls on the host were recorded. O(n log
// n).
std::vector<KernelTimes> kernelTimes(const Trace& trace);

} // namespace edgewright::trace
