// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine reaches at most with each instruction set, on one thread.
#pragma once

#include "core/kernels/isa.h"
#include "tests/bench/peak.h"
#include "tests/bench/statistics.h"

#include <map>
#include <span>
#include <vector>

namespace edgewright::bench {

enum class Arithmetic { MultiplyAdd, Dot };

// Sweeps the loops of isa/peak.cpp when first asked. No kernel can be above its roof: whatever was measured
// faster than every loop raises it.
class Roofs {
public:
    struct Point {
        const PeakLoop* loop;
        Fastest time;
        double rate() const; // 1e9 operations per second
    };
    explicit Roofs(int rounds) : m_rounds(rounds) {}

    // One point for each number of accumulators; empty where no loop is known.
    std::span<const Point> sweep(kernels::Isa isa, Arithmetic kind);
    // In 1e9 operations per second; 0 when nothing is known.
    double roof(kernels::Isa isa, Arithmetic kind);
    void seen(kernels::Isa isa, Arithmetic kind, double rate);
    // Once more the fastest loop, between runs of a kernel that is compared with it.
    void refresh(kernels::Isa isa, Arithmetic kind);

private:
    struct Roof {
        std::vector<Point> points;
        double seen = 0;
    };
    Roof& of(kernels::Isa isa, Arithmetic kind);

    std::map<std::pair<kernels::Isa, Arithmetic>, Roof> m_roofs;
    int m_rounds;
};

} // namespace edgewright::bench
