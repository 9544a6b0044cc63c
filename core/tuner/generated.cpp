// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/generated.h"

#include "core/base/propagate.h"
#include "core/loopnest/c_source.h"
#include "core/loopnest/search_space.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace edgewright::tuner {

namespace {

// What deciding may take at least, in seconds, until a compiler that hangs ends it.
constexpr double MinDeciding = 30;

// One search for each task that loop nests are derived for.
class Generating {
public:
    Generating(const std::vector<Task>& tasks, const loopnest::Compiler& compiler,
               const loopnest::ObjectCache& cache, const GeneratedOptions& options)
        : m_compiler(compiler), m_cache(cache), m_options(options), m_loop(options, options.together) {
        m_result.compiler = compiler;
        for (const Task& each : tasks)
            m_result.tasks.push_back({.task = each, .floor = floorSeconds(each, options.roof)});
    }

    Result<GeneratedResult> run(const RunContext& context) {
        RETURN_IF_ERROR(prepare(context));
        std::vector<SearchLoop::Part> parts;
        for (std::size_t i = 0; i < m_searched.size(); ++i) {
            const GeneratedTask& task = m_result.tasks[m_searched[i].task];
            SearchLoop::Part& part =
                parts.emplace_back(SearchLoop::Part{&task.task, task.floor, m_searched[i].space->space()});
            part.space.evaluateTogether = [this, i](std::span<const cost::search::Point> points,
                                                    const RunContext& some) {
                return evaluated(i, points, some);
            };
            part.space.foreseen = [this](std::span<const double> scores) {
                m_scores.assign(scores.begin(), scores.end());
            };
        }
        RETURN_IF_ERROR(m_loop.run(
            std::move(parts), [this](std::size_t i) { return decide(m_searched[i]); }, context));
        m_result.trials = m_loop.trials;
        m_result.searchSeconds = m_loop.searchSeconds();
        m_result.decidingSeconds = m_loop.decidingSeconds();
        m_result.wasStopped = m_loop.wasStopped();
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

    Result<std::vector<double>> evaluated(std::size_t place, std::span<const cost::search::Point> points,
                                          const RunContext& run) {
        Searched& searched = m_searched[place];
        GeneratedTask& task = m_result.tasks[searched.task];
        std::vector<loopnest::Schedule> some;
        for (const cost::search::Point& point : points)
            some.push_back(searched.space->scheduleAt(point));
        const double began = m_loop.secondsSoFar();
        loopnest::KernelTrialOptions trying = m_options.trying;
        trying.compiling.until = m_loop.end();
        ASSIGN_OR_RETURN(const loopnest::KernelTrials trials,
                         searched.bench.measure(m_compiler, m_cache, some, trying, run));
        const auto count = static_cast<double>(points.size());
        const double price = (m_loop.secondsSoFar() - began) / count;
        m_result.compileSeconds += trials.compileSeconds;
        if (searched.usual == 0 && !trials.own.empty()) searched.usual = *std::ranges::min_element(trials.own);
        std::vector<double> values;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const loopnest::KernelOutcome& outcome = trials.kernels[i];
            const bool isCorrect =
                outcome.end == loopnest::KernelEnd::Correct && !outcome.seconds.empty() && !trials.own.empty();
            values.push_back(isCorrect ? trialValue(outcome.seconds, trials.own, searched.usual)
                                       : std::numeric_limits<double>::infinity());
            ++m_loop.trials;
            ++task.trials;
            if (!isCorrect) ++task.failed, ++m_result.failed;
            if (isCorrect) searched.known.push_back({some[i], values.back()});
            if (m_options.told)
                m_options.told({.task = searched.task,
                                .number = m_loop.trials,
                                .schedule = &some[i],
                                .outcome = &outcome,
                                .price = price,
                                .compiling = trials.compileSeconds / count,
                                .value = values.back(),
                                .after = m_loop.secondsSoFar(),
                                .usualSeconds = searched.usual,
                                .score = i < m_scores.size() ? std::optional(m_scores[i]) : std::nullopt});
        }
        return values;
    }

    // Of schedules with new samples in as many blocks as the own kernel.
    struct Compared {
        std::vector<double> own;
        std::vector<loopnest::Schedule> schedules;
        std::vector<std::vector<double>> samples; // of each
    };
    // Without any, or with a compiler that hangs, the own kernel is measured all the same: sums are of all
    // tasks.
    Result<Compared> compared(const Searched& searched, std::vector<loopnest::Schedule> schedules,
                              int blocks) const {
        auto trials = schedules.empty()
                          ? Result<loopnest::KernelTrials>(cancelled())
                          : searched.bench.measure(m_compiler, m_cache, schedules, anew(blocks), {});
        if (!trials && trials.error().code == ErrorCode::Cancelled)
            trials = searched.bench.measureObject({}, 0, anew(blocks));
        if (!trials) return std::move(trials).error();
        Compared made{.own = std::move(trials->own), .schedules = {}, .samples = {}};
        for (std::size_t i = 0; i < trials->kernels.size(); ++i) {
            loopnest::KernelOutcome& outcome = trials->kernels[i];
            // One that is too slow for more than one sample is no candidate.
            if (outcome.end != loopnest::KernelEnd::Correct || outcome.seconds.size() != made.own.size())
                continue;
            made.schedules.push_back(std::move(schedules[i]));
            made.samples.push_back(std::move(outcome.seconds));
        }
        return made;
    }
    loopnest::KernelTrialOptions anew(int blocks) const {
        loopnest::KernelTrialOptions options = m_options.trying;
        options.samples = blocks;
        options.compiling.until =
            std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(
                                                   1000 * std::max(MinDeciding, m_options.seconds)));
        return options;
    }

    // Those that it is decided on: the best of the search, which a second look tells apart where they are many.
    Result<std::vector<loopnest::Schedule>> finalists(Searched& searched) const {
        std::ranges::stable_sort(searched.known, {}, &Known::value);
        std::vector<loopnest::Schedule> best;
        for (const Known& each : searched.known)
            if (best.size() < std::max(m_options.candidates, m_options.finalists))
                best.push_back(each.schedule);
        if (best.size() <= m_options.finalists) return best;
        const int looks = static_cast<int>(std::max<std::size_t>(m_options.looks, 1));
        ASSIGN_OR_RETURN(Compared few, compared(searched, std::move(best), looks));
        std::vector<loopnest::Schedule> chosen;
        for (const std::size_t place : shortlisted(few.own, few.samples, m_options.finalists))
            chosen.push_back(std::move(few.schedules[place]));
        return chosen;
    }

    Result<void> decide(Searched& searched) {
        GeneratedTask& task = m_result.tasks[searched.task];
        ASSIGN_OR_RETURN(std::vector<loopnest::Schedule> last, finalists(searched));
        ASSIGN_OR_RETURN(const Compared trials, compared(searched, std::move(last), m_options.decidingBlocks));
        task.usualSeconds = task.bestSeconds = measure::summaryOf(trials.own).median;
        const Decision decision = decided(trials.own, trials.samples);
        if (!decision.winner) return {};
        const loopnest::Schedule& winner = trials.schedules[*decision.winner];
        const auto nest = loopnest::Nest::of(winner); // it was compiled
        ASSIGN_OR_RETURN(task.object, m_cache.object(m_compiler, loopnest::sourceOf(std::span(&*nest, 1)),
                                                     anew(m_options.decidingBlocks).compiling));
        task.best = winner;
        task.comparison = decision.comparison;
        task.bestSeconds = measure::summaryOf(trials.samples[*decision.winner]).median;
        return {};
    }

    const loopnest::Compiler& m_compiler;
    const loopnest::ObjectCache& m_cache;
    const GeneratedOptions& m_options;
    SearchLoop m_loop;
    GeneratedResult m_result;
    std::vector<Searched> m_searched;
    std::vector<double> m_scores; // of the trials that are next; empty: no model has any
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
