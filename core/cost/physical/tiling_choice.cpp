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
    return extents(one.tiling, than.tiling) && one.moved >= than.moved &&
           one.traffic.shared >= than.traffic.shared && one.traffic.firstLoad >= than.traffic.firstLoad &&
           one.traffic.lastStore >= than.traffic.lastStore;
}

TilingCandidate withBestOrder(const TiledLayer& layer, Tiling tiling) {
    Tiling best = tiling;
    const auto costOf = [&layer](const Tiling& each) {
        const Traffic traffic = trafficOf(layer, each);
        return std::pair(traffic.total(), traffic.shared);
    };
    auto least = costOf(best);
    for (const LoopOrder order : LoopOrders) {
        if (order == best.order) continue;
        tiling.order = order;
        if (const auto moved = costOf(tiling); moved < least) {
            least = moved;
            best = tiling;
        }
    }
    return {layer, best};
}

} // namespace

TilingCandidate::TilingCandidate(const TiledLayer& layer, const Tiling& of)
    : tiling(of), traffic(trafficOf(layer, of)), splits(layer, of),
      moved(traffic.total() + layer.besideRead + layer.besideWritten),
      ends(std::min(traffic.firstLoad + traffic.lastStore, moved)) {}

TilingCandidates::TilingCandidates(const TiledLayer& layer, const Accelerator& accelerator) {
    std::vector<std::pair<std::int64_t, std::int64_t>> pixels;
    for (const std::int64_t rows : ladder(layer.high.out))
        pixels.emplace_back(rows, layer.wide.out);
    for (const std::int64_t cols : ladder(layer.wide.out))
        if (cols < layer.wide.out) pixels.emplace_back(1, cols);
    const auto filters = ladder(layer.filters), channels = ladder(layer.channels);
    for (const auto& [rows, cols] : pixels)
        m_pixels.emplace_back(Split(layer.high.out, rows), Split(layer.wide.out, cols));
    for (const std::int64_t each : filters)
        m_filters.emplace_back(layer.filters, each);
    for (const std::int64_t each : channels)
        m_channels.emplace_back(layer.channels, each);
    // Larger ones come first, so that what is better than another mostly stands before it.
    for (std::size_t p = 0; p < pixels.size(); ++p)
        for (std::size_t f = 0; f < filters.size(); ++f)
            for (std::size_t c = 0; c < channels.size(); ++c) {
                const Tiling tiling{pixels[p].first, pixels[p].second, filters[f], channels[c]};
                if (!fits(layer, accelerator, tiling)) continue;
                TilingCandidate each = withBestOrder(layer, tiling);
                bool isBeaten = false;
                for (std::size_t i = 0; i < m_all.size() && !isBeaten;
                     ++i) // ladders fall: a lower place is larger
                    isBeaten =
                        m_places[i].filters <= f && m_places[i].channels <= c && isNoBetter(each, m_all[i]);
                if (isBeaten) continue;
                m_moved.push_back(each.moved);
                m_ends.push_back(each.ends);
                m_places.push_back(
                    {static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(f), static_cast<std::uint8_t>(c)});
                m_all.push_back(std::move(each));
            }
}

void TilingCandidates::arrayCycles(const TiledLayer& layer, const Accelerator& accelerator,
                                   std::vector<double>& into) const {
    const ArrayLoops loops(layer, accelerator);
    std::vector<double> pixelFactors, filterFactors, channelFactors;
    for (const auto& [rows, cols] : m_pixels)
        pixelFactors.push_back(loops.pixels(rows, cols));
    for (const Split& each : m_filters)
        filterFactors.push_back(loops.filters(each));
    for (const Split& each : m_channels)
        channelFactors.push_back(loops.channels(each));
    into.resize(m_all.size());
    using enum Dataflow;
    // Two of the loops count folds, which arrays share; the third streams past them.
    if (accelerator.dataflow == OutputStationary)
        fill<&Place::pixels, &Place::filters, &Place::channels>(loops, pixelFactors, filterFactors,
                                                                channelFactors, into);
    else if (accelerator.dataflow == WeightStationary)
        fill<&Place::channels, &Place::filters, &Place::pixels>(loops, channelFactors, filterFactors,
                                                                pixelFactors, into);
    else
        fill<&Place::channels, &Place::pixels, &Place::filters>(loops, channelFactors, pixelFactors,
                                                                filterFactors, into);
}

// There are fewer pairs than tilings.
template <auto First, auto Second, auto Streamed>
void TilingCandidates::fill(const ArrayLoops& loops, const std::vector<double>& first,
                            const std::vector<double>& second, const std::vector<double>& streamed,
                            std::vector<double>& into) const {
    std::vector<double> rounds(first.size() * second.size());
    for (std::size_t i = 0; i < first.size(); ++i)
        for (std::size_t j = 0; j < second.size(); ++j)
            rounds[i * second.size() + j] = loops.rounds(loops.groupPasses() * first[i] * second[j]);
    const double* const roundsOfPair = rounds.data();
    const double* const foldCycles = streamed.data();
    const Place* const places = m_places.data();
    double* const cycles = into.data();
    const std::size_t width = second.size(), count = m_places.size();
    const double fillAndDrain = loops.fillAndDrain();
    for (std::size_t i = 0; i < count; ++i)
        cycles[i] =
            roundsOfPair[places[i].*First * width + places[i].*Second] * foldCycles[places[i].*Streamed] +
            fillAndDrain;
}

TiledTime timeOf(const TiledLayer& layer, const Accelerator& accelerator, const TilingCandidate& tiling) {
    TiledTime time;
    time.array = arrayTime(layer, accelerator, tiling.splits);
    double sram = 0;
    if (accelerator.sramBandwidth) {
        const double bytes =
            (time.array.inputReads + time.array.weightReads) * layer.word +
            (time.array.sumWrites + time.array.sumReads) * static_cast<double>(Accelerator::SumBytes);
        sram = bytes / static_cast<double>(*accelerator.sramBandwidth);
    }
    const auto bandwidth = static_cast<double>(accelerator.dramBytesPerCycle());
    const double between = (tiling.moved - tiling.ends) / bandwidth;
    time.ideal = time.array.ideal;
    time.idle = time.array.idle;
    time.fill = time.array.fill;
    const double withSram = std::max(time.array.cycles(), sram);
    time.sram = withSram - time.array.cycles();
    time.dram = tiling.ends / bandwidth + std::max(withSram, between) - withSram;
    return time;
}

} // namespace edgewright::cost
