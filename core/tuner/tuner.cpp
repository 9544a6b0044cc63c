// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tuner.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/search/scheduler.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/search_loop.h"
#include "core/tuner/shared_bests.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace edgewright::tuner {

namespace {

namespace search = cost::search;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// One search for each task, and what its trials told.
class Tuning {
public:
    Tuning(std::vector<Task> tasks, Trials& trials, const TuneOptions& options)
        : m_trials(trials), m_options(options) {
        for (Task& task : tasks) {
            m_shared.add(task.kind, task.macs, task.space);
            m_result.tasks.push_back({.task = std::move(task)});
            if (options.roof)
                m_result.tasks.back().floor = floorSeconds(m_result.tasks.back().task, *options.roof);
        }
        m_known.resize(m_result.tasks.size());
    }

    Result<TuneResult> run(const RunContext& context) {
        ASSIGN_OR_RETURN(search::Scheduler scheduler, scheduled());
        m_start = Clock::now();
        if (auto searched = search(scheduler, context); !searched) {
            if (searched.error().code != ErrorCode::Cancelled) return std::move(searched).error();
            m_result.wasStopped = true;
        }
        m_result.searchSeconds = secondsSince(m_start);
        const Clock::time_point decides = Clock::now();
        RETURN_IF_ERROR(decide(context));
        m_result.decidingSeconds = secondsSince(decides);
        return std::move(m_result);
    }

private:
    struct Known {
        kernels::KernelParameters parameters;
        double value = 0;
    };

    Result<search::Scheduler> scheduled() {
        const search::Strategy* const strategy = search::findStrategy(m_options.strategy);
        if (!strategy) return badInput(say("there is no strategy '{1}'", m_options.strategy));
        std::vector<search::ScheduledTask> scheduled;
        for (std::size_t i = 0; i < m_result.tasks.size(); ++i) {
            const Task& task = m_result.tasks[i].task;
            search::Space space = kernelSpace(task.space);
            if (m_options.older)
                m_options.older->teach(space, task.key, task.space, m_options.promising, m_options.seed + i);
            space.hints = [this, i] { return m_shared.hints(i); };
            space.evaluateTogether = [this, i](std::span<const search::Point> points, const RunContext& run) {
                return evaluated(i, points, run);
            };
            space.foreseen = [this](std::span<const double> scores) {
                m_scores.assign(scores.begin(), scores.end());
            };
            ASSIGN_OR_RETURN(auto started, search::SearchTask::start(
                                               std::move(space), *strategy,
                                               {.seed = m_options.seed + i, .costModel = m_options.costModel}));
            scheduled.push_back({.task = std::move(started),
                                 .weight = task.weight(),
                                 .work = task.macs,
                                 .kind = task.kind,
                                 .floor = m_result.tasks[i].floor});
        }
        return search::Scheduler(std::move(scheduled), {.batch = m_options.together, .seed = m_options.seed});
    }

    Result<void> search(search::Scheduler& scheduler, const RunContext& context) {
        const SearchLimits limits{.trials = m_options.trials,
                                  .seconds = m_options.seconds,
                                  .together = m_options.together,
                                  .begin = m_start};
        ASSIGN_OR_RETURN(m_result.wasStopped, searchWithin(scheduler, limits, m_result.trials, context));
        return {};
    }

    Result<std::vector<double>> evaluated(std::size_t place, std::span<const search::Point> points,
                                          const RunContext& run) {
        TunedTask& tuned = m_result.tasks[place];
        std::vector<kernels::KernelParameters> some;
        for (const search::Point& point : points)
            some.push_back(parametersAt(tuned.task.space, point));
        const Clock::time_point began = Clock::now();
        ASSIGN_OR_RETURN(std::vector<TrialOutcome> outcomes, m_trials.measure(tuned.task, some, run));
        const double price = secondsSince(began) / static_cast<double>(points.size());
        if (tuned.usualSeconds == 0) note(place, tuned.task.space.usual, outcomes.back().value);
        std::vector<double> values;
        for (std::size_t i = 0; i < some.size(); ++i) {
            ++m_result.trials;
            ++tuned.trials;
            if (outcomes[i].end != TrialEnd::Correct) ++tuned.failed, ++m_result.failed;
            note(place, some[i], outcomes[i].value);
            values.push_back(outcomes[i].value);
            if (m_options.told)
                m_options.told({.task = place,
                                .number = m_result.trials,
                                .parameters = some[i],
                                .outcome = std::move(outcomes[i]),
                                .price = price,
                                .after = secondsSince(m_start),
                                .usualSeconds = tuned.usualSeconds,
                                .score = i < m_scores.size() ? std::optional(m_scores[i]) : std::nullopt});
        }
        return values;
    }

    void note(std::size_t place, const kernels::KernelParameters& parameters, double value) {
        TunedTask& tuned = m_result.tasks[place];
        if (!std::isfinite(value)) return;
        m_shared.note(place, parameters, value);
        if (parameters == tuned.task.space.usual && tuned.usualSeconds == 0) tuned.usualSeconds = value;
        m_known[place].push_back({parameters, value});
        if (!tuned.curve.empty() && value >= tuned.curve.back().value) return;
        const double seconds = secondsSince(m_start);
        tuned.curve.push_back({m_result.trials, seconds, value});
        double sum = 0;
        for (const TunedTask& each : m_result.tasks) {
            if (each.curve.empty()) return;
            sum += each.task.weight() * each.curve.back().value;
        }
        m_result.curve.push_back({m_result.trials, seconds, sum});
    }

    Result<void> decide(const RunContext& context) {
        for (std::size_t i = 0; i < m_result.tasks.size(); ++i) {
            if (context.stopped()) m_result.wasStopped = true;
            TunedTask& tuned = m_result.tasks[i];
            tuned.best = tuned.task.space.usual;
            if (m_options.doing) m_options.doing(say("deciding on {1}", tuned.task.label));
            RETURN_IF_ERROR(decide(tuned, m_known[i]));
        }
        return {};
    }

    // Also after a stop: what was found is worth the seconds.
    Result<void> decide(TunedTask& tuned, std::vector<Known>& known) {
        std::ranges::stable_sort(known, {}, &Known::value);
        std::vector<kernels::KernelParameters> finalists{tuned.task.space.usual};
        for (const Known& each : known)
            if (finalists.size() <= m_options.finalists && !std::ranges::count(finalists, each.parameters))
                finalists.push_back(each.parameters);
        ASSIGN_OR_RETURN(const auto samples,
                         m_trials.measureAnew(tuned.task, finalists, m_options.deciding, {}));
        tuned.usualSeconds = tuned.bestSeconds = measure::summaryOf(samples.front()).median;
        const Decision decision = decided(samples.front(), std::span(samples).subspan(1));
        if (!decision.winner) return {};
        tuned.best = finalists[1 + *decision.winner];
        tuned.comparison = decision.comparison;
        tuned.bestSeconds = measure::summaryOf(samples[1 + *decision.winner]).median;
        return {};
    }

    Trials& m_trials;
    const TuneOptions& m_options;
    TuneResult m_result;
    std::vector<std::vector<Known>> m_known; // by task
    SharedBests m_shared;                    // kernels in the order of the tasks
    std::vector<double> m_scores;            // of the trials that are next; empty: no model has any
    Clock::time_point m_start;
};

} // namespace

double floorSeconds(const Task& task, const measure::ThreadRoof& roof) {
    constexpr double Saved = 4; // F(4 x 4, 3 x 3): 36 products for 144
    const double products = task.macs / (task.canSaveProducts ? Saved : 1);
    const measure::LevelBandwidth* const level = roof.levelHolding(static_cast<std::int64_t>(task.bytes));
    return std::max(roof.float32 > 0 ? products / (roof.float32 * 1e9) : 0,
                    level && level->best() > 0 ? task.bytes / (level->best() * 1e9) : 0);
}

Decision decided(std::span<const double> usual, std::span<const std::vector<double>> others) {
    Decision decision;
    for (std::size_t i = 0; i < others.size(); ++i) {
        const measure::Comparison comparison = measure::compare(usual, others[i]);
        if (comparison.verdict != measure::Verdict::Faster) continue;
        if (decision.winner && comparison.ratio >= decision.comparison.ratio) continue;
        decision = {i, comparison};
    }
    return decision;
}

std::vector<kernels::TunedKernel> TuneResult::tuned() const {
    std::vector<kernels::TunedKernel> tuned;
    for (const TunedTask& each : tasks)
        if (!each.isDefault()) tuned.push_back({each.task.key, each.best});
    std::ranges::sort(tuned, {}, &kernels::TunedKernel::key);
    return tuned;
}

double TuneResult::usualSeconds() const {
    double sum = 0;
    for (const TunedTask& each : tasks)
        sum += each.task.weight() * each.usualSeconds;
    return sum;
}

double TuneResult::bestSeconds() const {
    double sum = 0;
    for (const TunedTask& each : tasks)
        sum += each.task.weight() * each.bestSeconds;
    return sum;
}

Result<TuneResult> tune(std::vector<Task> tasks, Trials& trials, const TuneOptions& options,
                        const RunContext& run) {
    return Tuning(std::move(tasks), trials, options).run(run);
}

} // namespace edgewright::tuner
