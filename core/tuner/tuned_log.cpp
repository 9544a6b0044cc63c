// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tuned_log.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/kernels/parameter_fields.h"
#include "core/loopnest/loops.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace edgewright::tuner {

namespace {

constexpr std::string_view Decided = "decided", Default = "default", Score = "score", Generated = "generated",
                           Sketch = "sketch", Threads = " on ", ThreadsEnd = " threads";

double unixNow() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

tune::TrialState stateOf(TrialEnd end) {
    switch (end) {
    case TrialEnd::Correct:
        return tune::TrialState::Correct;
    case TrialEnd::Wrong:
        return tune::TrialState::Wrong;
    case TrialEnd::Failed:
        return tune::TrialState::NotRun;
    case TrialEnd::TimedOut:
        return tune::TrialState::TimedOut;
    }
    return tune::TrialState::NotRun;
}

std::optional<double> quantityOf(const tune::Trial& trial, std::string_view name) {
    const auto found = std::ranges::find(trial.quantities, name, &tune::Quantity::name);
    return found == trial.quantities.end() ? std::nullopt : std::optional(found->value);
}

tune::TrialState stateOf(loopnest::KernelEnd end) {
    switch (end) {
    case loopnest::KernelEnd::Correct:
        return tune::TrialState::Correct;
    case loopnest::KernelEnd::Wrong:
        return tune::TrialState::Wrong;
    case loopnest::KernelEnd::Crashed:
        return tune::TrialState::NotRun;
    case loopnest::KernelEnd::TimedOut:
        return tune::TrialState::TimedOut;
    case loopnest::KernelEnd::NotCompiled:
        return tune::TrialState::NotCompiled;
    }
    return tune::TrialState::NotRun;
}

void tell(tune::Trial& trial, const loopnest::Schedule& schedule) {
    trial.knobs = knobsOf(schedule);
    if (const auto nest = loopnest::Nest::of(schedule)) trial.nest = loopnest::nestText(*nest);
}

} // namespace

Result<GeneratedWinner> winnerOf(const std::vector<tune::Knob>& knobs, const std::string& key) {
    GeneratedWinner winner{key, {}, {}};
    for (const tune::Knob& knob : knobs) {
        if (const auto* const number = std::get_if<std::int64_t>(&knob.value))
            winner.choices.emplace_back(knob.name, *number);
        else if (const auto* const name = std::get_if<std::string>(&knob.value); name && knob.name == Sketch)
            winner.sketch = *name;
        else
            return badInput(say("task {1}: parameter {2} is {3}", inQuotes(key), inQuotes(knob.name),
                                tune::textOf(knob.value)));
    }
    return winner;
}

LoggedTask readTask(const std::string& text) {
    if (!text.ends_with(ThreadsEnd)) return {text};
    const std::size_t at = text.rfind(Threads);
    if (at == std::string::npos) return {text};
    const std::string number =
        text.substr(at + Threads.size(), text.size() - ThreadsEnd.size() - at - Threads.size());
    int threads = 0;
    for (const char each : number)
        threads = each >= '0' && each <= '9' && threads < 100'000 ? threads * 10 + (each - '0') : 0;
    return threads > 1 ? LoggedTask{text.substr(0, at), threads} : LoggedTask{text};
}

Result<kernels::KernelParameters> parametersOf(const std::vector<tune::Knob>& knobs, const std::string& key) {
    kernels::KernelParameters parameters;
    for (const tune::Knob& knob : knobs) {
        const auto fields = kernels::parameterFields();
        const auto field = std::ranges::find(fields, knob.name, &Field<kernels::KernelParameters>::key);
        if (field == fields.end())
            return badInput(say("task {1}: no kernel has a parameter {2}", inQuotes(key), inQuotes(knob.name)));
        if (const auto* const number = std::get_if<std::int64_t>(&knob.value);
            number && field->kind == FieldKind::Count && field->admits(static_cast<double>(*number)))
            field->set(parameters, *number);
        else if (const auto* const name = std::get_if<std::string>(&knob.value);
                 name && field->kind == FieldKind::Choice && field->choiceOf(*name))
            field->set(parameters, *name);
        else
            return badInput(say("task {1}: parameter {2} is {3}", inQuotes(key), inQuotes(knob.name),
                                tune::textOf(knob.value)));
    }
    return parameters;
}

std::vector<tune::Knob> knobsOf(const kernels::KernelParameters& parameters) {
    std::vector<tune::Knob> knobs;
    for (const auto& field : kernels::parameterFields()) {
        const FieldValue value = field.get(parameters);
        if (const auto* const name = std::get_if<std::string>(&value))
            knobs.push_back({std::string(field.key), *name});
        else
            knobs.push_back({std::string(field.key), std::get<std::int64_t>(value)});
    }
    return knobs;
}

std::vector<tune::Knob> knobsOf(const loopnest::Schedule& schedule) {
    std::vector<tune::Knob> knobs{{std::string(Sketch), schedule.sketch.name()}};
    for (const auto& [key, value] : schedule.choices)
        knobs.push_back({key, value});
    return knobs;
}

KernelSpace spaceOf(const tune::Trial& trial) {
    return std::ranges::find(trial.knobs, Sketch, &tune::Knob::name) != trial.knobs.end() ||
                   isGeneratedDecision(trial)
               ? KernelSpace::Generated
               : KernelSpace::Parameters;
}

bool isDecision(const tune::Trial& trial) { return quantityOf(trial, Decided).has_value(); }
void tellDecision(tune::Trial& trial, double ratio, double defaultSeconds) {
    trial.quantities = {{std::string(Decided), ratio, ""}, {std::string(Default), defaultSeconds, "s"}};
}
double decidedRatioOf(const tune::Trial& trial) { return quantityOf(trial, Decided).value_or(1); }
bool isGeneratedDecision(const tune::Trial& trial) { return quantityOf(trial, Generated).has_value(); }
std::optional<double> defaultSecondsOf(const tune::Trial& trial) { return quantityOf(trial, Default); }
std::optional<double> generatedRatioOf(const tune::Trial& trial) { return quantityOf(trial, Generated); }
std::optional<double> scoreOf(const tune::Trial& trial) { return quantityOf(trial, Score); }

std::string logTask(const std::string& key, int threads) {
    return threads == 1 ? key : key + std::string(Threads) + std::to_string(threads) + std::string(ThreadsEnd);
}

tune::Trial loggedTrial(const Task& task, int threads, const TrialNews& news) {
    tune::Trial trial;
    trial.task = logTask(task.key, threads);
    trial.knobs = knobsOf(news.parameters);
    trial.state = stateOf(news.outcome.end);
    trial.seconds = news.outcome.seconds;
    trial.price.benchmark = news.price;
    trial.unixTime = unixNow();
    if (news.score) trial.quantities.push_back({std::string(Score), *news.score, ""});
    return trial;
}

tune::Trial loggedDecision(const TunedTask& tuned, int threads) {
    tune::Trial trial;
    trial.task = logTask(tuned.task.key, threads);
    trial.knobs = knobsOf(tuned.isDefault() ? kernels::KernelParameters{} : tuned.best);
    trial.seconds = {tuned.bestSeconds};
    trial.unixTime = unixNow();
    tellDecision(trial, tuned.isDefault() ? 1.0 : tuned.comparison.ratio, tuned.usualSeconds);
    return trial;
}

tune::Trial loggedTrial(const Task& task, int threads, const GeneratedNews& news) {
    tune::Trial trial;
    trial.task = logTask(task.key, threads);
    tell(trial, *news.schedule);
    trial.state = stateOf(news.outcome->end);
    trial.seconds = news.outcome->seconds;
    if (trial.state == tune::TrialState::Correct && trial.seconds.empty())
        trial.state = tune::TrialState::NotRun;
    trial.price.compile = news.compiling;
    trial.price.benchmark = std::max(0.0, news.price - news.compiling);
    trial.unixTime = unixNow();
    if (news.score) trial.quantities.push_back({std::string(Score), *news.score, ""});
    return trial;
}

tune::Trial loggedDecision(const GeneratedTask& tuned, int threads) {
    tune::Trial trial;
    trial.task = logTask(tuned.task.key, threads);
    if (tuned.best) tell(trial, *tuned.best);
    trial.seconds = {tuned.bestSeconds};
    trial.quantities.push_back({std::string(Generated), tuned.best ? tuned.comparison.ratio : 1, ""});
    trial.unixTime = unixNow();
    return trial;
}

std::size_t Decisions::kernels() const {
    return parameters.size() + static_cast<std::size_t>(std::ranges::count_if(generated, [&](const auto& each) {
               return std::ranges::find(parameters, each.key, &kernels::TunedKernel::key) == parameters.end();
           }));
}

Result<Decisions> tunedFrom(const tune::TuneLog& log, const std::string& isa, int threads) {
    struct Last {
        kernels::KernelParameters parameters;
        std::optional<GeneratedWinner> winner;
        double ratio = 1, generatedRatio = 1; // to the default
    };
    std::map<std::string, Last> last;
    std::set<std::string> others, machines;
    for (const tune::Trial& trial : log.trials) {
        const bool isGenerated = isGeneratedDecision(trial);
        if (!isDecision(trial) && !isGenerated) continue;
        LoggedTask task = readTask(trial.task);
        const std::string& of = log.sessionOf(trial).isa;
        if (of != isa || task.threads != threads) {
            others.insert(sayCount(task.threads, "{2} on {1} thread", "{2} on {1} threads", of));
            continue;
        }
        machines.insert(log.sessionOf(trial).machine);
        Last& decided = last[task.key];
        if (isGenerated) {
            decided.winner.reset(); // the own kernel stayed
            if (!trial.knobs.empty()) {
                ASSIGN_OR_RETURN(decided.winner, winnerOf(trial.knobs, task.key));
            }
            decided.generatedRatio = quantityOf(trial, Generated).value_or(1);
        } else {
            ASSIGN_OR_RETURN(decided.parameters, parametersOf(trial.knobs, trial.task));
            decided.ratio = quantityOf(trial, Decided).value_or(1);
        }
    }
    if (last.empty()) {
        std::string known;
        for (const std::string& each : others)
            known += (known.empty() ? "" : ", ") + each;
        const std::string wanted = sayCount(threads, "{2} on {1} thread", "{2} on {1} threads", isa);
        return known.empty() ? badInput(say("nothing was decided for {1}: the log has no decisions", wanted))
                             : badInput(say("nothing was decided for {1}, but for {2}", wanted, known));
    }
    Decisions decisions;
    decisions.machines.assign(machines.begin(), machines.end());
    for (auto& [key, decided] : last) {
        const bool isTuned = decided.parameters != kernels::KernelParameters{};
        if (isTuned) decisions.parameters.push_back({key, decided.parameters});
        if (decided.winner && decided.generatedRatio < (isTuned ? decided.ratio : 1))
            decisions.generated.push_back(*std::move(decided.winner));
    }
    return decisions;
}

void keepThose(Decisions& decisions, const std::vector<Task>& tasks) {
    const auto isOfOthers = [&](const auto& each) {
        return std::ranges::find(tasks, each.key, &Task::key) == tasks.end();
    };
    std::erase_if(decisions.parameters, isOfOthers);
    std::erase_if(decisions.generated, isOfOthers);
}

std::string nameOfLogged(const std::string& logged, const std::vector<Task>& tasks) {
    const LoggedTask task = readTask(logged);
    const auto found = std::ranges::find(tasks, task.key, &Task::key);
    if (found == tasks.end()) return logged;
    return task.threads == 1 ? found->label
                             : sayCount(task.threads, "{2} on {1} thread", "{2} on {1} threads", found->label);
}

} // namespace edgewright::tuner
