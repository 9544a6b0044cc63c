// SPDX-License-Identifier: GPL-3.0-or-later
// A design space as far as it was gone through, by the rules of cost::Mode::Physical, with what that shows.
#pragma once

#include "core/cost/findings/space_findings.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::pipeline {

struct OpenExploration; // stages/explore.cpp

struct Explored {
    std::shared_ptr<const void> owner;         // of the points; another exploration has another one
    std::span<const cost::DesignPoint> points; // by index in the space
    std::vector<std::size_t> front; // places in points: cost::paretoFront of those within the constraints
    std::size_t total = 0;          // points that there will be
    cost::SpaceFindings findings;
    std::shared_ptr<OpenExploration> open = {}; // that goes on, also with other constraints

    const cost::DesignSpace& space() const { return findings.space; }
    bool isWithin(std::size_t place) const { return cost::isWithin(findings.constraints, points[place]); }
    cost::Accelerator at(std::size_t place) const { return space().at(points[place].index); }
    // The place of the point with this index in the space; nothing: it is not done, or no part of the sample.
    std::optional<std::size_t> placeOf(std::uint64_t index) const;
    // The place of the possible point that is this accelerator; nothing: it is none, or not done yet.
    std::optional<std::size_t> placeOf(const cost::Accelerator& accelerator) const;
    // From one of the front to the next slower one, or back; from any other place to its fastest. -1: there is
    // none.
    std::int64_t alongFront(std::int64_t from, bool isBack) const;
};

} // namespace edgewright::pipeline
