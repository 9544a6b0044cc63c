// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions: which batch or stopped job goes on a core set's free cores, and which gives way.
#include "core/scenario/dispatch/dispatcher.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace edgewright::scenario {

void Dispatcher::dispatch(SetState& set) {
    set.isTouched = false;
    ++m_decisions;
    if (set.hasDelays) set.idle.passes(m_now);
    const bool canGiveWay = m_policy.preemption == Preemption::BetweenOperators;
    while (set.free != 0 || canGiveWay) {
        updateReady(set);
        if (set.ready.isEmpty()) break;
        const auto& [candidate, job] = set.ready[0];
        if (std::popcount(set.free) < m_models[candidate.model].model->threads) {
            if (canGiveWay) makeWay(set);
            break;
        }
        if (job == None)
            startBatch(set, static_cast<std::uint32_t>(candidate.model));
        else
            resume(set, job);
    }
    if (!set.stopped.empty()) closeSegments(set);
    if (set.hasDelays) set.idle.setIdle(static_cast<std::size_t>(std::popcount(set.free)));
}

// What it could have next is another than before: it is looked at by the next updateReady().
void Dispatcher::changed(std::uint32_t model) {
    ModelState& state = m_models[model];
    if (std::exchange(state.isChanged, true)) return;
    m_sets[state.set].changed.push_back(model);
}

Ticks Dispatcher::heldUntilNow(const ModelState& state) const {
    if (!state.isHeld) return state.held;
    const auto threads = static_cast<std::size_t>(state.model->threads);
    return state.held + m_sets[state.set].idle.of(threads, m_now) - state.heldFrom;
}

void Dispatcher::updateReady(SetState& set) {
    if (set.timedUntil <= m_now) {
        set.timedUntil = Forever;
        for (const SetState::Timed& each : set.timed)
            if (each.until <= m_now)
                changed(each.model);
            else
                set.timedUntil = std::min(set.timedUntil, each.until);
    }
    if (set.changed.size() > 1) std::ranges::sort(set.changed);
    for (const std::uint32_t each : set.changed)
        updateReady(set, each);
    set.changed.clear();
}

void Dispatcher::updateReady(SetState& set, std::uint32_t model) {
    ModelState& state = m_models[model];
    state.isChanged = false;
    state.held = heldUntilNow(state);
    state.isHeld = false;
    if (state.ready != None) set.ready.remove(std::exchange(state.ready, None));
    if (!asksBatcher(set, model)) return;
    const Queued& oldest = state.queue.at(0);
    state.ready = set.ready.add({{model, state.model->priority, oldest.since,
                                  state.deadline == Forever ? Forever : oldest.since + state.deadline,
                                  m_requests[oldest.id].order, state.turn},
                                 None});
}

bool Dispatcher::asksBatcher(SetState& set, std::uint32_t model) {
    ModelState& state = m_models[model];
    const bool isAble = !state.queue.isEmpty() && state.running < state.model->instances;
    if (state.timed == None) return isAble;
    Ticks& until = set.timed[state.timed].until;
    until = Forever;
    if (!isAble) return false;
    m_expired.clear();
    const BatchDecision decision = state.queue.decide(m_now, m_expired);
    for (const Queued& each : m_expired) {
        m_collector.waiting(model, m_now, -1);
        drop(model, each.id, Outcome::TimedOut);
    }
    until = decision.until;
    set.timedUntil = std::min(set.timedUntil, until);
    if (decision.requests > 0) return true;
    if (state.queue.isEmpty()) return false;
    state.isHeld = true;
    state.heldFrom = set.idle.of(static_cast<std::size_t>(state.model->threads), m_now);
    if (until != state.timerAt) {
        state.timerAt = until;
        expect({until, EventKind::Timer, model});
    }
    return false;
}

void Dispatcher::startBatch(SetState& set, std::uint32_t model) {
    ModelState& state = m_models[model];
    m_expired.clear();
    const BatchDecision decision = state.queue.decide(m_now, m_expired); // expired ones have left
    Job job;
    std::uint32_t last = None;
    for (std::size_t i = 0; i < decision.requests; ++i) {
        const Queued item = state.queue.at(0);
        state.queue.takeFirst();
        m_collector.waiting(model, m_now, -1);
        Request& request = m_requests[item.id];
        request.heldBefore = state.held - request.heldBefore; // from now on: for how long it was held
        request.next = None;
        if (last == None)
            job.first = item.id;
        else
            m_requests[last].next = item.id;
        last = item.id;
        job.size += item.size;
    }
    const Request& oldest = m_requests[job.first];
    job.candidate = {model,          state.model->priority,
                     oldest.arrival, state.deadline == Forever ? Forever : oldest.arrival + state.deadline,
                     oldest.order,   0};
    job.number = m_batches++;
    job.start = m_now;
    ++state.running;
    changed(model);
    m_collector.batchSent(model, job.size, decision.reason);
    const std::uint32_t number = m_jobs.add(job);
    made(number);
    takeCores(set, number);
}

void Dispatcher::resume(SetState& set, std::uint32_t number) {
    Job& job = m_jobs[number];
    std::erase(set.stopped, number);
    set.ready.remove(job.ready);
    const bool goesOn = job.hasOpenSegment && (set.free & job.cores) == job.cores;
    if (!goesOn && job.hasOpenSegment) {
        emit(job, m_now, true, false);
        m_collector.preempted(job.candidate.model);
    }
    job.preempted += m_now - job.stoppedAt;
    if (!goesOn) return takeCores(set, number);
    set.free &= ~job.cores;
    set.running.push_back(number);
    giveTurn(set, static_cast<std::uint32_t>(job.candidate.model));
    begins(number, false);
}

void Dispatcher::joinReady(SetState& set, std::uint32_t number) {
    Job& job = m_jobs[number];
    job.candidate.turn = m_models[job.candidate.model].turn;
    job.ready = set.ready.add({job.candidate, number});
}

void Dispatcher::giveTurn(SetState& set, std::uint32_t model) {
    ModelState& state = m_models[model];
    state.turn = ++m_turn;
    if (state.ready != None) changed(model);
    if (state.running == 1) return;
    for (const std::uint32_t each : set.stopped) {
        if (m_jobs[each].candidate.model != model) continue;
        set.ready.remove(m_jobs[each].ready);
        joinReady(set, each);
    }
}

void Dispatcher::takeCores(SetState& set, std::uint32_t number) {
    Job& job = m_jobs[number];
    ModelState& state = m_models[job.candidate.model];
    const bool hasOwn = job.cores != 0 && (set.free & job.cores) == job.cores;
    std::uint64_t cores = hasOwn ? job.cores : 0, rest = set.free;
    for (std::int64_t i = 0; !hasOwn && i < state.model->threads; ++i) {
        cores |= rest & (~rest + 1);
        rest &= rest - 1;
    }
    job.cores = cores;
    job.segmentBegin = m_now;
    set.free &= ~cores;
    set.running.push_back(number);
    giveTurn(set, static_cast<std::uint32_t>(job.candidate.model));
    begins(number, true);
}

void Dispatcher::makeWay(SetState& set) {
    // Cores that are free, or will be: the first candidates have them.
    std::int64_t cores = std::popcount(set.free);
    for (const std::uint32_t each : set.running)
        if (m_jobs[each].isStopping) cores += std::popcount(m_jobs[each].cores);
    for (std::size_t place = 0; place < set.ready.size(); ++place) {
        const Candidate& waiting = set.ready[place].candidate;
        const std::int64_t threads = m_models[waiting.model].model->threads;
        while (cores < threads) {
            std::uint32_t last = None;
            Candidate lastRunning;
            for (const std::uint32_t each : set.running) {
                if (m_jobs[each].isStopping) continue;
                Candidate running = m_jobs[each].candidate;
                running.turn = m_models[running.model].turn;
                if (!givesWay(m_policy, running, waiting)) continue;
                if (last != None && m_policy.goesFirst(running, lastRunning)) continue;
                last = each;
                lastRunning = running;
            }
            if (last == None) return;
            m_jobs[last].isStopping = true;
            stopsBehindOperator(last);
            cores += std::popcount(m_jobs[last].cores);
        }
        cores -= threads;
    }
}

// Of jobs that stopped now and did not go on at once.
void Dispatcher::closeSegments(SetState& set) {
    for (const std::uint32_t each : set.stopped) {
        Job& job = m_jobs[each];
        if (!job.hasOpenSegment) continue;
        job.hasOpenSegment = false;
        emit(job, m_now, true, false);
        m_collector.preempted(job.candidate.model);
    }
}

} // namespace edgewright::scenario
