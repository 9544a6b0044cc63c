// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measurement.h"

#include <array>

namespace edgewright::bench {

#define EDGEWRIGHT_ENTRY(name) extern const Measurement name;
#include "measurements.def"
#undef EDGEWRIGHT_ENTRY

std::span<const Measurement* const> measurements() {
    static const std::array all{
#define EDGEWRIGHT_ENTRY(name) &name,
#include "measurements.def"
#undef EDGEWRIGHT_ENTRY
    };
    return all;
}

} // namespace edgewright::bench
