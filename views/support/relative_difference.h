// SPDX-License-Identifier: GPL-3.0-or-later
// The distance of two graphs' results, as one number.
#pragma once

#include "core/pipeline/check.h"

namespace edgewright::views {

// ‖Δ‖ / ‖x‖ of the worst output: single elements near zero differ by any factor.
inline double relativeDifference(const pipeline::Check& check) {
    const pipeline::OutputDifference* worst = check.worst();
    return worst ? worst->difference.relNorm : check.maxRel;
}

} // namespace edgewright::views
