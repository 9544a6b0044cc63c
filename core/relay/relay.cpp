// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/relay.h"

#include "core/base/propagate.h"
#include "core/relay/round.h"

#include <mutex>
#include <thread>
#include <utility>

namespace edgewright::relay {

namespace {

using Clock = Round::Clock;

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
