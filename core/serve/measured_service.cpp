// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/measured_service.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/base/seconds_now.h"
#include "core/serve/measured_pairs.h"
#include "core/serve/parts.h"
#include "core/serve/serve.h"
#include "core/serve/served_alone.h"
#include "core/serve/turns.h"
#include "core/serve/worker.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <thread>

namespace edgewright::serve {

using namespace scenario;

namespace {

constexpr std::size_t RoundsAlone = 3; // without runs among them

// In rounds, with an equal share of the effort each. What it is made of outlives it.
class MeasuredRounds {
public:
    MeasuredRounds(const Scenario& scenario, std::span<const ServedModel> models, const ServiceEffort& effort,
                   const RunsAmong& runs, const RunContext& run)
        : m_scenario(scenario), m_models(models), m_effort(effort), m_runs(runs),
          m_rounds(runs.count > 0 ? runs.count + 1 : RoundsAlone), m_parts(run), m_run{run.stop, nullptr},
          m_processors(usableProcessors()),
          m_sets(coreSetsOf(scenario, static_cast<std::int64_t>(m_processors.size()))),
          m_pairs(scenario, models, m_processors) {
        m_parts.expect(partsFor(0));
        for (const Model& each : m_scenario.models)
            m_service.models.push_back({.model = each.name, .operators = {}, .batches = {}});
    }

    std::size_t rounds() const { return m_rounds; }
    Result<void> round() {
        for (std::size_t i = 0; i < m_models.size(); ++i)
            RETURN_IF_ERROR(alone(i));
        if (m_alone.empty()) plan();
        if (m_effort.pauses) RETURN_IF_ERROR(pauses());
        if (m_effort.interference) RETURN_IF_ERROR(m_pairs.measure(m_effort, roundSeconds(), m_parts, m_run));
        if (m_effort.overheads) RETURN_IF_ERROR(overheads());
        if (m_run.stopped()) return cancelled();
        return {};
    }

    // False: it was the last one.
    Result<bool> runAmong(std::size_t number) {
        const std::size_t parts = partsOfRun();
        ASSIGN_OR_RETURN(const bool goesOn,
                         m_runs.run(number, measured(), [&](double share) { m_parts.report(share, parts); }));
        m_parts.done(parts);
        return goesOn;
    }

    // In all rounds so far.
    MeasuredService measured() const {
        MeasuredService all{.service = m_service, .slowdowns = {}};
        for (std::size_t i = 0; i < m_models.size(); ++i)
            addPauses(i, all.service.models[i]);
        m_pairs.addTo(all);
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

    struct Paused { // runs of all rounds
        Ticks wanted = 0;
        bool isDisplaced = false;
        std::vector<Ticks> pauses = {}; // by round, the median
        std::vector<Ticks> times = {};
    };
    // Displaced also without any pause, as others displace it at once where they wait, too.
    std::vector<Paused> pausesOf(std::size_t model, double busySeconds) const {
        std::vector<Paused> all;
        const std::vector<Ticks> likely = likelyPauses(m_scenario.models[model], busySeconds);
        for (const Ticks each : likely)
            all.push_back({.wanted = each});
        if (!sharesCores(m_scenario, model)) return all;
        all.push_back({.isDisplaced = true});
        for (const Ticks each : likely)
            all.push_back({.wanted = each, .isDisplaced = true});
        return all;
    }

    std::size_t partsOfRun() const {
        constexpr double MinSeconds = 1e-3; // of a part
        return static_cast<std::size_t>(
            std::clamp(m_runs.seconds / std::max(roundSeconds(), MinSeconds), 1.0, 1e4));
    }
    // `busySeconds`: of the models' runs, one after the other.
    std::size_t partsFor(double busySeconds) const {
        return m_rounds * partsOfRound(busySeconds) + m_runs.count * partsOfRun();
    }
    std::size_t partsOfRound(double busySeconds) const {
        std::size_t parts = m_effort.overheads ? 2 : 0;
        for (std::size_t i = 0; i < m_models.size(); ++i) {
            parts += m_models[i].sizes.size();
            if (m_effort.pauses) parts += pausesOf(i, busySeconds).size();
        }
        return parts + (m_effort.interference ? m_pairs.count() : 0);
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
        const std::int64_t maxRuns =
            std::max<std::int64_t>(m_effort.maxRuns / static_cast<std::int64_t>(m_rounds), 1);
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
        m_parts.expect(partsFor(busy));
        for (std::size_t i = 0; i < m_models.size(); ++i)
            m_paused.push_back(pausesOf(i, busy));
        m_quickest = static_cast<std::size_t>(std::ranges::min_element(m_alone) - m_alone.begin());
    }
    // Of the models' runs, one after the other.
    double busySeconds() const { return std::accumulate(m_alone.begin(), m_alone.end(), 0.0); }

    std::int64_t perRound(std::int64_t runs) const {
        const auto count = static_cast<std::int64_t>(m_rounds);
        return (runs + count - 1) / count;
    }
    double roundSeconds() const { return m_effort.seconds / static_cast<double>(m_rounds); }

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

    // In turns, and the quickest model after the gaps that there are between the scenario's arrivals.
    Result<void> overheads() {
        doing(say("measuring decisions and threads that wake"));
        const auto taking =
            takeTurns(m_scenario, m_service.models, m_alone, [&](double seconds) { return runsOf(seconds); });
        ASSIGN_OR_RETURN(const InTurns turns, servedInTurns(m_scenario, taking, m_models, m_run));
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
        if (turns.giveWay) add(all.giveWays, {*turns.giveWay}, turns.decision);
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

    const Scenario& m_scenario;
    std::span<const ServedModel> m_models;
    const ServiceEffort& m_effort;
    const RunsAmong& m_runs;
    std::size_t m_rounds;
    Parts m_parts;
    RunContext m_run; // of each part
    std::vector<int> m_processors;
    std::vector<CoreSet> m_sets;
    MeasuredPairs m_pairs;
    Service m_service;                         // without pauses and slowdowns
    std::vector<double> m_alone;               // seconds of a run of each model, of the smallest batch
    std::vector<std::vector<Paused>> m_paused; // by model
    std::vector<double> m_decisions;           // seconds of one, by round
    std::size_t m_quickest = 0;                // model
};

} // namespace

Result<MeasuredService> measureService(const Scenario& scenario, std::span<const ServedModel> models,
                                       const ServiceEffort& effort, const RunContext& run,
                                       const RunsAmong& runs) {
    RETURN_IF_ERROR(check(scenario, models));
    MeasuredRounds all(scenario, models, effort, runs, run);
    bool goesOn = true;
    for (std::size_t number = 0; number < all.rounds() && goesOn; ++number) {
        if (number > 0 && runs.count > 0) {
            ASSIGN_OR_RETURN(goesOn, all.runAmong(number - 1));
        }
        const Result<void> measured = all.round();
        const bool isKept = number > 0 && runs.count > 0; // what has run, with the times from before it
        if (!measured && !(isKept && measured.error().code == ErrorCode::Cancelled)) return measured.error();
    }
    return all.measured();
}

} // namespace edgewright::serve
