// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of a tile are kept in memory while the reduction is gone through in blocks; without it each tile goes
// through the whole reduction at once, its sums in registers.
#include "core/loopnest/rule.h"

#include <array>

namespace edgewright::loopnest::cache_write_rule {

namespace {

constexpr std::array<std::int64_t, 5> Blocks{4, 16, 32, 64, 128};
constexpr std::int64_t MinSplit = 16; // iterations: less is not worth a block

std::int64_t terms(const Computation& computation) {
    std::int64_t product = 1;
    for (const std::size_t axis : computation.reduction())
        product *= computation.axes[axis].extent;
    return product;
}

// The axis that is cut. Null: there is none.
const Axis* longestOf(const Computation& computation) {
    const Axis* longest = nullptr;
    for (const std::size_t axis : computation.reduction())
        if (!longest || computation.axes[axis].extent > longest->extent) longest = &computation.axes[axis];
    return longest;
}

std::vector<Sketch> apply(const Computation& computation, const Sketch& given, const Target&) {
    const Axis* const longest = longestOf(computation);
    if (!longest || longest->extent <= Blocks.front() || terms(computation) < 2 * MinSplit) return {given};
    Sketch split = given;
    split.splitsReduction = true;
    split.steps.push_back("cache write");
    return {given, split};
}

void knobs(const Computation& computation, const Sketch& sketch, const Target&, std::vector<Knob>& into) {
    if (!sketch.splitsReduction) return;
    const Axis& longest = *longestOf(computation);
    into.push_back({"block." + longest.name, upTo(longest.extent - 1, Blocks)});
}

} // namespace

extern const Rule entry{
    .name = "cache_write", .summary = "Partial sums in memory", .apply = apply, .knobs = knobs};

} // namespace edgewright::loopnest::cache_write_rule
