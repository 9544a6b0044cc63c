// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/measured_service.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/measure/statistics.h"
#include "core/serve/serve.h"
#include "core/serve/served_alone.h"
#include "core/serve/worker.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <bit>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <thread>

namespace edgewright::serve {

using namespace scenario;

namespace {

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The first cores of the set, as bits, that are not in `taken`; 0: they are too few.
std::uint64_t coresOf(const CoreSet& set, std::int64_t threads, std::uint64_t taken = 0) {
    std::uint64_t cores = 0;
    for (const std::int64_t core : set.cores) {
        const std::uint64_t bit = std::uint64_t(1) << core;
        if (std::popcount(cores) < threads && (taken & bit) == 0) cores |= bit;
    }
    return std::popcount(cores) == threads ? cores : 0;
}

// Parts of a measurement that take about as long as each other.
class Parts {
public:
    explicit Parts(const RunContext& run) : m_run(run) {}
    void expect(std::size_t parts) { m_all = parts; }
    // `share` (0..1) of the next `parts` of them.
    void report(double share, std::size_t parts = 1) const {
        constexpr double Steps = 1000; // of a part
        m_run.report(
            static_cast<std::uint32_t>(Steps * (static_cast<double>(m_done) +
                                                std::clamp(share, 0.0, 1.0) * static_cast<double>(parts))),
            static_cast<std::uint32_t>(Steps * static_cast<double>(std::max(m_all, m_done + parts))));
    }
    void done(std::size_t parts = 1) {
        report(1, parts);
        m_done += parts;
    }

private:
    const RunContext& m_run;
    std::size_t m_all = 0, m_done = 0;
};

class Measurement {
public:
    Measurement(const Scenario& scenario, std::span<const ServedModel> models, const ServiceEffort& effort,
                const RunContext& run)
        : m_scenario(scenario), m_models(models), m_effort(effort), m_parts(run), m_run{run.stop, nullptr},
          m_processors(usableProcessors()),
          m_sets(coreSetsOf(scenario, static_cast<std::int64_t>(m_processors.size()))) {}

    Result<MeasuredService> all() {
        MeasuredService measured;
        m_parts.expect(partsFor(0));
        for (std::size_t i = 0; i < m_models.size(); ++i) {
            ASSIGN_OR_RETURN(auto times, alone(i));
            measured.service.models.push_back(std::move(times));
        }
        const std::vector<double> alone = means(measured.service);
        m_parts.expect(partsFor(std::accumulate(alone.begin(), alone.end(), 0.0)));
        if (m_effort.pauses) RETURN_IF_ERROR(pauses(measured.service));
        if (m_effort.interference) RETURN_IF_ERROR(pairs(measured));
        if (m_effort.overheads) {
            ASSIGN_OR_RETURN(measured.service.overheads, overheads(measured.service));
        }
        return measured;
    }

private:
    Result<void> move(Worker& worker, std::uint64_t cores) const {
        if (const int error = worker.moveTo(cores, m_processors); error != 0)
            return unsupported(say("cannot run on the cores of {1}: {2}", nameOf(worker.model()),
                                   std::string(std::strerror(error))));
        return {};
    }
    std::string nameOf(std::size_t model) const { return inQuotes(m_scenario.models[model].name); }
    const CoreSet& setOf(std::size_t model) const {
        return m_sets[scenario::setOf(m_scenario, m_scenario.models[model])];
    }
    std::unique_ptr<Worker> workerOf(std::size_t model) const {
        return std::make_unique<Worker>(m_models[model], model,
                                        static_cast<int>(m_scenario.models[model].threads));
    }
    void doing(const std::string& what) const {
        if (m_effort.doing) m_effort.doing(what);
    }

    // `busySeconds`: of the models' runs, one after the other.
    std::size_t partsFor(double busySeconds) const {
        std::size_t parts = m_effort.overheads ? 2 : 0;
        for (std::size_t i = 0; i < m_models.size(); ++i) {
            parts += m_models[i].sizes.size();
            if (m_effort.pauses) parts += likelyPauses(m_scenario.models[i], busySeconds).size();
            for (std::size_t j = i; j < m_models.size() && m_effort.interference; ++j)
                parts += coresOfBoth(i, j).has_value();
        }
        return parts;
    }

    Result<ServiceTimes> alone(std::size_t model) {
        doing(say("measuring {1}", nameOf(model)));
        ServiceTimes times{.model = m_scenario.models[model].name, .operators = {}, .batches = {}};
        Result<void> result;
        std::thread([&] { result = profile(model, times); }).join();
        RETURN_IF_ERROR(result);
        m_parts.done(times.batches.size());
        return times;
    }

    Result<void> profile(std::size_t model, ServiceTimes& times) const {
        const auto worker = workerOf(model);
        RETURN_IF_ERROR(worker->warm(m_run));
        RETURN_IF_ERROR(move(*worker, coresOf(setOf(model), m_scenario.models[model].threads)));
        for (const SizedGraph& each : m_models[model].sizes)
            times.batches.push_back({each.size, {}});
        // In turns, as batches come: each size has memory of its own, which is not in the nearest cache then.
        const double begin = secondsNow(),
                     seconds = m_effort.seconds * static_cast<double>(times.batches.size()),
                     end = begin + seconds;
        for (std::int64_t runs = 0; runs < m_effort.maxRuns; ++runs) {
            if (runs >= m_effort.minRuns && secondsNow() >= end) break;
            m_parts.report((secondsNow() - begin) / seconds, times.batches.size());
            for (std::size_t place = 0; place < times.batches.size(); ++place) {
                BatchTimes& batch = times.batches[place];
                ASSIGN_OR_RETURN(Worker::Profile one, worker->profile(place, m_run));
                if (times.operators.empty()) times.operators = worker->namesOf(one);
                if (one.ticks.size() != times.operators.size())
                    return badInput(
                        say("{1}: expected graphs with the same operators for all batch sizes", nameOf(model)));
                batch.times.insert(batch.times.end(), one.ticks.begin(), one.ticks.end());
            }
        }
        return {};
    }

    // Both at once, for a while: the median times of a run.
    Result<std::array<double, 2>> together(std::array<std::size_t, 2> models,
                                           std::array<std::uint64_t, 2> cores) const {
        std::array<Result<void>, 2> results;
        std::array<std::vector<double>, 2> samples;
        std::atomic<bool> isEnd{false};
        std::barrier begin(2);
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < 2; ++i)
            threads.emplace_back([&, i] {
                const auto worker = workerOf(models[i]);
                results[i] = worker->warm(m_run);
                if (results[i]) results[i] = move(*worker, cores[i]);
                begin.arrive_and_wait();
                const double end = secondsNow() + m_effort.seconds;
                for (double before = secondsNow(); results[i];) {
                    results[i] = worker->computeSize(0, m_run);
                    const double now = secondsNow();
                    if (isEnd && !samples[i].empty()) break; // the other one has stopped
                    samples[i].push_back(now - before);
                    before = now;
                    if (now >= end) break;
                }
                isEnd = true;
            });
        threads.clear();
        std::array<double, 2> medians{};
        for (std::size_t i = 0; i < 2; ++i) {
            RETURN_IF_ERROR(results[i]);
            std::ranges::sort(samples[i]);
            medians[i] = measure::quantile(samples[i], 0.5);
        }
        return medians;
    }

    // The cores of two batches at once; nothing: they are never there at once.
    std::optional<std::array<std::uint64_t, 2>> coresOfBoth(std::size_t a, std::size_t b) const {
        if (a == b && m_scenario.models[a].instances < 2) return {};
        const std::uint64_t first = coresOf(setOf(a), m_scenario.models[a].threads);
        const std::uint64_t second = coresOf(setOf(b), m_scenario.models[b].threads, first);
        if (second == 0) return {};
        return std::array{first, second};
    }

    // A resource for each pair, which two batches have less of together than twice as much: what Interference
    // says of demands and capacities is then that both are as many times slower as was measured, on the mean.
    Result<void> pairs(MeasuredService& measured) {
        const std::size_t count = m_models.size();
        measured.slowdowns.assign(count, std::vector<std::optional<double>>(count));
        std::vector<double> alone;
        for (const ServiceTimes& each : measured.service.models) {
            std::vector<double> totals;
            for (const Ticks total : each.totals(each.batches.front().times))
                totals.push_back(secondsOf(total));
            std::ranges::sort(totals);
            alone.push_back(measure::quantile(totals, 0.5));
        }
        std::vector<std::pair<std::size_t, std::size_t>> slowed;
        Interference& interference = measured.service.interference;
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = a; b < count; ++b) {
                const auto cores = coresOfBoth(a, b);
                if (!cores) continue;
                doing(say("measuring {1} and {2} at the same time", nameOf(a), nameOf(b)));
                ASSIGN_OR_RETURN(const auto medians, together({a, b}, *cores));
                m_parts.done();
                measured.slowdowns[a][b] = medians[0] / alone[a];
                measured.slowdowns[b][a] = medians[1] / alone[b];
                constexpr double Max = 2; // else it would count for one of them beside others
                const double both = std::min(Max, (*measured.slowdowns[a][b] + *measured.slowdowns[b][a]) / 2);
                if (both <= 1) continue;
                slowed.emplace_back(a, b);
                interference.resources.push_back(m_scenario.models[a].name + " + " + m_scenario.models[b].name);
                interference.capacity.push_back({1, 2 / both});
            }
        for (std::size_t model = 0; model < count && !slowed.empty(); ++model) {
            std::vector<double>& demands = interference.demands.emplace_back();
            for (std::size_t i = 0; i < measured.service.models[model].operators.size(); ++i)
                for (const auto& [a, b] : slowed)
                    demands.push_back(a == model || b == model ? 1 : 0);
        }
        return {};
    }

    // Seconds of a run of each model, of the smallest batch.
    static std::vector<double> means(const Service& service) {
        std::vector<double> seconds;
        for (const ServiceTimes& each : service.models)
            seconds.push_back(each.mean(each.batches.front()));
        return seconds;
    }
    // So many runs as take the effort's seconds.
    std::int64_t runsOf(double seconds) const {
        constexpr std::int64_t MaxRuns = 200; // after one pause, and in turns
        const double runs = std::min(m_effort.seconds / seconds, static_cast<double>(MaxRuns));
        return std::max(static_cast<std::int64_t>(runs), std::min(m_effort.minRuns, MaxRuns));
    }

    Result<void> pauses(Service& service) {
        const std::vector<double> alone = means(service);
        const double busy = std::accumulate(alone.begin(), alone.end(), 0.0);
        for (std::size_t i = 0; i < m_models.size(); ++i) {
            doing(say("measuring {1} after pauses", nameOf(i)));
            for (const Ticks pause : likelyPauses(m_scenario.models[i], busy)) {
                ASSIGN_OR_RETURN(AfterPauses after, servedAfterPauses(m_scenario, i, m_models, pause, alone,
                                                                      runsOf(secondsOf(pause) + busy), m_run));
                m_parts.done();
                std::vector<PausedRuns>& known = service.models[i].pauses;
                if (after.runs.pause > (known.empty() ? 0 : known.back().pause))
                    known.push_back(std::move(after.runs));
            }
        }
        return {};
    }

    // The quickest model: in turns with itself, and after the gaps that there are between the scenario's
    // arrivals.
    Result<Overheads> overheads(const Service& service) {
        doing(say("measuring decisions and threads that wake"));
        const std::vector<double> alone = means(service);
        const auto quickest = static_cast<std::size_t>(std::ranges::min_element(alone) - alone.begin());
        ASSIGN_OR_RETURN(InTurns turns, servedInTurns(m_scenario, quickest, m_models[quickest],
                                                      runsOf(2 * alone[quickest]), m_run));
        m_parts.done();
        const Ticks gap = meanGap(m_scenario);
        const double busy = std::accumulate(alone.begin(), alone.end(), 0.0);
        ASSIGN_OR_RETURN(AfterPauses after, servedAfterPauses(m_scenario, quickest, m_models, gap, alone,
                                                              runsOf(secondsOf(gap) + busy), m_run));
        m_parts.done();
        for (auto* const waits : {&after.wakeUps, &turns.handOvers})
            for (double& each : *waits) // decisions are charged by themselves
                each = std::max(each - turns.decision, 0.0);
        return Overheads{.decision = turns.decision,
                         .notices = std::move(after.notices),
                         .wakeUps = std::move(after.wakeUps),
                         .handOvers = std::move(turns.handOvers)};
    }

    const Scenario& m_scenario;
    std::span<const ServedModel> m_models;
    const ServiceEffort& m_effort;
    Parts m_parts;
    RunContext m_run; // of each part
    std::vector<int> m_processors;
    std::vector<CoreSet> m_sets;
};

} // namespace

Result<MeasuredService> measureService(const Scenario& scenario, std::span<const ServedModel> models,
                                       const ServiceEffort& effort, const RunContext& run) {
    RETURN_IF_ERROR(check(scenario, models));
    auto measured = Measurement(scenario, models, effort, run).all();
    if (run.stopped()) return cancelled();
    return measured;
}

} // namespace edgewright::serve
