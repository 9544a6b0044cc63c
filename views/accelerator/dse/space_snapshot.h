// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a design space at one moment, immutable and shared.
#pragma once

#include "core/cost/findings/space_findings.h"

#include <memory>
#include <mutex>
#include <vector>

namespace edgewright::views {

struct SpaceSnapshot {
    std::shared_ptr<const void> owner; // of the points; another run has another one
    std::span<const cost::DesignPoint> points;
    std::vector<std::size_t> front; // places in points
    std::size_t total = 0;          // points that there will be
    cost::SpaceFindings findings;

    const cost::DesignSpace& space() const { return findings.space; }
    cost::Accelerator at(std::size_t place) const { return space().at(points[place].index); }
    // Of the point with this index in the space; nothing: it is not done, or no part of the sample.
    std::optional<std::size_t> placeOf(std::uint64_t index) const;
    // Of the possible point that is this accelerator; nothing: it is none, or not done yet.
    std::optional<std::size_t> placeOf(const cost::Accelerator& accelerator) const;
    // From one of the front to the next slower one, or back; from any other place to its fastest. -1: there is
    // none.
    std::int64_t alongFront(std::int64_t from, bool isBack) const;
};

// The tables of a run that grows: only points that are new are gone through. From any thread.
class BestTables {
public:
    cost::BestTable tableOf(const SpaceSnapshot& snapshot, const cost::Direction& across,
                            const cost::Direction& down, cost::Measure measure);

private:
    std::mutex m_mutex;
    std::shared_ptr<const void> m_owner;
    std::vector<cost::BestTable> m_tables; // the one used last at the end
};

} // namespace edgewright::views
