// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/roof_accelerator.h"

#include "core/cost/accelerators/presets.h"
#include "core/cost/limits.h"
#include "core/device/record/json_parts.h"

#include <algorithm>
#include <cmath>

namespace edgewright::device {

namespace {

constexpr double Near = 0.01;
constexpr std::int64_t MaxNanoseconds = 1000;
constexpr std::int64_t MaxBandwidth = std::int64_t(1) << 20; // bytes per cycle that a description may have

double errorOf(std::int64_t found, double wanted) { return std::abs(static_cast<double>(found) / wanted - 1); }

// rows * cols near `elements`, and not far from a square.
void setElements(cost::Accelerator& accelerator, double elements) {
    const auto side = static_cast<std::int64_t>(std::sqrt(elements));
    double least = 2;
    for (std::int64_t rows = std::max<std::int64_t>(side, 1); rows >= std::max<std::int64_t>(side / 2, 1);
         --rows) {
        const std::int64_t cols = std::max<std::int64_t>(std::llround(elements / static_cast<double>(rows)), 1);
        if (errorOf(rows * cols, elements) >= least) continue;
        least = errorOf(rows * cols, elements);
        accelerator.rows = rows;
        accelerator.cols = cols;
    }
}

} // namespace

std::optional<MeasuredAccelerator> acceleratorOf(const Roof& roof, int threads, Arithmetic arithmetic) {
    constexpr double MaxElements = 1 << 24; // far below cost::ArrayLimit on each side
    const ThreadRoof* on = roof.on(threads);
    if (!on || on->levels.empty()) return std::nullopt;
    const LevelBandwidth* memory = on->level(MemoryLevel);
    const double peak = on->peak(arithmetic), bytes = (memory ? *memory : on->levels.back()).best();
    if (peak <= 0 || bytes <= 0) return std::nullopt;
    MeasuredAccelerator result;
    result.name = roof.machine.processorText() + ", " + std::to_string(threads) +
                  (threads == 1 ? " thread, " : " threads, ") + std::string(nameOf(arithmetic));
    const std::int64_t wordBytes = arithmetic == Arithmetic::Int8 ? 1 : 4;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t cycle = 1; cycle <= MaxNanoseconds && least > Near; ++cycle) {
        const double elements = peak * static_cast<double>(cycle);
        const double moved = bytes * static_cast<double>(cycle);
        if (elements > MaxElements || moved > static_cast<double>(MaxBandwidth)) break;
        cost::Accelerator accelerator;
        setElements(accelerator, elements);
        accelerator.bandwidth = std::max<std::int64_t>(std::llround(moved), 1);
        const double error = std::max(errorOf(accelerator.rows * accelerator.cols, elements),
                                      errorOf(*accelerator.bandwidth, moved));
        if (error >= least) continue;
        least = error;
        result.accelerator = accelerator;
        result.cyclesPerSecond = 1e9 / static_cast<double>(cycle);
    }
    if (result.cyclesPerSecond == 0) return std::nullopt;
    cost::Accelerator& made = result.accelerator;
    made.clockGhz = made.nominalGhz = result.cyclesPerSecond * 1e-9;
    made.dataflow = cost::Dataflow::OutputStationary; // as the tiles of our kernels
    made.wordBytes = wordBytes;
    made.lanes = std::min(made.rows * made.cols, MaxBandwidth);
    for (const LevelBandwidth& level : on->levels)
        if (level.capacity > 0)
            made.ifmapKb = made.filterKb = made.ofmapKb =
                std::clamp<std::int64_t>(level.capacity / (3 * 1024), 1, MaxBandwidth);
    return result;
}

std::string acceleratorJson(const MeasuredAccelerator& measured) {
    Json json = cost::acceleratorJson(measured.accelerator);
    json.update({{"name", measured.name},
                 {"source", "measured"},
                 {"cycles_per_second", measured.cyclesPerSecond},
                 {"lanes", measured.accelerator.vectorLanes()}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace edgewright::device
