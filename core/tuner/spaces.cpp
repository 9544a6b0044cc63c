// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/spaces.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/tuner/generated_table.h"
#include "core/tuner/tune_table.h"

#include <algorithm>

namespace edgewright::tuner {

namespace {

Result<TuneResult> tuneParameters(const std::vector<Task>& tasks, const TuneChoices& choices,
                                  const Connect& connect, const SpacesListener& listener,
                                  const RunContext& run) {
    TuneOptions options = choices.search;
    if (choices.space == SpaceChoice::Both) options.behind = options.trials;
    const int threads = choices.runs.threads;
    options.told = [&](const TrialNews& news) {
        if (listener.logged) listener.logged(loggedTrial(tasks[news.task], threads, news));
        if (listener.parameters) listener.parameters(news);
    };
    options.doing = listener.doing;
    Trials trials(connect, choices.runs);
    ASSIGN_OR_RETURN(TuneResult tuned, tune(tasks, trials, options, run));
    for (const TunedTask& each : tuned.tasks)
        if (listener.logged) listener.logged(loggedDecision(each, threads));
    return tuned;
}

Result<GeneratedResult> tuneNests(const std::vector<Task>& tasks, const TuneChoices& choices,
                                  const loopnest::Compiler& compiler, const SpacesListener& listener,
                                  const RunContext& run) {
    ASSIGN_OR_RETURN(const loopnest::ObjectCache cache, loopnest::ObjectCache::here());
    const int threads = choices.runs.threads;
    GeneratedOptions options;
    static_cast<SearchOptions&>(options) = choices.search;
    if (choices.space == SpaceChoice::Both) options.before = options.trials;
    options.trying.threads = threads;
    options.told = [&](const GeneratedNews& news) {
        if (listener.logged) listener.logged(loggedTrial(tasks[news.task], threads, news));
        if (listener.generated) listener.generated(news);
    };
    options.doing = listener.doing;
    ASSIGN_OR_RETURN(GeneratedResult found, tuneGenerated(tasks, compiler, cache, options, run));
    for (const GeneratedTask& each : found.tasks)
        if (each.trials > 0 && listener.logged) listener.logged(loggedDecision(each, threads));
    return found;
}

double parametersRatio(const TunedTask& task) { return task.isDefault() ? 1 : task.comparison.ratio; }
double generatedRatio(const GeneratedTask& task) { return task.best ? task.comparison.ratio : 1; }

} // namespace

std::size_t SpacesResult::tasks() const {
    return parameters ? parameters->tasks.size() : generated->tasks.size();
}

const Task& SpacesResult::task(std::size_t place) const {
    return parameters ? parameters->tasks[place].task : generated->tasks[place].task;
}

std::int64_t SpacesResult::trials() const {
    return (parameters ? parameters->trials : 0) + (generated ? generated->trials : 0);
}

std::optional<KernelSpace> SpacesResult::winner(std::size_t place) const {
    const double own = parameters ? parametersRatio(parameters->tasks[place]) : 1,
                 made = generated ? generatedRatio(generated->tasks[place]) : 1;
    if (generated && generated->tasks[place].best && made < own) return KernelSpace::Generated;
    if (parameters && !parameters->tasks[place].isDefault()) return KernelSpace::Parameters;
    return std::nullopt;
}

double SpacesResult::usualSeconds(std::size_t place) const {
    return parameters ? parameters->tasks[place].usualSeconds : generated->tasks[place].usualSeconds;
}

double SpacesResult::bestSeconds(std::size_t place) const {
    const auto space = winner(place);
    if (!space) return usualSeconds(place);
    if (*space == KernelSpace::Parameters) return parameters->tasks[place].bestSeconds;
    return parameters ? usualSeconds(place) * generatedRatio(generated->tasks[place])
                      : generated->tasks[place].bestSeconds;
}

Decisions SpacesResult::decisions() const {
    Decisions decisions;
    if (parameters) decisions.parameters = parameters->tuned();
    for (std::size_t i = 0; i < tasks(); ++i)
        if (winner(i) == KernelSpace::Generated) {
            const loopnest::Schedule& best = *generated->tasks[i].best;
            decisions.generated.push_back({task(i).key, best.sketch.name(), best.choices});
        }
    std::ranges::sort(decisions.generated, {}, &GeneratedWinner::key);
    return decisions;
}

Result<SpacesResult> tuneSpaces(const std::vector<Task>& tasks, const TuneChoices& choices,
                                const Connect& connect, const SpacesListener& listener, const RunContext& run) {
    SpacesResult result;
    // Asked for before the first trial: whoever wants nothing else waits for no error.
    std::optional<Result<loopnest::Compiler>> compiler;
    if (searches(choices.space, KernelSpace::Generated)) {
        compiler = loopnest::findCompiler({run.stop, nullptr});
        if (!*compiler && choices.space == SpaceChoice::Generated) return std::move(*compiler).error();
    }
    if (searches(choices.space, KernelSpace::Parameters)) {
        if (listener.searching) listener.searching(KernelSpace::Parameters);
        ASSIGN_OR_RETURN(TuneResult tuned, tuneParameters(tasks, choices, connect, listener, run));
        result.parameters = std::make_shared<const TuneResult>(std::move(tuned));
    }
    result.wasStopped = run.stopped();
    if (!compiler || (result.parameters && result.wasStopped)) return result;
    if (!*compiler) {
        result.notGenerated = compiler->error().message;
        return result;
    }
    if (listener.searching) listener.searching(KernelSpace::Generated);
    auto found = tuneNests(tasks, choices, **compiler, listener, run);
    if (!found && !result.parameters) return std::move(found).error();
    if (found)
        result.generated = std::make_shared<const GeneratedResult>(*std::move(found));
    else if (found.error().code != ErrorCode::Cancelled) // what the other space came to is worth keeping
        result.notGenerated = found.error().message;
    result.wasStopped = run.stopped();
    return result;
}

table::Table tunedTable(const SpacesResult& result) {
    if (!result.generated) return tuneTable(result.parameters);
    return result.parameters ? spacesTable(result.parameters, result.generated)
                             : generatedTable(result.generated);
}

table::Answer answerOf(const SpacesResult& result) {
    table::Answer answer = result.parameters ? answerOf(*result.parameters) : answerOf(*result.generated);
    if (result.parameters && result.generated) {
        const table::Answer generated = answerOf(*result.generated);
        double usual = 0, best = 0;
        std::int64_t faster = 0, made = 0;
        for (std::size_t i = 0; i < result.tasks(); ++i) {
            const double weight = result.task(i).weight();
            usual += weight * result.usualSeconds(i);
            best += weight * result.bestSeconds(i);
            const auto space = result.winner(i);
            faster += space ? 1 : 0;
            made += space == KernelSpace::Generated ? 1 : 0;
        }
        if (made > 0) {
            answer.headline = gainText(faster, static_cast<std::int64_t>(result.tasks()), best, usual);
            answer.conditions.push_back(sayCount(
                made, "{1} of the faster kernels is a generated one, which runs on this machine alone.",
                "{1} of the faster kernels are generated ones, which run on this machine alone."));
        } else {
            answer.conditions.insert(answer.conditions.end(), generated.conditions.begin(),
                                     generated.conditions.end());
        }
        for (std::string& each : answer.reasons)
            each = say("Parameters: {1}", each);
        if (made == 0) answer.reasons.push_back(say("Generated kernels: {1}", generated.headline));
        for (const std::string& each : generated.reasons)
            answer.reasons.push_back(say("Generated kernels: {1}", each));
    }
    if (!result.notGenerated.empty())
        answer.reasons.push_back(say("Generated kernels were not searched: {1}.", result.notGenerated));
    const bool isLate = (result.parameters && result.parameters->wasStopped) ||
                        (result.generated && result.generated->wasStopped);
    if (result.wasStopped)
        answer.reasons.push_back(say("Stopped: it was decided on what had been found until then."));
    else if (isLate)
        answer.reasons.push_back(say("The time for searching was over before all trials were done."));
    return answer;
}

} // namespace edgewright::tuner
