// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/relay.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/relay/drift.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace edgewright::relay {

namespace {

using Clock = std::chrono::steady_clock;

// A frame that is not delivered yet.
struct Frame {
    ir::Feeds inputs, known; // known: inputs, and what stages have answered
    std::size_t stage = 0;   // that it waits for, or is at
    bool isAway = false;     // a device has it
    double begun = 0;
    std::optional<double> done; // seconds: it waits for those before it
    std::vector<Visit> visits;
};

// Why a plan ends before all frames are done.
struct Loss {
    std::size_t device = 0;
    Cause cause = Cause::Lost;
    std::string reason;
};

// What lasts over all plans.
struct Frames {
    std::map<std::uint64_t, Frame> open; // not delivered, by number
    std::uint64_t next = 0;
    bool isExhausted = false; // there are no more
    std::uint64_t delivered = 0;
    double first = 0, last = 0; // seconds: begun, done
};

// One device of a plan while it runs.
struct Lane {
    std::size_t device = 0, stage = 0;
    Channel* channel = nullptr;
    std::deque<std::uint64_t> away; // frames that it has
    std::deque<protocol::StageFrame> toSend;
    std::optional<DriftWatch> watch;
};

// One plan, from its begin to the end of all frames, or to a loss.
class Round {
public:
    // Called where a device's times are so many times those of the plan: true where another plan replaces it.
    using Drifted = std::function<bool(std::size_t device, double factor)>;

    Round(const RelayOptions& options, const Plan& plan, Frames& frames, Clock::time_point start,
          Drifted drifted)
        : m_options(options), m_plan(plan), m_frames(frames), m_start(start), m_drifted(std::move(drifted)) {}

    void add(std::size_t device, std::size_t stage, Channel& channel) {
        const partition::StageFigures& figures = m_plan.figures.stages[stage];
        const auto on = std::ranges::find(figures.devices, device, &partition::DeviceFigures::device);
        Lane lane{.device = device, .stage = stage, .channel = &channel, .away = {}, .toSend = {}, .watch = {}};
        lane.watch.emplace(on->compute, m_options.drift, m_options.driftSeconds);
        m_lanes.push_back(std::move(lane));
    }

    // Nothing: all frames are done, or it was stopped.
    std::optional<Loss> run(const RunContext& context) {
        for (auto& [number, frame] : m_frames.open) { // from their inputs again
            if (frame.done) continue;
            frame.known = frame.inputs;
            frame.stage = 0;
            frame.isAway = false;
            frame.visits.clear();
        }
        std::vector<std::jthread> threads;
        for (Lane& lane : m_lanes) {
            threads.emplace_back([this, &lane] { sendFrames(lane); });
            threads.emplace_back([this, &lane] { receiveFrames(lane); });
        }
        threads.emplace_back([this] { takeFrames(); });
        awaitEnd(context);
        m_stop.request_stop();
        m_wake.notify_all();
        threads.clear();
        return m_loss;
    }

private:
    double now() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    bool isEnding() const { return m_stop.stop_requested(); }

    void awaitEnd(const RunContext& context) {
        const std::stop_callback wake(context.stop, [this] { m_wake.notify_all(); });
        std::unique_lock lock(m_mutex);
        while (!m_loss && !context.stopped() && !(m_frames.isExhausted && m_frames.open.empty())) {
            if (Lane* const lane = std::exchange(m_drifting, nullptr)) {
                const double factor = lane->watch->factor();
                lock.unlock();
                const bool isReplaced = m_drifted(lane->device, factor);
                lock.lock();
                if (isReplaced)
                    loseLocked({lane->device, Cause::Drift,
                                say("takes {1} times as long as planned", table::fixed(factor, 2))});
                lane->watch.emplace(lane->watch->rescaled(factor));
                continue;
            }
            m_wake.wait_for(lock, std::chrono::milliseconds(100));
        }
    }

    // Frames that are begun, as many as the devices may have.
    void takeFrames() {
        const std::size_t most = m_lanes.size() * m_options.credits;
        while (true) {
            std::uint64_t number = 0;
            {
                std::unique_lock lock(m_mutex);
                dispatch();
                m_wake.wait(lock, [&] { return isEnding() || m_frames.open.size() < most; });
                if (isEnding() || m_frames.isExhausted) return;
                number = m_frames.next;
            }
            auto feeds = m_options.next(number); // may wait
            const std::lock_guard lock(m_mutex);
            if (!feeds) {
                m_frames.isExhausted = true;
                m_wake.notify_all();
                return;
            }
            Frame frame;
            frame.inputs = frame.known = *std::move(feeds);
            frame.begun = now();
            if (number == 0) m_frames.first = frame.begun;
            m_frames.open.emplace(number, std::move(frame));
            ++m_frames.next;
            dispatch();
        }
    }

    // Frames to the devices of their stage that have room, the earliest first, to who has the fewest.
    void dispatch() {
        bool isNew = false;
        for (auto& [number, frame] : m_frames.open) {
            if (frame.done || frame.isAway) continue;
            Lane* best = nullptr;
            for (Lane& lane : m_lanes)
                if (lane.stage == frame.stage && lane.away.size() < m_options.credits &&
                    (!best || lane.away.size() < best->away.size()))
                    best = &lane;
            if (!best) continue;
            protocol::StageFrame sent{.number = number, .seconds = 0, .tensors = {}};
            for (const ValueId input : m_plan.programs[frame.stage].inputs)
                sent.tensors.push_back(frame.known.at(input));
            frame.isAway = true;
            frame.visits.push_back({.stage = frame.stage, .device = best->device, .sent = now()});
            best->away.push_back(number);
            best->toSend.push_back(std::move(sent));
            isNew = true;
        }
        if (isNew) m_wake.notify_all();
    }

    void sendFrames(Lane& lane) {
        while (true) {
            protocol::StageFrame frame;
            {
                std::unique_lock lock(m_mutex);
                m_wake.wait(lock, [&] { return isEnding() || !lane.toSend.empty(); });
                if (isEnding()) return;
                frame = std::move(lane.toSend.front());
                lane.toSend.pop_front();
            }
            if (auto sent = lane.channel->send(frame, {m_stop.get_token(), nullptr}); !sent)
                return lose(lane, sent.error());
        }
    }

    void receiveFrames(Lane& lane) {
        while (true) {
            auto frame = lane.channel->receive({m_stop.get_token(), nullptr});
            if (!frame) return lose(lane, frame.error());
            const std::lock_guard lock(m_mutex);
            if (isEnding()) return;
            if (auto taken = take(lane, *std::move(frame)); !taken)
                return loseLocked({lane.device, Cause::Lost, taken.error().message});
            dispatch();
            m_wake.notify_all(); // there may be room for more
        }
    }

    Result<void> take(Lane& lane, protocol::StageFrame answer) {
        const auto place = std::ranges::find(lane.away, answer.number);
        const std::vector<ValueId>& outputs = m_plan.programs[lane.stage].outputs;
        if (place == lane.away.end() || answer.tensors.size() != outputs.size())
            return badInput(say("it answers a frame that it was not sent"));
        lane.away.erase(place);
        Frame& frame = m_frames.open.at(answer.number);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            frame.known.insert_or_assign(outputs[i], std::move(answer.tensors[i]));
        Visit& visit = frame.visits.back();
        visit.done = now();
        visit.compute = answer.seconds;
        frame.isAway = false;
        if (++frame.stage == m_plan.split.size()) {
            frame.done = visit.done;
            deliver();
        }
        if (lane.watch->add(answer.seconds, visit.done)) m_drifting = &lane;
        return {};
    }

    // In order: a frame waits for those before it.
    void deliver() {
        while (!m_frames.open.empty() && m_frames.open.begin()->second.done) {
            auto node = m_frames.open.extract(m_frames.open.begin());
            Frame& frame = node.mapped();
            FrameDone done{.number = node.key(),
                           .begun = frame.begun,
                           .done = *frame.done,
                           .visits = std::move(frame.visits),
                           .outputs = {}};
            for (const ValueId output : m_options.outputs)
                if (const auto found = frame.known.find(output); found != frame.known.end())
                    done.outputs.push_back(found->second);
            ++m_frames.delivered;
            m_frames.last = done.done;
            m_options.done(std::move(done));
        }
    }

    void lose(const Lane& lane, const Error& error) {
        const std::lock_guard lock(m_mutex);
        if (!isEnding()) loseLocked({lane.device, Cause::Lost, error.message});
    }
    void loseLocked(Loss loss) {
        if (!m_loss) m_loss = std::move(loss);
        m_wake.notify_all();
    }

    const RelayOptions& m_options;
    const Plan& m_plan;
    Frames& m_frames;
    const Clock::time_point m_start;
    const Drifted m_drifted;
    std::deque<Lane> m_lanes;

    std::mutex m_mutex; // all that follows, lanes and frames
    std::condition_variable m_wake;
    std::stop_source m_stop;
    std::optional<Loss> m_loss;
    Lane* m_drifting = nullptr; // whose times have left the plan
};

// Plans, one after the other, until all frames are done.
class Relay {
public:
    Relay(const RelayOptions& options, const RunContext& run)
        : m_options(options), m_run(run), m_states(options.devices), m_channels(options.devices) {}

    Result<Relayed> all() {
        ASSIGN_OR_RETURN(Plan plan, m_options.plan(m_states));
        bool isFirst = true;
        while (true) {
            auto loss = begin(plan);
            if (loss && isFirst && !m_run.stopped()) return Error{ErrorCode::BadInput, std::move(loss->reason)};
            if (!loss && !m_run.stopped()) loss = runPlan(plan);
            if (m_run.stopped()) return cancelled();
            if (!loss) break;
            isFirst = false;
            note(*loss);
            if (loss->cause == Cause::Lost) {
                // Who is cut off may be waited for: not before others run again.
                m_leaving.emplace_back(
                    [lost = std::move(m_channels[loss->device])]() mutable { lost.reset(); });
                m_states[loss->device].isLost = true;
                auto other = m_options.plan(m_states);
                if (!other) {
                    m_result.ended = other.error().message;
                    break;
                }
                plan = *std::move(other);
            } else {
                plan = *std::move(m_nextPlan);
            }
        }
        m_result.frames = m_frames.delivered;
        m_result.seconds = m_frames.last - m_frames.first;
        return std::move(m_result);
    }

private:
    double now() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

    void note(const Loss& loss) {
        m_result.replanned.push_back({loss.cause, loss.device, loss.reason, now(), 0});
    }

    // All devices of a plan at once: programs are sent and made ready.
    std::optional<Loss> begin(const Plan& plan) {
        std::vector<std::jthread> threads;
        std::mutex mutex;
        std::optional<Loss> loss;
        for (std::size_t stage = 0; stage < plan.split.size(); ++stage)
            for (const std::size_t device : plan.split[stage].devices)
                threads.emplace_back([&, stage, device] {
                    const auto begun = beginOn(device, plan.programs[stage]);
                    const std::lock_guard lock(mutex);
                    if (!begun && !loss) loss = Loss{device, Cause::Lost, begun.error().message};
                });
        threads.clear();
        return loss;
    }
    Result<void> beginOn(std::size_t device, const StageProgram& program) {
        if (!m_channels[device]) {
            ASSIGN_OR_RETURN(m_channels[device], m_options.connect(device, m_run));
        }
        return m_channels[device]->begin(program, m_options.credits, m_run);
    }

    std::optional<Loss> runPlan(const Plan& plan) {
        for (Replanned& each : m_result.replanned)
            if (each.pause == 0) each.pause = now() - each.at;
        if (m_options.begun) m_options.begun(plan);
        Round round(m_options, plan, m_frames, m_start, [&](std::size_t device, double factor) {
            auto states = m_states;
            states[device].factor *= factor;
            auto other = m_options.plan(states);
            if (!other || other->split == plan.split) return false;
            m_states = std::move(states);
            m_nextPlan = *std::move(other);
            return true;
        });
        for (std::size_t stage = 0; stage < plan.split.size(); ++stage)
            for (const std::size_t device : plan.split[stage].devices)
                round.add(device, stage, *m_channels[device]);
        auto loss = round.run(m_run);
        for (const partition::Stage& stage : plan.split)
            for (const std::size_t device : stage.devices) {
                const bool isLost = loss && loss->cause == Cause::Lost && loss->device == device;
                if (!isLost && !m_channels[device]->end({})) m_channels[device].reset(); // connected anew
            }
        return loss;
    }

    const RelayOptions& m_options;
    const RunContext m_run;
    const Clock::time_point m_start = Clock::now();
    std::vector<DeviceState> m_states;
    std::vector<std::unique_ptr<Channel>> m_channels; // by device
    Frames m_frames;
    std::optional<Plan> m_nextPlan; // after a drift
    Relayed m_result;
    std::vector<std::jthread> m_leaving; // channels to devices that are lost, while they end
};

} // namespace

Result<Relayed> relayFrames(const RelayOptions& options, const RunContext& run) {
    return Relay(options, run).all();
}

} // namespace edgewright::relay
