// SPDX-License-Identifier: GPL-3.0-or-later
// The devices of this machine, as the driver that the program has loaded describes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::cuda_trace {

struct DeviceProperties {
    int number = 0;
    std::string name;
    std::uint64_t bytes = 0;
    int major = 0, minor = 0, multiprocessors = 0, warp = 0, threadsPerBlock = 0, threadsPerMultiprocessor = 0;
    int registersPerBlock = 0, sharedPerBlock = 0; // 32-bit registers; bytes
};

// Empty where no driver is loaded, or it is not initialised.
std::vector<DeviceProperties> devicesOfDriver();

} // namespace edgewright::cuda_trace
