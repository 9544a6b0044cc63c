// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tuner.h"

#include "core/base/propagate.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/shared_bests.h"

#include <algorithm>
#include <cmath>

namespace edgewright::tuner {

namespace {

// One search for each task, and what its trials told.
class Tuning {
public:
    Tuning(std::vector<Task> tasks, Trials& trials, const TuneOptions& options)
        : m_trials(trials), m_options(options), m_loop(options, options.together) {
        for (Task& task : tasks) {
            m_shared.add(task.kind, task.macs, task.space);
            m_result.tasks.push_back({.task = std::move(task)});
            m_result.tasks.back().floor = floorSeconds(m_result.tasks.back().task, options.roof);
        }
        m_known.resize(m_result.tasks.size());
    }

    Result<TuneResult> run(const RunContext& context) {
        std::vector<SearchLoop::Part> parts;
        for (std::size_t i = 0; i < m_result.tasks.size(); ++i) {
            const TunedTask& tuned = m_result.tasks[i];
            SearchLoop::Part& part = parts.emplace_back(SearchLoop::Part{
                &tuned.task, tuned.floor, kernelSpace(tuned.task, m_trials.options().threads)});
            if (m_options.older)
                m_options.older->teach(part.space, tuned.task.key, tuned.task.space, m_options.promising,
                                       m_options.seed + i);
            part.space.hints = [this, i] { return m_shared.hints(i); };
            part.space.evaluateTogether = [this, i](std::span<const cost::search::Point> points,
                                                    const RunContext& some) {
                return evaluated(i, points, some);
            };
            part.space.foreseen = [this](std::span<const double> scores) {
                m_scores.assign(scores.begin(), scores.end());
            };
        }
        RETURN_IF_ERROR(m_loop.run(
            std::move(parts), [this](std::size_t i) { return decide(m_result.tasks[i], m_known[i]); },
            context));
        m_result.trials = m_loop.trials;
        m_result.searchSeconds = m_loop.searchSeconds();
        m_result.decidingSeconds = m_loop.decidingSeconds();
        m_result.wasStopped = m_loop.wasStopped();
        return std::move(m_result);
    }

private:
    struct Known {
        kernels::KernelParameters parameters;
        double value = 0;
    };

    Result<std::vector<double>> evaluated(std::size_t place, std::span<const cost::search::Point> points,
                                          const RunContext& run) {
        TunedTask& tuned = m_result.tasks[place];
        std::vector<kernels::KernelParameters> some;
        for (const cost::search::Point& point : points)
            some.push_back(parametersAt(tuned.task.space, point));
        const double began = m_loop.secondsSoFar();
        ASSIGN_OR_RETURN(std::vector<TrialOutcome> outcomes, m_trials.measure(tuned.task, some, run));
        const double price = (m_loop.secondsSoFar() - began) / static_cast<double>(points.size());
        if (tuned.usualSeconds == 0) note(place, tuned.task.space.usual, outcomes.back().value);
        std::vector<double> values;
        for (std::size_t i = 0; i < some.size(); ++i) {
            ++m_loop.trials;
            ++tuned.trials;
            if (outcomes[i].end != TrialEnd::Correct) ++tuned.failed, ++m_result.failed;
            note(place, some[i], outcomes[i].value);
            values.push_back(outcomes[i].value);
            if (m_options.told)
                m_options.told({.task = place,
                                .number = m_loop.trials,
                                .parameters = some[i],
                                .outcome = std::move(outcomes[i]),
                                .price = price,
                                .after = m_loop.secondsSoFar(),
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
        const double seconds = m_loop.secondsSoFar();
        tuned.curve.push_back({m_loop.trials, seconds, value});
        double sum = 0;
        for (const TunedTask& each : m_result.tasks) {
            if (each.curve.empty()) return;
            sum += each.task.weight() * each.curve.back().value;
        }
        m_result.curve.push_back({m_loop.trials, seconds, sum});
    }

    Result<void> decide(TunedTask& tuned, std::vector<Known>& known) {
        tuned.best = tuned.task.space.usual;
        std::ranges::stable_sort(known, {}, &Known::value);
        std::vector<kernels::KernelParameters> finalists{tuned.task.space.usual};
        const std::size_t candidates = std::max(m_options.candidates, m_options.finalists);
        for (const Known& each : known)
            if (finalists.size() <= candidates && !std::ranges::count(finalists, each.parameters))
                finalists.push_back(each.parameters);
        RETURN_IF_ERROR(shortlist(tuned.task, finalists));
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

    // Leaves the default, the first one, and those that a second look finds best.
    Result<void> shortlist(const Task& task, std::vector<kernels::KernelParameters>& candidates) {
        if (candidates.size() <= 1 + m_options.finalists) return {};
        measure::Effort few = m_options.deciding;
        few.minBlocks = few.maxBlocks = std::max<std::size_t>(m_options.looks, 1);
        ASSIGN_OR_RETURN(const auto samples, m_trials.measureAnew(task, candidates, few, {}));
        std::vector<kernels::KernelParameters> finalists{candidates.front()};
        for (const std::size_t place :
             shortlisted(samples.front(), std::span(samples).subspan(1), m_options.finalists))
            finalists.push_back(candidates[1 + place]);
        candidates = std::move(finalists);
        return {};
    }

    Trials& m_trials;
    const TuneOptions& m_options;
    SearchLoop m_loop;
    TuneResult m_result;
    std::vector<std::vector<Known>> m_known; // by task
    SharedBests m_shared;                    // kernels in the order of the tasks
    std::vector<double> m_scores;            // of the trials that are next; empty: no model has any
};

} // namespace

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

std::vector<std::size_t> shortlisted(std::span<const double> usual,
                                     std::span<const std::vector<double>> candidates, std::size_t most) {
    constexpr double Behind = 1.03;
    std::vector<double> values;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        values.push_back(trialValue(candidates[i], usual, 1));
        places.push_back(i);
    }
    const auto value = [&](std::size_t place) { return values[place]; };
    std::ranges::stable_sort(places, {}, value);
    if (places.size() > most) places.resize(most);
    std::erase_if(places, [&, best = places.empty() ? 0 : value(places.front())](std::size_t place) {
        return value(place) > Behind * best;
    });
    return places;
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
