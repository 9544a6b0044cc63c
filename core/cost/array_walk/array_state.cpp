// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/array_walk/array_state.h"

namespace edgewright::cost {

namespace {

// Cells (r, c) of a block with r + c = sum.
std::int64_t cellsOnDiagonal(std::int64_t rows, std::int64_t cols, std::int64_t sum) {
    const std::int64_t first = std::max<std::int64_t>(0, sum - cols + 1), last = std::min(rows - 1, sum);
    return std::max<std::int64_t>(0, last - first + 1);
}

} // namespace

ArrayState::ArrayState(const ArrayWalk& walk, std::int64_t fold, std::int64_t cycle)
    : m_rows(walk.accelerator().rows), m_cols(walk.accelerator().cols), m_folds{walk.fold(fold)} {
    const std::int64_t lead = walk.leadOf(fold);
    if (cycle < lead) m_shifted = cycle + 1;
    const bool overlaps = walk.accelerator().overlapsFolds;
    m_diagonals.resize(static_cast<std::size_t>(m_rows + m_cols - 1));
    std::int64_t since = cycle - lead; // cycles since the first cell of the fold at hand began, here
    for (Diagonal& each : m_diagonals) {
        while (since < 0 && overlaps && m_folds.back().index > 0) {
            m_folds.push_back(walk.fold(m_folds.back().index - 1));
            since += walk.slotOf(m_folds.back().positions);
        }
        each.fold = m_folds.size() - 1;
        each.position = since;
        if (since < 0)
            each.state = CellState::Waiting;
        else if (since < m_folds.back().positions)
            each.state = CellState::Computing;
        else
            each.state = CellState::Done;
        --since;
    }
}

CellState ArrayState::at(std::int64_t row, std::int64_t col) const {
    const Diagonal& here = diagonal(row, col);
    const Fold& fold = m_folds[here.fold];
    if (!fold.holds(row, col)) return CellState::Idle;
    // The element of the last row enters first: in its turn, row r holds what belongs m_rows - m_shifted below.
    if (m_shifted >= 0 && row < m_shifted && row + m_rows - m_shifted < fold.rows) return CellState::Shifting;
    return here.state;
}

std::int64_t ArrayState::computing() const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < m_diagonals.size(); ++i) {
        if (m_diagonals[i].state != CellState::Computing) continue;
        const Fold& fold = m_folds[m_diagonals[i].fold];
        const std::int64_t high = fold.rows / fold.groups, wide = fold.cols / fold.groups;
        for (std::int64_t group = 0; group < fold.groups; ++group)
            sum += cellsOnDiagonal(high, wide, static_cast<std::int64_t>(i) - group * (high + wide));
    }
    return sum;
}

} // namespace edgewright::cost
