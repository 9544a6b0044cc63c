// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of a search: time, nodes, and the caller's wish to stop.
#pragma once

#include "core/base/run_context.h"
#include "core/memory/packing/planner.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace edgewright::memory::search {

class Clock {
public:
    Clock(const PlannerOptions& options, const RunContext& run)
        : m_run(run), m_start(Steady::now()), m_seconds(options.timeLimitSeconds),
          m_nodes(options.nodeLimit < 0 ? std::numeric_limits<std::int64_t>::max() : options.nodeLimit) {}

    // Cheap enough to be asked every few hundred microseconds.
    bool over() {
        if (m_over) return true;
        const double passed = std::chrono::duration<double>(Steady::now() - m_start).count();
        if (m_run.progress && m_seconds > 0)
            m_run.report(static_cast<std::uint32_t>(std::min(passed / m_seconds, 1.0) * 1000), 1000);
        return m_over = m_run.stopped() || m_nodes <= 0 || passed >= m_seconds;
    }
    void spend(std::int64_t nodes) {
        m_nodes -= nodes;
        m_spent += nodes;
    }
    std::int64_t spent() const { return m_spent; }
    std::int64_t nodesLeft() const { return std::max<std::int64_t>(m_nodes, 0); }
    bool cancelled() const { return m_run.stopped(); }

private:
    using Steady = std::chrono::steady_clock;
    const RunContext& m_run;
    Steady::time_point m_start;
    double m_seconds;
    std::int64_t m_nodes;
    std::int64_t m_spent = 0;
    bool m_over = false;
};

} // namespace edgewright::memory::search
