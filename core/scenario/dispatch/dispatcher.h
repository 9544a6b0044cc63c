// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions of a scenario while it goes on: arrivals, queues, batches, and which of them has which cores. It
// knows no times of service: whoever derives from it computes batches, simulated or really, and tells when one
// has stopped or is done. Nothing is allocated for an event but what grows to its largest size once.
#pragma once

#include "core/scenario/arrivals.h"
#include "core/scenario/dispatch/collector.h"
#include "core/scenario/dispatch/idle_time.h"
#include "core/scenario/dispatch/pool.h"
#include "core/scenario/dispatch/ready_order.h"

#include <queue>

namespace edgewright::scenario {

class Dispatcher {
public:
    virtual ~Dispatcher() = default;

protected:
    // `scenario` outlives it and has no fault (faultOf()). `cores`: of the machine, where the scenario does not
    // say how many there are.
    Dispatcher(const Scenario& scenario, std::int64_t cores, const SimulationLimits& limits);
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    static constexpr std::uint32_t None = UINT32_MAX;

    enum class EventKind : std::uint32_t { Stop, Arrival, Timer };
    struct Event { // noticed at once: in the order of kinds, times and places
        Ticks time = 0;
        EventKind kind = EventKind::Stop;
        std::uint32_t place = 0;      // a job, or a model
        std::uint64_t generation = 0; // of a stop: computing() knows it
        Ticks late = 0;               // that it is noticed
        Ticks noticed() const { return time + late; }
    };
    struct Query {
        Ticks arrival = 0;
        std::int64_t left = 0; // samples
        Outcome outcome = Outcome::Done;
    };
    struct Request {
        Ticks arrival = 0, heldBefore = 0;
        std::uint64_t number = 0, order = 0;
        std::uint32_t query = None;
        std::uint32_t next = None; // in the same batch
    };
    // A batch that was started.
    struct Job {
        Candidate candidate;
        std::uint32_t ready = None; // number in SetState::ready, of one that stopped
        std::uint32_t first = None; // request
        std::int64_t size = 0;
        std::uint64_t number = 0;
        std::uint64_t cores = 0; // bits
        Ticks start = 0, segmentBegin = 0, stoppedAt = 0, preempted = 0;
        bool isStopping = false;    // behind the operator that it computes
        bool hasOpenSegment = true; // of a job that stopped: it may go on at once
    };
    struct ModelState {
        ModelState(const Model& model, std::uint64_t seed, std::size_t number);

        const Model* model;
        ArrivalSequence arrivals;
        BatchQueue queue;
        std::size_t set = 0, frames = 0; // frames: that may wait; 0: no such limit
        std::int64_t running = 0;        // instances, stopped ones too
        Ticks deadline = Forever, timerAt = Forever;
        Ticks held = 0, heldFrom = 0; // for how long while cores were idle, until SetState::idle was heldFrom
        std::uint64_t turn = 0, requests = 0;
        std::uint32_t ready = None; // number in SetState::ready
        std::uint32_t timed = None; // place in SetState::timed; None: its batcher does not ask for the time
        bool isChanged = false;     // is in SetState::changed
        bool isHeld = false;        // by its batcher, as of the last decision
        bool isShort = false;       // has not its fewest queries yet
    };
    struct SetState {
        explicit SetState(const Policy& policy) : ready(policy) {}

        std::vector<std::uint32_t> running, stopped; // jobs
        std::uint64_t free = 0;
        bool hasModels = false, hasDelays = false, isTouched = false;
        ReadyOrder ready; // jobs that stopped, and a batch (None) of each model that could send one
        std::vector<std::uint32_t> changed; // models whose place in `ready` is of before
        struct Timed {
            std::uint32_t model = 0;
            Ticks until = Forever; // its batcher decides the same, if it does not change
        };
        std::vector<Timed> timed;
        Ticks timedUntil = Forever; // the first of them, or before it
        IdleTime idle;
    };

    // The first arrivals are expected.
    void begin();
    // Forever: nothing is expected.
    Ticks nextEvent();
    bool hasEventUntil(Ticks time) const { return !m_events.empty() && m_events.top().noticed() <= time; }
    // Nothing is waiting or computed, and nothing more will arrive.
    bool isOver();
    // The next one, which is there. m_now is not before its time.
    void handleNext();
    // Who decides looks at the clock: where something is to be decided, what has come by now is handled now,
    // however late it would have been noticed.
    void noticeWhatIsThere();
    // Decisions for the core sets that something has changed for.
    void dispatchTouched();
    void push(const Event& event) { m_events.push(event); }

    // A job that computes has stopped behind an operator, as it was told to, or is done.
    void stopped(std::uint32_t job);
    void finished(std::uint32_t job);
    // The run ends now: what has not left is as if it had not arrived.
    void cutOff();

    // A batch was made of the job's requests, on cores that are not chosen yet.
    virtual void made(std::uint32_t job) = 0;
    // The job computes from now on, on Job::cores. `takesCores`: they are not those that it had until now.
    virtual void begins(std::uint32_t job, bool takesCores) = 0;
    virtual void stopsBehindOperator(std::uint32_t job) = 0;
    // The time until what the clock brings then will be noticed; a real clock is late by itself.
    virtual Ticks lateness(Ticks /*time*/) { return 0; }
    virtual void computing(const Event& /*stop*/) {}
    virtual void left(std::uint32_t /*model*/, const Departure&) {}

    const Policy& m_policy;
    Ticks m_horizon, m_arrivalsEnd, m_now = 0;
    std::vector<ModelState> m_models;
    std::vector<SetState> m_sets;
    Pool<Request> m_requests;
    Pool<Job> m_jobs;
    std::uint64_t m_decisions = 0;
    Collector m_collector;

private:
    struct IsNoticedLater {
        bool operator()(const Event& a, const Event& b) const {
            if (a.noticed() != b.noticed()) return a.noticed() > b.noticed();
            if (a.kind != b.kind) return a.kind > b.kind;
            return a.time != b.time ? a.time > b.time : a.place > b.place;
        }
    };
    struct ComesLater {
        bool operator()(const Event& a, const Event& b) const { return a.time > b.time; }
    };
    template <typename IsLater>
    using Events = std::priority_queue<Event, std::vector<Event>, IsLater>;

    void arrival(std::uint32_t model, Ticks at);
    void query(std::uint32_t model, Ticks at);
    void enqueue(std::uint32_t model, std::uint32_t query, Ticks at);
    void expectArrival(std::uint32_t model, Ticks after);
    void expect(Event event); // that the clock brings
    void drop(std::uint32_t model, std::uint32_t request, Outcome outcome);
    void leave(std::uint32_t model, std::uint32_t request, const Departure& departure);
    void nowEnough(ModelState& state);

    void dispatch(SetState& set);
    void changed(std::uint32_t model);
    Ticks heldUntilNow(const ModelState& state) const;
    void updateReady(SetState& set);
    void updateReady(SetState& set, std::uint32_t model);
    bool asksBatcher(SetState& set, std::uint32_t model); // true: it could send a batch now
    void joinReady(SetState& set, std::uint32_t job);     // that stopped
    void startBatch(SetState& set, std::uint32_t model);
    void giveTurn(SetState& set, std::uint32_t model);
    void takeCores(SetState& set, std::uint32_t job);
    void resume(SetState& set, std::uint32_t job);
    void makeWay(SetState& set);
    void closeSegments(SetState& set);
    void emit(const Job& job, Ticks end, bool isPreempted, bool isLate);

    std::int64_t m_minQueries;
    std::size_t m_short = 0; // models that have not their fewest queries
    Pool<Query> m_queries;
    // An event that is noticed late moves on: it will come; it is there by nextEvent(); it is noticed.
    Events<ComesLater> m_coming;
    Events<IsNoticedLater> m_there, m_events;
    std::uint64_t m_order = 0, m_turn = 0, m_batches = 0;
    std::vector<Queued> m_expired;
};

} // namespace edgewright::scenario
