// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/systolic.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/energy.h"
#include "core/cost/roofline.h"
#include "core/cost/scalesim/mapping.h"
#include "core/cost/scalesim/simulation.h"
#include "core/cost/shape.h"

#include <algorithm>
#include <map>

namespace edgewright::cost {

namespace {

double accessPicojoules(const LayerCost& cost, const Accelerator& accelerator) {
    const double word = static_cast<double>(accelerator.wordBytes);
    const auto sram = [&](std::int64_t accesses, std::int64_t kiloBytes) {
        return static_cast<double>(accesses) * word * sramPicojoulesPerByte(kiloBytes * 1024);
    };
    return sram(cost.sram.ifmap, accelerator.ifmapKb) + sram(cost.sram.filter, accelerator.filterKb) +
           sram(cost.sram.ofmap, accelerator.ofmapKb) +
           static_cast<double>(cost.dram.total()) * word * DramPicojoulesPerByte;
}

void setRatios(LayerCost& cost, const Mapping& map, const Accelerator& accelerator) {
    const double macs = static_cast<double>(cost.layer.macs());
    const double cycles = static_cast<double>(std::max<std::int64_t>(1, cost.cycles));
    const Ratios ratios = ratiosOf(map, cost.layer.macs(), cost.cycles);
    cost.mappingEfficiency = ratios.mappingEfficiency;
    cost.utilization = ratios.utilization;
    cost.computeUtilization = ratios.computeUtilization;

    const double dramBytes =
        static_cast<double>(cost.dram.total()) * static_cast<double>(accelerator.wordBytes);
    cost.energyPicojoules = macs * MacPicojoules + accessPicojoules(cost, accelerator);
    cost.intensity = dramBytes > 0 ? macs / dramBytes : 0;
    const Roofline roof = roofline(accelerator);
    cost.memoryBound = cost.intensity < roof.ridge;
    // The counts of a stall-free layer say nothing of the time that its words take on the way.
    cost.attained = macs / std::max(cycles, dramBytes / roof.bandwidth);
}

// Nothing is faster than the busiest of the three ports, from the first word to the last.
void waitForMemory(LayerCost& cost, const Accelerator& accelerator) {
    if (!accelerator.bandwidth) return;
    const std::int64_t words = std::max({cost.dram.ifmap, cost.dram.filter, cost.dram.ofmap});
    const std::int64_t waiting = ceilDiv(words, *accelerator.bandwidth) - cost.cycles;
    if (waiting <= 0) return;
    cost.cycles += waiting;
    cost.stallCycles += waiting;
}

Result<void> repeatCounts(LayerCost& cost) {
    for (std::int64_t* count :
         {&cost.cycles, &cost.stallCycles, &cost.folds, &cost.sram.ifmap, &cost.sram.filter, &cost.sram.ofmap,
          &cost.dram.ifmap, &cost.dram.filter, &cost.dram.ofmap}) {
        const auto product = checkedMul(*count, cost.layer.repeat);
        if (!product || *product > INT64_MAX / 4)
            return badInput("layer '" + cost.layer.name + "': its counts exceed 2^61");
        *count = *product;
    }
    if (!checkedMul(cost.layer.m * cost.layer.n * cost.layer.k, cost.layer.repeat))
        return badInput("layer '" + cost.layer.name + "': more than 2^63 multiply-accumulates");
    return {};
}

Result<LayerCost> vectorCost(const Layer& layer, const Accelerator& accelerator) {
    LayerCost cost;
    cost.layer = layer;
    cost.cycles = stallFreeCycles(layer, accelerator);
    cost.sram = cost.dram = {layer.readWords, layer.weightWords, layer.writtenWords};
    waitForMemory(cost, accelerator);
    cost.memoryBound = cost.stallCycles > 0;
    RETURN_IF_ERROR(repeatCounts(cost));
    cost.energyPicojoules = accessPicojoules(cost, accelerator); // the arithmetic is not counted
    return cost;
}

bool addTo(std::int64_t& sum, std::int64_t value) {
    const auto next = checkedAdd(sum, value);
    if (next) sum = *next;
    return next.has_value();
}

} // namespace

std::int64_t stallFreeCycles(const Layer& layer, const Accelerator& accelerator) {
    if (layer.unit == Unit::Vector) return ceilDiv(layer.elements, accelerator.vectorLanes());
    // The index of the last line: SCALE-Sim's total is one below the number of lines.
    return mappingOf(layer, accelerator).demandLines() - 1;
}

Result<LayerCost> estimate(const Layer& layer, const Accelerator& accelerator, const RunContext& run,
                           Mode mode) {
    RETURN_IF_ERROR(check(accelerator));
    RETURN_IF_ERROR(check(layer));
    if (layer.unit == Unit::Vector) return vectorCost(layer, accelerator);
    const Mapping map = mappingOf(layer, accelerator);

    ASSIGN_OR_RETURN(const auto simulated,
                     simulate(layer, map, {.accelerator = accelerator}, Detail::Counts, run));
    LayerCost cost;
    cost.layer = layer;
    cost.cycles = simulated.cycles;
    cost.stallCycles = simulated.stallCycles;
    cost.sram = {simulated.ifmap.sram.words, simulated.filter.sram.words, simulated.ofmap.sram.words};
    cost.dram = {simulated.ifmap.dram.words, simulated.filter.dram.words, simulated.ofmap.dram.words};
    cost.exact = simulated.exact;
    cost.folds = map.folds();
    if (mode == Mode::Physical) waitForMemory(cost, accelerator);
    RETURN_IF_ERROR(repeatCounts(cost));
    setRatios(cost, map, accelerator);
    return cost;
}

Result<CostReport> estimate(const Workload& workload, const Accelerator& accelerator, const RunContext& run) {
    CostReport report;
    report.accelerator = accelerator;
    report.mode = workload.mode;
    report.layers.reserve(workload.layers.size());
    std::map<Shape, std::size_t> known; // networks repeat their layers
    const auto total = static_cast<std::uint32_t>(workload.layers.size());
    for (const Layer& layer : workload.layers) {
        if (run.stopped()) return cancelled();
        run.report(static_cast<std::uint32_t>(report.layers.size()), total);
        const bool isVector = layer.unit == Unit::Vector;
        const auto [found, isNew] =
            isVector ? std::pair(known.end(), true) : known.try_emplace(shapeOf(layer), report.layers.size());
        if (isNew) {
            ASSIGN_OR_RETURN(auto cost, estimate(layer, accelerator, run, workload.mode));
            report.layers.push_back(std::move(cost));
        } else {
            LayerCost copy = report.layers[found->second];
            copy.layer = layer;
            report.layers.push_back(std::move(copy));
        }
        const LayerCost& cost = report.layers.back();
        const bool fits =
            addTo(report.cycles, cost.cycles) && addTo(report.stallCycles, cost.stallCycles) &&
            addTo(report.macs, layer.macs()) && addTo(report.sram.ifmap, cost.sram.ifmap) &&
            addTo(report.sram.filter, cost.sram.filter) && addTo(report.sram.ofmap, cost.sram.ofmap) &&
            addTo(report.dram.ifmap, cost.dram.ifmap) && addTo(report.dram.filter, cost.dram.filter) &&
            addTo(report.dram.ofmap, cost.dram.ofmap);
        if (!fits) return badInput("the totals of all layers exceed 2^63");
        report.energyPicojoules += cost.energyPicojoules;
    }
    run.report(total, total);
    const double peak = static_cast<double>(accelerator.rows) * static_cast<double>(accelerator.cols);
    if (report.cycles > 0)
        report.utilization = static_cast<double>(report.macs) / (static_cast<double>(report.cycles) * peak);
    return report;
}

} // namespace edgewright::cost
