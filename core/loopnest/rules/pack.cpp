// SPDX-License-Identifier: GPL-3.0-or-later
// A constant factor that is read in vectors is copied once into the order of the tiles: without it where it
// already lies side by side along the axis of the vectors, always where it does not.
#include "core/loopnest/rule.h"

namespace edgewright::loopnest::pack_rule {

namespace {

std::vector<Sketch> apply(const Computation& computation, const Sketch& given, const Target&) {
    if (!given.vector) return {given};
    for (const Factor factor : {Factor::Left, Factor::Right}) {
        const Access& access = factor == Factor::Left ? computation.left : computation.right;
        if (!access.isConstant || !access.dependsOn(*given.vector) || access.isPadded(computation.axes))
            continue;
        Sketch packed = given;
        packed.packed = factor;
        packed.steps.push_back("pack");
        if (access.linear().coefficients[*given.vector] == 1) return {given, packed};
        return {packed};
    }
    return {given};
}

} // namespace

extern const Rule entry{
    .name = "pack", .summary = "Constant factors in the order of the tiles", .apply = apply};

} // namespace edgewright::loopnest::pack_rule
