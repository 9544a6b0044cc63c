// SPDX-License-Identifier: GPL-3.0-or-later
// The thread between the fake driver and the fake CUPTI: each call that the driver has answered.
#pragma once

#include "plugins/cuda_trace/abi.h"

#include <string>
#include <vector>

namespace edgewright::fake_cuda {

using cuda_trace::Address;
using cuda_trace::Handle;

enum class Work { None, Kernels, Copy, Fill, Allocation, Release };

struct Answered {
    const char* function = nullptr; // of the driver
    int result = 0;
    Work work = Work::None;
    std::vector<std::string> kernels; // names; of a graph several
    std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
    std::size_t bytes = 0;
    Address address = 0;
    bool isPinned = false; // memory of the host
    std::uint32_t stream = 7;
};

using Listener = void (*)(const Answered&);

} // namespace edgewright::fake_cuda
