// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/cost_comparison.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/energy/energy_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>

namespace edgewright::pipeline {

namespace {

constexpr std::string_view BeforeFusion = "before-fusion";

struct Precision {
    std::string_view name;
    std::int64_t wordBytes;
};
constexpr std::array Precisions{Precision{"int8", 1}, Precision{"fp16", 2}, Precision{"fp32", 4}};

std::vector<NodeId> originsOf(NodeId node, const fusion::History* fusion) {
    return fusion ? fusion->originsOf(node) : std::vector<NodeId>{node};
}

// The layer on the array that layer `i` works beside, or `i`.
std::size_t hostOf(const cost::CostReport& report, std::size_t i) {
    std::size_t host = i;
    while (host > 0 && report.layers[host].layer.unit == cost::Unit::Vector &&
           report.layers[host].layer.inputsOnChip)
        --host;
    const cost::Layer& found = report.layers[host].layer;
    const bool isHost =
        found.unit == cost::Unit::Array && found.outputsOnChip && found.node == report.layers[i].layer.node;
    return isHost ? host : i;
}

Result<cost::Accelerator> referenceAccelerator(const cost::Accelerator& now, const std::string& with) {
    if (with == BeforeFusion) return now;
    cost::Accelerator other = now;
    for (const Precision& each : Precisions)
        if (with == each.name) {
            other.wordBytes = each.wordBytes;
            return other;
        }
    for (const cost::NamedAccelerator& each : cost::presets())
        if (each.name == with) return each.accelerator;
    std::string names;
    for (const std::string& each : costReferences())
        names += (names.empty() ? "" : ", ") + each;
    return badInput(say("'{1}' is nothing to compare costs with; there are {2}", with, names));
}

} // namespace

std::vector<std::string> costReferences() {
    std::vector<std::string> names{std::string(BeforeFusion)};
    for (const Precision& each : Precisions)
        names.emplace_back(each.name);
    for (const cost::NamedAccelerator& each : cost::presets())
        names.push_back(each.name);
    return names;
}

std::vector<std::string> costReferences(const cost::Accelerator& now) {
    std::vector<std::string> names = costReferences();
    std::erase_if(names, [&](const std::string& name) {
        const auto other = referenceAccelerator(now, name);
        return name != BeforeFusion && other && *other == now;
    });
    return names;
}

bool isCostReference(const std::string& name) {
    const auto names = costReferences();
    return std::ranges::find(names, name) != names.end();
}

std::vector<std::size_t> partnersOf(const cost::CostReport& now, const fusion::History& fusion,
                                    const cost::CostReport& other, const fusion::History* otherFusion) {
    std::vector<std::size_t> partners(other.layers.size());
    std::iota(partners.begin(), partners.end(), std::size_t(0));
    if (otherFusion == &fusion && other.layers.size() == now.layers.size())
        return partners; // of the same graph
    partners.clear();
    std::map<NodeId, std::vector<std::size_t>> byOrigin; // layers of `now`
    for (std::size_t i = 0; i < now.layers.size(); ++i)
        for (const NodeId origin : fusion.originsOf(now.layers[i].layer.node))
            byOrigin[origin].push_back(i);
    for (const cost::LayerCost& layer : other.layers) {
        std::size_t best = cost::NoPartner;
        int bestRank = 0;
        for (const NodeId origin : originsOf(layer.layer.node, otherFusion)) {
            const auto found = byOrigin.find(origin);
            if (found == byOrigin.end()) continue;
            for (const std::size_t i : found->second) {
                const cost::Layer& mine = now.layers[i].layer;
                const int rank = mine.name == layer.layer.name ? 3 : mine.op == layer.layer.op ? 2 : 1;
                if (rank <= bestRank) continue;
                bestRank = rank;
                best = i;
            }
        }
        partners.push_back(best == cost::NoPartner ? best : hostOf(now, best));
    }
    return partners;
}

Result<std::shared_ptr<const ComparedCosts>> comparedCosts(const fusion::History& fusion,
                                                           std::shared_ptr<const Costs> now,
                                                           const std::string& with, const RunContext& run) {
    const cost::CostReport& report = now->report;
    ASSIGN_OR_RETURN(const auto accelerator, referenceAccelerator(report.accelerator, with));
    const bool isBase = with == BeforeFusion;
    auto made = std::make_shared<ComparedCosts>();
    made->with = with;
    if (!isBase && accelerator == report.accelerator) {
        made->costs = now;
    } else {
        ASSIGN_OR_RETURN(made->costs,
                         costs(isBase ? fusion.base : fusion.graph, accelerator, run, report.tilings));
    }
    const auto partners = partnersOf(report, fusion, made->costs->report, isBase ? nullptr : &fusion);
    made->comparison = cost::compare(report, made->costs->report, partners);
    made->of = std::move(now);
    return std::shared_ptr<const ComparedCosts>(std::move(made));
}

std::shared_ptr<const ComparedCosts> comparisonOf(const Analysis& analysis) {
    const auto& compared = analysis.comparedCosts;
    return compared && compared->of == analysis.costs ? compared : nullptr;
}

namespace cost_columns {

namespace {

using cost::Accesses, cost::EnergyPart, cost::Layer, cost::LayerCost, cost::Spent, cost::Tiling, cost::Together;
using table::Cell;
constexpr unsigned OnPage = table::File | table::Page; // a terminal is not wide enough

struct LayerRow {
    const cost::CostReport& report;
    const LayerCost& cost;
    const cost::Comparison* compared;
    const Together* other() const { // null: nothing is compared, or there is nothing of it
        const Together* found =
            compared ? &compared->layers[static_cast<std::size_t>(&cost - report.layers.data())] : nullptr;
        return found && found->layers > 0 ? found : nullptr;
    }
    bool isTiled() const { return report.mode == cost::Mode::Physical && cost.layer.unit == cost::Unit::Array; }
};

template <auto extent>
Cell extentOf(const LayerRow& row) {
    return row.isTiled() ? Cell(row.cost.tiling.*extent) : Cell();
}

// Operators on the vector unit have none of these; files have 0 there.
constexpr unsigned OfArray = table::Everywhere | table::ZeroInFiles;
template <auto member>
Cell ofArray(const LayerRow& row) {
    if (row.cost.layer.unit != cost::Unit::Array) return {};
    if constexpr (requires { row.cost.*member; })
        return row.cost.*member;
    else
        return row.cost.layer.*member;
}

template <auto member>
Cell of(const LayerRow& row) {
    if constexpr (requires { row.cost.*member; })
        return row.cost.*member;
    else
        return row.cost.layer.*member;
}

template <Spent spent>
Cell spentOn(const LayerRow& row) {
    return row.cost.spent[spent];
}

template <EnergyPart part>
Cell energyOn(const LayerRow& row) {
    return row.cost.energy[part];
}

template <auto accesses, auto member>
Cell words(const LayerRow& row) {
    return row.cost.*accesses.*member;
}

template <auto accesses>
Cell bytes(const LayerRow& row) {
    return (row.cost.*accesses).total() * row.report.accelerator.wordBytes;
}

Cell timeRatio(const LayerRow& row) {
    const Together* other = row.other();
    if (!other || other->cycles <= 0) return {};
    return static_cast<double>(row.cost.cycles) / (static_cast<double>(other->cycles) * row.compared->perCycle);
}

using enum table::Unit;
using table::inFiles;

constexpr table::Column<LayerRow> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Layer"), TRANSLATABLE("Column", "Name in the model")}, of<&Layer::name>},
    {{"op", TRANSLATABLE("Column", "Op"), TRANSLATABLE("Column", "Operator"), Text, OnPage}, of<&Layer::op>},
    {inFiles("unit", Text),
     [](const LayerRow& row) -> Cell { return row.cost.layer.unit == cost::Unit::Array ? "array" : "vector"; }},
    {inFiles("elements"), of<&Layer::elements>},
    {{"m", TRANSLATABLE("Column", "M"), TRANSLATABLE("Column", "Output pixels"), Plain,
      OfArray | table::Folded},
     ofArray<&Layer::m>},
    {{"n", TRANSLATABLE("Column", "N"), TRANSLATABLE("Column", "Filters"), Plain, OfArray | table::Folded},
     ofArray<&Layer::n>},
    {{"k", TRANSLATABLE("Column", "K"), TRANSLATABLE("Column", "Kernel elements times input channels"), Plain,
      OfArray | table::Folded},
     ofArray<&Layer::k>},
    {{"repeat", TRANSLATABLE("Column", "Repeat"), TRANSLATABLE("Column", "Groups times batch times steps"),
      Plain, OnPage | table::Folded},
     of<&Layer::repeat>},
    {inFiles("macs", Macs), [](const LayerRow& row) -> Cell { return row.cost.layer.macs(); }},
    {{"cycles", TRANSLATABLE("Column", "Cycles"),
      TRANSLATABLE("Column", "All cycles: those of the array or the vector unit, and waiting for memory"),
      Cycles},
     of<&LayerCost::cycles>},
    {{"stall_cycles", TRANSLATABLE("Column", "Stalls"),
      TRANSLATABLE("Column", "Cycles in which the array waits for memory"), Cycles,
      table::Everywhere | table::Folded},
     of<&LayerCost::stallCycles>},
    {{"mapping_efficiency", TRANSLATABLE("Column", "Mapping"),
      TRANSLATABLE("Column", "Mapping efficiency: share of the array that holds work"), Share,
      OfArray | table::Folded},
     ofArray<&LayerCost::mappingEfficiency>},
    {{"utilization", TRANSLATABLE("Column", "Utilisation"),
      TRANSLATABLE("Column", "MACs done of the MACs possible in these cycles"), Share, OfArray | table::Folded},
     ofArray<&LayerCost::utilization>},
    {inFiles("sram.ifmap", Words), words<&LayerCost::sram, &Accesses::ifmap>},
    {inFiles("sram.filter", Words), words<&LayerCost::sram, &Accesses::filter>},
    {inFiles("sram.ofmap", Words), words<&LayerCost::sram, &Accesses::ofmap>},
    {{"sram_bytes", TRANSLATABLE("Column", "SRAM"),
      TRANSLATABLE("Column", "Bytes read from and written to the three SRAMs"), Bytes,
      table::Page | table::Folded},
     bytes<&LayerCost::sram>},
    {inFiles("dram.ifmap", Words), words<&LayerCost::dram, &Accesses::ifmap>},
    {inFiles("dram.filter", Words), words<&LayerCost::dram, &Accesses::filter>},
    {inFiles("dram.ofmap", Words), words<&LayerCost::dram, &Accesses::ofmap>},
    {{"dram_bytes", TRANSLATABLE("Column", "DRAM"),
      TRANSLATABLE("Column", "Bytes read from and written to DRAM"), Bytes, table::Page},
     bytes<&LayerCost::dram>},
    {inFiles("spent.computing"), spentOn<Spent::Computing>},
    {inFiles("spent.idle_cells"), spentOn<Spent::IdleCells>},
    {inFiles("spent.fill"), spentOn<Spent::Fill>},
    {inFiles("spent.sram"), spentOn<Spent::Sram>},
    {inFiles("spent.dram_inputs"), spentOn<Spent::DramInputs>},
    {inFiles("spent.dram_weights"), spentOn<Spent::DramWeights>},
    {inFiles("spent.dram_outputs"), spentOn<Spent::DramOutputs>},
    {inFiles("spent.vector"), spentOn<Spent::Vector>},
    {{"energy_pj", TRANSLATABLE("Column", "Energy"),
      TRANSLATABLE("Column",
                   "MACs, registers and hops of the array, accesses to SRAM and DRAM, by the energy table "
                   "of the accelerator"),
      Picojoules, OnPage},
     [](const LayerRow& row) -> Cell { return row.cost.energy.total(); }},
    {inFiles("energies.macs"), energyOn<EnergyPart::Macs>},
    {inFiles("energies.registers"), energyOn<EnergyPart::Registers>},
    {inFiles("energies.hops"), energyOn<EnergyPart::Hops>},
    {inFiles("energies.sram"), energyOn<EnergyPart::Sram>},
    {inFiles("energies.dram"), energyOn<EnergyPart::Dram>},
    {inFiles("energy_table", Text),
     [](const LayerRow& row) -> Cell { return cost::energyTableName(row.report.accelerator.energy); }},
    {{"intensity", TRANSLATABLE("Column", "MAC/byte"),
      TRANSLATABLE("Column", "Arithmetic intensity: MACs per byte of DRAM traffic"), MacsPerByte,
      OfArray | table::Folded},
     ofArray<&LayerCost::intensity>},
    {inFiles("attained"), of<&LayerCost::attained>},
    {inFiles("exact", Text), of<&LayerCost::exact>},
    {{"bound", TRANSLATABLE("Column", "Limited by"),
      TRANSLATABLE("Column",
                   "The cause whose removal would shorten the layer most, all else as it is: computing itself, "
                   "rows or columns of the array without work, filling and draining it, SRAM, what DRAM brings "
                   "or takes, or the vector unit. Where two hold it up alike, within 1 %: the memory")},
     [](const LayerRow& row) -> Cell {
         if (row.cost.cycles == 0) return {}; // computed as a part of another layer
         return table::Word{cost::nameOf(row.cost.limit()), cost::titleOf(row.cost.limit())};
     }},
    {inFiles("tiling.rows"), extentOf<&Tiling::rows>},
    {inFiles("tiling.cols"), extentOf<&Tiling::cols>},
    {inFiles("tiling.filters"), extentOf<&Tiling::filters>},
    {inFiles("tiling.channels"), extentOf<&Tiling::channels>},
    {inFiles("tiling.order", Text),
     [](const LayerRow& row) -> Cell {
         return row.isTiled() ? Cell(cost::nameOf(row.cost.tiling.order)) : Cell();
     }},
    {inFiles("tiling.from", Text),
     [](const LayerRow& row) -> Cell {
         if (!row.isTiled()) return {};
         return row.cost.isAdopted ? "adopted" : "chosen";
     }},
    // Those from here on where costs are compared.
    {{"other_cycles", TRANSLATABLE("Column", "Compared"),
      TRANSLATABLE("Column", "Cycles of what does this work in the costs that these are compared with"),
      Cycles},
     [](const LayerRow& row) -> Cell { return row.other() ? Cell(row.other()->cycles) : Cell(); }},
    {{"time_ratio", TRANSLATABLE("Column", "Ratio"),
      TRANSLATABLE("Column", "Time of this layer, divided by the time there"), Plain},
     timeRatio},
};
constexpr std::size_t ComparedColumns = 2;

} // namespace

} // namespace cost_columns

table::Table costTable(std::shared_ptr<const Costs> costs, std::shared_ptr<const ComparedCosts> compared) {
    using namespace cost_columns;
    const std::span columns(Columns);
    const std::array<const void*, 2> of{costs.get(), compared.get()};
    const bool isRelative = costs && costs->report.energyUnit != "pJ";
    const std::size_t rows = costs ? costs->report.layers.size() : 0;
    table::Table layers{columns.first(columns.size() - (compared ? 0 : ComparedColumns)), rows,
                        [costs = std::move(costs), compared = std::move(compared)](std::size_t row) {
                            return LayerRow{costs->report, costs->report.layers[row],
                                            compared ? &compared->comparison : nullptr};
                        }};
    layers.of = of;
    if (isRelative) {
        table::Head& energy = layers.head("energy_pj");
        energy.key = "energy_macs";
        energy.unit = MacEnergies;
    }
    return layers;
}

} // namespace edgewright::pipeline
