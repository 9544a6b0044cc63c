// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer is a set of words: a word that is not in it is fetched, and when it holds `capacity` words it is
// emptied at once. Where every pass over the operand asks for the same distinct words, the count follows in
// closed form; an ifmap with overlapping windows that does not fit is walked in demand order.
#include "core/cost/scalesim/calc_reads.h"

#include "core/base/propagate.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/window.h"

#include <memory>
#include <vector>

namespace edgewright::cost {

namespace {

constexpr std::int64_t PollLines = 4096;

// A buffer as far as closed forms need it: how full it is, and what it has fetched.
class CountedBuffer {
public:
    CountedBuffer(std::int64_t capacity, RefillLog* log, const RunContext& run)
        : m_capacity(capacity), m_log(log), m_run(run) {}

    // `times` passes from `pass` on over the same `words` distinct words, none of which is in the buffer yet.
    void passes(std::int64_t pass, std::int64_t words, std::int64_t times) {
        if (words >= m_capacity) { // every pass throws out what the next one needs first
            insert(pass, words, times);
            return;
        }
        const bool flushes = m_held + words >= m_capacity;
        const std::int64_t lost = m_capacity - m_held; // the first words, fetched before the flush
        insert(pass, words, 1);
        if (flushes && times > 1) insert(pass + 1, lost, 1);
    }
    std::int64_t fetched() const { return m_fetched; }

private:
    void insert(std::int64_t pass, std::int64_t words, std::int64_t times) {
        const std::int64_t all = words * times;
        if (m_log && m_log->expect((m_held + all) / m_capacity))
            for (std::int64_t last = m_capacity - m_held - 1; last < all; last += m_capacity) {
                if (m_run.stopped()) break;
                m_log->refill(pass + last / words, last % words);
            }
        m_fetched += all;
        m_held = (m_held + all) % m_capacity;
    }
    std::int64_t m_capacity;
    RefillLog* m_log;
    const RunContext& m_run;
    std::int64_t m_held = 0;
    std::int64_t m_fetched = 0;
};

std::int64_t filterReads(const Layer& layer, const Mapping& map, std::int64_t capacity, RefillLog* log,
                         const RunContext& run) {
    const std::int64_t distinct = layer.k * layer.n;
    if (distinct < capacity) return distinct;
    CountedBuffer buffer(capacity, log, run);
    if (map.dataflow == Dataflow::OutputStationary) {
        for (std::int64_t fold = 0; fold < map.colFolds; ++fold)
            buffer.passes(fold * map.rowFolds, map.colsUsed(fold) * layer.k, map.rowFolds);
    } else {
        buffer.passes(0, distinct, map.dataflow == Dataflow::InputStationary ? map.colFolds : 1);
    }
    return buffer.fetched();
}

// One pass over the ifmap in demand order, kept as the distance to the previous visit of each visited word.
// Every pass visits the same words in the same order, so whether a visit misses depends on that distance and
// the last flush alone.
class Walk {
public:
    Walk(const Layer& layer, const Mapping& map) : m_layer(layer), m_map(map), m_window(layer) {
        const auto address = [&](const Tap& tap) {
            return static_cast<std::uint32_t>((tap.row * m_window.cols() + tap.col) * layer.channels +
                                              tap.channel);
        };
        m_base.reserve(static_cast<std::size_t>(layer.m));
        for (std::int64_t m = 0; m < layer.m; ++m)
            m_base.push_back(address(m_window.at(m, 0)));
        m_offset.reserve(static_cast<std::size_t>(layer.k));
        for (std::int64_t k = 0; k < layer.k; ++k)
            m_offset.push_back(address(m_window.at(0, k)));
    }

    Result<std::int64_t> reads(std::int64_t passes, std::int64_t capacity, RefillLog* log,
                               const RunContext& run) {
        if (!visitPass(run)) return cancelled();
        const std::int64_t visits = m_visits;
        std::int64_t reads = 0;
        std::int64_t held = 0;
        std::int64_t flushed = 0; // the first visit after the last flush, relative to this pass
        for (std::int64_t pass = 0; pass < passes; ++pass, flushed -= visits)
            for (std::int64_t at = 0; at < visits; at += Block) {
                if (at % (Block * PollLines) == 0 && run.stopped()) return cancelled();
                const std::int64_t end = std::min(at + Block, visits);
                const std::int64_t missed = end - at == Block ? missesInBlock(at, flushed) : Block;
                if (held + missed < capacity && end - at == Block) {
                    held += missed;
                    reads += missed;
                    continue;
                }
                for (std::int64_t visit = at; visit < end; ++visit) {
                    if (m_previous.get()[visit] >= flushed) continue;
                    ++reads;
                    if (++held < capacity) continue;
                    if (log && log->expect(1)) log->refill(pass, visit);
                    held = 0;
                    flushed = visit + 1;
                }
            }
        return reads;
    }

private:
    static constexpr std::int64_t Block = 512;
    static constexpr std::int32_t NeverAsked = -1, Outside = -2; // in m_last

    std::int64_t missesInBlock(std::int64_t begin, std::int64_t flushed) const {
        const std::int32_t* previous = m_previous.get() + begin;
        const auto limit = static_cast<std::int32_t>(flushed);
        std::int32_t missed = 0;
        for (std::int64_t i = 0; i < Block; ++i)
            missed += previous[i] < limit ? 1 : 0;
        return missed;
    }

    bool visitPass(const RunContext& run) {
        m_last.assign(static_cast<std::size_t>(m_window.rows() * m_window.cols() * m_layer.channels), Outside);
        for (std::int64_t row = 0; row < m_layer.ifmapH; ++row)
            std::fill_n(m_last.begin() + row * m_window.cols() * m_layer.channels,
                        m_layer.ifmapW * m_layer.channels, NeverAsked);
        m_previous =
            std::make_unique_for_overwrite<std::int32_t[]>(static_cast<std::size_t>(m_layer.m * m_layer.k));
        m_firsts = std::make_unique_for_overwrite<First[]>(m_last.size());
        const bool stationary = m_map.dataflow == Dataflow::InputStationary;
        for (std::int64_t colFold = 0; colFold < (stationary ? m_map.colFolds : 1); ++colFold)
            for (std::int64_t rowFold = 0; rowFold < m_map.rowFolds; ++rowFold)
                if (!(stationary ? stationaryFold(colFold, rowFold, run) : streamedFold(rowFold, run)))
                    return false;
        // The pass before has visited these last.
        const auto visits = static_cast<std::int32_t>(m_visits);
        for (const First* first = m_firsts.get(); first != m_firsts.get() + m_distinct; ++first)
            m_previous[first->visit] = m_last[first->address] - visits;
        return true;
    }

    // Row q of the array asks in line x for streamed element x - q.
    bool streamedFold(std::int64_t fold, const RunContext& run) {
        const bool os = m_map.dataflow == Dataflow::OutputStationary;
        const std::int64_t used = m_map.rowsUsed(fold);
        const std::int64_t first = fold * m_map.rows;
        for (std::int64_t line = 0; line < m_map.t + used - 1; ++line) {
            if (line % PollLines == 0 && run.stopped()) return false;
            const std::int64_t from = std::max<std::int64_t>(0, line - m_map.t + 1);
            const std::int64_t to = std::min(used - 1, line);
            if (os)
                visit<1, -1>(first + from, line - from, to - from + 1);
            else
                visit<-1, 1>(line - from, first + from, to - from + 1);
        }
        return true;
    }

    bool stationaryFold(std::int64_t colFold, std::int64_t rowFold, const RunContext& run) {
        if (run.stopped()) return false;
        for (std::int64_t row = m_map.rowsUsed(rowFold) - 1; row >= 0; --row)
            visit<1, 0>(colFold * m_map.cols, rowFold * m_map.rows + row, m_map.colsUsed(colFold));
        return true;
    }

    // `count` elements from (m, k) on, in one line.
    template <int StepM, int StepK>
    void visit(std::int64_t m, std::int64_t k, std::int64_t count) {
        const std::uint32_t* base = m_base.data() + m;
        const std::uint32_t* offset = m_offset.data() + k;
        std::int32_t* const last = m_last.data();
        std::int32_t* const previous = m_previous.get();
        First* firsts = m_firsts.get() + m_distinct;
        auto now = static_cast<std::int32_t>(m_visits);
        for (std::int64_t i = 0; i < count; ++i, base += StepM, offset += StepK) {
            const std::uint32_t address = *base + *offset;
            const std::int32_t before = last[address];
            if (before < 0) [[unlikely]] {
                if (before == Outside) continue;
                *firsts++ = {static_cast<std::uint32_t>(now), address};
            }
            previous[now] = before;
            last[address] = now++;
        }
        m_visits = now;
        m_distinct = firsts - m_firsts.get();
    }

    struct First {
        std::uint32_t visit, address;
    };
    const Layer& m_layer;
    const Mapping& m_map;
    const Window m_window;
    std::vector<std::uint32_t> m_base, m_offset; // address of (m, k) = base[m] + offset[k]
    std::vector<std::int32_t> m_last;            // by word: its last visit; of the extents of m_window
    std::int64_t m_visits = 0;
    // By visit: the visit before of the same word; negative in the pass before.
    std::unique_ptr<std::int32_t[]> m_previous;
    std::int64_t m_distinct = 0;
    std::unique_ptr<First[]> m_firsts; // m_distinct of them
};

// Words of the ifmap that one pass asks for, where a dense filter asks for `positions` times all channels.
std::int64_t wordsAsked(const Layer& layer, std::int64_t positions) {
    if (!layer.isSparse() || layer.channels % layer.of == 0) return positions * layer.keptOf(layer.channels);
    const Window window(layer);
    if (!window.overhangs() || layer.k > VisitLimit) return layer.m * layer.k;
    const auto reached = [](std::int64_t tap, std::int64_t extent, std::int64_t out, std::int64_t stride) {
        return tap >= extent ? 0 : std::min(out, (extent - 1 - tap) / stride + 1);
    };
    std::int64_t words = 0;
    for (std::int64_t k = 0; k < layer.k; ++k) {
        const Tap tap = window.at(0, k);
        words += reached(tap.row, layer.ifmapH, layer.outH, layer.strideH) *
                 reached(tap.col, layer.ifmapW, layer.outW, layer.strideW);
    }
    return words;
}

} // namespace

Result<CalcReads> calcReads(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                            const RunContext& run, RefillLog* ifmapLog, RefillLog* filterLog) {
    CalcReads result;
    result.filter = filterReads(layer, map, refillWords(accelerator.filterKb), filterLog, run);

    const AxisTouches high = touches(layer.ifmapH, layer.filterH, layer.outH, layer.strideH, layer.dilationH);
    const AxisTouches wide = touches(layer.ifmapW, layer.filterW, layer.outW, layer.strideW, layer.dilationW);
    const bool overlaps = high.distinct * wide.distinct != high.total * wide.total;
    const std::int64_t asked = wordsAsked(layer, high.total * wide.total);
    // With other channels kept at each tap, overlapping windows ask for words that only the walk
    // counts.
    const bool uneven = layer.isSparse() && layer.channels % layer.of != 0 && overlaps;
    const std::int64_t distinct =
        overlaps ? high.distinct * wide.distinct * layer.keptOf(layer.channels) : asked;
    const std::int64_t passes = map.dataflow == Dataflow::InputStationary ? 1 : map.colFolds;
    const std::int64_t capacity = refillWords(accelerator.ifmapKb);
    if (!uneven && distinct < capacity) {
        result.ifmap = distinct;
    } else if (!overlaps) {
        CountedBuffer buffer(capacity, ifmapLog, run);
        buffer.passes(0, distinct, passes);
        result.ifmap = buffer.fetched();
    } else if (layer.m * layer.k > VisitLimit || layer.m * layer.k > PassesLimit / passes ||
               Window(layer).rows() > WordLimit / layer.channels / Window(layer).cols()) {
        result.ifmap = distinct < capacity ? distinct : distinct * passes;
        result.exact = false;
        if (ifmapLog) ifmapLog->giveUp();
    } else {
        ASSIGN_OR_RETURN(result.ifmap, Walk(layer, map).reads(passes, capacity, ifmapLog, run));
    }
    if (run.stopped()) return cancelled();
    return result;
}

} // namespace edgewright::cost
