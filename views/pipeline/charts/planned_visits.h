// SPDX-License-Identifier: GPL-3.0-or-later
// The visits of frames at stages as boxes in time: as planned, and as they ran.
#pragma once

#include "core/relay/tables/stage_table.h"

#include <vector>

namespace edgewright::views {

// Seconds; the parts follow each other.
struct ShownVisit {
    std::uint64_t frame = 0;
    std::size_t stage = 0, device = 0;
    double begin = 0;    // its inputs are sent
    double received = 0; // they are there
    double computes = 0; // from here on
    double computed = 0; // its answer is sent
    double end = 0;
};

// Frames begin one period apart, frame `first` at `begin`; those of [begin, end) in part. In a plan no frame
// waits: each device is done before its next turn.
std::vector<ShownVisit> plannedVisits(const relay::SplitShown& shown, std::uint64_t first, double begin,
                                      double end);
// The visits of a run in [begin, end). A device tells only how long it computed: the frame is taken to arrive,
// and its answer to leave, as quickly as planned, and to wait between arriving and computing;
// a device computes one frame after the other.
std::vector<ShownVisit> ranVisits(const relay::SplitShown& shown, double begin, double end);

} // namespace edgewright::views
