// SPDX-License-Identifier: GPL-3.0-or-later
// The outermost loops are fused into independent tasks, which threads share. The knob: how many of them.
#include "core/loopnest/rule.h"

namespace edgewright::loopnest::parallel_rule {

namespace {

std::vector<Sketch> apply(const Computation&, const Sketch& given, const Target&) {
    Sketch sketch = given;
    sketch.isParallel = true;
    sketch.steps.push_back("parallel");
    return {sketch};
}

void knobs(const Computation& computation, const Sketch& sketch, const Target&, std::vector<Knob>& into) {
    if (!sketch.isParallel) return;
    Knob knob{"fused", {}};
    for (std::size_t count = computation.spatial().size(); count >= 1; --count)
        knob.values.push_back(static_cast<std::int64_t>(count));
    if (!knob.values.empty()) into.push_back(std::move(knob));
}

} // namespace

extern const Rule entry{
    .name = "parallel", .summary = "Outer loops as tasks of threads", .apply = apply, .knobs = knobs};

} // namespace edgewright::loopnest::parallel_rule
