// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/tiling_choice.h"

#include "core/base/checked.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

constexpr std::int64_t MaxEvenParts = 4;

// The whole, its even cuts into a few parts, and powers of two below it, falling.
std::vector<std::int64_t> ladder(std::int64_t extent) {
    std::vector<std::int64_t> steps;
    for (std::int64_t parts = 1; parts <= std::min(extent, MaxEvenParts); ++parts)
        steps.push_back(ceilDiv(extent, parts));
    for (std::int64_t power = 1; power < extent; power *= 2)
        steps.push_back(power);
    std::ranges::sort(steps, std::ranges::greater());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

// Extents of tiles along each loop.
struct Ladders {
    std::vector<std::pair<std::int64_t, std::int64_t>> pixels; // rows and columns
    std::vector<std::int64_t> cols, filters, channels;
    explicit Ladders(const TiledLayer& layer)
        : cols(ladder(layer.wide.out)), filters(ladder(layer.filters)), channels(ladder(layer.channels)) {
        for (const std::int64_t rows : ladder(layer.high.out))
            pixels.emplace_back(rows, layer.wide.out);
        for (const std::int64_t each : cols)
            if (each < layer.wide.out) pixels.emplace_back(1, each);
    }
};

bool isNoBetter(const TilingCandidate& one, const TilingCandidate& than) {
    const auto extents = [](const Tiling& a, const Tiling& b) {
        return a.rows <= b.rows && a.cols <= b.cols && a.filters <= b.filters && a.channels <= b.channels;
    };
    return extents(one.tiling, than.tiling) && one.moved >= than.moved &&
           one.traffic.shared >= than.traffic.shared && one.traffic.firstInputs >= than.traffic.firstInputs &&
           one.traffic.firstWeights >= than.traffic.firstWeights &&
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

// The largest of parts of about the same extent, as few as fit; 0: not even 1 fits.
template <typename Fits>
std::int64_t largestEvenCut(std::int64_t extent, Fits fitsAt) {
    std::int64_t low = 0, high = extent;
    while (low < high) {
        const std::int64_t middle = high - (high - low) / 2;
        if (fitsAt(middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low == 0 ? 0 : ceilDiv(extent, ceilDiv(extent, low));
}

template <typename T>
std::uint16_t placeIn(std::vector<T>& list, const T& wanted) {
    const auto found = std::ranges::find(list, wanted);
    const auto place = static_cast<std::uint16_t>(found - list.begin());
    if (found == list.end()) list.push_back(wanted);
    return place;
}

} // namespace

TilingCandidate::TilingCandidate(const TiledLayer& layer, const Tiling& of)
    : tiling(of), traffic(trafficOf(layer, of)), splits(layer, of),
      moved(traffic.total() + layer.besideRead + layer.besideWritten) {}

TilingCandidates::TilingCandidates(const TiledLayer& layer, const Accelerator& accelerator) {
    const auto largest = [&](std::int64_t extent, auto tilingOf) {
        const auto fitsAt = [&](std::int64_t each) { return fits(layer, accelerator, tilingOf(each)); };
        if (const std::int64_t each = largestEvenCut(extent, fitsAt)) add(layer, tilingOf(each));
    };
    // Those that fill an SRAM move the least.
    const Ladders ladders(layer);
    for (const std::int64_t f : ladders.filters)
        for (const std::int64_t c : ladders.channels)
            for (const std::int64_t cols : ladders.cols)
                largest(layer.high.out, [&](std::int64_t rows) { return Tiling{rows, cols, f, c}; });
    for (const auto& pixels : ladders.pixels) {
        const auto tiling = [&](std::int64_t f, std::int64_t c) {
            return Tiling{pixels.first, pixels.second, f, c};
        };
        for (const std::int64_t c : ladders.channels)
            largest(layer.filters, [&](std::int64_t f) { return tiling(f, c); });
        for (const std::int64_t f : ladders.filters)
            largest(layer.channels, [&](std::int64_t c) { return tiling(f, c); });
    }
    for (const auto& [rows, cols] : ladders.pixels)
        for (const std::int64_t f : ladders.filters)
            for (const std::int64_t c : ladders.channels)
                if (const Tiling tiling{rows, cols, f, c}; fits(layer, accelerator, tiling)) add(layer, tiling);
}

void TilingCandidates::add(const TiledLayer& layer, const Tiling& tiling) {
    TilingCandidate each = withBestOrder(layer, tiling);
    for (std::size_t i = 0; i < m_all.size(); ++i)
        if (each.moved >= m_moved[i] && isNoBetter(each, m_all[i])) return;
    const TileSplits& splits = each.splits;
    m_moved.push_back(each.moved);
    m_places.push_back({placeIn(m_pixels, std::pair(splits.rows, splits.cols)),
                        placeIn(m_filters, splits.filters), placeIn(m_channels, splits.channels)});
    m_all.push_back(std::move(each));
}

double endsOf(const TiledLayer& layer, const Accelerator& accelerator, const TilingCandidate& tiling) {
    const Tiling& tile = tiling.tiling;
    const auto share = [&](std::int64_t cells, double extent) {
        return std::min(1.0, static_cast<double>(cells * accelerator.arrays) / (extent * layer.pack));
    };
    const double depth = share(accelerator.rows, static_cast<double>(tile.channels) * layer.taps);
    const double pixels = static_cast<double>(tile.rows) * static_cast<double>(tile.cols);
    const auto filters = static_cast<double>(tile.filters);
    const Traffic& traffic = tiling.traffic;
    double load = 0, store = 0;
    switch (accelerator.dataflow) {
    case Dataflow::OutputStationary: // nothing is there yet of outputs, and both operands stream
        store = traffic.lastStore * share(accelerator.rows, pixels) * share(accelerator.cols, filters);
        break;
    case Dataflow::WeightStationary:
        load = traffic.firstWeights * depth * share(accelerator.cols, filters);
        store = traffic.lastStore * share(accelerator.cols, filters);
        break;
    case Dataflow::InputStationary:
        load = traffic.firstInputs * depth * share(accelerator.cols, pixels);
        store = traffic.lastStore * share(accelerator.cols, pixels);
        break;
    }
    return std::min(load + store, tiling.moved);
}

void TilingCandidates::ends(const TiledLayer& layer, const Accelerator& accelerator,
                            std::vector<double>& into) const {
    into.clear();
    for (const TilingCandidate& each : m_all)
        into.push_back(endsOf(layer, accelerator, each));
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

void TiledTime::chargeBeyond(const TiledTime& free) {
    const double all = cycles(), least = free.cycles() - free.dram;
    if (least >= all - dram) return;
    ideal = free.ideal, idle = free.idle, fill = free.fill, sram = free.sram;
    dram = all - least;
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
    const double ends = endsOf(layer, accelerator, tiling);
    const double between = (tiling.moved - ends) / bandwidth;
    time.ideal = time.array.ideal;
    time.idle = time.array.idle;
    time.fill = time.array.fill;
    time.sramBusy = sram;
    time.dramBusy = tiling.moved / bandwidth;
    const double withSram = std::max(time.array.cycles(), sram);
    time.sram = withSram - time.array.cycles();
    time.dram = ends / bandwidth + std::max(withSram, between) - withSram;
    return time;
}

} // namespace edgewright::cost
