// SPDX-License-Identifier: GPL-3.0-or-later
// The way to a device that runs stages: the transport. A session with an agent is one.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/protocol/stage_frame.h"
#include "core/relay/plan.h"

namespace edgewright::relay {

// One thread may send while another one receives. An error ends the channel.
class Channel {
public:
    virtual ~Channel() = default;
    // Brings the program there and makes it ready. What ran before has ended.
    virtual Result<void> begin(const StageProgram& program, std::uint32_t credits, const RunContext& run) = 0;
    virtual Result<void> send(const protocol::StageFrame& frame, const RunContext& run) = 0;
    // The next frame that is done; waits for as long as the device is there.
    virtual Result<protocol::StageFrame> receive(const RunContext& run) = 0;
    // Frames that are not done are dropped.
    virtual Result<void> end(const RunContext& run) = 0;
    // Time of a processor of this machine, so far, by threads of its own; those of the callers are theirs.
    virtual double threadSeconds() const { return 0; }
};

} // namespace edgewright::relay
