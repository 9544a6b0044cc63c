// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/roofline.h"

#include <algorithm>

namespace edgewright::cost {

double Roofline::attainable(double intensity) const { return std::min(peak, bandwidth * intensity); }

Roofline roofline(const Accelerator& accelerator, Mode mode) {
    Roofline roof;
    if (mode == Mode::Physical) {
        roof.peak = accelerator.peak();
        roof.bandwidth = static_cast<double>(accelerator.dramBytesPerCycle());
        roof.sram = static_cast<double>(accelerator.sramBandwidth.value_or(0));
    } else {
        constexpr std::int64_t Assumed = 10; // words per cycle
        roof.peak = static_cast<double>(accelerator.rows) * static_cast<double>(accelerator.cols);
        roof.bandwidth = 3 * static_cast<double>(accelerator.bandwidth.value_or(Assumed)) *
                         static_cast<double>(accelerator.wordBytes);
    }
    roof.ridge = roof.bandwidth > 0 ? roof.peak / roof.bandwidth : 0;
    return roof;
}

} // namespace edgewright::cost
