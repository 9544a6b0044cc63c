// SPDX-License-Identifier: GPL-3.0-or-later
// One instance of a model: its programs, one for each batch size, and the threads of its kernels. Its first
// thread is whoever calls warm() and compute().
#pragma once

#include "core/base/run_context.h"
#include "core/exec/program.h"
#include "core/kernels/own_threads.h"
#include "core/scenario/ticks.h"
#include "core/serve/served_model.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::serve {

class Worker {
public:
    // `model` outlives it.
    Worker(const ServedModel& model, std::size_t number, int threads);

    std::size_t model() const { return m_number; }
    bool isThisThread() const { return pthread_equal(m_thread, pthread_self()) != 0; }
    // Each program runs once, so that what is prepared, allocated and read first is there.
    Result<void> warm(const RunContext& run);
    // The ticks of operators, in the order in which they run, whose sum is the time of the run with its inputs.
    struct Profile {
        std::vector<NodeId> operators;
        std::vector<scenario::Ticks> ticks;
    };
    // `numbers`: of the requests of the batch. `profile`: a clock is read after each operator, of a batch that
    // never gives way.
    Result<void> compute(std::span<const std::uint64_t> numbers, const RunContext& run,
                         const std::function<void()>& betweenOperators, Profile* profile = nullptr);
    // The graph at that place of ServedModel::sizes, with its own feeds.
    Result<void> computeSize(std::size_t place, const RunContext& run);
    // With the inputs of requests from `first` on, where the model has such.
    Result<Profile> profile(std::size_t place, std::uint64_t first, const RunContext& run);
    std::vector<std::string> namesOf(const Profile& profile) const;
    // Places in the list of processors, as bits. 0, or the error of the system.
    int moveTo(std::uint64_t cores, std::span<const int> processors);

    kernels::OwnThreads& threads() { return m_threads; }

    // The server's, under its lock, but for `shallStop`.
    struct State {
        std::uint32_t job = UINT32_MAX; // UINT32_MAX: none
        bool isGoing = false;           // it computes, or may
        std::int64_t wokenAt = -1;      // ticks; -1: it was not woken
        std::int64_t gaveWayAt = -1;    // ticks: another batch did, for this one; -1: none did
    };
    State state = {};
    std::condition_variable wake = {};
    std::atomic<bool> shallStop{false}; // behind the operator that it computes

private:
    using Clock = std::chrono::steady_clock;
    Result<Profile> profiled(std::size_t place, const ir::Feeds& feeds, Clock::time_point begin,
                             const RunContext& run);

    const ServedModel& m_model;
    std::size_t m_number;
    kernels::OwnThreads m_threads;
    std::uint64_t m_cores = 0;
    pthread_t m_thread{};
    exec::RunOptions m_options;
    std::deque<exec::Program> m_programs; // by place in ServedModel::sizes
};

} // namespace edgewright::serve
