// SPDX-License-Identifier: GPL-3.0-or-later
// Stages by an agent: of this machine, or of a board.
#pragma once

#include "core/relay/channel.h"
#include "core/remote/session.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::relay {

struct StageSettings {
    kernels::KernelChoice choice = {};
    std::vector<int> processors = {};                          // empty: all
    protocol::LinkFormat format = protocol::LinkFormat::Exact; // in both directions
    // At which it listens for direct hops, numeric; empty: by which this program reaches it.
    std::string hopAddress = {};
};

std::unique_ptr<Channel> channelTo(std::shared_ptr<remote::Session> session, StageSettings settings);

} // namespace edgewright::relay
