// SPDX-License-Identifier: GPL-3.0-or-later
// Random packing problems with everything that a problem may have.
#pragma once

#include "core/memory/packing/problem.h"

#include <cstdint>
#include <random>
#include <string>

namespace edgewright::test {

struct RandomOptions {
    std::int64_t buffers = 120; // at most
    std::int64_t steps = 60;    // at most
    std::int64_t largest = 5000;
    bool aligned = true, fixed = true, gaps = true, windows = true;
};

// Equal seeds give equal problems. Buffers with fixed offsets never collide.
inline memory::Problem randomProblem(std::uint64_t seed, const RandomOptions& options = {}) {
    std::mt19937_64 random(seed);
    const auto upTo = [&](std::int64_t end) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end));
    };
    memory::Problem problem;
    problem.steps = 1 + upTo(options.steps);
    const std::int64_t count = upTo(options.buffers + 1);
    std::int64_t fixedEnd = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        memory::Buffer next;
        next.name = "b" + std::to_string(i);
        next.size = upTo(10) == 0 ? 0 : upTo(options.largest);
        next.lower = upTo(problem.steps);
        next.upper = next.lower + 1 + upTo(problem.steps - next.lower);
        if (options.aligned) next.alignment = std::int64_t(1) << upTo(7);
        if (options.fixed && upTo(12) == 0) {
            next.fixedOffset = (fixedEnd + next.alignment - 1) / next.alignment * next.alignment;
            fixedEnd = *next.fixedOffset + next.size;
        }
        for (std::int64_t at = next.lower; options.gaps && upTo(4) == 0 && at < next.upper;) {
            memory::Gap gap{at + upTo(next.upper - at), 0, 0, 0};
            gap.upper = gap.lower + 1 + upTo(next.upper - gap.lower);
            if (options.windows && upTo(2) == 0) {
                gap.begin = upTo(next.size + 1);
                gap.end = gap.begin + upTo(next.size - gap.begin + 1);
            }
            at = gap.upper;
            next.gaps.push_back(gap);
        }
        problem.buffers.push_back(next);
    }
    return problem;
}

} // namespace edgewright::test
