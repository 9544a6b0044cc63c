// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/relay.h"

#include "core/base/propagate.h"
#include "core/relay/hops.h"
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
            } else if (loss->cause == Cause::Hop) {
                m_noHops.insert_or_assign(
                    {plan.split[loss->stage - 1].devices[0], plan.split[loss->stage].devices[0]}, loss->reason);
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

    // Connections, the hops between them, then the programs, which are sent and made ready.
    std::optional<Loss> begin(const Plan& plan) {
        if (auto loss = onEach(plan, [&](std::size_t, std::size_t device) { return connect(device); }))
            return loss;
        m_result.links =
            m_options.hop == Hop::Direct ? madeHops(plan, m_channels, m_noHops, m_run) : linksByHost(plan);
        std::vector<bool> isDirect(plan.split.size());
        for (const StageLink& link : m_result.links)
            isDirect[link.stage] = link.isDirect;
        m_ways = waysOf(plan.programs, m_options.outputs, isDirect, m_options.credits);
        return onEach(plan, [&](std::size_t stage, std::size_t device) {
            return m_channels[device]->begin(plan.programs[stage], m_ways[stage], m_run);
        });
    }
    // All devices of a plan at once.
    std::optional<Loss>
    onEach(const Plan& plan,
           const std::function<Result<void>(std::size_t stage, std::size_t device)>& act) const {
        std::vector<std::jthread> threads;
        std::mutex mutex;
        std::optional<Loss> loss;
        for (std::size_t stage = 0; stage < plan.split.size(); ++stage)
            for (const std::size_t device : plan.split[stage].devices)
                threads.emplace_back([&, stage, device] {
                    const auto acted = act(stage, device);
                    const std::lock_guard lock(mutex);
                    if (!acted && !loss) loss = Loss{device, Cause::Lost, acted.error().message, 0};
                });
        threads.clear();
        return loss;
    }
    Result<void> connect(std::size_t device) {
        if (m_channels[device]) return {};
        ASSIGN_OR_RETURN(m_channels[device], m_options.connect(device, m_run));
        return {};
    }

    std::optional<Loss> runPlan(const Plan& plan) {
        for (Replanned& each : m_result.replanned)
            if (each.pause == 0) each.pause = now() - each.at;
        if (m_options.begun) m_options.begun(plan);
        Round round(m_options, plan, m_ways, m_frames, m_start, [&](std::size_t device, double factor) {
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
                if (isLost) continue;
                auto ended = m_channels[device]->end({});
                if (ended) continue;
                m_channels[device].reset(); // connected anew
                // A hop ends with the device at its other end, which may be told later.
                if (loss && loss->cause == Cause::Hop)
                    loss = Loss{device, Cause::Lost, std::move(ended).error().message, 0};
            }
        return loss;
    }

    const RelayOptions& m_options;
    const RunContext m_run;
    const Clock::time_point m_start = Clock::now();
    std::vector<DeviceState> m_states;
    std::vector<std::unique_ptr<Channel>> m_channels; // by device
    std::vector<StageWay> m_ways;                     // of the plan that runs
    NoHops m_noHops;
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
