// SPDX-License-Identifier: GPL-3.0-or-later
// For how long so many cores of a set, or more, had nothing to do behind its last decision: the time that a
// batch which waits for others waits in vain.
#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/ticks.h"

#include <array>

namespace edgewright::scenario {

class IdleTime {
public:
    // Until `now`, which is not before that of the last call, as many are idle as setIdle() was told.
    void passes(Ticks now) {
        for (std::size_t cores = 1; cores <= m_idle; ++cores)
            m_times[cores] += now - m_since;
        m_since = now;
    }
    void setIdle(std::size_t cores) { m_idle = cores; }
    // By `now`, which is not before that of passes(). 1 <= cores <= MaxCores.
    Ticks of(std::size_t cores, Ticks now) const {
        return m_times[cores] + (cores <= m_idle ? now - m_since : 0);
    }

private:
    std::array<Ticks, MaxCores + 1> m_times{}; // by number of cores
    std::size_t m_idle = 0;
    Ticks m_since = 0;
};

} // namespace edgewright::scenario
