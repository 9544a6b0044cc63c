// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/scalesim.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/check.h"
#include "core/cost/scalesim/simulation.h"
#include "core/cost/shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace edgewright::cost {

namespace {

void setAverages(OperandTraffic& operand, double cycles) {
    operand.sram.average = static_cast<double>(operand.sram.words) / cycles;
    operand.dram.average = static_cast<double>(operand.dram.words) /
                           static_cast<double>(operand.dram.stop - operand.dram.start + 1);
}

SparseFilter sparseFilter(const Layer& layer, const Mapping& map, SparseForm form, double cycles) {
    SparseFilter result{.form = form, .dense = layer.denseK() * layer.n};
    const double dense = static_cast<double>(layer.denseK()), n = static_cast<double>(layer.n);
    const double kept = static_cast<double>(layer.k) * n;
    const int placeBits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(layer.of - 1)));
    result.places = form == SparseForm::Csr   ? kept + dense + 1
                    : form == SparseForm::Csc ? kept + n + 1
                                              : kept * placeBits / 32;
    result.stored = kept + result.places;
    result.averagePlaces = result.places / cycles;
    if (map.dataflow == Dataflow::WeightStationary) result.ifmapReads = sparseIfmapReads(layer, map);
    return result;
}

constexpr std::array SparseForms{SparseForm::Csr, SparseForm::Csc, SparseForm::EllpackBlock};

} // namespace

std::string_view sparseFormName(SparseForm form) {
    constexpr std::array<std::string_view, 3> Names{"csr", "csc", "ellpack_block"};
    return Names[static_cast<std::size_t>(form)];
}

std::optional<SparseForm> sparseFormFrom(std::string_view name) {
    const auto found = std::ranges::find(SparseForms, name, sparseFormName);
    return found == SparseForms.end() ? std::nullopt : std::optional(*found);
}

std::string_view scaleSimVersionName(ScaleSimVersion version) {
    return version == ScaleSimVersion::V2 ? "v2" : "v3";
}

std::optional<ScaleSimVersion> scaleSimVersionFrom(std::string_view name) {
    for (const ScaleSimVersion version : {ScaleSimVersion::V2, ScaleSimVersion::V3})
        if (scaleSimVersionName(version) == name) return version;
    return std::nullopt;
}

Ratios ratiosOf(const Mapping& map, std::int64_t macs, std::int64_t cycles) {
    const double cells = static_cast<double>(map.rows) * static_cast<double>(map.cols);
    // For ws and is SCALE-Sim adds the columns to a fold that already has them.
    const bool os = map.dataflow == Dataflow::OutputStationary;
    const double foldCycles = static_cast<double>(map.lines + (os ? 0 : map.cols - 1));
    Ratios result;
    result.mappingEfficiency =
        static_cast<double>(map.sr) * static_cast<double>(map.sc) / (cells * static_cast<double>(map.folds()));
    // A single-cell array can report zero cycles for a single product.
    result.utilization =
        static_cast<double>(macs) / (static_cast<double>(std::max<std::int64_t>(1, cycles)) * cells);
    result.computeUtilization = result.mappingEfficiency * static_cast<double>(map.t) / foldCycles;
    return result;
}

Result<ScaleSimLayer> scaleSim(const Layer& layer, const ScaleSimSetup& setup, const RunContext& run) {
    RETURN_IF_ERROR(check(setup.accelerator));
    for (const auto& bandwidth : {setup.ifmapBandwidth, setup.filterBandwidth}) {
        Accelerator other = setup.accelerator;
        other.bandwidth = bandwidth;
        RETURN_IF_ERROR(check(other));
    }
    RETURN_IF_ERROR(check(layer));
    if (layer.unit == Unit::Vector)
        return badInput(say("layer '{1}': SCALE-Sim knows matrix products alone", layer.name));
    const Mapping map = mappingOf(layer, setup.accelerator);
    ASSIGN_OR_RETURN(const auto simulated, simulate(layer, map, setup, Detail::Times, run));

    ScaleSimLayer result;
    result.layer = layer;
    result.cycles = simulated.cycles;
    result.stallCycles = simulated.stallCycles;
    result.exact = simulated.exact;
    result.demandLines = map.demandLines();
    result.ifmap = simulated.ifmap;
    result.filter = simulated.filter;
    result.ofmap = simulated.ofmap;
    if (setup.version == ScaleSimVersion::V3)
        result.cyclesWithPrefetch =
            result.ofmap.dram.stop - std::min(result.ifmap.dram.start, result.filter.dram.start);
    const Ratios ratios = ratiosOf(map, layer.m * layer.n * layer.k, result.cycles);
    // SCALE-Sim counts the products of a dense filter: more than 100 % is possible.
    const double skipped = static_cast<double>(layer.denseK()) / static_cast<double>(layer.k);
    result.overallUtilization = 100 * ratios.utilization * skipped;
    result.mappingEfficiency = 100 * ratios.mappingEfficiency;
    result.computeUtilization = 100 * ratios.computeUtilization;
    const auto cycles = static_cast<double>(std::max<std::int64_t>(1, result.cycles));
    for (OperandTraffic* operand : {&result.ifmap, &result.filter, &result.ofmap})
        setAverages(*operand, cycles);
    if (setup.sparse) {
        result.sparse = sparseFilter(layer, map, *setup.sparse, cycles);
        if (map.dataflow == Dataflow::WeightStationary)
            result.ifmap.sram.average = result.sparse->ifmapReads / cycles;
    }
    return result;
}

Result<std::vector<ScaleSimLayer>> scaleSim(const Workload& workload, const ScaleSimSetup& setup,
                                            const RunContext& run) {
    std::vector<ScaleSimLayer> result;
    result.reserve(workload.layers.size());
    std::map<Shape, std::size_t> known; // networks repeat their layers
    for (const Layer& layer : workload.layers) {
        if (run.stopped()) return cancelled();
        run.report(static_cast<std::uint32_t>(result.size()),
                   static_cast<std::uint32_t>(workload.layers.size()));
        const auto [found, isNew] = known.try_emplace(shapeOf(layer), result.size());
        if (isNew || layer.unit == Unit::Vector) {
            ASSIGN_OR_RETURN(auto one, scaleSim(layer, setup, run));
            result.push_back(std::move(one));
        } else {
            ScaleSimLayer copy = result[found->second];
            copy.layer = layer;
            result.push_back(std::move(copy));
        }
    }
    return result;
}

} // namespace edgewright::cost
