// SPDX-License-Identifier: GPL-3.0-or-later
// The agent: takes bundles, runs them, tells what was measured. It ends when nobody listens any more: when its
// input does, or when nothing is heard, which is how a cut link looks from the board.
#pragma once

#include "core/base/result.h"
#include "core/protocol/link.h"

#include <filesystem>
#include <functional>

namespace edgewright::agent {

struct AgentOptions {
    std::filesystem::path folder; // of the bundles that it keeps
    // Called once the other end is gone: what still runs is being stopped, and may take as long as one
    // operator.
    std::function<void()> lost = {};
    // The workbench says something every few seconds (Kind::Ping), whatever it does.
    protocol::Patience silence = std::chrono::seconds(30);
    // That generated kernels are loaded from (own_objects.h). Empty, as on boards: no frame makes it load one.
    std::filesystem::path objects = {};
};

// Until the input ends, which is success; an error when what arrives is none of the protocol, TimedOut when
// nothing arrives. Descriptors as in Link. Only one agent of a folder measures at a time; others wait, and say
// so.
Result<void> serve(int in, int out, const AgentOptions& options);

} // namespace edgewright::agent
