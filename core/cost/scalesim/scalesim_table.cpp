// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/scalesim_table.h"

namespace edgewright::cost {

namespace scalesim_columns {

namespace {

using table::inFiles;
using table::member;
using enum table::Unit;
using Simulated = ScaleSimLayer;

constexpr table::Column<Simulated> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Layer")}, member<&Simulated::layer, &Layer::name>},
    {{"m", TRANSLATABLE("Column", "M"), "", Plain}, member<&Simulated::layer, &Layer::m>},
    {{"n", TRANSLATABLE("Column", "N"), "", Plain}, member<&Simulated::layer, &Layer::n>},
    {{"k", TRANSLATABLE("Column", "K"), "", Plain}, member<&Simulated::layer, &Layer::k>},
    {inFiles("macs", Macs), [](const Simulated& row) -> table::Cell { return row.layer.macs(); }},
    {{"cycles", TRANSLATABLE("Column", "Cycles"), "", Cycles}, member<&Simulated::cycles>},
    {{"cycles_with_prefetch", TRANSLATABLE("Column", "+ prefetch"), "", Plain},
     member<&Simulated::cyclesWithPrefetch>},
    {{"stall_cycles", TRANSLATABLE("Column", "Stalls"), "", Cycles}, member<&Simulated::stallCycles>},
    {{"overall_utilization_percent", TRANSLATABLE("Column", "Of dense MACs"),
      TRANSLATABLE("Column", "MACs of the dense filters, as SCALE-Sim counts them, of those possible in these "
                             "cycles: of sparse filters it may exceed 100 %"),
      Percent},
     member<&Simulated::overallUtilization>},
    {{"mapping_efficiency_percent", TRANSLATABLE("Column", "Mapping"), "", Percent},
     member<&Simulated::mappingEfficiency>},
    {inFiles("compute_utilization_percent"), member<&Simulated::computeUtilization>},
    {inFiles("demand_lines"), member<&Simulated::demandLines>},
    {inFiles("exact", Text), member<&Simulated::exact>},
    {inFiles("kept", Plain), member<&Simulated::layer, &Layer::kept>},
    {inFiles("of", Plain), member<&Simulated::layer, &Layer::of>},
    {inFiles("filter_places"),
     [](const Simulated& row) -> table::Cell {
         return row.sparse ? table::Cell(row.sparse->places) : table::Cell();
     }},
    {inFiles("sram_ifmap.start"), member<&Simulated::ifmap, &OperandTraffic::sram, &PortTraffic::start>},
    {inFiles("sram_ifmap.stop"), member<&Simulated::ifmap, &OperandTraffic::sram, &PortTraffic::stop>},
    {inFiles("sram_ifmap.words"), member<&Simulated::ifmap, &OperandTraffic::sram, &PortTraffic::words>},
    {inFiles("sram_ifmap.average"), member<&Simulated::ifmap, &OperandTraffic::sram, &PortTraffic::average>},
    {inFiles("sram_ifmap.widest"), member<&Simulated::ifmap, &OperandTraffic::sram, &PortTraffic::widest>},
    {inFiles("dram_ifmap.start"), member<&Simulated::ifmap, &OperandTraffic::dram, &PortTraffic::start>},
    {inFiles("dram_ifmap.stop"), member<&Simulated::ifmap, &OperandTraffic::dram, &PortTraffic::stop>},
    {inFiles("dram_ifmap.words"), member<&Simulated::ifmap, &OperandTraffic::dram, &PortTraffic::words>},
    {inFiles("dram_ifmap.average"), member<&Simulated::ifmap, &OperandTraffic::dram, &PortTraffic::average>},
    {inFiles("dram_ifmap.widest"), member<&Simulated::ifmap, &OperandTraffic::dram, &PortTraffic::widest>},
    {inFiles("sram_filter.start"), member<&Simulated::filter, &OperandTraffic::sram, &PortTraffic::start>},
    {inFiles("sram_filter.stop"), member<&Simulated::filter, &OperandTraffic::sram, &PortTraffic::stop>},
    {inFiles("sram_filter.words"), member<&Simulated::filter, &OperandTraffic::sram, &PortTraffic::words>},
    {inFiles("sram_filter.average"), member<&Simulated::filter, &OperandTraffic::sram, &PortTraffic::average>},
    {inFiles("sram_filter.widest"), member<&Simulated::filter, &OperandTraffic::sram, &PortTraffic::widest>},
    {inFiles("dram_filter.start"), member<&Simulated::filter, &OperandTraffic::dram, &PortTraffic::start>},
    {inFiles("dram_filter.stop"), member<&Simulated::filter, &OperandTraffic::dram, &PortTraffic::stop>},
    {inFiles("dram_filter.words"), member<&Simulated::filter, &OperandTraffic::dram, &PortTraffic::words>},
    {inFiles("dram_filter.average"), member<&Simulated::filter, &OperandTraffic::dram, &PortTraffic::average>},
    {inFiles("dram_filter.widest"), member<&Simulated::filter, &OperandTraffic::dram, &PortTraffic::widest>},
    {inFiles("sram_ofmap.start"), member<&Simulated::ofmap, &OperandTraffic::sram, &PortTraffic::start>},
    {inFiles("sram_ofmap.stop"), member<&Simulated::ofmap, &OperandTraffic::sram, &PortTraffic::stop>},
    {inFiles("sram_ofmap.words"), member<&Simulated::ofmap, &OperandTraffic::sram, &PortTraffic::words>},
    {inFiles("sram_ofmap.average"), member<&Simulated::ofmap, &OperandTraffic::sram, &PortTraffic::average>},
    {inFiles("sram_ofmap.widest"), member<&Simulated::ofmap, &OperandTraffic::sram, &PortTraffic::widest>},
    {inFiles("dram_ofmap.start"), member<&Simulated::ofmap, &OperandTraffic::dram, &PortTraffic::start>},
    {inFiles("dram_ofmap.stop"), member<&Simulated::ofmap, &OperandTraffic::dram, &PortTraffic::stop>},
    {inFiles("dram_ofmap.words"), member<&Simulated::ofmap, &OperandTraffic::dram, &PortTraffic::words>},
    {inFiles("dram_ofmap.average"), member<&Simulated::ofmap, &OperandTraffic::dram, &PortTraffic::average>},
    {inFiles("dram_ofmap.widest"), member<&Simulated::ofmap, &OperandTraffic::dram, &PortTraffic::widest>},
};

} // namespace

} // namespace scalesim_columns

table::Table scaleSimTable(std::span<const ScaleSimLayer> layers) {
    table::Table table{std::span(scalesim_columns::Columns), layers.size(),
                       [layers](std::size_t row) -> const ScaleSimLayer& { return layers[row]; }};
    if (layers.empty() || !layers.front().cyclesWithPrefetch)
        table.head("cycles_with_prefetch").on = 0; // v3 has it
    return table;
}

} // namespace edgewright::cost
