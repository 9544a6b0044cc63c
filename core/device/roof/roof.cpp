// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/roof.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::device {

namespace {

// The least seconds that the roof allows; 0 where nothing is known that would bound it.
std::optional<double> leastSeconds(const Roof& roof, int threads, Arithmetic arithmetic, std::int64_t macs,
                                   std::int64_t bytes) {
    const ThreadRoof* on = roof.on(threads);
    if (!on || macs < 0 || bytes < 0 || (macs == 0 && bytes == 0)) return std::nullopt;
    double seconds = 0;
    if (macs > 0) {
        if (on->peak(arithmetic) <= 0) return std::nullopt;
        seconds = static_cast<double>(macs) / on->peak(arithmetic) * 1e-9;
    }
    if (bytes > 0) {
        const LevelBandwidth* level = on->levelHolding(bytes);
        if (!level || level->best() <= 0) return std::nullopt;
        seconds = std::max(seconds, static_cast<double>(bytes) / level->best() * 1e-9);
    }
    return seconds;
}

std::optional<double> shareOf(std::optional<double> least, double seconds) {
    const double share = least && seconds > 0 ? *least / seconds : std::numeric_limits<double>::infinity();
    return std::isfinite(share) ? std::optional(share) : std::nullopt;
}

} // namespace

std::optional<double> attainable(const Roof& roof, int threads, double intensity, Arithmetic arithmetic,
                                 std::string_view level) {
    const ThreadRoof* on = roof.on(threads);
    if (!on || on->levels.empty() || on->peak(arithmetic) <= 0 || !(intensity >= 0)) return std::nullopt;
    const LevelBandwidth* from = on->level(level);
    if (!from && level == MemoryLevel) from = &on->levels.back();
    if (!from || from->best() <= 0) return std::nullopt;
    return std::min(on->peak(arithmetic), from->best() * intensity);
}

std::optional<double> shareOfRoof(const Roof& roof, const OperatorTime& time, int threads) {
    return shareOf(leastSeconds(roof, threads, time.arithmetic, time.macs, time.bytes), time.seconds);
}

std::optional<double> shareOfRoof(const Roof& roof, const OperatorRow& row, int threads) {
    OperatorTime time;
    time.seconds = row.seconds;
    time.macs = row.macs;
    time.bytes = row.bytes;
    time.arithmetic = row.arithmetic;
    return shareOfRoof(roof, time, threads);
}

std::optional<double> shareOfRoof(const Roof& roof, const KernelTime& kernel) {
    return shareOf(leastSeconds(roof, kernel.threads, kernel.arithmetic, kernel.macs, kernel.bytes),
                   kernel.seconds);
}

std::optional<double> shareOfPeak(const Roof& roof, const KernelTime& kernel) {
    const ThreadRoof* on = roof.on(kernel.threads);
    if (!on || on->peak(kernel.arithmetic) <= 0) return std::nullopt;
    if (kernel.seconds <= 0) return std::nullopt;
    return kernel.rate() / on->peak(kernel.arithmetic); // exactly 1 for the kernel that is the peak
}

} // namespace edgewright::device
