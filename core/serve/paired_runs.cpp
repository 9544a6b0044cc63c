// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/paired_runs.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/seconds_now.h"
#include "core/measure/statistics.h"
#include "core/serve/worker.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstring>
#include <thread>
#include <vector>

namespace edgewright::serve {

namespace {

constexpr std::size_t Turns = 8, Phases = 3; // phase 0: both; 1 and 2: the first and the second model alone

class Pair {
public:
    Pair(const std::array<PairedModel, 2>& models, std::span<const int> processors, double seconds,
         const RunContext& run)
        : m_models(models), m_processors(processors), m_seconds(seconds), m_run(run) {}

    Result<std::array<double, 2>> slowdowns() {
        std::array<Result<void>, 2> results;
        std::vector<std::jthread> threads;
        for (std::size_t own = 0; own < 2; ++own)
            threads.emplace_back([this, own, &results] {
                results[own] = compute(own);
                m_together.arrive_and_drop();
            });
        threads.clear();
        std::array<double, 2> slower{};
        for (std::size_t own = 0; own < 2; ++own) {
            RETURN_IF_ERROR(results[own]);
            slower[own] = median(m_beside[own]) / median(m_alone[own]);
        }
        return slower;
    }

private:
    static double median(std::vector<double>& samples) {
        std::ranges::sort(samples);
        return measure::quantile(samples, 0.5);
    }

    Result<void> compute(std::size_t own) {
        const PairedModel& model = m_models[own];
        Worker worker(*model.served, own, model.threads);
        RETURN_IF_ERROR(worker.warm(m_run));
        if (const int error = worker.moveTo(model.cores, m_processors); error != 0)
            return unsupported(say("cannot run on other cores: {1}", std::string(std::strerror(error))));
        for (std::size_t turn = 0; turn < Turns; ++turn)
            for (std::size_t phase = 0; phase < Phases; ++phase) {
                m_together.arrive_and_wait();
                if (phase == 0)
                    RETURN_IF_ERROR(runFor(worker, m_beside[own], turn));
                else if (phase == own + 1)
                    RETURN_IF_ERROR(runFor(worker, m_alone[own], Turns));
                if (m_run.stopped()) return cancelled();
            }
        return {};
    }

    // Both at once: until one of them stops, so that the other is never alone in a run that counts.
    Result<void> runFor(Worker& worker, std::vector<double>& samples, std::size_t turn) {
        const double end = secondsNow() + m_seconds / static_cast<double>(Turns * Phases);
        std::size_t runs = 0;
        for (double before = secondsNow();;) {
            RETURN_IF_ERROR(worker.computeSize(0, m_run));
            const double now = secondsNow();
            if (turn < m_ended && turn < Turns && runs > 0) break;
            samples.push_back(now - before);
            ++runs;
            before = now;
            if (now >= end) break;
        }
        if (turn < Turns) m_ended = turn + 1;
        return {};
    }

    const std::array<PairedModel, 2>& m_models;
    std::span<const int> m_processors;
    double m_seconds;
    const RunContext& m_run;
    std::barrier<> m_together{2};
    std::atomic<std::size_t> m_ended{0}; // turns in which one of them has stopped
    std::array<std::vector<double>, 2> m_beside, m_alone;
};

} // namespace

Result<std::array<double, 2>> slowdownsOfPair(const std::array<PairedModel, 2>& models,
                                              std::span<const int> processors, double seconds,
                                              const RunContext& run) {
    return Pair(models, processors, seconds, run).slowdowns();
}

} // namespace edgewright::serve
