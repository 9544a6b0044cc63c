// SPDX-License-Identifier: GPL-3.0-or-later
// Taps of a filter that read nothing but padding, in every output, are left out: of a 5 x 5 filter over a
// single column one column of taps stays.
#pragma once

#include "core/ops/convolution/window.h"

#include <array>
#include <vector>

namespace edgewright::ops {

struct UsedTaps {
    struct Range {
        std::int64_t first = 0, count = 1;
        friend bool operator==(const Range&, const Range&) = default;
    };
    std::array<Range, 3> axes; // of each axis
    bool areAll = true;
    Geometry geometry; // of what stays

    static UsedTaps of(const Geometry& geometry);
    // The taps that stay, by their numbers among those of `whole`, for which this was made: ascending.
    std::vector<std::int64_t> indices(const Geometry& whole) const;
};

} // namespace edgewright::ops
