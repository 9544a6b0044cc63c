// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a pipeline that has the least time to spare: as planned, and as it ran.
#pragma once

#include "core/relay/tables/stage_table.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::relay {

// A part of a device, and its share of the time between two frames.
struct Load {
    std::size_t stage = 0, device = 0; // of the host without meaning
    partition::Busy part = partition::Busy::Compute;
    double planned = 0;                  // 0 and more
    std::optional<double> measured = {}; // of computing alone: sending is not told apart from waiting
};
// Computing and link of each device of each stage, in the order of stageTable(); then the host, where its
// processors are known.
std::vector<Load> loadsOf(const SplitShown& shown);

// The busiest part of a run: the measured share of computing; of a link and of the host the planned times over
// the measured period. Where all of them have much time to spare, the device that has all frames that it may
// have (credits): its frames are on their way, and no more are let go.
struct RunLimit {
    static constexpr double Busy = 0.85; // from there on the part limits
    static constexpr double Idle = 0.7;  // up to there no part is taken for one that others wait for
    Load load;
    double share = 0;   // of the measured period; Credits: of its credits, frames at the device on average
    double busiest = 0; // share of the busiest part
    // Else all parts had time to spare: waiting between them or other work on the machines took the rest.
    bool isKnown() const { return share >= Busy; }
};
// Nothing without a run whose period is known.
std::optional<RunLimit> limitOf(const SplitShown& shown);

// A short clause without its full stop: "stage 2 limits, 'pi' computes 93 % of the time".
std::string limitText(const SplitShown& shown, const RunLimit& limit);
// A sentence: the reason for one that is not known, or what to change where credits limit; empty: that is
// clear.
std::string limitReason(const SplitShown& shown, const RunLimit& limit);

} // namespace edgewright::relay
