// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a design space as a table.
#pragma once

#include "core/base/translatable.h"
#include "core/cost/findings/space_findings.h"
#include "core/table/column.h"

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace edgewright::cost {

// A measure that a point may be the best in, of all on the front, by TiedBest.
struct BestIn {
    std::string_view key, words;
    Measure measure;
};
inline constexpr std::array BestsOfDesigns{
    BestIn{"seconds", TRANSLATABLE("Word", "time"), Measure::Seconds},
    BestIn{"energy", TRANSLATABLE("Word", "energy"), Measure::Energy},
    BestIn{"product", TRANSLATABLE("Word", "energy × delay"), Measure::Product},
    BestIn{"area", TRANSLATABLE("Word", "area"), Measure::Area}};

struct DesignList {
    SpaceFindings findings;
    std::span<const DesignPoint> points; // stay where they are as long as there is a table of them
    std::vector<std::size_t> front;      // places of those that are Pareto optimal within the constraints

    // By BestsOfDesigns the place; empty while the front is.
    std::vector<std::size_t> bests() const;
};

// One row for each point.
table::Table designTable(std::shared_ptr<const DesignList> list);
// One row for each of these places among the points. A table is read by one thread at a time.
table::Table designTable(std::shared_ptr<const DesignList> list, std::vector<std::size_t> places);

} // namespace edgewright::cost
