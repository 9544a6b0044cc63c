// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/tiling_choice.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

// The whole, then powers of two below it, falling.
std::vector<std::int64_t> ladder(std::int64_t extent) {
    std::vector<std::int64_t> steps{extent};
    std::int64_t power = 1;
    while (power < extent)
        power *= 2;
    for (power /= 2; power >= 1; power /= 2)
        if (power < extent) steps.push_back(power);
    return steps;
}

bool isNoBetter(const TilingCandidate& one, const TilingCandidate& than) {
    const auto extents = [](const Tiling& a, const Tiling& b) {
        return a.rows <= b.rows && a.cols <= b.cols && a.filters <= b.filters && a.channels <= b.channels;
    };
    return extents(one.tiling, than.tiling) && one.traffic.total() >= than.traffic.total() &&
           one.traffic.firstLoad >= than.traffic.firstLoad && one.traffic.lastStore >= than.traffic.lastStore;
}

TilingCandidate withBestOrder(const TiledLayer& layer, Tiling tiling) {
    TilingCandidate best{tiling, trafficOf(layer, tiling)};
    for (const LoopOrder order : LoopOrders) {
        tiling.order = order;
        const Traffic traffic = trafficOf(layer, tiling);
        if (traffic.total() < best.traffic.total()) best = {tiling, traffic};
    }
    return best;
}

} // namespace

std::vector<TilingCandidate> tilingCandidates(const TiledLayer& layer, const Accelerator& accelerator) {
    std::vector<std::pair<std::int64_t, std::int64_t>> pixels;
    for (const std::int64_t rows : ladder(layer.high.out))
        pixels.emplace_back(rows, layer.wide.out);
    for (const std::int64_t cols : ladder(layer.wide.out))
        if (cols < layer.wide.out) pixels.emplace_back(1, cols);
    std::vector<TilingCandidate> found;
    for (const auto& [rows, cols] : pixels)
        for (const std::int64_t filters : ladder(layer.filters))
            for (const std::int64_t channels : ladder(layer.channels)) {
                const Tiling tiling{rows, cols, filters, channels};
                if (fits(layer, accelerator, tiling)) found.push_back(withBestOrder(layer, tiling));
            }
    // Larger ones come first, so that what is better than another mostly stands before it.
    std::vector<TilingCandidate> kept;
    for (const TilingCandidate& each : found) {
        const auto better = [&](const TilingCandidate& other) { return isNoBetter(each, other); };
        if (!std::ranges::any_of(kept, better)) kept.push_back(each);
    }
    return kept;
}

TiledTime timeOf(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling,
                 const Traffic& traffic) {
    TiledTime time;
    time.array = arrayTime(layer, accelerator, tiling);
    double sram = 0;
    if (accelerator.sramBandwidth) {
        const double bytes = (time.array.inputReads + time.array.weightReads) * layer.word +
                             (time.array.sumWrites + time.array.sumReads) *
                                 static_cast<double>(Accelerator::SumBytes);
        sram = bytes / static_cast<double>(*accelerator.sramBandwidth);
    }
    const auto bandwidth = static_cast<double>(accelerator.dramBytesPerCycle());
    const double ends = std::min(traffic.firstLoad + traffic.lastStore, traffic.total());
    const double between = (traffic.total() - ends) / bandwidth;
    time.ideal = time.array.ideal;
    const double withDram = std::max(time.ideal, between);
    const double withSram = std::max(withDram, sram);
    const double all = std::max(withSram, time.array.cycles());
    const double lost = time.array.idle + time.array.fill;
    time.dram = ends / bandwidth + withDram - time.ideal;
    time.sram = withSram - withDram;
    time.idle = lost > 0 ? (all - withSram) * time.array.idle / lost : 0;
    time.fill = all - withSram - time.idle;
    return time;
}

} // namespace edgewright::cost
