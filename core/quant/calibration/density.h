// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram as methods look at it: bins of one width that begin or end at 0, without the values that are
// exactly 0, which every range codes without an error.
#pragma once

#include "core/quant/calibration/histogram.h"

#include <cstdint>
#include <vector>

namespace edgewright::quant {

struct Density {
    double width = 0;
    std::int64_t first = 0;   // bin i is from (first + i) * width to the next edge
    std::vector<double> mass; // counts; 0 is one of the edges, the outer ones included

    double edge(std::size_t bin) const {
        return width * static_cast<double>(first + static_cast<std::int64_t>(bin));
    }
};

// At most `most` (>= 2) bins, and more than half as many unless the histogram itself is coarser: neighbours are
// merged. Empty without a value other than 0.
Density signedDensity(const Histogram& histogram, std::int64_t most);
// The density of |x|: `first` is 0.
Density magnitudeDensity(const Histogram& histogram, std::int64_t most);

} // namespace edgewright::quant
