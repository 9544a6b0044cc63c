// SPDX-License-Identifier: GPL-3.0-or-later
// The schedules of a computation as a space that the searches of core/cost/search go through: the first axis is
// the sketch, one for each knob of any sketch follows. A knob that a sketch does not have stays at its first
// value.
#pragma once

#include "core/cost/search/space.h"
#include "core/loopnest/nest.h"

#include <memory>

namespace edgewright::loopnest {

class ScheduleSpace {
public:
    // The computation is simplified.
    ScheduleSpace(std::shared_ptr<const Computation> computation, const Target& target);

    // Without a way to evaluate it. Refers to nothing of this.
    cost::search::Space space() const;
    Schedule scheduleAt(std::span<const cost::search::Choice> point) const;
    const std::vector<Sketch>& sketches() const { return m_sketches; }

private:
    bool admits(std::span<const cost::search::Choice> point) const;

    std::shared_ptr<const Computation> m_computation;
    Target m_target;
    std::vector<Sketch> m_sketches;
    std::vector<Knob> m_knobs;                      // of all sketches: the longest list of each key
    std::vector<std::vector<std::size_t>> m_counts; // by sketch and knob: how many values; 0: it has none
};

} // namespace edgewright::loopnest
