// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measurement.h"

#include "measurements.def"

#include <array>

namespace edgewright::bench {

#define EDGEWRIGHT_DECLARE_MEASUREMENT(name) extern const Measurement name;
EDGEWRIGHT_MEASUREMENTS(EDGEWRIGHT_DECLARE_MEASUREMENT)

std::span<const Measurement* const> measurements() {
#define EDGEWRIGHT_POINT_TO_MEASUREMENT(name) &name,
    static const std::array all{EDGEWRIGHT_MEASUREMENTS(EDGEWRIGHT_POINT_TO_MEASUREMENT)};
    return all;
}

} // namespace edgewright::bench
