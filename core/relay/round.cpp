// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/round.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace edgewright::relay {

void Round::add(std::size_t device, std::size_t stage, Channel& channel) {
    const partition::StageFigures& figures = m_plan.figures.stages[stage];
    const auto on = std::ranges::find(figures.devices, device, &partition::DeviceFigures::device);
    Lane& lane = m_lanes.emplace_back();
    lane.device = device;
    lane.stage = stage;
    lane.channel = &channel;
    lane.watch.emplace(on->compute, m_options.drift, m_options.driftSeconds);
}

std::optional<Loss> Round::run(const RunContext& context) {
    beginAgain();
    std::vector<std::jthread> threads;
    for (Lane& lane : m_lanes) {
        threads.emplace_back([this, &lane] { sendFrames(lane); });
        threads.emplace_back([this, &lane] { receiveFrames(lane); });
    }
    threads.emplace_back([this] { takeFrames(); });
    threads.emplace_back([this] { deliverFrames(); });
    awaitEnd(context);
    {
        const std::lock_guard lock(m_mutex);
        m_stop.request_stop();
    }
    m_hasRoom.notify_all();
    m_isDelivery.notify_all();
    for (Lane& lane : m_lanes)
        lane.isToSend.notify_all();
    threads.clear();
    return m_loss;
}

// Frames that are not done, from their inputs.
void Round::beginAgain() {
    for (auto& [number, frame] : m_frames.open) {
        if (frame.done) continue;
        frame.known = frame.inputs;
        frame.stage = 0;
        frame.away = 0;
        frame.visits.clear();
    }
}

void Round::awaitEnd(const RunContext& context) {
    const std::stop_callback wake(context.stop, [this] { m_endWakes.notify_all(); });
    std::unique_lock lock(m_mutex);
    while (!m_loss && !context.stopped() && !isOver()) {
        if (Lane* const lane = std::exchange(m_drifting, nullptr)) {
            const double factor = lane->watch->factor();
            lock.unlock();
            const bool isReplaced = m_drifted(lane->device, factor);
            lock.lock();
            if (isReplaced)
                loseLocked({lane->device, Cause::Drift,
                            say("takes {1} times as long as planned", table::fixed(factor, 2)), 0});
            lane->watch.emplace(lane->watch->rescaled(factor));
            continue;
        }
        m_endWakes.wait_for(lock, std::chrono::milliseconds(100));
    }
}

// Frames that are begun: as many as the devices may have, and one that is being delivered.
void Round::takeFrames() {
    const std::size_t most = m_lanes.size() * m_options.credits + 1;
    std::unique_lock lock(m_mutex);
    dispatch();
    while (true) {
        m_hasRoom.wait(lock, [&] { return isEnding() || m_frames.open.size() < most; });
        if (isEnding() || m_frames.isExhausted) return;
        const std::uint64_t number = m_frames.next;
        lock.unlock();
        auto feeds = m_options.next(number); // may wait
        lock.lock();
        if (!feeds) {
            m_frames.isExhausted = true;
            m_endWakes.notify_all();
            return;
        }
        OpenFrame frame;
        frame.inputs = frame.known = *std::move(feeds);
        frame.begun = now();
        if (number == 0) m_frames.first = frame.begun;
        m_frames.open.emplace(number, std::move(frame));
        ++m_frames.next;
        dispatch();
    }
}

// Frames to the devices of their stage that have room, the earliest first, to who has the fewest.
void Round::dispatch() {
    for (auto& [number, frame] : m_frames.open) {
        if (frame.done || frame.away > 0) continue;
        const std::vector<Lane*> lanes = lanesFrom(frame.stage);
        if (!lanes.empty()) sendTo(lanes, number, frame);
    }
}

// The device of a stage that has the fewest, and those behind it by hops; none where they have no room.
std::vector<Round::Lane*> Round::lanesFrom(std::size_t stage) {
    std::vector<Lane*> lanes;
    while (true) {
        Lane* best = nullptr;
        for (Lane& lane : m_lanes)
            if (lane.stage == stage && lane.away.size() < m_ways[stage].credits &&
                (!best || lane.away.size() < best->away.size()))
                best = &lane;
        if (!best) return {};
        lanes.push_back(best);
        if (!m_ways[stage++].passesOn) return lanes;
    }
}

void Round::sendTo(const std::vector<Lane*>& lanes, std::uint64_t number, OpenFrame& frame) {
    Lane& first = *lanes.front();
    protocol::StageFrame sent{.number = number, .seconds = 0, .tensors = {}};
    for (const ValueId input : m_plan.programs[frame.stage].inputs)
        sent.tensors.push_back(frame.known.at(input));
    for (const ValueId carried : m_ways[frame.stage].carried)
        sent.tensors.push_back(frame.known.at(carried));
    for (Lane* const lane : lanes) {
        frame.visits.push_back({.stage = lane->stage, .device = lane->device, .sent = now()});
        lane->away.push_back(number);
    }
    frame.away = lanes.size();
    first.toSend.push_back(std::move(sent));
    first.isToSend.notify_one();
}

void Round::sendFrames(Lane& lane) {
    while (true) {
        protocol::StageFrame frame;
        {
            std::unique_lock lock(m_mutex);
            lane.isToSend.wait(lock, [&] { return isEnding() || !lane.toSend.empty(); });
            if (isEnding()) return;
            frame = std::move(lane.toSend.front());
            lane.toSend.pop_front();
        }
        if (auto sent = lane.channel->send(frame, {m_stop.get_token(), nullptr}); !sent)
            return lose(lane, sent.error());
    }
}

void Round::receiveFrames(Lane& lane) {
    while (true) {
        auto frame = lane.channel->receive({m_stop.get_token(), nullptr});
        if (!frame) {
            const auto hop = lane.channel->hopLost();
            const StageWay& way = m_ways[lane.stage];
            if (!hop || !(hop->isFed ? way.isFed : way.passesOn)) return lose(lane, frame.error());
            const std::lock_guard lock(m_mutex);
            if (isEnding()) return;
            return loseLocked(
                {lane.device, Cause::Hop, frame.error().message, hop->isFed ? lane.stage : lane.stage + 1});
        }
        const std::lock_guard lock(m_mutex);
        if (isEnding()) return;
        if (auto taken = take(lane, *std::move(frame)); !taken)
            return loseLocked({lane.device, Cause::Lost, taken.error().message, 0});
        dispatch();
    }
}

Result<void> Round::take(Lane& lane, protocol::StageFrame answer) {
    const auto place = std::ranges::find(lane.away, answer.number);
    static const std::vector<ValueId> None;
    const StageWay& way = m_ways[lane.stage];
    const std::vector<ValueId>& outputs = way.passesOn ? None : way.sent;
    if (place == lane.away.end() || answer.tensors.size() != outputs.size())
        return badInput(say("it answers a frame that it was not sent"));
    lane.away.erase(place);
    OpenFrame& frame = m_frames.open.at(answer.number);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        frame.known.insert_or_assign(outputs[i], std::move(answer.tensors[i]));
    Visit& visit = *std::ranges::find(frame.visits, lane.stage, &Visit::stage);
    visit.done = now();
    visit.compute = answer.seconds;
    if (--frame.away == 0) finishVisits(frame);
    if (lane.watch->add(answer.seconds, visit.done)) {
        m_drifting = &lane;
        m_endWakes.notify_all();
    }
    return {};
}

// At stages that are joined by hops: who answers last may not be the last of them.
void Round::finishVisits(OpenFrame& frame) {
    std::vector<Visit>& visits = frame.visits;
    const std::size_t first = frame.stage;
    frame.stage = visits.back().stage + 1;
    for (std::size_t i = visits.size();
         i-- > 0 && visits[i].stage > first;) // later stages say when at the latest
        visits[i - 1].done = std::min(visits[i - 1].done, visits[i].done);
    for (std::size_t i = 1; i < visits.size(); ++i)
        if (visits[i].stage > first) visits[i].sent = visits[i - 1].done;
    if (frame.stage < m_plan.split.size()) return;
    frame.done = visits.back().done;
    m_isDelivery.notify_one();
}

// In order: a frame waits for those before it. It stays open until whoever takes it has done so.
void Round::deliverFrames() {
    std::unique_lock lock(m_mutex);
    while (true) {
        m_isDelivery.wait(lock, [&] { return isEnding() || isFirstDone(); });
        if (!isFirstDone()) return;
        const auto first = m_frames.open.begin();
        FrameDone done = doneOf(first->first, first->second);
        m_frames.last = done.done;
        lock.unlock();
        m_options.done(std::move(done));
        lock.lock();
        m_frames.open.erase(first);
        ++m_frames.delivered;
        m_hasRoom.notify_one();
        if (isOver()) m_endWakes.notify_all();
    }
}

FrameDone Round::doneOf(std::uint64_t number, OpenFrame& frame) const {
    FrameDone done{.number = number,
                   .begun = frame.begun,
                   .done = *frame.done,
                   .visits = std::move(frame.visits),
                   .outputs = {}};
    for (const ValueId output : m_options.outputs)
        if (const auto found = frame.known.find(output); found != frame.known.end())
            done.outputs.push_back(found->second);
    return done;
}

void Round::lose(const Lane& lane, const Error& error) {
    const std::lock_guard lock(m_mutex);
    if (!isEnding()) loseLocked({lane.device, Cause::Lost, error.message, 0});
}
void Round::loseLocked(Loss loss) {
    if (!m_loss) m_loss = std::move(loss);
    m_endWakes.notify_all();
}

} // namespace edgewright::relay
