// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/roofline.h"

#include <algorithm>

namespace edgewright::cost {

double Roofline::attainable(double intensity) const { return std::min(peak, bandwidth * intensity); }

Roofline roofline(const Accelerator& accelerator, double assumedBandwidth) {
    const double perPort =
        accelerator.bandwidth ? static_cast<double>(*accelerator.bandwidth) : assumedBandwidth;
    Roofline roof;
    roof.peak = static_cast<double>(accelerator.rows) * static_cast<double>(accelerator.cols);
    roof.bandwidth = 3 * perPort * static_cast<double>(accelerator.wordBytes);
    roof.ridge = roof.bandwidth > 0 ? roof.peak / roof.bandwidth : 0;
    return roof;
}

} // namespace edgewright::cost
