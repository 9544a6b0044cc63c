// SPDX-License-Identifier: GPL-3.0-or-later
// One plan of a relay, from its begin to the end of all frames, or to a loss.
#pragma once

#include "core/relay/drift.h"
#include "core/relay/relay.h"
#include "core/relay/stage_way.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace edgewright::relay {

// The reason for which a plan ends before all frames are done.
struct Loss {
    std::size_t device = 0;
    Cause cause = Cause::Lost;
    std::string reason;
    std::size_t stage = 0; // of a hop: that frames went to by it
};

// A frame that is not delivered yet.
struct OpenFrame {
    ir::Feeds inputs, known; // known: inputs, and what stages have answered
    std::size_t stage = 0;   // that it waits for, or is at: the first of those joined by hops
    std::size_t away = 0;    // stages that have it, or get it from one that does
    double begun = 0;
    std::optional<double> done; // seconds: it waits for those before it
    std::vector<Visit> visits;
};

// The frames of a relay, which last over all its plans.
struct Frames {
    std::map<std::uint64_t, OpenFrame> open; // not delivered, by number
    std::uint64_t next = 0;
    bool isExhausted = false; // there are no more
    std::uint64_t delivered = 0;
    double first = 0, last = 0; // seconds: begun, done
};

// Each device has a thread that sends and one that receives; one takes frames, one delivers them: who takes
// what is done holds up no device.
class Round {
public:
    using Clock = std::chrono::steady_clock;
    // Called where a device's times are so many times those of the plan: true where another plan replaces it.
    using Drifted = std::function<bool(std::size_t device, double factor)>;

    // `ways`: of each stage.
    Round(const RelayOptions& options, const Plan& plan, const std::vector<StageWay>& ways, Frames& frames,
          Clock::time_point start, Drifted drifted)
        : m_options(options), m_plan(plan), m_ways(ways), m_frames(frames), m_start(start),
          m_drifted(std::move(drifted)) {}

    void add(std::size_t device, std::size_t stage, Channel& channel);
    // Nothing: all frames are done, or it was stopped.
    std::optional<Loss> run(const RunContext& context);

private:
    struct Lane { // one device
        std::size_t device = 0, stage = 0;
        Channel* channel = nullptr;
        std::deque<std::uint64_t> away; // frames that it has
        std::deque<protocol::StageFrame> toSend;
        std::condition_variable isToSend;
        std::optional<DriftWatch> watch;
    };

    double now() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    bool isEnding() const { return m_stop.stop_requested(); }
    bool isOver() const { return m_frames.isExhausted && m_frames.open.empty(); }

    void beginAgain();
    void awaitEnd(const RunContext& context);
    void takeFrames();
    void dispatch();
    std::vector<Lane*> lanesFrom(std::size_t stage);
    void sendTo(const std::vector<Lane*>& lanes, std::uint64_t number, OpenFrame& frame);
    void sendFrames(Lane& lane);
    void receiveFrames(Lane& lane);
    Result<void> take(Lane& lane, protocol::StageFrame answer);
    void finishVisits(OpenFrame& frame);
    void deliverFrames();
    bool isFirstDone() const { return !m_frames.open.empty() && m_frames.open.begin()->second.done; }
    FrameDone doneOf(std::uint64_t number, OpenFrame& frame) const;
    void lose(const Lane& lane, const Error& error);
    void loseLocked(Loss loss);

    const RelayOptions& m_options;
    const Plan& m_plan;
    const std::vector<StageWay>& m_ways;
    Frames& m_frames;
    const Clock::time_point m_start;
    const Drifted m_drifted;
    std::deque<Lane> m_lanes;

    std::mutex m_mutex; // all that follows, lanes and frames
    std::condition_variable m_hasRoom, m_isDelivery, m_endWakes;
    std::stop_source m_stop;
    std::optional<Loss> m_loss;
    Lane* m_drifting = nullptr; // whose times have left the plan
};

} // namespace edgewright::relay
