// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of every stage that begins at a step, for the searches.
#pragma once

#include "core/partition/problem.h"

namespace edgewright::partition {

struct StageBytes {
    std::int64_t received = 0, sent = 0; // of a frame
    std::int64_t memory = 0;             // as DeviceFigures::memory
};

class StageCosts {
public:
    explicit StageCosts(const Problem& problem); // lives longer than this

    // Bytes of the stages [first, first + 1), [first, first + 2), …, [first, steps).
    std::vector<StageBytes> from(std::size_t first) const;

private:
    const Problem& m_problem;
    std::vector<std::vector<std::size_t>> m_tensorsRead, m_weightsRead; // by step
    std::vector<std::vector<std::size_t>> m_tensorsMade;                // by step
    std::vector<std::int64_t> m_alive;                                  // by step
};

} // namespace edgewright::partition
