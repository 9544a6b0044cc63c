// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions: which batch or stopped job goes on a core set's free cores, and which gives way.
#include "core/scenario/dispatch/dispatcher.h"

#include <algorithm>
#include <bit>

namespace edgewright::scenario {

void Dispatcher::dispatch(SetState& set) {
    set.isTouched = false;
    ++m_decisions;
    if (set.hasDelays)
        for (const std::uint32_t each : set.models) {
            ModelState& state = m_models[each];
            if (state.heldSince >= 0) state.held += m_now - state.heldSince;
            state.heldSince = -1;
            state.isHeld = false;
        }
    const bool canGiveWay = m_policy.preemption == Preemption::BetweenOperators;
    while (set.free != 0 || canGiveWay) {
        findCandidates(set);
        const auto chosen = choose(m_policy, m_candidates);
        if (!chosen) break;
        const Candidate candidate = m_candidates[*chosen];
        const Source source = m_sources[*chosen];
        if (std::popcount(set.free) < m_models[candidate.model].model->threads) {
            if (canGiveWay) makeWay(set);
            break;
        }
        if (source.job == None)
            startBatch(set, static_cast<std::uint32_t>(candidate.model), source.decision);
        else
            resume(set, source.job);
    }
    if (!set.stopped.empty()) closeSegments(set);
    if (!set.hasDelays) return;
    for (const std::uint32_t each : set.models) {
        ModelState& state = m_models[each];
        if (state.isHeld && std::popcount(set.free) >= state.model->threads) state.heldSince = m_now;
    }
}

void Dispatcher::findCandidates(SetState& set) {
    m_candidates.clear();
    m_sources.clear();
    for (const std::uint32_t number : set.stopped) {
        m_candidates.push_back(m_jobs[number].candidate);
        m_candidates.back().turn = m_models[m_candidates.back().model].turn;
        m_sources.push_back({number, {}});
    }
    for (const std::uint32_t number : set.models) {
        ModelState& state = m_models[number];
        state.isHeld = false;
        if (state.queue.isEmpty() || state.running >= state.model->instances) continue;
        m_expired.clear();
        const BatchDecision decision = state.queue.decide(m_now, m_expired);
        for (const Queued& each : m_expired) {
            m_collector.waiting(number, m_now, -1);
            drop(number, each.id, Outcome::TimedOut);
        }
        if (decision.requests == 0) {
            state.isHeld = !state.queue.isEmpty();
            if (decision.wakeAt != Forever && decision.wakeAt != state.timerAt) {
                state.timerAt = decision.wakeAt;
                expect({decision.wakeAt, EventKind::Timer, number});
            }
            continue;
        }
        const Queued& oldest = state.queue.at(0);
        m_candidates.push_back({number, state.model->priority, oldest.since,
                                state.deadline == Forever ? Forever : oldest.since + state.deadline,
                                m_requests[oldest.id].order, state.turn});
        m_sources.push_back({None, decision});
    }
}

void Dispatcher::startBatch(SetState& set, std::uint32_t model, const BatchDecision& decision) {
    ModelState& state = m_models[model];
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
    m_collector.batchSent(model, job.size, decision.reason);
    const std::uint32_t number = m_jobs.add(job);
    made(number);
    takeCores(set, number);
}

void Dispatcher::resume(SetState& set, std::uint32_t number) {
    Job& job = m_jobs[number];
    std::erase(set.stopped, number);
    const bool goesOn = job.hasOpenSegment && (set.free & job.cores) == job.cores;
    if (!goesOn && job.hasOpenSegment) {
        emit(job, m_now, true, false);
        m_collector.preempted(job.candidate.model);
    }
    job.preempted += m_now - job.stoppedAt;
    if (!goesOn) return takeCores(set, number);
    set.free &= ~job.cores;
    set.running.push_back(number);
    m_models[job.candidate.model].turn = ++m_turn;
    begins(number, false);
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
    state.turn = ++m_turn;
    begins(number, true);
}

void Dispatcher::makeWay(SetState& set) {
    // Cores that are free, or will be: the first candidates have them.
    std::int64_t cores = std::popcount(set.free);
    for (const std::uint32_t each : set.running)
        if (m_jobs[each].isStopping) cores += std::popcount(m_jobs[each].cores);
    std::ranges::sort(m_candidates, m_policy.goesFirst);
    for (const Candidate& waiting : m_candidates) {
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
