// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/tiling.h"

#include "core/base/checked.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::cost {

namespace {

TiledAxis axisOf(std::int64_t out, std::int64_t in, std::int64_t pad, std::int64_t filter, std::int64_t stride,
                 std::int64_t dilation) {
    return {out, std::max<std::int64_t>(1, in - pad), static_cast<double>(filter), static_cast<double>(stride),
            static_cast<double>(dilation)};
}

struct Trips {
    double pixels, filters, channels;
};

Trips tripsOf(const TileSplits& splits, const TiledLayer& layer) {
    return {splits.rows.count * splits.cols.count * layer.images, splits.filters.count, splits.channels.count};
}

// Places of the loops in an order, 0 the outermost.
struct Places {
    int pixels, filters, channels;
};
constexpr Places placesOf(LoopOrder order) {
    switch (order) {
    case LoopOrder::PFC:
        return {0, 1, 2};
    case LoopOrder::PCF:
        return {0, 2, 1};
    case LoopOrder::FPC:
        return {1, 0, 2};
    case LoopOrder::FCP:
        return {2, 0, 1};
    case LoopOrder::CPF:
        return {1, 2, 0};
    case LoopOrder::CFP:
        return {2, 1, 0};
    }
    return {0, 1, 2};
}

// How often an operand moves for a loop that it does not depend on; `a` and `b` are the others.
double reloads(double trips, int place, double tripsA, int placeA, double tripsB, int placeB) {
    return (tripsA > 1 && place < placeA) || (tripsB > 1 && place < placeB) ? trips : 1;
}

// Of all tiles along an axis, padding left out.
double inputAlong(const TiledAxis& axis, const Split& split) {
    if (split.count == 1) return std::min(static_cast<double>(axis.in), axis.under(split.edge));
    const double all = split.sum([&](double windows) { return axis.under(windows); });
    const double padded = axis.under(static_cast<double>(axis.out));
    return std::max(1.0, all - std::max(0.0, padded - static_cast<double>(axis.in)));
}

} // namespace

TiledLayer tiledLayer(const Layer& layer, const Accelerator& accelerator) {
    TiledLayer tiled;
    tiled.filters = layer.filters;
    tiled.channels = layer.channels;
    tiled.taps = static_cast<double>(layer.filterH) * static_cast<double>(layer.filterW);
    tiled.high = axisOf(layer.outH, layer.ifmapH, layer.padH, layer.filterH, layer.strideH, layer.dilationH);
    tiled.wide = axisOf(layer.outW, layer.ifmapW, layer.padW, layer.filterW, layer.strideW, layer.dilationW);
    // Whole channels of a sparse filter are kept, rounded up.
    if (layer.isSparse()) tiled.channels = ceilDiv(layer.k, layer.filterH * layer.filterW);
    // A product's rows share nothing: its K is as good as channels.
    if (layer.channels == 1 && layer.filterH == 1 && layer.outW == 1 && layer.filterW == layer.ifmapW) {
        tiled.channels = layer.k;
        tiled.taps = 1;
        tiled.wide = {};
    }
    tiled.inputsOnChip = layer.inputsOnChip;
    tiled.outputsOnChip = layer.outputsOnChip;
    tiled.weightsComeBefore = layer.weightsComeBefore;
    tiled.inputsStay = layer.inputsStay;
    tiled.weightsStay = layer.weightsStay;
    tiled.outputsStay = layer.outputsStay;
    tiled.images = static_cast<double>(layer.images);
    tiled.groups = static_cast<double>(layer.repeat) / tiled.images;
    tiled.word = static_cast<double>(accelerator.wordBytes);
    tiled.steps = static_cast<double>(layer.steps);
    tiled.stepsFit =
        static_cast<double>(layer.stepWords) * tiled.word <= static_cast<double>(accelerator.filterKb) * 1024;
    tiled.besideRead = static_cast<double>(layer.besideRead) * tiled.word;
    tiled.besideWritten = static_cast<double>(layer.besideWritten) * tiled.word;
    if (accelerator.packsGroups && accelerator.dataflow == Dataflow::WeightStationary) {
        const double rows = std::floor(static_cast<double>(accelerator.rows) / tiled.depth());
        const double cols =
            std::floor(static_cast<double>(accelerator.cols) / static_cast<double>(tiled.filters));
        tiled.pack = std::max(1.0, std::min({rows, cols, tiled.groups / tiled.steps}));
    }
    return tiled;
}

std::string_view nameOf(LoopOrder order) {
    constexpr std::array<std::string_view, 6> Names{"pfc", "pcf", "fpc", "fcp", "cpf", "cfp"};
    return Names[static_cast<std::size_t>(order)];
}

std::optional<LoopOrder> loopOrderFrom(std::string_view name) {
    for (const LoopOrder order : LoopOrders)
        if (name == nameOf(order)) return order;
    return std::nullopt;
}

std::string textOf(const Tiling& tiling) {
    return std::to_string(tiling.rows) + "x" + std::to_string(tiling.cols) + " f" +
           std::to_string(tiling.filters) + " c" + std::to_string(tiling.channels) + " " +
           std::string(nameOf(tiling.order));
}

Accelerator tiledPart(const Accelerator& accelerator) {
    const Accelerator usual;
    Accelerator part = accelerator;
    part.bandwidth = accelerator.dramBytesPerCycle();
    part.lanes = usual.lanes;
    part.clockGhz = usual.clockGhz;
    part.nominalGhz = usual.nominalGhz;
    part.objective = usual.objective;
    part.energy = usual.energy;
    return part;
}

const Tilings& tilingsFor(const AdoptedTilings& adopted, const Accelerator& accelerator) {
    static const Tilings none{};
    if (adopted.empty()) return none; // as nearly always
    const auto found = adopted.find(tiledPart(accelerator));
    return found == adopted.end() ? none : found->second;
}

TileBytes tileBytes(const TiledLayer& layer, const Tiling& tiling) {
    const auto rows = static_cast<double>(tiling.rows), cols = static_cast<double>(tiling.cols);
    const auto filters = static_cast<double>(tiling.filters), channels = static_cast<double>(tiling.channels);
    const double high = std::min(layer.high.under(rows), static_cast<double>(layer.high.in));
    const double wide = std::min(layer.wide.under(cols), static_cast<double>(layer.wide.in));
    return {high * wide * channels * layer.word * layer.pack,
            layer.taps * channels * filters * layer.word * layer.pack,
            rows * cols * filters * static_cast<double>(Accelerator::SumBytes) * layer.pack};
}

std::array<TileRoom, 3> tileRoom(const TiledLayer& layer, const Accelerator& accelerator,
                                 const Tiling& tiling) {
    const TileBytes tile = tileBytes(layer, tiling);
    const TileSplits splits(layer, tiling);
    const Trips trips = tripsOf(splits, layer);
    const double jobs = layer.jobs();
    const auto room = [](double bytes, std::int64_t kiloBytes, double tiles) {
        return TileRoom{bytes, static_cast<double>(kiloBytes) * 1024, tiles > 1};
    };
    return {room(tile.inputs, accelerator.ifmapKb, trips.pixels * trips.channels * jobs),
            room(tile.weights, accelerator.filterKb,
                 trips.filters * trips.channels * jobs / stepsOfWeights(layer, splits)),
            room(tile.outputs, accelerator.ofmapKb, trips.pixels * trips.filters * jobs)};
}

double stepsOfWeights(const TiledLayer& layer, const TileSplits& tiles) {
    return layer.stepsFit && tiles.filters.count == 1 && tiles.channels.count == 1 ? layer.steps : 1;
}

bool fits(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling) {
    if (layer.pack > 1 && (tiling.filters < layer.filters || tiling.channels < layer.channels)) return false;
    return std::ranges::all_of(tileRoom(layer, accelerator, tiling), &TileRoom::fits);
}

namespace {

// `operand`: as of tileRoom().
std::string tooLargeText(std::size_t operand, const TileRoom& room) {
    const std::int64_t bytes = std::llround(std::ceil(room.bytes())), sram = std::llround(room.capacity);
    if (room.isDouble)
        return operand == 0   ? say("two tiles of its inputs take {1} bytes of an SRAM of {2}", bytes, sram)
               : operand == 1 ? say("two tiles of its weights take {1} bytes of an SRAM of {2}", bytes, sram)
                              : say("two tiles of its outputs take {1} bytes of an SRAM of {2}", bytes, sram);
    return operand == 0   ? say("a tile of its inputs takes {1} bytes of an SRAM of {2}", bytes, sram)
           : operand == 1 ? say("a tile of its weights takes {1} bytes of an SRAM of {2}", bytes, sram)
                          : say("a tile of its outputs takes {1} bytes of an SRAM of {2}", bytes, sram);
}

} // namespace

std::string whyNotTiling(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling) {
    const TiledLayer tiled = tiledLayer(layer, accelerator);
    const auto isWithin = [](std::int64_t tile, std::int64_t whole) { return tile >= 1 && tile <= whole; };
    if (!isWithin(tiling.rows, tiled.high.out))
        return say("a tile of {1} rows of output pixels, where the layer has {2}", tiling.rows, tiled.high.out);
    if (!isWithin(tiling.cols, tiled.wide.out))
        return say("a tile of {1} columns of output pixels, where the layer has {2}", tiling.cols,
                   tiled.wide.out);
    if (!isWithin(tiling.filters, tiled.filters))
        return say("a tile of {1} filters, where the layer has {2}", tiling.filters, tiled.filters);
    if (!isWithin(tiling.channels, tiled.channels))
        return say("a tile of {1} channels, where the layer has {2}", tiling.channels, tiled.channels);
    if (tiled.pack > 1 && (tiling.filters < tiled.filters || tiling.channels < tiled.channels))
        return say("several groups lie on the array at once: a tile has all {1} filters and {2} channels of a "
                   "group",
                   tiled.filters, tiled.channels);
    const auto rooms = tileRoom(tiled, accelerator, tiling);
    for (std::size_t i = 0; i < rooms.size(); ++i)
        if (!rooms[i].fits()) return tooLargeText(i, rooms[i]);
    return {};
}

Traffic trafficOf(const TiledLayer& layer, const Tiling& tiling) {
    const TileSplits splits(layer, tiling);
    const Trips trips = tripsOf(splits, layer);
    const Places at = placesOf(tiling.order);
    const auto filters = static_cast<double>(layer.filters), channels = static_cast<double>(layer.channels);
    const double outputs = layer.pixels() * layer.images * filters;
    const double spills =
        reloads(trips.channels, at.channels, trips.pixels, at.pixels, trips.filters, at.filters) - 1;
    Traffic traffic;
    traffic.inputs = inputAlong(layer.high, splits.rows) * inputAlong(layer.wide, splits.cols) * channels *
                     layer.images * layer.word *
                     reloads(trips.filters, at.filters, trips.pixels, at.pixels, trips.channels, at.channels);
    traffic.weights = layer.taps * channels * filters * layer.word *
                      reloads(trips.pixels, at.pixels, trips.filters, at.filters, trips.channels, at.channels);
    traffic.outputs = outputs * layer.word;
    if (layer.inputsOnChip) traffic.inputs = 0;
    if (layer.outputsOnChip) traffic.outputs = 0;
    traffic.partials = 2 * outputs * static_cast<double>(Accelerator::SumBytes) * spills;
    for (double* each : {&traffic.inputs, &traffic.weights, &traffic.outputs, &traffic.partials})
        *each *= layer.groups;
    traffic.weights /= stepsOfWeights(layer, splits);
    const auto share = [&traffic](bool stays, double& bytes) {
        if (stays) traffic.shared += std::exchange(bytes, 0);
    };
    share(layer.inputsStay, traffic.inputs);
    share(layer.weightsStay, traffic.weights);
    share(layer.outputsStay, traffic.outputs);
    const TileBytes tile = tileBytes(layer, tiling);
    traffic.firstInputs = std::min(tile.inputs, traffic.inputs);
    if (!layer.weightsComeBefore) traffic.firstWeights = std::min(tile.weights, traffic.weights);
    traffic.lastStore = splits.rows.edge * splits.cols.edge * splits.filters.edge * layer.word * layer.pack;
    traffic.lastStore = std::min(traffic.lastStore, traffic.outputs);
    return traffic;
}

} // namespace edgewright::cost
