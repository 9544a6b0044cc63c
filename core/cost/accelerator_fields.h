// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of an accelerator: key, words, limits and unit of each, in the order of the page.
#pragma once

#include "core/base/field.h"
#include "core/cost/accelerator.h"

#include <array>

namespace edgewright::cost {

// In the order of the enumerators.
inline constexpr std::array Dataflows{Choice{"os", TRANSLATABLE("Setting", "Output stationary")},
                                      Choice{"ws", TRANSLATABLE("Setting", "Weight stationary")},
                                      Choice{"is", TRANSLATABLE("Setting", "Input stationary")}};
inline constexpr std::array Objectives{Choice{"cycles", TRANSLATABLE("Setting", "fewest cycles")},
                                       Choice{"energy", TRANSLATABLE("Setting", "least energy")},
                                       Choice{"product", TRANSLATABLE("Setting", "energy × cycles")}};

std::span<const Field<Accelerator>> acceleratorFields();

} // namespace edgewright::cost
