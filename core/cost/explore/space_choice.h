// SPDX-License-Identifier: GPL-3.0-or-later
// A design space as a person chooses it: what varies, on whatever accelerator is at hand.
#pragma once

#include "core/cost/explore/design_space.h"

namespace edgewright::cost {

struct SpaceChoice {
    std::vector<std::string> axes; // as readAxis() reads them: "size=4..128"
    std::uint64_t sample = 0;      // so many points drawn at random; 0: all

    // Square arrays of 4 to 128 with all dataflows.
    static SpaceChoice standard();
    // Errors of readAxis().
    Result<DesignSpace> on(const Accelerator& base) const;
    friend bool operator==(const SpaceChoice&, const SpaceChoice&) = default;
};

} // namespace edgewright::cost
