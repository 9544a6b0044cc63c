// SPDX-License-Identifier: GPL-3.0-or-later
// Stages by an agent: of this machine, or of a board.
#pragma once

#include "core/relay/channel.h"
#include "core/remote/session.h"

#include <memory>
#include <vector>

namespace edgewright::relay {

struct StageSettings {
    kernels::KernelChoice choice = {};
    std::vector<int> processors = {}; // empty: all
    protocol::LinkFormat format = protocol::LinkFormat::Exact; // in both directions
};

// A cut link is told after so long: three of the signs of life that an agent gives every second.
inline constexpr protocol::Patience StageSilence = std::chrono::seconds(3);

std::unique_ptr<Channel> channelTo(std::unique_ptr<remote::Session> session, StageSettings settings);

} // namespace edgewright::relay
