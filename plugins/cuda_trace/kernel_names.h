// SPDX-License-Identifier: GPL-3.0-or-later
// Names of kernels by the handles that they are launched with.
#pragma once

#include "plugins/cuda_trace/abi.h"

#include <cstdint>
#include <shared_mutex>
#include <unordered_map>

namespace edgewright::cuda_trace {

// For any thread. Names are those of the recorder's table.
class KernelNames {
public:
    void set(Handle function, const char* name); // a later name is that of a module loaded later
    std::uint32_t of(Handle function);           // asks the driver for one that it was not told

private:
    std::shared_mutex m_mutex;
    std::unordered_map<Handle, std::uint32_t> m_names;
};

} // namespace edgewright::cuda_trace
