// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/simulation.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/buffers.h"
#include "core/cost/scalesim/calc_reads.h"

#include <cmath>
#include <optional>

namespace edgewright::cost {

namespace {

// Stalls and DRAM traffic under a given bandwidth (SCALE-Sim's USER mode).
constexpr std::int64_t LinesPerLook = 4096;

struct Bandwidths { // words per cycle
    std::int64_t ifmap, filter, ofmap;
};

Bandwidths bandwidthsOf(const ScaleSimSetup& setup) {
    const std::int64_t all = *setup.accelerator.bandwidth;
    return {setup.ifmapBandwidth.value_or(all), setup.filterBandwidth.value_or(all), all};
}

// What the busiest of the three ports takes, if it never waits for the array.
Result<void> estimateUser(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup,
                          Simulation& result, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto reads, calcReads(layer, map, setup.accelerator, run));
    const Bandwidths bandwidths = bandwidthsOf(setup);
    result.exact = false;
    result.ifmap.dram.words = reads.ifmap;
    result.filter.dram.words = reads.filter;
    result.ofmap.dram.words = map.ofmapWords();
    const std::int64_t busiest =
        std::max({ceilDiv(reads.ifmap, bandwidths.ifmap), ceilDiv(reads.filter, bandwidths.filter),
                  ceilDiv(map.ofmapWords(), bandwidths.ofmap)});
    result.cycles = std::max(map.demandLines() - 1, busiest);
    result.stallCycles = result.cycles - (map.demandLines() - 1);
    const auto fetch = [&](OperandTraffic& operand, std::int64_t kiloBytes, std::int64_t bandwidth) {
        operand.sram.stop += result.stallCycles;
        operand.dram.start = -ceilDiv(std::min(operand.dram.words, kiloBytes * 512), bandwidth);
        operand.dram.stop = operand.dram.words <= kiloBytes * 512 ? -1 : result.cycles;
    };
    fetch(result.ifmap, setup.accelerator.ifmapKb, bandwidths.ifmap);
    fetch(result.filter, setup.accelerator.filterKb, bandwidths.filter);
    result.ofmap.sram.stop += result.stallCycles;
    result.ofmap.dram.start = result.ofmap.sram.start;
    result.ofmap.dram.stop = result.cycles + ceilDiv(setup.accelerator.ofmapKb * 512, bandwidths.ofmap);
    return {};
}

// Puts the stalls before the first and the last line of an operand into its times.
class Delay {
public:
    Delay(PortTraffic& sram, std::int64_t latency)
        : m_sram(sram), m_first(sram.start - latency), m_last(sram.stop - latency) {}
    void wait(std::int64_t line, std::int64_t stalls) {
        if (line == m_first) m_sram.start += stalls;
        if (line == m_last) m_sram.stop += stalls;
    }

private:
    PortTraffic& m_sram;
    const std::int64_t m_first, m_last; // lines
};

// `setup.accelerator.bandwidth` must be set. SRAM times in `result` are those of an array that never waits, and
// become those of one that does; the words of SRAMs are left as they are.
Result<void> simulateUser(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup,
                          Simulation& result, const RunContext& run) {
    const Bandwidths bandwidths = bandwidthsOf(setup);
    result.ifmap.dram.widest = bandwidths.ifmap;
    result.filter.dram.widest = bandwidths.filter;
    result.ofmap.dram.widest = bandwidths.ofmap;
    if (map.demandLines() > LineLimit || PrefetchStream::segmentsOf(map, Operand::Ifmap) > SegmentLimit ||
        PrefetchStream::segmentsOf(map, Operand::Filter) > SegmentLimit)
        return estimateUser(layer, map, setup, result, run);

    const PrefetchStream ifmapStream(layer, map, Operand::Ifmap);
    const PrefetchStream filterStream(layer, map, Operand::Filter);
    ReadBuffer ifmap(ifmapStream, setup.accelerator.ifmapKb, bandwidths.ifmap, setup.version);
    ReadBuffer filter(filterStream, setup.accelerator.filterKb, bandwidths.filter, setup.version);
    WriteBuffer ofmap(setup.accelerator.ofmapKb, bandwidths.ofmap);

    if (ifmap.fits() && filter.fits() && map.ofmapWords() <= setup.accelerator.ofmapKb * 512) {
        result.cycles = map.demandLines() - 1;
        ofmap.accept(map.ofmapWords(), result.cycles);
    } else {
        Delay ifmapDelay(result.ifmap.sram, 1), filterDelay(result.filter.sram, 1);
        Delay ofmapDelay(result.ofmap.sram, 0);
        std::int64_t line = 0;
        for (std::int64_t colFold = 0; colFold < map.colFolds; ++colFold)
            for (std::int64_t rowFold = 0; rowFold < map.rowFolds; ++rowFold) {
                const std::int64_t usedRows = map.rowsUsed(rowFold);
                const std::int64_t usedCols = map.colsUsed(colFold);
                for (std::int64_t x = 0; x < map.lines; ++x, ++line) {
                    if (line % LinesPerLook == 0 && run.stopped()) return cancelled();
                    const std::int64_t cycle = line + result.stallCycles;
                    const std::int64_t forIfmap =
                        ifmap.serve(ifmapStream.segmentAt(colFold, rowFold, x), cycle);
                    const std::int64_t forFilter =
                        filter.serve(filterStream.segmentAt(colFold, rowFold, x), cycle);
                    const std::int64_t forOfmap = ofmap.accept(map.ofmapWordsIn(x, usedRows, usedCols), cycle);
                    ifmapDelay.wait(line, result.stallCycles + forIfmap);
                    filterDelay.wait(line, result.stallCycles + forFilter);
                    ofmapDelay.wait(line, result.stallCycles + forOfmap);
                    result.cycles = cycle + forOfmap;
                    result.stallCycles += std::max({forIfmap, forFilter, forOfmap});
                }
            }
    }
    const auto fetched = [](const ReadBuffer& buffer, PortTraffic& dram) {
        dram.words = buffer.dramReads();
        dram.start = buffer.firstRead();
        dram.stop = buffer.lastRead();
    };
    fetched(ifmap, result.ifmap.dram);
    fetched(filter, result.filter.dram);
    result.ofmap.dram.words = ofmap.finish(result.cycles);
    result.ofmap.dram.start = ofmap.firstWrite();
    result.ofmap.dram.stop = setup.version == ScaleSimVersion::V2 ? ofmap.lastDrainEnd() : ofmap.lastWrite();
    return {};
}

constexpr std::int64_t LinesPerPoll = 65536;

// Reads by the array, writes by it; never depends on SRAM sizes.
void countSram(const Layer& layer, const Mapping& map, Simulation& result) {
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
        // The inputs of a block are read for each of its kept weights.
        return set(std::llround(sparseIfmapReads(layer, map)), stationary, streamedCols);
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

double sparseIfmapReads(const Layer& layer, const Mapping& map) {
    const double streamed = static_cast<double>(map.colFolds * map.sr * map.t);
    return layer.isSparse() ? streamed * (static_cast<double>(layer.of) / static_cast<double>(layer.kept))
                            : streamed;
}

Result<Simulation> simulate(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup, Detail detail,
                            const RunContext& run) {
    Simulation result;
    std::optional<Demand> ifmap, filter;
    if (detail == Detail::Times) {
        ifmap.emplace(layer, map, Operand::Ifmap, run);
        filter.emplace(layer, map, Operand::Filter, run);
        if (run.stopped()) return cancelled();
        timeSram(map, *ifmap, *filter, result);
    }
    countSram(layer, map, result);
    if (setup.accelerator.bandwidth)
        RETURN_IF_ERROR(simulateUser(layer, map, setup, result, run));
    else
        RETURN_IF_ERROR(simulateCalc(layer, map, setup, ifmap ? &*ifmap : nullptr, filter ? &*filter : nullptr,
                                     result, run));
    if (ifmap) result.exact = result.exact && ifmap->exact();
    return result;
}

} // namespace edgewright::cost
