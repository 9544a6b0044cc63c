// SPDX-License-Identifier: GPL-3.0-or-later
// The innermost loop of the reduction, so many iterations at a time.
#include "core/loopnest/rule.h"

#include <array>

namespace edgewright::loopnest::unroll_rule {

namespace {

constexpr std::array<std::int64_t, 4> Times{1, 2, 4, 8};

std::vector<Sketch> apply(const Computation&, const Sketch& given, const Target&) {
    Sketch sketch = given;
    sketch.unrolls = true;
    sketch.steps.push_back("unroll");
    return {sketch};
}

void knobs(const Computation&, const Sketch& sketch, const Target&, std::vector<Knob>& into) {
    if (sketch.unrolls) into.push_back({"unroll", {Times.begin(), Times.end()}});
}

} // namespace

extern const Rule entry{
    .name = "unroll", .summary = "The innermost reduction loop unrolled", .apply = apply, .knobs = knobs};

} // namespace edgewright::loopnest::unroll_rule
