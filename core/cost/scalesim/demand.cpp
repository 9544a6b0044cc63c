// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/demand.h"

#include "core/base/checked.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/window.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

constexpr std::int64_t PollEach = 64; // windows or taps

// Port q of `width` asks in line x for element x - q of `depth`.
std::int64_t wordsBefore(std::int64_t line, std::int64_t width, std::int64_t depth) {
    const std::int64_t edge = std::min(width, depth); // lines of the ramp, and words in the lines between
    const std::int64_t lines = width + depth - 1;
    const auto ramp = [](std::int64_t n) { return n * (n + 1) / 2; };
    if (line < edge) return ramp(line);
    if (line <= lines - edge) return ramp(edge - 1) + (line - edge + 1) * edge;
    return width * depth - ramp(lines - line);
}

std::int64_t skewedLine(std::int64_t word, std::int64_t width, std::int64_t depth) {
    std::int64_t from = 0, to = width + depth - 1; // the line is in [from, to)
    while (to - from > 1) {
        const std::int64_t middle = from + (to - from) / 2;
        (wordsBefore(middle, width, depth) <= word ? from : to) = middle;
    }
    return from;
}

// How many positions begin, begin + step, ... of at most `most` lie before `end`.
std::int64_t countBefore(std::int64_t begin, std::int64_t step, std::int64_t end, std::int64_t most) {
    return begin >= end ? 0 : std::min(most, (end - 1 - begin) / step + 1);
}

void addRun(std::vector<std::int64_t>& change, std::int64_t line, std::int64_t lines) {
    ++change[static_cast<std::size_t>(line)];
    --change[static_cast<std::size_t>(line + lines)];
}

} // namespace

Demand::Demand(const Layer& layer, const Mapping& map, Operand operand, const RunContext& run)
    : m_map(map), m_streams(map.streams(operand)), m_atRows(map.entersAtRows(operand)) {
    if (isFoldAPass()) {
        m_passes = map.folds();
        m_passLines = map.lines;
    } else if (m_streams) {
        m_passes = map.colFolds;
        m_passLines = map.rowFolds * map.lines;
    } else {
        m_passLines = map.demandLines();
    }
    m_offset = map.dataflow == Dataflow::OutputStationary ? 0 : map.rows;
    if (operand == Operand::Ifmap && Window(layer).overhangs()) countOverhanging(layer, run);
}

std::int64_t Demand::words(std::int64_t pass) const {
    if (!m_before.empty()) return m_before.back();
    if (isFoldAPass()) return m_map.colsUsed(pass / m_map.rowFolds) * m_map.t;
    return m_map.sr * (m_streams ? m_map.t : m_map.sc);
}

std::int64_t Demand::lineOf(std::int64_t pass, std::int64_t word) const {
    const std::int64_t begin = pass * m_passLines;
    if (!m_before.empty())
        return begin + (std::upper_bound(m_before.begin(), m_before.end(), word) - m_before.begin()) - 1;
    if (isFoldAPass()) return begin + skewedLine(word, m_map.colsUsed(pass / m_map.rowFolds), m_map.t);
    if (m_streams) {
        const std::int64_t foldWords = m_map.rows * m_map.t;
        const std::int64_t fold = word / foldWords;
        return begin + fold * m_map.lines + m_offset +
               skewedLine(word % foldWords, m_map.rowsUsed(fold), m_map.t);
    }
    const std::int64_t colFold = word / (m_map.sr * m_map.cols);
    const std::int64_t usedCols = m_map.colsUsed(colFold);
    const std::int64_t row = word % (m_map.sr * m_map.cols) / usedCols;
    const std::int64_t rowFold = row / m_map.rows;
    return (colFold * m_map.rowFolds + rowFold) * m_map.lines + m_map.rows - m_map.rowsUsed(rowFold) +
           row % m_map.rows;
}

std::int64_t Demand::widest() const {
    std::int64_t most = 0;
    for (std::size_t i = 0; i + 1 < m_before.size(); ++i)
        most = std::max(most, m_before[i + 1] - m_before[i]);
    if (!m_before.empty()) return most;
    const std::int64_t used = m_atRows ? m_map.rowsUsed(0) : m_map.colsUsed(0);
    return m_streams ? std::min(used, m_map.t) : used;
}

void Demand::countOverhanging(const Layer& layer, const RunContext& run) {
    const std::int64_t runs = m_map.dataflow == Dataflow::OutputStationary   ? layer.filterH
                              : m_map.dataflow == Dataflow::WeightStationary ? layer.outH
                                                                             : m_map.colFolds;
    const std::int64_t each = m_map.dataflow == Dataflow::OutputStationary ? layer.m : layer.k;
    m_exact = m_passLines <= SegmentLimit && each <= VisitLimit / runs;
    if (!m_exact) return;
    // First by how much more words a line asks for than the one before it.
    m_before.resize(static_cast<std::size_t>(m_passLines) + 1);
    switch (m_map.dataflow) {
    case Dataflow::OutputStationary:
        countOutputStationary(layer, m_before, run);
        break;
    case Dataflow::WeightStationary:
        countWeightStationary(layer, m_before, run);
        break;
    case Dataflow::InputStationary:
        countInputStationary(layer, m_before, run);
        break;
    }
    std::int64_t inLine = 0, before = 0;
    for (std::int64_t& line : m_before) {
        inLine += line;
        line = before;
        before += inLine;
    }
}

// Row q of the array asks for one window, tap by tap.
void Demand::countOutputStationary(const Layer& layer, std::vector<std::int64_t>& change,
                                   const RunContext& run) const {
    for (std::int64_t m = 0; m < layer.m; ++m) {
        if (m % PollEach == 0 && run.stopped()) return;
        const std::int64_t line = m / m_map.rows * m_map.lines + m % m_map.rows;
        const std::int64_t high =
            countBefore(m / layer.outW * layer.strideH, layer.dilationH, layer.ifmapH, layer.filterH);
        const std::int64_t wide =
            countBefore(m % layer.outW * layer.strideW, layer.dilationW, layer.ifmapW, layer.filterW);
        if (wide == 0) continue;
        for (std::int64_t tap = 0; tap < high; ++tap) {
            const std::int64_t first = tap * layer.filterW * layer.channels;
            const std::int64_t from = layer.keptOf(first), to = layer.keptOf(first + wide * layer.channels);
            if (to > from) addRun(change, line + from, to - from);
        }
    }
}

// Row q of the array asks for one tap, window by window.
void Demand::countWeightStationary(const Layer& layer, std::vector<std::int64_t>& change,
                                   const RunContext& run) const {
    for (std::int64_t k = 0; k < layer.k; ++k) {
        if (k % PollEach == 0 && run.stopped()) return;
        const std::int64_t line = k / m_map.rows * m_map.lines + m_map.rows + k % m_map.rows;
        const std::int64_t tap = layer.placeOf(k) / layer.channels;
        const std::int64_t high =
            countBefore(tap / layer.filterW * layer.dilationH, layer.strideH, layer.ifmapH, layer.outH);
        const std::int64_t wide =
            countBefore(tap % layer.filterW * layer.dilationW, layer.strideW, layer.ifmapW, layer.outW);
        if (wide == 0) continue;
        for (std::int64_t row = 0; row < high; ++row)
            addRun(change, line + row * layer.outW, wide);
    }
}

// A line asks for one tap of the windows of a column fold.
void Demand::countInputStationary(const Layer& layer, std::vector<std::int64_t>& change,
                                  const RunContext& run) const {
    for (std::int64_t k = 0; k < layer.k; ++k) {
        if (k % PollEach == 0 && run.stopped()) return;
        const std::int64_t tap = layer.placeOf(k) / layer.channels;
        const std::int64_t high =
            countBefore(tap / layer.filterW * layer.dilationH, layer.strideH, layer.ifmapH, layer.outH);
        const std::int64_t wide =
            countBefore(tap % layer.filterW * layer.dilationW, layer.strideW, layer.ifmapW, layer.outW);
        const auto windowsBefore = [&](std::int64_t m) {
            const std::int64_t row = m / layer.outW;
            return row < high ? row * wide + std::min(m % layer.outW, wide) : high * wide;
        };
        const std::int64_t rowFold = k / m_map.rows;
        for (std::int64_t colFold = 0; colFold < m_map.colFolds; ++colFold) {
            const std::int64_t first = colFold * m_map.cols;
            const std::int64_t words = windowsBefore(first + m_map.colsUsed(colFold)) - windowsBefore(first);
            const std::int64_t line =
                (colFold * m_map.rowFolds + rowFold) * m_map.lines + m_map.rows - 1 - k % m_map.rows;
            change[static_cast<std::size_t>(line)] += words;
            change[static_cast<std::size_t>(line + 1)] -= words;
        }
    }
}

} // namespace edgewright::cost
