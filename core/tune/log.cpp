// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/log.h"

#include "core/measure/statistics.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace edgewright::tune {

namespace {

constexpr std::array<std::string_view, 6> StateNames{"correct", "timeout", "compile",
                                                     "runtime", "wrong",   "constraints"};

template <typename List, typename Text>
std::string joined(const List& list, Text text) {
    std::string all;
    for (const auto& each : list)
        all += (all.empty() ? "" : ", ") + text(each);
    return all;
}

struct KnobText {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(bool yes) const { return yes ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return table::shortestText(number); }
    std::string operator()(const Numbers& numbers) const {
        return joined(numbers, [](std::int64_t each) { return std::to_string(each); });
    }
    std::string operator()(const Permutation& permutation) const { return (*this)(permutation.order); }
    std::string operator()(const Annotations& annotations) const {
        return joined(annotations.words, [](const std::string& each) { return each; });
    }
};

} // namespace

std::string_view nameOf(TrialState state) { return StateNames[static_cast<std::size_t>(state)]; }

std::optional<TrialState> trialStateOf(std::string_view name) {
    const auto* const found = std::ranges::find(StateNames, name);
    if (found == StateNames.end()) return std::nullopt;
    return static_cast<TrialState>(found - StateNames.begin());
}

std::size_t TuneLog::sessionPlace(const LogSession& session) {
    const auto found = std::find(sessions.rbegin(), sessions.rend(), session); // nearly always the last one
    if (found != sessions.rend()) return static_cast<std::size_t>(sessions.rend() - found) - 1;
    sessions.push_back(session);
    return sessions.size() - 1;
}

void dropFailedSamples(Trial& trial) {
    std::erase_if(trial.seconds, [](double seconds) { return seconds >= FailedSeconds; });
    if (trial.state == TrialState::Correct && trial.seconds.empty()) trial.state = TrialState::NotRun;
}

std::optional<double> medianSeconds(const Trial& trial) {
    if (trial.state != TrialState::Correct || trial.seconds.empty()) return std::nullopt;
    std::vector<double> sorted = trial.seconds;
    std::ranges::sort(sorted);
    return measure::quantile(sorted, 0.5);
}

std::vector<TaskSummary> tasksOf(const TuneLog& log) {
    std::vector<TaskSummary> tasks;
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
    for (std::size_t i = 0; i < log.trials.size(); ++i) {
        const Trial& trial = log.trials[i];
        const LogSession& session = log.sessionOf(trial);
        const auto [place, isNew] =
            places.try_emplace({trial.task, session.machine, session.isa}, tasks.size());
        if (isNew) tasks.push_back({.task = trial.task, .session = trial.session, .best = {}});
        TaskSummary& task = tasks[place->second];
        ++task.trials;
        task.price += trial.price.total();
        const auto seconds = medianSeconds(trial);
        if (!seconds) continue;
        ++task.correct;
        if (task.best && task.seconds <= *seconds) continue;
        task.best = i;
        task.seconds = *seconds;
    }
    return tasks;
}

std::string textOf(const KnobValue& value) { return std::visit(KnobText(), value); }

std::string knobsText(const Trial& trial) {
    std::string text;
    for (const Knob& knob : trial.knobs)
        text += (text.empty() ? "" : "; ") + knob.name + " = " + textOf(knob.value);
    return text;
}

} // namespace edgewright::tune
