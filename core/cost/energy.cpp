// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/energy.h"

#include <cmath>

namespace edgewright::cost {

double sramPicojoulesPerByte(std::int64_t bytes) {
    struct Point {
        double bytes;
        double picojoules; // per byte
    };
    static constexpr Point Small{8.0 * 1024, 10.0 / 8}, Medium{32.0 * 1024, 20.0 / 8},
        Large{1024.0 * 1024, 100.0 / 8};
    const double size = static_cast<double>(bytes);
    const Point& from = size < Medium.bytes ? Small : Medium;
    const Point& to = size < Medium.bytes ? Medium : Large;
    const double exponent = std::log(to.picojoules / from.picojoules) / std::log(to.bytes / from.bytes);
    return from.picojoules * std::pow(size / from.bytes, exponent);
}

} // namespace edgewright::cost
