// SPDX-License-Identifier: GPL-3.0-or-later
// The way to a device that runs stages: the transport. A session with an agent is one.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/protocol/stage_frame.h"
#include "core/relay/plan.h"
#include "core/relay/stage_way.h"

#include <optional>

namespace edgewright::relay {

// One thread may send while another one receives. An error ends the channel.
class Channel {
public:
    virtual ~Channel() = default;
    // Brings the program there and makes it ready. What ran before has ended.
    virtual Result<void> begin(const StageProgram& program, const StageWay& way, const RunContext& run) = 0;
    virtual Result<void> send(const protocol::StageFrame& frame, const RunContext& run) = 0;
    // The next frame that is done; waits for as long as the device is there.
    virtual Result<protocol::StageFrame> receive(const RunContext& run) = 0;
    // Frames that are not done are dropped.
    virtual Result<void> end(const RunContext& run) = 0;
    // A direct hop for the stage that begins next: one device listens, at a place that it tells, another one
    // joins it there. Unsupported by channels that have none.
    virtual Result<protocol::HopPlace> listenForHop(const bundle::Digest& key, const RunContext& run);
    virtual Result<void> joinHop(const protocol::HopOrder& order, const RunContext& run);
    // The hop whose loss receive() told, if it was that: the device is still there.
    virtual std::optional<protocol::HopLost> hopLost() const { return {}; }
    // Time of a processor of this machine, so far, by threads of its own; those of the callers are theirs.
    virtual double threadSeconds() const { return 0; }
};

} // namespace edgewright::relay
