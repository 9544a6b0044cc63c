// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/physical.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/physical/cell_traffic.h"

#include <array>
#include <cmath>

namespace edgewright::cost {

namespace {

constexpr double Most = 4.6e18;                                    // below 2^62
constexpr std::int64_t UnlimitedBandwidth = std::int64_t(1) << 40; // bytes per cycle: no transfer takes one

// Whole cycles of each kind that sum to the whole cycles of all.
void spend(LayerCost& cost, const std::array<double, SpentCount>& spent) {
    double sum = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < SpentCount; ++i) {
        sum += spent[i];
        const auto until = static_cast<std::int64_t>(wholeCycles(sum));
        cost.spent.cycles[i] = until - before;
        before = until;
    }
    cost.cycles = before;
}

// Whole cycles, no more than the layer has.
std::int64_t busyIn(const LayerCost& cost, double busy) {
    return std::min(cost.cycles, static_cast<std::int64_t>(wholeCycles(busy)));
}

Accesses words(double inputs, double weights, double outputs) {
    return {std::llround(inputs), std::llround(weights), std::llround(outputs)};
}

Result<void> countable(const Layer& layer, std::initializer_list<double> counts) {
    for (const double count : counts)
        if (!(count < Most)) return badInput(say("layer '{1}': its counts exceed 2^62", layer.name));
    return {};
}

// Of the memory that activations stay in.
std::int64_t sharedKb(const Accelerator& accelerator) {
    return std::max<std::int64_t>(1, accelerator.residentKb.value_or(accelerator.ifmapKb));
}

double vectorCycles(const Layer& layer, const Accelerator& accelerator) {
    return std::ceil(static_cast<double>(layer.elements) / static_cast<double>(accelerator.vectorLanes())) *
           static_cast<double>(layer.repeat);
}

Result<LayerCost> costOf(const Layer& layer, const TiledLayer& tiled, const Accelerator& accelerator,
                         const EnergyTable& table, const TilingCandidate& candidate, const TiledTime& time) {
    const Traffic& traffic = candidate.traffic;
    LayerCost cost;
    cost.exact = false;
    cost.layer = layer;
    cost.tiling = candidate.tiling;
    const double moved = candidate.moved;
    RETURN_IF_ERROR(countable(layer, {time.cycles(), moved, time.array.inputReads, time.array.weightReads,
                                      time.array.sumWrites + time.array.sumReads, time.array.folds}));
    const double perByte = moved > 0 ? time.dram / moved : 0;
    const double inputs = perByte * (traffic.inputs + tiled.besideRead), weights = perByte * traffic.weights;
    // Tiles that move nothing keep partial sums on chip, which faster ones would not.
    spend(cost, {time.ideal, time.idle, time.fill, time.sram, inputs, weights,
                 std::max(0.0, time.dram - inputs - weights), 0});
    cost.busy = {.sram = busyIn(cost, time.sramBusy), .dram = busyIn(cost, time.dramBusy)};
    cost.stallCycles =
        std::clamp<std::int64_t>(cost.cycles - std::llround(time.array.cycles()), 0, cost.cycles);
    cost.folds = std::llround(time.array.folds);
    cost.sram =
        words(time.array.inputReads, time.array.weightReads, time.array.sumWrites + time.array.sumReads);
    cost.dram = words(traffic.inputs / tiled.word, traffic.weights / tiled.word,
                      (traffic.outputs + traffic.partials) / tiled.word);
    cost.energy = energyOf(tiled, accelerator, table, time.array, traffic);
    const double macs = tiled.macs(), busy = time.array.ideal + time.array.idle;
    const double cycles = static_cast<double>(std::max<std::int64_t>(1, cost.cycles));
    cost.mappingEfficiency = busy > 0 ? time.array.ideal / busy : 0;
    cost.utilization = macs / (cycles * accelerator.peak());
    cost.computeUtilization = time.array.cycles() > 0 ? time.array.ideal / time.array.cycles() : 0;
    cost.intensity = moved > 0 ? macs / moved : 0;
    cost.attained = macs / cycles;
    return cost;
}

} // namespace

std::optional<double> ArrayBeside::take(const Layer& vector, const Accelerator& accelerator) {
    if (!vector.inputsOnChip) m_left.reset();
    if (!m_left) return {};
    const double taken = std::min(*m_left, vectorCycles(vector, accelerator));
    *m_left -= taken;
    return taken;
}

// Elements stream through the lanes; one batch of them is loaded before and stored after.
Result<LayerCost> vectorCost(const Layer& layer, const Accelerator& accelerator, const EnergyTable& table,
                             std::optional<double> beside) {
    LayerCost cost;
    cost.exact = false;
    cost.layer = layer;
    const auto repeat = static_cast<double>(layer.repeat), word = static_cast<double>(accelerator.wordBytes);
    const auto lanes = static_cast<double>(accelerator.vectorLanes());
    const auto bandwidth = static_cast<double>(accelerator.dramBytesPerCycle());
    const double read = static_cast<double>(layer.readWords) * repeat;
    const double weights = static_cast<double>(layer.weightWords) * repeat;
    const double written = static_cast<double>(layer.writtenWords) * repeat;
    const double moved = read + weights + written;
    const double all = vectorCycles(layer, accelerator), computing = std::max(0.0, all - beside.value_or(0));
    RETURN_IF_ERROR(countable(layer, {moved * word, all, moved * word / bandwidth}));
    const double ends = std::min(moved, 2 * lanes) * word / bandwidth;
    const double dram = beside ? 0 : ends + std::max(0.0, moved * word / bandwidth - ends - computing);
    const double perWord = moved > 0 ? dram / moved : 0;
    spend(cost, {0, 0, 0, 0, perWord * read, perWord * weights, perWord * written, computing});
    cost.busy = {.dram = beside ? 0 : busyIn(cost, moved * word / bandwidth),
                 .vector = busyIn(cost, computing)};
    cost.stallCycles = cost.cycles - cost.spent[Spent::Vector];
    cost.sram = cost.dram = words(read, weights, written);
    const auto sram = [&](double count, std::int64_t kiloBytes) {
        return count * word * table.sramByte(static_cast<double>(kiloBytes) * 1024);
    };
    const double accesses = sram(read, accelerator.ifmapKb) + sram(weights, accelerator.filterKb) +
                            sram(written, accelerator.ofmapKb) +
                            sram(static_cast<double>(layer.sharedWords) * repeat, sharedKb(accelerator));
    cost.energy = energyOf({}, accesses, moved * word, accelerator, table); // the arithmetic is not counted
    return cost;
}

double wholeCycles(double cycles) {
    return std::ceil(cycles - 1e-9 * std::max(1.0, cycles)); // sums of parts differ in their last bits
}

Energy energyOf(const TiledLayer& layer, const Accelerator& accelerator, const EnergyTable& table,
                const ArrayTime& time, const Traffic& traffic) {
    const auto sram = [&](double bytes, std::int64_t kiloBytes) {
        return bytes * table.sramByte(static_cast<double>(kiloBytes) * 1024);
    };
    const double macs = layer.macs();
    const double sums = (time.sumWrites + time.sumReads) * static_cast<double>(Accelerator::SumBytes);
    const double accesses = sram(time.inputReads * layer.word + traffic.inputs, accelerator.ifmapKb) +
                            sram(time.weightReads * layer.word + traffic.weights, accelerator.filterKb) +
                            sram(sums + traffic.outputs + traffic.partials, accelerator.ofmapKb) +
                            sram(traffic.shared, sharedKb(accelerator));
    const double staying = accelerator.dataflow == Dataflow::OutputStationary   ? time.sumWrites
                           : accelerator.dataflow == Dataflow::WeightStationary ? time.weightReads
                                                                                : time.inputReads;
    const CellWork work{
        .macs = macs, .passed = macs * layer.pack, .rowsUsed = time.rowsUsed, .staying = staying};
    return energyOf(work, accesses, traffic.total(), accelerator, table);
}

Result<LayerCost> physicalCost(const Layer& layer, const Accelerator& accelerator, const EnergyTable& table) {
    if (layer.unit == Unit::Vector) return vectorCost(layer, accelerator, table, {});
    const TiledLayer tiled = tiledLayer(layer, accelerator);
    TilingChooser chooser(tiled, accelerator);
    const TilingChooser::Choice best = chooser.best(tiled, accelerator, table);
    if (!best.candidate) {
        const auto least =
            tileBytes(tiled, {1, 1, tiled.pack > 1 ? tiled.filters : 1, tiled.pack > 1 ? tiled.channels : 1});
        const auto text = [](double bytes) { return std::to_string(std::llround(std::ceil(2 * bytes))); };
        return badInput(say("layer '{1}': its smallest tile does not fit: it takes {2} bytes of inputs, {3} of "
                            "weights and {4} of outputs, two tiles of each",
                            layer.name, text(least.inputs), text(least.weights), text(least.outputs)));
    }
    Accelerator unlimited = accelerator;
    unlimited.bandwidth = UnlimitedBandwidth;
    TiledTime time = timeOf(tiled, accelerator, *best.candidate);
    time.chargeBeyond(timeOf(tiled, unlimited, *chooser.best(tiled, unlimited, table).candidate));
    return costOf(layer, tiled, accelerator, table, *best.candidate, time);
}

Result<LayerCost> physicalCost(const Layer& layer, const Accelerator& accelerator, const EnergyTable& table,
                               const Tiling& tiling) {
    const TiledLayer tiled = tiledLayer(layer, accelerator);
    const TilingCandidate candidate(tiled, tiling);
    return costOf(layer, tiled, accelerator, table, candidate, timeOf(tiled, accelerator, candidate));
}

} // namespace edgewright::cost
