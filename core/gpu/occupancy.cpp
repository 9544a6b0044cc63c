// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/occupancy.h"

#include "core/base/translatable.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::gpu {

namespace {

constexpr int WarpThreads = 32, RegisterUnit = 256, Parts = 4; // of an SM
constexpr std::int64_t SharedUnit = 128;

template <class T>
constexpr T roundedUp(T value, T unit) {
    return (value + unit - 1) / unit * unit;
}

} // namespace

const char* nameOf(OccupancyLimit limit) {
    switch (limit) {
    case OccupancyLimit::Threads:
        return TRANSLATABLE("Word", "threads");
    case OccupancyLimit::Blocks:
        return TRANSLATABLE("Word", "blocks");
    case OccupancyLimit::Registers:
        return TRANSLATABLE("Word", "registers");
    case OccupancyLimit::SharedMemory:
        return TRANSLATABLE("Word", "shared memory");
    }
    return "";
}

Occupancy occupancyOf(const Multiprocessor& sm, const BlockNeeds& block) {
    constexpr std::int64_t Unlimited = std::numeric_limits<std::int64_t>::max();
    const int warps = std::max(1, roundedUp(block.threads, WarpThreads) / WarpThreads);
    std::int64_t byRegisters = Unlimited, byShared = Unlimited;
    if (block.registers > 0)
        byRegisters =
            Parts * (sm.registers / Parts / roundedUp(WarpThreads * block.registers, RegisterUnit)) / warps;
    const std::int64_t shared = roundedUp(block.sharedBytes + sm.reservedBytes, SharedUnit);
    if (shared > 0) byShared = sm.sharedBytes / shared;
    const std::array<std::int64_t, 4> allowed{sm.threads / (warps * WarpThreads), sm.blocks, byRegisters,
                                              byShared};
    const auto least = std::ranges::min_element(allowed);
    Occupancy found;
    found.blocks = static_cast<int>(*least);
    found.warps = found.blocks * warps;
    found.limit = static_cast<OccupancyLimit>(least - allowed.begin());
    if (sm.threads > 0) found.share = found.warps / (static_cast<double>(sm.threads) / WarpThreads);
    return found;
}

} // namespace edgewright::gpu
