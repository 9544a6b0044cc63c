// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/user_mode.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/calc_reads.h"
#include "core/cost/scalesim/read_buffer.h"
#include "core/cost/scalesim/write_buffer.h"

namespace edgewright::cost {

namespace {

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

} // namespace

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

} // namespace edgewright::cost
