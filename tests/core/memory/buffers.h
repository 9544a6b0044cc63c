// SPDX-License-Identifier: GPL-3.0-or-later
// Packing problems in one line.
#pragma once

#include "core/memory/packing/problem.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::test {

// Alive in the steps [lower, upper).
inline memory::Buffer buffer(std::string name, std::int64_t size, std::int64_t lower, std::int64_t upper) {
    memory::Buffer result;
    result.name = std::move(name);
    result.size = size;
    result.lower = lower;
    result.upper = upper;
    return result;
}

inline memory::Buffer buffer(std::int64_t size, std::int64_t lower, std::int64_t upper,
                             std::int64_t alignment = 1) {
    memory::Buffer result = buffer("b", size, lower, upper);
    result.alignment = alignment;
    return result;
}

// As many steps as the last buffer needs.
inline memory::Problem problemOf(std::vector<memory::Buffer> buffers) {
    memory::Problem problem;
    problem.buffers = std::move(buffers);
    for (const memory::Buffer& each : problem.buffers)
        problem.steps = std::max(problem.steps, each.upper);
    return problem;
}

} // namespace edgewright::test
