// SPDX-License-Identifier: GPL-3.0-or-later
// The run of a scenario: one thread that waits for the clock, and one for each instance of a model. Whoever
// learns something decides, under one lock: the clock's thread of arrivals, a worker of the end of its batch or
// of the operator that it stops behind.
#pragma once

#include "core/scenario/dispatch/dispatcher.h"
#include "core/serve/serve.h"
#include "core/serve/worker.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace edgewright::serve {

class Server final : public scenario::Dispatcher {
public:
    Server(const scenario::Scenario& scenario, std::span<const ServedModel> models, std::vector<int> processors,
           const ServeOptions& options);
    ~Server() override;

    Result<Served> run(const RunContext& context);

private:
    using Clock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;

    void made(std::uint32_t job) override;
    void begins(std::uint32_t job, bool takesCores) override;
    void stopsBehindOperator(std::uint32_t job) override;
    void left(std::uint32_t model, const scenario::Departure& departure) override;

    void work(Worker& worker);
    void computeNext(Worker& worker, Lock& lock);
    void giveWay(Worker& worker);
    void noteHandOver(Worker& worker);
    void waitForClock();
    void watch(Lock& lock, const RunContext& context);
    void tell(Lock& lock);
    void endThreads(Lock& lock);

    scenario::Ticks now() const;
    void process(); // what is due, and decisions
    void fail(Error error);
    RunContext stopContext() const { return {m_stop.get_token(), nullptr}; }

    const ServeOptions& m_options;
    std::vector<int> m_processors;      // by core
    std::vector<int> m_clockProcessors; // usable, and of no core set: for the clock's thread
    std::mutex m_mutex;
    std::condition_variable m_clockWakes, m_callerWakes;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::vector<std::uint32_t> m_workerOf; // by job
    std::stop_source m_stop;
    Clock::time_point m_begin = {};
    scenario::Ticks m_sleepsUntil = 0; // the clock's thread
    std::size_t m_warm = 0;            // workers
    bool m_isEnding = false;
    std::optional<Error> m_error;
    scenario::Ticks m_gaveWayAt = -1; // an operator ended then, behind which its batch stops now; -1: none does
    ServeCosts m_costs;
    std::vector<std::vector<scenario::Departure>> m_departed; // by model, since the last news
    std::vector<std::jthread> m_threads;                      // last: they end before what they use
};

} // namespace edgewright::serve
