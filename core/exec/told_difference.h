// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison that another process made: its numbers alone are known.
#pragma once

#include "core/exec/compare.h"
#include "core/exec/tolerance.h"

namespace edgewright::exec {

// True where both are identical bit by bit, or agrees(). `Told`: the members of Difference that an agent tells,
// and `identical`; `type`: that of the reference.
template <typename Told>
bool agreesAsTold(const Told& told, ir::DataType type, const Tolerance& tolerance) {
    Difference difference;
    difference.maxAbs = told.maxAbs;
    difference.relNorm = told.relNorm;
    difference.sameShape = told.sameShape;
    difference.nonFinite = told.nonFinite;
    return told.identical || agrees(difference, type, tolerance);
}

} // namespace edgewright::exec
