// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/generated.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/search/scheduler.h"
#include "core/loopnest/c_source.h"
#include "core/loopnest/search_space.h"
#include "core/tuner/search_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace edgewright::tuner {

namespace {

double secondsFrom(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// One search for each task that loop nests are derived for.
class Generating {
public:
    Generating(const std::vector<Task>& tasks, const loopnest::Compiler& compiler,
               const loopnest::ObjectCache& cache, const GeneratedOptions& options)
        : m_compiler(compiler), m_cache(cache), m_options(options) {
        m_result.compiler = compiler;
        for (const Task& each : tasks) {
            m_result.tasks.push_back({.task = each});
            if (options.roof) m_result.tasks.back().floor = floorSeconds(each, *options.roof);
        }
    }

    Result<GeneratedResult> run(const RunContext& context) {
        RETURN_IF_ERROR(prepare(context));
        if (!m_searched.empty()) {
            ASSIGN_OR_RETURN(cost::search::Scheduler scheduler, scheduled());
            m_start = std::chrono::steady_clock::now();
            if (auto searched = search(scheduler, context); !searched) {
                if (searched.error().code != ErrorCode::Cancelled) return std::move(searched).error();
                m_result.wasStopped = true;
            }
            m_result.searchSeconds = secondsFrom(m_start);
            const auto decides = std::chrono::steady_clock::now();
            for (Searched& each : m_searched)
                RETURN_IF_ERROR(decide(each, context));
            m_result.decidingSeconds = secondsFrom(decides);
        }
        return std::move(m_result);
    }

private:
    struct Known {
        loopnest::Schedule schedule;
        double value = 0;
    };
    struct Searched {
        std::size_t task = 0;
        loopnest::KernelBench bench;
        std::shared_ptr<const loopnest::ScheduleSpace> space;
        double usual = 0; // seconds of the own kernel when it was first measured
        std::vector<Known> known = {};
    };

    Result<void> prepare(const RunContext& context) {
        const loopnest::Target target = loopnest::targetHere();
        for (std::size_t i = 0; i < m_result.tasks.size(); ++i) {
            GeneratedTask& each = m_result.tasks[i];
            auto bench =
                loopnest::KernelBench::make(*each.task.graph, each.task.opsets, {context.stop, nullptr});
            if (!bench && bench.error().code == ErrorCode::Unsupported) {
                each.refused = bench.error().message;
                continue;
            }
            if (!bench) return std::move(bench).error();
            auto space = std::make_shared<const loopnest::ScheduleSpace>(bench->computation(), target);
            each.sketches = space->sketches().size();
            m_searched.push_back({i, *std::move(bench), std::move(space)});
        }
        return {};
    }

    Result<cost::search::Scheduler> scheduled() {
        const std::string name(m_options.strategy.empty() ? cost::search::DefaultStrategy
                                                          : std::string_view(m_options.strategy));
        const cost::search::Strategy* const strategy = cost::search::findStrategy(name);
        if (!strategy) return badInput(say("there is no strategy '{1}'", m_options.strategy));
        std::vector<cost::search::ScheduledTask> scheduled;
        for (std::size_t i = 0; i < m_searched.size(); ++i) {
            const GeneratedTask& task = m_result.tasks[m_searched[i].task];
            cost::search::Space space = m_searched[i].space->space();
            space.evaluateTogether = [this, i](std::span<const cost::search::Point> points,
                                               const RunContext& run) { return evaluated(i, points, run); };
            ASSIGN_OR_RETURN(auto started, cost::search::SearchTask::start(
                                               std::move(space), *strategy,
                                               {.seed = m_options.seed + i, .costModel = m_options.costModel}));
            scheduled.push_back({.task = std::move(started),
                                 .weight = task.task.weight(),
                                 .work = task.task.macs,
                                 .kind = task.task.kind,
                                 .floor = task.floor});
        }
        return cost::search::Scheduler(std::move(scheduled),
                                       {.batch = m_options.together, .seed = m_options.seed});
    }

    Result<void> search(cost::search::Scheduler& scheduler, const RunContext& context) {
        const SearchLimits limits{.trials = m_options.trials,
                                  .seconds = m_options.seconds,
                                  .together = m_options.together,
                                  .begin = m_start};
        ASSIGN_OR_RETURN(m_result.wasStopped, searchWithin(scheduler, limits, m_result.trials, context));
        return {};
    }

    Result<std::vector<double>> evaluated(std::size_t place, std::span<const cost::search::Point> points,
                                          const RunContext& run) {
        Searched& searched = m_searched[place];
        GeneratedTask& task = m_result.tasks[searched.task];
        std::vector<loopnest::Schedule> some;
        for (const cost::search::Point& point : points)
            some.push_back(searched.space->scheduleAt(point));
        const auto began = std::chrono::steady_clock::now();
        ASSIGN_OR_RETURN(const loopnest::KernelTrials trials,
                         searched.bench.measure(m_compiler, m_cache, some, m_options.trying, run));
        const auto count = static_cast<double>(points.size());
        const double price = secondsFrom(began) / count;
        m_result.compileSeconds += trials.compileSeconds;
        if (searched.usual == 0 && !trials.own.empty()) searched.usual = *std::ranges::min_element(trials.own);
        std::vector<double> values;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const loopnest::KernelOutcome& outcome = trials.kernels[i];
            const bool isCorrect =
                outcome.end == loopnest::KernelEnd::Correct && !outcome.seconds.empty() && !trials.own.empty();
            values.push_back(isCorrect ? trialValue(outcome.seconds, trials.own, searched.usual)
                                       : std::numeric_limits<double>::infinity());
            ++m_result.trials;
            ++task.trials;
            if (!isCorrect) ++task.failed, ++m_result.failed;
            if (isCorrect) searched.known.push_back({some[i], values.back()});
            if (m_options.told)
                m_options.told(
                    {searched.task, m_result.trials, &some[i], &outcome, price, trials.compileSeconds / count});
        }
        return values;
    }

    // Also after a stop: what was found is worth the seconds.
    Result<void> decide(Searched& searched, const RunContext& context) {
        if (context.stopped()) m_result.wasStopped = true;
        GeneratedTask& task = m_result.tasks[searched.task];
        if (m_options.doing) m_options.doing(say("deciding on {1}", task.task.label));
        std::ranges::stable_sort(searched.known, {}, &Known::value);
        std::vector<loopnest::Schedule> finalists;
        for (const Known& each : searched.known)
            if (finalists.size() < m_options.finalists) finalists.push_back(each.schedule);
        loopnest::KernelTrialOptions anew = m_options.trying;
        anew.samples = m_options.decidingBlocks;
        // Without any the own kernel is measured all the same: the sums are of all tasks.
        ASSIGN_OR_RETURN(loopnest::KernelTrials trials,
                         finalists.empty() ? searched.bench.measureObject({}, 0, anew)
                                           : searched.bench.measure(m_compiler, m_cache, finalists, anew, {}));
        task.usualSeconds = task.bestSeconds = measure::summaryOf(trials.own).median;
        std::vector<std::vector<double>> others;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < trials.kernels.size(); ++i) {
            // One that is too slow for more than one sample is no candidate.
            if (trials.kernels[i].end != loopnest::KernelEnd::Correct ||
                trials.kernels[i].seconds.size() != trials.own.size())
                continue;
            others.push_back(std::move(trials.kernels[i].seconds));
            places.push_back(i);
        }
        const Decision decision = decided(trials.own, others);
        if (!decision.winner) return {};
        const loopnest::Schedule& winner = finalists[places[*decision.winner]];
        const auto nest = loopnest::Nest::of(winner); // it was compiled
        ASSIGN_OR_RETURN(task.object, m_cache.object(m_compiler, loopnest::sourceOf(std::span(&*nest, 1)),
                                                     m_options.trying.compiling));
        task.best = winner;
        task.comparison = decision.comparison;
        task.bestSeconds = measure::summaryOf(others[*decision.winner]).median;
        return {};
    }

    const loopnest::Compiler& m_compiler;
    const loopnest::ObjectCache& m_cache;
    const GeneratedOptions& m_options;
    GeneratedResult m_result;
    std::vector<Searched> m_searched;
    std::chrono::steady_clock::time_point m_start;
};

double sumOf(const std::vector<GeneratedTask>& tasks, double GeneratedTask::*seconds) {
    double sum = 0;
    for (const GeneratedTask& each : tasks)
        if (each.isDerived()) sum += each.task.weight() * each.*seconds;
    return sum;
}

} // namespace

double GeneratedResult::usualSeconds() const { return sumOf(tasks, &GeneratedTask::usualSeconds); }
double GeneratedResult::bestSeconds() const { return sumOf(tasks, &GeneratedTask::bestSeconds); }

std::size_t GeneratedResult::derived() const {
    return static_cast<std::size_t>(std::ranges::count_if(tasks, &GeneratedTask::isDerived));
}

std::size_t GeneratedResult::faster() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(tasks, [](const GeneratedTask& each) { return each.best.has_value(); }));
}

Result<GeneratedResult> tuneGenerated(const std::vector<Task>& tasks, const loopnest::Compiler& compiler,
                                      const loopnest::ObjectCache& cache, const GeneratedOptions& options,
                                      const RunContext& run) {
    return Generating(tasks, compiler, cache, options).run(run);
}

} // namespace edgewright::tuner
