// SPDX-License-Identifier: GPL-3.0-or-later
// In which lines the array asks for the words of an operand when nothing stalls.
//
// An operand is asked for in passes, each of which asks for the same words in the same order: all row folds of
// a column fold (ifmap of os and ws, filter of is), one fold (filter of os), or all folds (what is stationary).
// Words outside of the ifmap are not asked for.
#pragma once

#include "core/cost/scalesim/mapping.h"

#include <vector>

namespace edgewright::cost {

class Demand {
public:
    Demand(const Layer& layer, const Mapping& map, Operand operand);

    // False: the windows overhang and the lines of a pass are too many to be counted (limits.h). Then words
    // outside of the ifmap are taken for words inside.
    bool exact() const { return m_exact; }
    std::int64_t passes() const { return m_passes; }
    std::int64_t words(std::int64_t pass) const;
    // The line, from 0, that asks for the word-th word of a pass.
    std::int64_t lineOf(std::int64_t pass, std::int64_t word) const;
    std::int64_t firstLine() const { return lineOf(0, 0); }
    std::int64_t lastLine() const { return lineOf(m_passes - 1, words(m_passes - 1) - 1); }
    std::int64_t widest() const; // words in one line

private:
    bool isFoldAPass() const { return m_streams && !m_atRows; }
    void countOverhanging(const Layer& layer);
    void countOutputStationary(const Layer& layer, std::vector<std::int64_t>& change) const;
    void countWeightStationary(const Layer& layer, std::vector<std::int64_t>& change) const;
    void countInputStationary(const Layer& layer, std::vector<std::int64_t>& change) const;

    const Mapping& m_map;
    bool m_streams = true, m_atRows = true;
    bool m_exact = true;
    std::int64_t m_passes = 1;
    std::int64_t m_passLines = 0;
    std::int64_t m_offset = 0;          // of a fold's first line with a request, where it streams
    std::vector<std::int64_t> m_before; // words of a pass before each of its lines, if windows overhang
};

} // namespace edgewright::cost
