// SPDX-License-Identifier: GPL-3.0-or-later
// Time that passes, and the date.
#pragma once

#include <string>

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

std::string utcNow(); // "2026-11-23T04:10:00Z"

} // namespace edgewright::measure
