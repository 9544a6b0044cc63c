// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/measured_service.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/base/seconds_now.h"
#include "core/measure/statistics.h"
#include "core/serve/paired_runs.h"
#include "core/serve/parts.h"
#include "core/serve/serve.h"
#include "core/serve/served_alone.h"
#include "core/serve/worker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <thread>

namespace edgewright::serve {

using namespace scenario;

namespace {

// The first cores of the set, as bits, that are not in `taken`; 0: they are too few.
std::uint64_t coresOf(const CoreSet& set, std::int64_t threads, std::uint64_t taken = 0) {
    std::uint64_t cores = 0;
    for (const std::int64_t core : set.cores) {
        const std::uint64_t bit = std::uint64_t(1) << core;
        if (std::popcount(cores) < threads && (taken & bit) == 0) cores |= bit;
    }
    return std::popcount(cores) == threads ? cores : 0;
}

} // namespace

class ServiceMeasurement::Impl {
public:
    Impl(const Scenario& scenario, std::span<const ServedModel> models, const ServiceEffort& effort,
         const RunContext& run)
        : m_scenario(scenario), m_models(models), m_effort(effort), m_parts(run), m_run{run.stop, nullptr},
          m_processors(usableProcessors()),
          m_sets(coreSetsOf(scenario, static_cast<std::int64_t>(m_processors.size()))) {
        m_parts.expect(Rounds * partsFor(0));
        for (const Model& each : m_scenario.models)
            m_service.models.push_back({.model = each.name, .operators = {}, .batches = {}});
    }

    Result<void> round() {
        for (std::size_t i = 0; i < m_models.size(); ++i)
            RETURN_IF_ERROR(alone(i));
        if (m_alone.empty()) plan();
        if (m_effort.pauses) RETURN_IF_ERROR(pauses());
        if (m_effort.interference) RETURN_IF_ERROR(pairs());
        if (m_effort.overheads) RETURN_IF_ERROR(overheads());
        if (m_run.stopped()) return cancelled();
        return {};
    }

    MeasuredService measured() const {
        MeasuredService all{.service = m_service, .slowdowns = {}};
        for (std::size_t i = 0; i < m_models.size(); ++i)
            addPauses(i, all.service.models[i]);
        addSlowdowns(all);
        return all;
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
            if (m_effort.pauses)
                parts += likelyPauses(m_scenario.models[i], busySeconds).size() *
                         (sharesCores(m_scenario, i) ? 2 : 1);
            for (std::size_t j = i; j < m_models.size() && m_effort.interference; ++j)
                parts += coresOfBoth(i, j).has_value();
        }
        return parts;
    }

    Result<void> alone(std::size_t model) {
        doing(say("measuring {1}", nameOf(model)));
        Result<void> result;
        std::thread([&] { result = profile(model, m_service.models[model]); }).join();
        RETURN_IF_ERROR(result);
        m_parts.done(m_models[model].sizes.size());
        return {};
    }

    Result<void> profile(std::size_t model, ServiceTimes& times) const {
        const auto worker = workerOf(model);
        RETURN_IF_ERROR(worker->warm(m_run));
        RETURN_IF_ERROR(move(*worker, coresOf(setOf(model), m_scenario.models[model].threads)));
        const std::size_t sizes = m_models[model].sizes.size();
        for (std::size_t place = times.batches.size(); place < sizes; ++place)
            times.batches.push_back({m_models[model].sizes[place].size, {}});
        // In turns, as batches come: each size has memory of its own, which is not in the nearest cache then.
        const double begin = secondsNow(), seconds = roundSeconds() * static_cast<double>(sizes);
        const std::int64_t maxRuns = std::max<std::int64_t>(m_effort.maxRuns / std::int64_t(Rounds), 1);
        for (std::int64_t runs = 0; runs < maxRuns; ++runs) {
            if (runs >= perRound(m_effort.minRuns) && secondsNow() >= begin + seconds) break;
            m_parts.report((secondsNow() - begin) / seconds, sizes);
            for (std::size_t place = 0; place < sizes; ++place) {
                BatchTimes& batch = times.batches[place];
                ASSIGN_OR_RETURN(Worker::Profile one,
                                 worker->profile(place, static_cast<std::uint64_t>(runs), m_run));
                if (times.operators.empty()) times.operators = worker->namesOf(one);
                if (one.ticks.size() != times.operators.size())
                    return badInput(
                        say("{1}: expected graphs with the same operators for all batch sizes", nameOf(model)));
                batch.times.insert(batch.times.end(), one.ticks.begin(), one.ticks.end());
            }
        }
        return {};
    }

    // From the times alone of the first round: the pauses that are measured, for all rounds.
    void plan() {
        for (const ServiceTimes& each : m_service.models)
            m_alone.push_back(each.mean(each.batches.front()));
        const double busy = busySeconds();
        m_parts.expect(Rounds * partsFor(busy));
        for (const Model& each : m_scenario.models) {
            std::vector<Paused>& paused = m_paused.emplace_back();
            for (const bool isDisplaced : {false, true})
                for (const Ticks pause : likelyPauses(each, busy))
                    if (!isDisplaced || sharesCores(m_scenario, m_paused.size() - 1))
                        paused.push_back({.wanted = pause, .isDisplaced = isDisplaced});
        }
        m_quickest = static_cast<std::size_t>(std::ranges::min_element(m_alone) - m_alone.begin());
        m_slower.assign(m_models.size(), std::vector<std::vector<double>>(m_models.size()));
    }
    // Of the models' runs, one after the other.
    double busySeconds() const { return std::accumulate(m_alone.begin(), m_alone.end(), 0.0); }

    static std::int64_t perRound(std::int64_t runs) {
        constexpr auto Count = static_cast<std::int64_t>(Rounds);
        return (runs + Count - 1) / Count;
    }
    double roundSeconds() const { return m_effort.seconds / static_cast<double>(Rounds); }

    // The cores of two batches at once; nothing: they are never there at once.
    std::optional<std::array<std::uint64_t, 2>> coresOfBoth(std::size_t a, std::size_t b) const {
        if (a == b && m_scenario.models[a].instances < 2) return {};
        const std::uint64_t first = coresOf(setOf(a), m_scenario.models[a].threads);
        const std::uint64_t second = coresOf(setOf(b), m_scenario.models[b].threads, first);
        if (second == 0) return {};
        return std::array{first, second};
    }

    PairedModel pairedModel(std::size_t model, std::uint64_t cores) const {
        return {&m_models[model], static_cast<int>(m_scenario.models[model].threads), cores};
    }

    Result<void> pairs() {
        for (std::size_t a = 0; a < m_models.size(); ++a)
            for (std::size_t b = a; b < m_models.size(); ++b) {
                const auto cores = coresOfBoth(a, b);
                if (!cores) continue;
                doing(say("measuring {1} and {2} at the same time", nameOf(a), nameOf(b)));
                auto slower = slowdownsOfPair({pairedModel(a, (*cores)[0]), pairedModel(b, (*cores)[1])},
                                              m_processors, roundSeconds(), m_run);
                if (!slower) return std::move(slower).error().within(nameOf(a));
                m_parts.done();
                m_slower[a][b].push_back((*slower)[0]);
                m_slower[b][a].push_back((*slower)[1]);
            }
        return {};
    }

    // So many runs as take the seconds of a round.
    std::int64_t runsOf(double seconds) const {
        constexpr std::int64_t MaxRuns = 1000; // after one pause, and in turns
        const double runs = std::min(roundSeconds() / seconds, static_cast<double>(MaxRuns));
        return std::max(static_cast<std::int64_t>(runs), std::min(perRound(m_effort.minPausedRuns), MaxRuns));
    }
    Result<AfterPauses> afterPauses(std::size_t model, Ticks pause, bool isDisplaced) const {
        const double busy = isDisplaced ? busySeconds() : m_alone[model];
        return servedAfterPauses(m_scenario, model, m_models, pause, isDisplaced, m_alone,
                                 runsOf(secondsOf(pause) + busy), m_run);
    }

    Result<void> pauses() {
        for (std::size_t i = 0; i < m_models.size(); ++i) {
            doing(say("measuring {1} after pauses", nameOf(i)));
            for (Paused& each : m_paused[i]) {
                ASSIGN_OR_RETURN(const AfterPauses after, afterPauses(i, each.wanted, each.isDisplaced));
                m_parts.done();
                if (after.runs.times.empty()) continue;
                each.pauses.push_back(after.runs.pause);
                each.times.insert(each.times.end(), after.runs.times.begin(), after.runs.times.end());
            }
        }
        return {};
    }

    // The quickest model: in turns with itself, and after the gaps that there are between the scenario's
    // arrivals.
    Result<void> overheads() {
        doing(say("measuring decisions and threads that wake"));
        ASSIGN_OR_RETURN(const InTurns turns, servedInTurns(m_scenario, m_quickest, m_models[m_quickest],
                                                            runsOf(2 * m_alone[m_quickest]), m_run));
        m_parts.done();
        ASSIGN_OR_RETURN(const AfterPauses after, afterPauses(m_quickest, meanGap(m_scenario), false));
        m_parts.done();
        Overheads& all = m_service.overheads;
        m_decisions.push_back(turns.decision);
        all.decision = std::accumulate(m_decisions.begin(), m_decisions.end(), 0.0) /
                       static_cast<double>(m_decisions.size());
        const auto add = [](std::vector<double>& to, const std::vector<double>& seconds, double less) {
            for (const double each : seconds)
                to.push_back(std::max(each - less, 0.0));
        };
        add(all.notices, after.notices, 0);
        add(all.wakeUps, after.wakeUps, turns.decision); // decisions are charged by themselves
        add(all.handOvers, turns.handOvers, turns.decision);
        return {};
    }

    // As many as take a tenth of a second, and so few that there are ten such rows.
    static std::int64_t inARow(const ServiceTimes& times) {
        constexpr double Seconds = 0.1;
        constexpr std::int64_t Rows = 10;
        const BatchTimes& smallest = times.batches.front();
        const auto runs = static_cast<std::int64_t>(times.runs(smallest));
        const auto row = static_cast<std::int64_t>(Seconds / times.mean(smallest));
        return std::max<std::int64_t>(std::min(row, runs / Rows), 1);
    }

    void addPauses(std::size_t model, ServiceTimes& times) const {
        times.inARow = inARow(times);
        if (m_paused.empty()) return;
        for (const Paused& each : m_paused[model]) {
            if (each.pauses.empty()) continue;
            std::vector<PausedRuns>& known = each.isDisplaced ? times.displaced : times.pauses;
            const Ticks pause = std::accumulate(each.pauses.begin(), each.pauses.end(), Ticks(0)) /
                                static_cast<Ticks>(each.pauses.size());
            if (pause > (known.empty() ? 0 : known.back().pause)) known.push_back({pause, each.times});
        }
    }

    void addSlowdowns(MeasuredService& all) const {
        const std::size_t count = m_models.size();
        std::vector<std::vector<double>> beside(count, std::vector<double>(count, 1));
        all.slowdowns.assign(count, std::vector<std::optional<double>>(count));
        bool isAny = false;
        for (std::size_t a = 0; a < m_slower.size(); ++a)
            for (std::size_t b = 0; b < count; ++b) {
                std::vector<double> slower = m_slower[a][b];
                if (slower.empty()) continue;
                std::ranges::sort(slower);
                all.slowdowns[a][b] = beside[a][b] = measure::quantile(slower, 0.5);
                isAny = true;
            }
        if (isAny) all.service.interference.beside = std::move(beside);
    }

    struct Paused { // runs of all rounds
        Ticks wanted = 0;
        bool isDisplaced = false;
        std::vector<Ticks> pauses = {}; // by round, the median
        std::vector<Ticks> times = {};
    };

    const Scenario& m_scenario;
    std::span<const ServedModel> m_models;
    const ServiceEffort& m_effort;
    Parts m_parts;
    RunContext m_run; // of each part
    std::vector<int> m_processors;
    std::vector<CoreSet> m_sets;
    Service m_service;                         // without pauses and slowdowns
    std::vector<double> m_alone;               // seconds of a run of each model, of the smallest batch
    std::vector<std::vector<Paused>> m_paused; // by model
    std::vector<std::vector<std::vector<double>>> m_slower; // by model and the other one, by round
    std::vector<double> m_decisions;                        // seconds of one, by round
    std::size_t m_quickest = 0;                             // model
};

ServiceMeasurement::ServiceMeasurement(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
ServiceMeasurement::~ServiceMeasurement() = default;
ServiceMeasurement::ServiceMeasurement(ServiceMeasurement&&) noexcept = default;
ServiceMeasurement& ServiceMeasurement::operator=(ServiceMeasurement&&) noexcept = default;

Result<ServiceMeasurement> ServiceMeasurement::of(const Scenario& scenario, std::span<const ServedModel> models,
                                                  const ServiceEffort& effort, const RunContext& run) {
    RETURN_IF_ERROR(check(scenario, models));
    return ServiceMeasurement(std::make_unique<Impl>(scenario, models, effort, run));
}
Result<void> ServiceMeasurement::round() { return m_impl->round(); }
MeasuredService ServiceMeasurement::measured() const { return m_impl->measured(); }

Result<MeasuredService> measureService(const Scenario& scenario, std::span<const ServedModel> models,
                                       const ServiceEffort& effort, const RunContext& run) {
    ASSIGN_OR_RETURN(ServiceMeasurement all, ServiceMeasurement::of(scenario, models, effort, run));
    for (std::size_t round = 0; round < ServiceMeasurement::Rounds; ++round)
        RETURN_IF_ERROR(all.round());
    return all.measured();
}

} // namespace edgewright::serve
