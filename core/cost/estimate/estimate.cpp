// SPDX-License-Identifier: GPL-3.0-or-later
// estimate(), by the rules of either mode.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/check.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/estimate/adopted_tilings.h"
#include "core/cost/physical/cell_traffic.h"
#include "core/cost/physical/physical.h"
#include "core/cost/residency/residency.h"
#include "core/cost/roofline.h"
#include "core/cost/scalesim/mapping.h"
#include "core/cost/scalesim/simulation.h"
#include "core/cost/shape.h"
#include "core/cost/systolic.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace edgewright::cost {

namespace {

Energy energyOf(const LayerCost& cost, const Mapping& map, const Accelerator& accelerator,
                const EnergyTable& table) {
    const auto word = static_cast<double>(accelerator.wordBytes);
    const auto sram = [&](std::int64_t accesses, std::int64_t kiloBytes) {
        return static_cast<double>(accesses) * word * table.sramByte(static_cast<double>(kiloBytes) * 1024);
    };
    const auto macs = static_cast<double>(cost.layer.macs());
    // SCALE-Sim's stationary operand, or the outputs, lie on the array once in each repetition.
    const double staying =
        static_cast<double>(map.sr) * static_cast<double>(map.sc) * static_cast<double>(cost.layer.repeat);
    const CellWork work{.macs = macs,
                        .passed = macs,
                        .rowsUsed = static_cast<double>(map.sr) / static_cast<double>(map.rowFolds),
                        .staying = staying};
    return energyOf(work,
                    sram(cost.sram.ifmap, accelerator.ifmapKb) + sram(cost.sram.filter, accelerator.filterKb) +
                        sram(cost.sram.ofmap, accelerator.ofmapKb),
                    static_cast<double>(cost.dram.total()) * word, accelerator, table);
}

// SCALE-Sim's lines: MACs, cells of the fold that hold nothing, and what streams past no whole fold.
void attribute(LayerCost& cost, const Mapping& map) {
    const double cells = static_cast<double>(map.rows) * static_cast<double>(map.cols);
    const std::int64_t array = std::max<std::int64_t>(0, cost.cycles - cost.stallCycles);
    const auto ideal =
        std::min(array, static_cast<std::int64_t>(static_cast<double>(cost.layer.macs()) / cells));
    const std::int64_t streamed = std::min(array, map.folds() * map.t * cost.layer.repeat);
    cost.spent[Spent::Computing] = ideal;
    cost.spent[Spent::IdleCells] = std::max<std::int64_t>(0, streamed - ideal);
    cost.spent[Spent::Fill] = array - ideal - cost.spent[Spent::IdleCells];
    const std::int64_t waiting = cost.cycles - array;
    const auto share = [&](std::int64_t words) {
        return static_cast<std::int64_t>(static_cast<double>(waiting) * static_cast<double>(words) /
                                         static_cast<double>(std::max<std::int64_t>(1, cost.dram.total())));
    };
    cost.spent[Spent::DramInputs] = share(cost.dram.ifmap);
    cost.spent[Spent::DramWeights] = share(cost.dram.filter);
    cost.spent[Spent::DramOutputs] = waiting - cost.spent[Spent::DramInputs] - cost.spent[Spent::DramWeights];
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
    cost.intensity = dramBytes > 0 ? macs / dramBytes : 0;
    const Roofline roof = roofline(accelerator, Mode::ScaleSim);
    // The counts of a stall-free layer say nothing of the time that its words take on the way.
    cost.attained = macs / std::max(cycles, dramBytes / roof.bandwidth);
}

Result<void> repeatCounts(LayerCost& cost) {
    for (std::int64_t* count :
         {&cost.cycles, &cost.stallCycles, &cost.folds, &cost.sram.ifmap, &cost.sram.filter, &cost.sram.ofmap,
          &cost.dram.ifmap, &cost.dram.filter, &cost.dram.ofmap}) {
        const auto product = checkedMul(*count, cost.layer.repeat);
        if (!product || *product > INT64_MAX / 4)
            return badInput(say("layer '{1}': its counts exceed 2^61", cost.layer.name));
        *count = *product;
    }
    if (!checkedMul(cost.layer.m * cost.layer.n * cost.layer.k, cost.layer.repeat))
        return badInput(say("layer '{1}': more than 2^63 multiply-accumulates", cost.layer.name));
    return {};
}

// The vector unit works for `hidden` cycles beside an array that waits for DRAM: what is longer than the
// array's own work would stay with unlimited bandwidth, and is charged to it.
void chargeVectorBeside(LayerCost& array, std::int64_t hidden) {
    array.busy.vector = hidden;
    SpentCycles& spent = array.spent;
    const std::int64_t waits = spent.dram(), charged = spent[Spent::Vector];
    const std::int64_t work = array.cycles - waits - charged;
    const std::int64_t more = std::clamp<std::int64_t>(hidden - work - charged, 0, waits);
    if (more == 0) return;
    const double kept = static_cast<double>(waits - more) / static_cast<double>(waits);
    for (const Spent each : {Spent::DramInputs, Spent::DramWeights})
        spent[each] = static_cast<std::int64_t>(static_cast<double>(spent[each]) * kept);
    spent[Spent::Vector] += more;
    spent[Spent::DramOutputs] = waits - more - spent[Spent::DramInputs] - spent[Spent::DramWeights];
}

// What the vector unit moves beside an array stands where its cycles stand: with the array.
void countWith(LayerCost& array, LayerCost& vector) {
    array.energy += std::exchange(vector.energy, {});
    for (const auto accesses : {&LayerCost::sram, &LayerCost::dram}) {
        const Accesses moved = std::exchange(vector.*accesses, {});
        for (const auto words : {&Accesses::ifmap, &Accesses::filter, &Accesses::ofmap}) {
            std::int64_t& sum = array.*accesses.*words;
            sum = checkedAdd(sum, moved.*words).value_or(INT64_MAX); // which no total holds
        }
    }
}

bool addTo(std::int64_t& sum, std::int64_t value) {
    const auto next = checkedAdd(sum, value);
    if (next) sum = *next;
    return next.has_value();
}

} // namespace

Result<LayerCost> estimate(const Layer& layer, const Accelerator& accelerator, const RunContext& run,
                           Mode mode) {
    RETURN_IF_ERROR(check(accelerator));
    RETURN_IF_ERROR(check(layer));
    ASSIGN_OR_RETURN(const auto table, energyTable(accelerator.energy));
    if (layer.unit == Unit::Vector || mode == Mode::Physical) return physicalCost(layer, accelerator, *table);
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
    RETURN_IF_ERROR(repeatCounts(cost));
    setRatios(cost, map, accelerator);
    cost.energy = energyOf(cost, map, accelerator, *table);
    attribute(cost, map);
    return cost;
}

namespace {

Result<CostReport> costWith(const Residency& residency, const Accelerator& given, const RunContext& run) {
    const Workload& workload = residency.workload;
    const Accelerator& accelerator = residency.accelerator;
    CostReport report;
    report.accelerator = given;
    report.tiledFor = accelerator;
    report.tilings = workload.tilings;
    report.mode = workload.mode;
    report.activations = static_cast<std::int64_t>(workload.activations.size());
    report.staying = static_cast<std::int64_t>(residency.staying);
    report.staysFromKb = residency.staysFromKb;
    ASSIGN_OR_RETURN(const auto table, energyTable(accelerator.energy));
    report.energyUnit = table->unit;
    report.layers.reserve(workload.layers.size());
    std::map<Shape, LayerCost> known; // networks repeat their layers
    const auto total = static_cast<std::uint32_t>(workload.layers.size());
    const bool hasTiles = workload.mode == Mode::Physical;
    const Tilings none{};
    TilingUse tilings(hasTiles ? tilingsFor(workload.tilings, given) : none, accelerator);
    ArrayBeside beside;
    LayerCost* array = nullptr; // the last one, that the vector unit works beside
    const auto costOf = [&](const Layer& layer) -> Result<LayerCost> {
        if (workload.mode == Mode::Physical && layer.unit == Unit::Vector) {
            RETURN_IF_ERROR(check(layer));
            const auto taken = beside.take(layer, accelerator);
            if (taken && array) chargeVectorBeside(*array, array->cycles - std::llround(beside.left()));
            auto made = vectorCost(layer, accelerator, *table, taken);
            if (made && taken && array) countWith(*array, *made);
            return made;
        }
        if (const Tiling* adopted = tilings.of(layer)) {
            auto made = physicalCost(layer, accelerator, *table, *adopted);
            if (made) made->isAdopted = true;
            return made;
        }
        const auto found = known.find(shapeOf(layer));
        if (found == known.end()) {
            auto made = estimate(layer, accelerator, run, workload.mode);
            if (made) known.try_emplace(shapeOf(layer), *made);
            return made;
        }
        LayerCost copy = found->second;
        copy.layer = layer;
        return copy;
    };
    for (const Layer& layer : workload.layers) {
        if (run.stopped()) return cancelled();
        run.report(static_cast<std::uint32_t>(report.layers.size()), total);
        ASSIGN_OR_RETURN(auto next, costOf(layer));
        report.layers.push_back(std::move(next));
        const LayerCost& cost = report.layers.back();
        if (layer.unit == Unit::Array) {
            beside.ran(layer, static_cast<double>(cost.cycles));
            array = &report.layers.back(); // reserved above: it stays where it is
        }
    }
    for (const LayerCost& cost : report.layers) {
        const bool fits =
            addTo(report.cycles, cost.cycles) && addTo(report.stallCycles, cost.stallCycles) &&
            addTo(report.macs, cost.layer.macs()) && addTo(report.sram.ifmap, cost.sram.ifmap) &&
            addTo(report.sram.filter, cost.sram.filter) && addTo(report.sram.ofmap, cost.sram.ofmap) &&
            addTo(report.dram.ifmap, cost.dram.ifmap) && addTo(report.dram.filter, cost.dram.filter) &&
            addTo(report.dram.ofmap, cost.dram.ofmap);
        if (!fits) return badInput(say("the totals of all layers exceed 2^63"));
        report.energy += cost.energy;
        report.spent += cost.spent;
    }
    report.unusedTilings = tilings.unused();
    if (hasTiles)
        std::ranges::move(tilingsOfOthers(workload.tilings, given), std::back_inserter(report.unusedTilings));
    run.report(total, total);
    // SCALE-Sim knows one array.
    const auto arrays = static_cast<double>(report.mode == Mode::ScaleSim ? accelerator.arrays : 1);
    if (report.cycles > 0)
        report.utilization = static_cast<double>(report.macs) * arrays /
                             (static_cast<double>(report.cycles) * accelerator.peak());
    return report;
}

} // namespace

Result<CostReport> estimate(const Workload& asked, const Accelerator& given, const RunContext& run) {
    RETURN_IF_ERROR(check(given));
    if (!asked.tilings.empty()) return costWith(residencyOf(asked, given, run), given, run);
    const std::vector<Residency> residencies = residenciesOf(asked, given);
    std::vector<Result<CostReport>> reports;
    std::vector<ResidencyCost> costs;
    constexpr double Impossible = std::numeric_limits<double>::infinity();
    for (const Residency& each : residencies) {
        reports.push_back(
            costWith(each, given, &each == &residencies.back() ? run : RunContext{run.stop, nullptr}));
        const auto& made = reports.back();
        if (!made && made.error().code == ErrorCode::Cancelled) return made;
        costs.push_back(made ? ResidencyCost{static_cast<double>(made->cycles), made->energy.total()}
                             : ResidencyCost{Impossible, Impossible});
    }
    return std::move(reports[bestResidency(costs, given.objective)]);
}

} // namespace edgewright::cost
