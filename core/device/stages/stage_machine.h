// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of a split as people write them: "pi", "here:0", "pi:0-3+6", "rank:1", "here:0@100Mbit/s+1ms".
#pragma once

#include "core/relay/link_shape.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::device {

struct StageMachine {
    static constexpr std::string_view Here = "here", Rank = "rank";

    std::string text;            // as it was written: its name in tables
    std::string host;            // of the user's list; empty: this machine, or a rank
    int rank = 0;                // of an MPI program that runs here (relay/rank_session.h); 0: none
    std::vector<int> processors; // that it may run on, from 0 on; empty: all
    relay::LinkShape shape = {}; // behind an @: its link is made so slow

    // Nothing where it is none.
    static std::optional<StageMachine> parsed(std::string_view text);
};

} // namespace edgewright::device
