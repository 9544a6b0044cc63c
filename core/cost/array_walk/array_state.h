// SPDX-License-Identifier: GPL-3.0-or-later
// The work of every cell of the array in one cycle. The wavefront is a diagonal: cell (r, c) works on position
// p = t - lead - r - c, t counted from where its fold begins (Samajdar et al., ISPASS 2020, figure 3).
#pragma once

#include "core/cost/array_walk/array_walk.h"

#include <vector>

namespace edgewright::cost {

enum class CellState : std::uint8_t {
    Idle,      // holds no work in this fold
    Waiting,   // has work, but nothing has come yet
    Shifting,  // a stationary element passes through, or arrives
    Computing, // one multiply-accumulate
    Done,      // nothing comes any more
    Count
};

class ArrayState {
public:
    ArrayState() = default;
    // 0 <= fold < walk.folds(), 0 <= cycle < walk.cyclesOf(fold). Where folds overlap, the far corner may still
    // be at the fold before, or at several of them. Time and space: rows + columns, and the folds that are on
    // the array.
    ArrayState(const ArrayWalk& walk, std::int64_t fold, std::int64_t cycle);

    std::int64_t rows() const { return m_rows; }
    std::int64_t cols() const { return m_cols; }
    const Fold& fold() const { return m_folds.front(); } // the newest one
    const Fold& foldAt(std::int64_t row, std::int64_t col) const { return m_folds[diagonal(row, col).fold]; }
    CellState at(std::int64_t row, std::int64_t col) const;
    // The position that streams past a cell that computes.
    std::int64_t positionAt(std::int64_t row, std::int64_t col) const { return diagonal(row, col).position; }
    std::int64_t computing() const; // cells

private:
    struct Diagonal { // of cells with the same r + c
        std::size_t fold = 0;
        std::int64_t position = 0;
        CellState state = CellState::Waiting;
    };
    const Diagonal& diagonal(std::int64_t row, std::int64_t col) const {
        return m_diagonals[static_cast<std::size_t>(row + col)];
    }

    std::int64_t m_rows = 0, m_cols = 0;
    std::int64_t m_shifted = -1; // rows that a stationary element has entered; -1: none shifts
    std::vector<Fold> m_folds;   // on the array, the newest first
    std::vector<Diagonal> m_diagonals;
};

} // namespace edgewright::cost
