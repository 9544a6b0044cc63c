// SPDX-License-Identifier: GPL-3.0-or-later
// Progress of work in parts that take about as long as each other.
#pragma once

#include "core/base/run_context.h"

#include <cstddef>

namespace edgewright::serve {

class Parts {
public:
    // `run` outlives it.
    explicit Parts(const RunContext& run) : m_run(run) {}
    // So many in all, those that are done among them; where more are done, they were too few.
    void expect(std::size_t parts) { m_all = parts; }
    // `share` (0..1) of the next `parts` of them is done.
    void report(double share, std::size_t parts = 1) const;
    void done(std::size_t parts = 1);

private:
    const RunContext& m_run;
    std::size_t m_all = 0, m_done = 0;
};

} // namespace edgewright::serve
