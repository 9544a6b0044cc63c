// SPDX-License-Identifier: GPL-3.0-or-later
// Frames over two file descriptors: of a pipe, or of ssh's standard input and output.
//
// A frame is "EWF1", its kind (1 byte), three zeros, the size of its content (4 bytes, little-endian), the
// content. What comes before the first frame is text that a login shell printed: it is skipped, and told when
// no frame follows.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::protocol {

enum class Kind : std::uint8_t {
    // Requests of the workbench. Each is answered by one frame, Run and Roof by several and a last one.
    Hello,
    Find,
    Put,
    Data, // a piece of what Put announced
    Run,
    Cancel, // the run, which then ends with what it has
    Remove, // all bundles
    // Answers of the agent.
    Welcome,
    Found,
    Stored,
    Removed,
    Progress,
    Done,
    Failed,
    // The workbench again: it is still there. Not answered.
    Ping,
    // Measure the machine itself; answered and cancelled like Run, but for Failed in the place of half a roof.
    Roof,
    // A stage (StageOrder), then its frames; Cancel ends it, answered by Done.
    Stage,
    StageFrame,
    // The agent: the stage is there; the outputs of one frame.
    Ready,
    StageDone,
    // Direct hops (HopOrder): an agent listens for another one, which joins it; answered by the place, and once
    // both have proved that they have the key. Then StageFrames go from the one that joined to the other.
    Listen,
    Join,
    Listening,
    Joined,
    // The agent: a hop of its stage is gone; the stage does nothing any more.
    HopLost,
};
inline constexpr Kind LastKind = Kind::HopLost;

struct Frame {
    Kind kind = Kind::Failed;
    std::vector<std::byte> content;
};

using Patience = std::chrono::milliseconds;

// One thread may send while another one receives.
class Link {
public:
    static constexpr std::size_t MaxBytes = std::size_t(64) << 20; // of a frame's content
    static constexpr std::size_t MaxText = std::size_t(64) << 10;  // in front of the first frame

    // The descriptors stay the caller's, and become non-blocking. `peer`: who is at the other end, for
    // messages.
    Link(int in, int out, std::string peer);

    // TimedOut when the peer takes nothing for so long; BadInput when it is gone.
    Result<void> send(Kind kind, std::span<const std::byte> content, const RunContext& run, Patience patience);
    // TimedOut when nothing arrives for so long; BadInput when the peer is gone or sends anything but frames.
    Result<Frame> receive(const RunContext& run, Patience patience);
    // True if receive() would find something at once: a part of a frame, or the end.
    bool isHeard() const;
    // True if receive() failed because the other end closed between two frames.
    bool hasEnded() const { return m_ended; }

private:
    Result<void> await(int descriptor, short event, const RunContext& run, Patience patience) const;
    Result<std::size_t> readInto(std::span<std::byte> place, const RunContext& run, Patience patience);
    Result<void> fillHeader(std::size_t bytes, const RunContext& run, Patience patience);
    Result<void> fillContent(std::size_t bytes, const RunContext& run, Patience patience);
    Error ended();
    Error gone(const std::string& what) const;

    int m_in, m_out;
    std::string m_peer;
    std::vector<std::byte> m_header, m_content; // of a frame that has not arrived whole
    std::string m_text;                         // in front of the first frame
    bool m_begun = false, m_ended = false;
};

} // namespace edgewright::protocol
