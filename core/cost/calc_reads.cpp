// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer is a set of words: a word that is not in it is fetched, and when it holds `capacity` words it is emptied
// at once. Where every pass over the operand asks for the same distinct words, the count follows in closed form; an
// ifmap with overlapping windows that does not fit is walked in demand order.
#include "core/cost/calc_reads.h"

#include "core/cost/limits.h"
#include "core/cost/window.h"

#include <vector>

namespace edgewright::cost {

namespace {

constexpr std::int64_t PollLines = 4096;

// Half of the SRAM, in 50 sets of a hundredth each.
std::int64_t capacityOf(std::int64_t kiloBytes) { return 50 * (kiloBytes * 1024 / 100); }

// A buffer as far as closed forms need it: how full it is, and what it has fetched.
class CountedBuffer {
public:
    explicit CountedBuffer(std::int64_t capacity) : m_capacity(capacity) {}

    // `times` passes over the same `words` distinct words, none of which is in the buffer yet.
    void passes(std::int64_t words, std::int64_t times) {
        if (words >= m_capacity) { // every pass throws out what the next one needs first
            insert(words * times);
            return;
        }
        const bool flushes = m_held + words >= m_capacity;
        const std::int64_t lost = m_capacity - m_held; // the first words, fetched before the flush
        insert(words);
        if (flushes && times > 1) insert(lost);
    }
    std::int64_t fetched() const { return m_fetched; }

private:
    void insert(std::int64_t words) {
        m_fetched += words;
        m_held = (m_held + words) % m_capacity;
    }
    std::int64_t m_capacity;
    std::int64_t m_held = 0;
    std::int64_t m_fetched = 0;
};

std::int64_t filterReads(const Layer& layer, const Mapping& map, std::int64_t capacity) {
    const std::int64_t distinct = layer.k * layer.n;
    if (distinct < capacity || map.dataflow == Dataflow::WeightStationary) return distinct;
    CountedBuffer buffer(capacity);
    if (map.dataflow == Dataflow::InputStationary) {
        buffer.passes(distinct, map.colFolds);
    } else {
        for (std::int64_t fold = 0; fold < map.colFolds; ++fold)
            buffer.passes(map.colsUsed(fold) * layer.k, map.rowFolds);
    }
    return buffer.fetched();
}

// Visits the ifmap words of one pass in demand order: addresses are base[m] + offset[k].
class Walk {
public:
    Walk(const Layer& layer, const Mapping& map, std::int64_t capacity)
        : m_layer(layer), m_map(map), m_window(layer), m_capacity(capacity),
          m_stamp(static_cast<std::size_t>(layer.ifmapH * layer.ifmapW * layer.channels), 0) {
        const auto address = [&](const Tap& tap) {
            return static_cast<std::uint32_t>((tap.row * layer.ifmapW + tap.col) * layer.channels + tap.channel);
        };
        m_base.reserve(static_cast<std::size_t>(layer.m));
        for (std::int64_t m = 0; m < layer.m; ++m) m_base.push_back(address(m_window.at(m, 0)));
        m_offset.reserve(static_cast<std::size_t>(layer.k));
        for (std::int64_t k = 0; k < layer.k; ++k) m_offset.push_back(address(m_window.at(0, k)));
    }

    Result<std::int64_t> reads(const RunContext& run) {
        const bool stationary = m_map.dataflow == Dataflow::InputStationary;
        for (std::int64_t colFold = 0; colFold < m_map.colFolds; ++colFold)
            for (std::int64_t rowFold = 0; rowFold < m_map.rowFolds; ++rowFold)
                if (!(stationary ? stationaryFold(colFold, rowFold, run) : streamedFold(rowFold, run))) return cancelled();
        return m_reads;
    }

private:
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
                ask(first + from, 1, line - from, -1, to - from + 1);
            else
                ask(line - from, -1, first + from, 1, to - from + 1);
        }
        return true;
    }

    bool stationaryFold(std::int64_t colFold, std::int64_t rowFold, const RunContext& run) {
        if (run.stopped()) return false;
        for (std::int64_t row = m_map.rowsUsed(rowFold) - 1; row >= 0; --row)
            ask(colFold * m_map.cols, 1, rowFold * m_map.rows + row, 0, m_map.colsUsed(colFold));
        return true;
    }

    // `count` elements from (m, k) on, in one line.
    void ask(std::int64_t m, std::int64_t stepM, std::int64_t k, std::int64_t stepK, std::int64_t count) {
        const std::uint32_t* base = m_base.data() + m;
        const std::uint32_t* offset = m_offset.data() + k;
        const bool overhangs = m_window.overhangs();
        for (std::int64_t i = 0; i < count; ++i) {
            if (overhangs && !m_window.inside(m + i * stepM, k + i * stepK)) continue;
            std::uint32_t& stamp = m_stamp[base[i * stepM] + offset[i * stepK]];
            if (stamp == m_epoch) continue;
            stamp = m_epoch;
            ++m_reads;
            if (++m_held == m_capacity) {
                m_held = 0;
                ++m_epoch;
            }
        }
    }

    const Layer& m_layer;
    const Mapping& m_map;
    const Window m_window;
    std::int64_t m_capacity;
    std::vector<std::uint32_t> m_stamp; // by word: the epoch in which it was fetched
    std::vector<std::uint32_t> m_base, m_offset;
    std::uint32_t m_epoch = 1;
    std::int64_t m_held = 0;
    std::int64_t m_reads = 0;
};

} // namespace

Result<CalcReads> calcReads(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                            const RunContext& run) {
    CalcReads result;
    result.filter = filterReads(layer, map, capacityOf(accelerator.filterKb));

    const AxisTouches high =
        touches(layer.ifmapH, layer.filterH, layer.outH, layer.strideH, layer.dilationH);
    const AxisTouches wide =
        touches(layer.ifmapW, layer.filterW, layer.outW, layer.strideW, layer.dilationW);
    const std::int64_t distinct = high.distinct * wide.distinct * layer.channels;
    const std::int64_t asked = high.total * wide.total * layer.channels;
    const std::int64_t passes = map.dataflow == Dataflow::InputStationary ? 1 : map.colFolds;
    const std::int64_t capacity = capacityOf(accelerator.ifmapKb);
    if (distinct < capacity) {
        result.ifmap = distinct;
    } else if (asked == distinct) { // no window overlaps another
        result.ifmap = distinct * passes;
    } else if (layer.m * layer.k > WalkLimit / passes || layer.ifmapH * layer.ifmapW * layer.channels > StampLimit) {
        result.ifmap = distinct * passes;
        result.exact = false;
    } else {
        auto reads = Walk(layer, map, capacity).reads(run);
        if (!reads) return std::move(reads).error();
        result.ifmap = *reads;
    }
    return result;
}

} // namespace edgewright::cost
