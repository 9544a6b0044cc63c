// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/user_mode.h"

#include "core/base/checked.h"
#include "core/cost/scalesim/calc_reads.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/read_buffer.h"
#include "core/cost/scalesim/write_buffer.h"

namespace edgewright::cost {

namespace {

constexpr std::int64_t LinesPerLook = 4096;

// The busiest of the three ports, if it never waits for the array.
Result<UserMode> estimated(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                           const RunContext& run) {
    const auto reads = calcReads(layer, map, accelerator, run);
    if (!reads) return Error(reads.error());
    UserMode result;
    result.exact = false;
    result.dram = {reads->ifmap, reads->filter, map.ofmapWords()};
    const std::int64_t words = std::max({result.dram.ifmap, result.dram.filter, result.dram.ofmap});
    result.cycles = std::max(map.demandLines() - 1, ceilDiv(words, *accelerator.bandwidth));
    result.stallCycles = result.cycles - (map.demandLines() - 1);
    return result;
}

} // namespace

Result<UserMode> userMode(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                          const RunContext& run) {
    if (map.demandLines() > LineLimit || PrefetchStream::segmentsOf(map, Operand::Ifmap) > SegmentLimit ||
        PrefetchStream::segmentsOf(map, Operand::Filter) > SegmentLimit)
        return estimated(layer, map, accelerator, run);

    const std::int64_t bandwidth = *accelerator.bandwidth;
    const PrefetchStream ifmapStream(layer, map, Operand::Ifmap);
    const PrefetchStream filterStream(layer, map, Operand::Filter);
    ReadBuffer ifmap(ifmapStream, accelerator.ifmapKb, bandwidth);
    ReadBuffer filter(filterStream, accelerator.filterKb, bandwidth);
    WriteBuffer ofmap(accelerator.ofmapKb, bandwidth);

    UserMode result;
    if (ifmap.fits() && filter.fits() && map.ofmapWords() <= accelerator.ofmapKb * 512) {
        result.cycles = map.demandLines() - 1;
        result.dram = {ifmap.dramReads(), filter.dramReads(), map.ofmapWords()};
        return result;
    }
    std::int64_t line = 0;
    for (std::int64_t colFold = 0; colFold < map.colFolds; ++colFold)
        for (std::int64_t rowFold = 0; rowFold < map.rowFolds; ++rowFold) {
            const std::int64_t usedRows = map.rowsUsed(rowFold);
            const std::int64_t usedCols = map.colsUsed(colFold);
            for (std::int64_t x = 0; x < map.lines; ++x, ++line) {
                if (line % LinesPerLook == 0 && run.stopped()) return cancelled();
                const std::int64_t cycle = line + result.stallCycles;
                const std::int64_t forIfmap = ifmap.serve(ifmapStream.segmentAt(colFold, rowFold, x), cycle);
                const std::int64_t forFilter = filter.serve(filterStream.segmentAt(colFold, rowFold, x), cycle);
                const std::int64_t forOfmap = ofmap.accept(map.ofmapWordsIn(x, usedRows, usedCols), cycle);
                result.cycles = cycle + forOfmap;
                result.stallCycles += std::max({forIfmap, forFilter, forOfmap});
            }
        }
    result.dram = {ifmap.dramReads(), filter.dramReads(), ofmap.finish()};
    return result;
}

} // namespace edgewright::cost
