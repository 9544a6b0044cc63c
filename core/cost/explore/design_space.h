// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerators to choose from: every combination of what each axis offers.
#pragma once

#include "core/base/result.h"
#include "core/cost/accelerator.h"
#include "core/cost/explore/constraints.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cost {

// The quantity that an axis changes. Sram: of the three in proportion, in KiB together; Split: how that is
// shared out; Resident: Accelerator::residentKb, beside these.
enum class Axis {
    Rows,
    Cols,
    Size,
    Dataflow,
    Sram,
    Split,
    Resident,
    Bandwidth,
    Clock,
    WordBytes,
    Arrays,
    Count
};
inline constexpr std::size_t AxisCount = static_cast<std::size_t>(Axis::Count);
std::string_view nameOf(Axis axis); // "rows", "size" (rows = cols), "sram", ...

// An axis without values is not varied. Numbers of a split are shares of inputs, weights and outputs.
struct DesignSpace {
    Accelerator base;
    std::vector<std::int64_t> rows, cols, sizes;
    std::vector<Dataflow> dataflows;
    std::vector<std::int64_t> sramKb;
    std::vector<std::array<std::int64_t, 3>> splits;
    std::vector<std::optional<std::int64_t>> residentKb; // nothing: as that of Accelerator
    std::vector<std::int64_t> bandwidths;
    std::vector<double> clocks;
    std::vector<std::int64_t> wordBytes;
    std::vector<std::int64_t> arrays;

    friend bool operator==(const DesignSpace&, const DesignSpace&) = default;

    // Number of points; BadInput beyond 10^18, and for an axis with a value that is none, or for Rows
    // or Cols beside Size.
    Result<std::uint64_t> points() const;
    // The extent of each axis; 1 where it is not varied. What the memories hold varies slowest.
    std::array<std::size_t, AxisCount> extents() const;
    std::array<std::size_t, AxisCount> placeOf(std::uint64_t index) const;
    std::uint64_t indexAt(const std::array<std::size_t, AxisCount>& place) const;
    Accelerator at(std::uint64_t index) const; // index < points()
    // The point that is this accelerator; nothing: none is.
    std::optional<std::uint64_t> indexOf(const Accelerator& accelerator) const;
    // Neighbours that have the same memories: they begin at multiples of it.
    std::uint64_t pointsOfOneMemory() const;
    bool varies(Axis axis) const { return extents()[static_cast<std::size_t>(axis)] > 1; }
};

// "rows=8,16,32", "size=4..128" (doubling), "sram=48:384:48" (from : to : step), "dataflow=os,ws",
// "split=33/33/34,50/25/25", "resident=auto,0,64": one axis of a space. BadInput says what is expected.
Result<void> readAxis(const std::string& text, DesignSpace& space);
// Several of them. BadInput for one that is there twice.
Result<void> readAxes(std::span<const std::string> axes, DesignSpace& space);
// {"accelerator": "gemmini" or {...}, "size": [8, 16], "sram": "48:384:48", "split": [[2, 1, 1]], ...,
// "max_area_mm2": 2, ...}. Errors name the place and the axis.
Result<void> readSpace(const std::string& text, const std::string& place, DesignSpace& space,
                       Constraints& constraints);

// A design space as a person chooses it: what varies, on whatever accelerator is at hand.
struct SpaceChoice {
    std::vector<std::string> axes; // as readAxis() reads them: "size=4..128"
    std::uint64_t sample = 0;      // so many points drawn at random; 0: all
    Constraints constraints = {};

    // Square arrays of 4 to 128 with all dataflows.
    static SpaceChoice standard();
    // Errors of readAxes().
    Result<DesignSpace> on(const Accelerator& base) const;
    friend bool operator==(const SpaceChoice&, const SpaceChoice&) = default;
};

} // namespace edgewright::cost
