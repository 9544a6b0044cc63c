// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/simulation.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/calc_reads.h"
#include "core/cost/scalesim/user_mode.h"
#include "core/cost/scalesim/write_buffer.h"

#include <optional>

namespace edgewright::cost {

namespace {

constexpr std::int64_t LinesPerPoll = 65536;

// Reads by the array, writes by it; never depends on SRAM sizes.
void countSram(const Mapping& map, Simulation& result) {
    const std::int64_t streamedRows = map.colFolds * map.sr * map.t;
    const std::int64_t streamedCols = map.rowFolds * map.sc * map.t;
    const std::int64_t stationary = map.sr * map.sc;
    const auto set = [&](std::int64_t ifmap, std::int64_t filter, std::int64_t ofmap) {
        result.ifmap.sram.words = ifmap;
        result.filter.sram.words = filter;
        result.ofmap.sram.words = ofmap;
    };
    switch (map.dataflow) {
    case Dataflow::OutputStationary:
        // SCALE-Sim counts rows + columns writes too many in every fold; we report what it reports.
        return set(streamedRows, streamedCols, stationary + map.folds() * (map.rows + map.cols));
    case Dataflow::WeightStationary:
        return set(streamedRows, stationary, streamedCols);
    case Dataflow::InputStationary:
        return set(stationary, streamedRows, streamedCols);
    }
}

// Ofmap words to DRAM with unlimited bandwidth: no stalls, `cols` words per cycle.
Result<void> writeFreely(const Mapping& map, const ScaleSimSetup& setup, Simulation& result,
                         const RunContext& run) {
    PortTraffic& dram = result.ofmap.dram;
    dram.widest = map.cols;
    dram.words = map.ofmapWords();
    dram.start = map.demandLines() - 1;
    dram.stop = dram.start + ceilDiv(dram.words, map.cols) - 1;
    if (dram.words <= setup.accelerator.ofmapKb * 512) return {};
    if (map.demandLines() > LineLimit) {
        result.exact = false;
        return {};
    }
    WriteBuffer buffer(setup.accelerator.ofmapKb, map.cols);
    std::int64_t line = 0; // the first of the fold
    std::int64_t waited = 0;
    for (std::int64_t colFold = 0; colFold < map.colFolds; ++colFold)
        for (std::int64_t rowFold = 0; rowFold < map.rowFolds; ++rowFold, line += map.lines) {
            if (run.stopped()) return cancelled();
            const std::int64_t usedRows = map.rowsUsed(rowFold);
            const std::int64_t usedCols = map.colsUsed(colFold);
            const std::int64_t end = map.lines - (map.cols - usedCols);
            for (std::int64_t x = map.firstOfmapLine(usedRows); x < end; ++x) {
                if ((line + x) % LinesPerPoll == 0 && run.stopped()) return cancelled();
                waited += buffer.accept(map.ofmapWordsIn(x, usedRows, usedCols), line + x);
            }
        }
    // Only an SRAM that holds little more than what the array writes in one cycle makes it wait here.
    result.exact = result.exact && waited == 0;
    dram.words = buffer.finish(line - 1 + waited);
    dram.start = buffer.firstWrite();
    dram.stop = setup.version == ScaleSimVersion::V2 ? buffer.lastDrainEnd() : buffer.lastWrite();
    return {};
}

void takeFetches(const RefillLog& log, std::int64_t lastLine, PortTraffic& dram, bool& exact) {
    const RefillLog::Fetches fetches = log.finish(dram.words, lastLine);
    dram.start = fetches.start;
    dram.stop = fetches.stop;
    dram.widest = fetches.widest;
    exact = exact && fetches.exact;
}

// Every word is there when the array asks for it.
Result<void> simulateCalc(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup,
                          const Demand* ifmap, const Demand* filter, Simulation& result,
                          const RunContext& run) {
    result.cycles = map.demandLines() - 1;
    std::optional<RefillLog> ifmapLog, filterLog;
    if (ifmap) ifmapLog.emplace(*ifmap, setup.accelerator.ifmapKb);
    if (filter) filterLog.emplace(*filter, setup.accelerator.filterKb);
    ASSIGN_OR_RETURN(const auto reads,
                     calcReads(layer, map, setup.accelerator, run, ifmapLog ? &*ifmapLog : nullptr,
                               filterLog ? &*filterLog : nullptr));
    result.exact = reads.exact;
    result.ifmap.dram.words = reads.ifmap;
    result.filter.dram.words = reads.filter;
    RETURN_IF_ERROR(writeFreely(map, setup, result, run));
    if (ifmapLog) takeFetches(*ifmapLog, result.cycles, result.ifmap.dram, result.exact);
    if (filterLog) takeFetches(*filterLog, result.cycles, result.filter.dram, result.exact);
    return {};
}

// Of an array that never waits; reads take a cycle.
void timeSram(const Mapping& map, const Demand& ifmap, const Demand& filter, Simulation& result) {
    const auto reads = [](const Demand& demand, PortTraffic& sram) {
        sram.start = demand.firstLine() + 1;
        sram.stop = demand.lastLine() + 1;
        sram.widest = demand.widest();
    };
    reads(ifmap, result.ifmap.sram);
    reads(filter, result.filter.sram);
    PortTraffic& writes = result.ofmap.sram;
    writes.start = map.firstOfmapLine(map.rowsUsed(0));
    writes.stop = map.demandLines() - 1 - (map.cols - map.colsUsed(map.colFolds - 1));
    const std::int64_t deep = map.dataflow == Dataflow::OutputStationary ? map.rowsUsed(0) : map.t;
    writes.widest = std::min(map.colsUsed(0), deep);
}

} // namespace

Result<Simulation> simulate(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup, Detail detail,
                            const RunContext& run) {
    Simulation result;
    std::optional<Demand> ifmap, filter;
    if (detail == Detail::Times) {
        ifmap.emplace(layer, map, Operand::Ifmap);
        filter.emplace(layer, map, Operand::Filter);
        timeSram(map, *ifmap, *filter, result);
    }
    countSram(map, result);
    if (setup.accelerator.bandwidth)
        RETURN_IF_ERROR(simulateUser(layer, map, setup, result, run));
    else
        RETURN_IF_ERROR(simulateCalc(layer, map, setup, ifmap ? &*ifmap : nullptr, filter ? &*filter : nullptr,
                                     result, run));
    if (ifmap) result.exact = result.exact && ifmap->exact();
    return result;
}

} // namespace edgewright::cost
