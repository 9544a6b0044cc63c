// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/devices.h"

#include "plugins/cuda_trace/abi.h"
#include "plugins/cuda_trace/driver.h"

namespace edgewright::cuda_trace {

std::vector<DeviceProperties> devicesOfDriver() {
    constexpr int MaxDevices = 64;
    std::vector<DeviceProperties> devices;
    const auto count = driver().symbol<int(int*)>("cuDeviceGetCount");
    const auto get = driver().symbol<int(int*, int)>("cuDeviceGet");
    const auto name = driver().symbol<int(char*, int, int)>("cuDeviceGetName");
    const auto attribute = driver().symbol<int(int*, int, int)>("cuDeviceGetAttribute");
    const auto bytes = driver().symbol<int(std::size_t*, int)>("cuDeviceTotalMem_v2");
    int there = 0;
    if (!count || !get || !name || !attribute || !bytes || count(&there) != Success) return devices;
    for (int i = 0; i < there && i < MaxDevices; ++i) {
        int device = 0;
        char text[256] = {};
        std::size_t total = 0;
        if (get(&device, i) != Success || name(text, sizeof(text) - 1, device) != Success) continue;
        if (bytes(&total, device) != Success) total = 0;
        const auto valueOf = [&](int which) {
            int value = 0;
            return attribute(&value, which, device) == Success ? value : 0;
        };
        devices.push_back({i, text, total, valueOf(75), valueOf(76), valueOf(16), valueOf(10), valueOf(1),
                           valueOf(39), valueOf(12), valueOf(8)});
    }
    return devices;
}

} // namespace edgewright::cuda_trace
