// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace edgewright::measure {

// Seconds. `cpu` counts all threads of the process.
struct Timing {
    double wall = 0, cpu = 0;
};

// Runs from its construction.
class Stopwatch {
public:
    Stopwatch();
    Timing elapsed() const;

private:
    Timing m_start;
};

} // namespace edgewright::measure
