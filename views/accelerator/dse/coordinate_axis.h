// SPDX-License-Identifier: GPL-3.0-or-later
// An axis of parallel coordinates: the values of what a space varies, or a measure on a logarithmic scale.
#pragma once

#include "core/pipeline/costs/exploration.h"
#include "views/accelerator/dse/log_scale.h"
#include "views/accelerator/dse/seen_points.h"

#include <optional>
#include <string>
#include <utility>

namespace edgewright::views {

// Shares are of the length of the axis, 0 at its lower end.
struct CoordinateAxis {
    struct Varied {
        cost::Axis axis;
        cost::Direction values;
    };
    struct Measured {
        cost::Measure measure;
        LogScale scale;
    };
    std::optional<Varied> varied; // else `measured`
    Measured measured{cost::Measure::Seconds, {1, 1}};

    std::string name() const; // cost::nameOf
    double shareOf(const pipeline::Explored& explored, std::size_t place) const;
    double shareOfSlot(std::size_t slot) const; // of `varied`; a single value lies in the middle
    // The interval between two shares. Of a measure the ends themselves, and all that is beyond an end of the
    // axis; else the values that lie between, or the nearest one.
    AxisInterval between(double low, double high) const;
    // Both ends of an interval; nothing where the axis has none of its values.
    std::optional<std::pair<double, double>> sharesOf(const AxisInterval& interval) const;
};

} // namespace edgewright::views
