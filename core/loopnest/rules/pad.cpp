// SPDX-License-Identifier: GPL-3.0-or-later
// Padding: copied with the input beforehand, a stage of its own, or asked for at each element. The latter only
// where the elements are read one by one.
#include "core/loopnest/rule.h"

namespace edgewright::loopnest::pad_rule {

namespace {

std::vector<Sketch> apply(const Computation& computation, const Sketch& given, const Target&) {
    if (!computation.left.isPadded(computation.axes)) return {given};
    Sketch copies = given;
    copies.copiesPadding = true;
    copies.steps.push_back("copy padded");
    if (given.vector && computation.left.dependsOn(*given.vector)) return {copies};
    return {copies, given};
}

} // namespace

extern const Rule entry{.name = "pad", .summary = "A padded copy of the input", .apply = apply};

} // namespace edgewright::loopnest::pad_rule
