// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/bench/peaks.h"

namespace edgewright::gpu {

namespace {

struct PerCycle { // of one SM; 0: not known
    int capability, float32, tensorFloat32, float16, int8;
};
constexpr PerCycle Rates[] = {
    {70, 64, 0, 512, 0},       {72, 64, 0, 512, 1024},      {75, 64, 0, 512, 1024},
    {80, 64, 512, 1024, 2048}, {86, 128, 256, 512, 1024},   {87, 128, 512, 1024, 2048},
    {89, 128, 256, 512, 1024}, {90, 128, 1024, 2048, 4096},
};

} // namespace

Peaks peaksOf(const GpuInfo& info) {
    Peaks peaks;
    const double cycles = 1e3 * info.clockKilohertz * info.multiprocessors; // of all SMs in a second
    const auto rate = [&](int perCycle) -> std::optional<double> {
        if (perCycle <= 0 || cycles <= 0) return std::nullopt;
        return perCycle * cycles;
    };
    for (const PerCycle& each : Rates)
        if (each.capability == info.capability)
            peaks = {rate(each.float32), rate(each.tensorFloat32), rate(each.float16), rate(each.int8),
                     std::nullopt};
    // Two words a cycle of the clock.
    if (info.memoryClockKilohertz > 0 && info.memoryBusBits > 0)
        peaks.memory = 2e3 * info.memoryClockKilohertz * (info.memoryBusBits / 8.0);
    return peaks;
}

} // namespace edgewright::gpu
