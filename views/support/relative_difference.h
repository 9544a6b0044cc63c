// SPDX-License-Identifier: GPL-3.0-or-later
// How far two graphs' results are apart, as one number.
#pragma once

#include "core/pipeline/check.h"

namespace edgewright::views {

// ‖Δ‖ / ‖x‖ of the worst output: single elements near zero differ by any factor.
inline double relativeDifference(const pipeline::Check& check) {
    const pipeline::OutputDifference* worst = check.worst();
    return worst ? worst->difference.relNorm : check.maxRel;
}

} // namespace edgewright::views
