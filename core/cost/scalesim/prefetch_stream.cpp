// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/prefetch_stream.h"

namespace edgewright::cost {

std::int64_t PrefetchStream::segmentsOf(const Mapping& map, Operand operand) {
    const bool byRowFold = map.entersAtRows(operand);
    const std::int64_t blocks = byRowFold ? map.rowFolds : map.colFolds;
    const std::int64_t width = byRowFold ? map.rows : map.cols;
    return blocks * (map.streams(operand) ? map.t + width - 1 : map.sr);
}

PrefetchStream::PrefetchStream(const Layer& layer, const Mapping& map, Operand operand)
    : m_layer(layer), m_map(map), m_window(layer), m_diagonal(map.streams(operand)),
      m_spreadIsM(map.dataflow != Dataflow::WeightStationary), m_byRowFold(map.entersAtRows(operand)) {
    m_spread = m_byRowFold ? map.sr : map.sc;
    m_width = m_byRowFold ? map.rows : map.cols;
    m_blocks = m_byRowFold ? map.rowFolds : map.colFolds;
    m_depth = m_diagonal ? map.t : map.sr;
    if (operand == Operand::Ifmap) {
        m_overhangs = m_window.overhangs();
        m_repeats = layer.filterH > 1 || layer.filterW > 1;
    }
    m_segments.resize(static_cast<std::size_t>(m_blocks * perBlock()));
    if (!m_diagonal) {
        for (std::int64_t block = 0; block < m_blocks; ++block)
            for (std::int64_t row = 0; row < m_depth; ++row)
                layOut(block, row);
        return;
    }
    // A diagonal runs upwards: it meets the last block first.
    for (std::int64_t diagonal = 0; diagonal < m_blocks * m_depth + m_width - 1; ++diagonal)
        for (std::int64_t block = std::min(m_blocks - 1, diagonal / m_depth); block >= 0; --block) {
            const std::int64_t local = diagonal - block * m_depth;
            if (local >= perBlock()) break;
            layOut(block, local);
        }
}

void PrefetchStream::layOut(std::int64_t block, std::int64_t local) {
    const std::int64_t from = firstColumn(local);
    const std::int64_t to = endColumn(block, local);
    std::int64_t count = std::max<std::int64_t>(0, to - from);
    if (m_overhangs) {
        count = 0;
        for (std::int64_t column = from; column < to; ++column)
            if (inside({block, depthOf(local, column), column})) ++count;
    }
    m_segments[static_cast<std::size_t>(block * perBlock() + local)] = {m_words, count};
    m_words += count;
}

std::int64_t PrefetchStream::segmentAt(std::int64_t colFold, std::int64_t rowFold, std::int64_t line) const {
    const std::int64_t block = (m_byRowFold ? rowFold : colFold) * perBlock();
    if (!m_diagonal) { // the fold's rows are loaded bottom edge first
        const std::int64_t row = rowFold * m_map.rows + m_map.rows - 1 - line;
        return line < m_map.rows && row < m_depth ? block + row : -1;
    }
    const std::int64_t local = m_map.dataflow == Dataflow::OutputStationary ? line : line - m_map.rows;
    return local >= 0 && local < perBlock() ? block + local : -1;
}

PrefetchStream::Cell PrefetchStream::cellAt(std::int64_t segment, std::int64_t index) const {
    const std::int64_t block = segment / perBlock();
    const std::int64_t local = segment % perBlock();
    std::int64_t column = firstColumn(local);
    if (!m_overhangs) {
        column += index;
    } else {
        while (!inside({block, depthOf(local, column), column}) || index-- > 0)
            ++column;
    }
    return {block, depthOf(local, column), column};
}

std::int64_t PrefetchStream::positionOf(std::int64_t m, std::int64_t k) const {
    const std::int64_t along = m_spreadIsM ? m : k;
    const std::int64_t block = along / m_width;
    const std::int64_t column = along % m_width;
    const std::int64_t depth = m_spreadIsM ? k : m;
    const std::int64_t local = m_diagonal ? depth + column : depth;
    const std::int64_t first = m_segments[static_cast<std::size_t>(block * perBlock() + local)].first;
    if (!m_overhangs) return first + column - firstColumn(local);
    std::int64_t before = 0;
    for (std::int64_t other = firstColumn(local); other < column; ++other)
        if (inside({block, depthOf(local, other), other})) ++before;
    return first + before;
}

} // namespace edgewright::cost
