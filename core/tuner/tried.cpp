// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tried.h"

#include "core/tuner/tuned_log.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace edgewright::tuner {

namespace {

constexpr double NoTime = std::numeric_limits<double>::infinity();

// Seconds since the first trial of a log, in the order of the file: several sessions may follow each other
// after days, which are no time of a search.
class LogClock {
public:
    explicit LogClock(const tune::TuneLog& log) {
        const auto hasTime = [](const tune::Trial& each) { return each.unixTime > 0; };
        const auto hasPrice = [](const tune::Trial& each) { return each.price.total() > 0; };
        m_isByPrice = std::ranges::any_of(log.trials, hasPrice);
        m_isByDate = !m_isByPrice && !log.trials.empty() && std::ranges::all_of(log.trials, hasTime);
        if (m_isByDate) m_first = std::ranges::min(log.trials, {}, &tune::Trial::unixTime).unixTime;
    }
    std::optional<double> after(const tune::Trial& trial) {
        if (m_isByPrice) return m_paid += trial.price.total();
        if (m_isByDate) return trial.unixTime - m_first;
        return std::nullopt;
    }

private:
    bool m_isByPrice = false, m_isByDate = false;
    double m_first = 0, m_paid = 0;
};

// Walks the trials; `value` of a trial is told once it made what it is about less.
template <typename Value>
std::vector<TunePoint> improvements(const Tried& tried, const Value& value) {
    std::vector<TunePoint> points;
    double least = NoTime;
    std::int64_t number = 0;
    for (const TriedTrial& each : tried.trials) {
        ++number;
        const double now = value(each);
        if (!(now < least)) continue;
        least = now;
        points.push_back({number, each.after.value_or(0), now});
    }
    return points;
}

// Without knobs nothing was faster, and the time is that of the program's own kernel.
void addGenerated(TriedTask& task, const tune::Trial& decision) {
    const double seconds = tune::medianSeconds(decision).value_or(0);
    const double ratio = decision.knobs.empty() ? 1 : generatedRatioOf(decision).value_or(1);
    if (!(seconds > 0) || !(ratio > 0) || ratio > 1) return;
    const bool isAlone = task.decidedUsual <= 0;
    if (isAlone) task.decidedUsual = seconds / ratio;
    const double takes = isAlone ? seconds : ratio * task.decidedUsual;
    if (isAlone || takes < task.tunedSeconds) {
        task.tunedSeconds = takes;
        if (!decision.knobs.empty()) task.winner = {KernelSpace::Generated, decision.knobs};
    }
    if (!task.winner) task.winner = TriedChoice();
}

} // namespace

bool Tried::has(KernelSpace space) const {
    return std::ranges::any_of(trials, [space](const TriedTrial& each) { return each.choice.space == space; });
}

std::optional<std::size_t> Tried::best(std::size_t task) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < trials.size(); ++i)
        if (trials[i].task == task && std::isfinite(trials[i].seconds) &&
            (!found || trials[i].seconds < trials[*found].seconds))
            found = i;
    return found;
}

std::int64_t Tried::failed() const {
    return std::ranges::count_if(trials, [](const TriedTrial& each) { return !std::isfinite(each.seconds); });
}

double Tried::sum(double TriedTask::*seconds) const {
    double sum = 0;
    for (const TriedTask& each : tasks) {
        if (each.*seconds <= 0) return 0;
        sum += each.weight * each.*seconds;
    }
    return sum;
}

Tried triedTasks(const std::vector<Task>& tasks, const std::optional<measure::ThreadRoof>& roof, int threads) {
    Tried tried;
    for (const Task& each : tasks)
        tried.tasks.push_back({.name = each.label,
                               .weight = each.weight(),
                               .floor = floorSeconds(each, roof),
                               .task = std::make_shared<const Task>(each),
                               .threads = threads});
    return tried;
}

void add(Tried& tried, const TrialNews& news) {
    TriedTask& task = tried.tasks[news.task];
    if (task.usualSeconds <= 0) task.usualSeconds = news.usualSeconds;
    tried.trials.push_back({.task = news.task,
                            .after = tried.begun + news.after,
                            .seconds = news.outcome.value,
                            .score = news.score,
                            .choice = {KernelSpace::Parameters, knobsOf(news.parameters)}});
}

void add(Tried& tried, const GeneratedNews& news) {
    TriedTask& task = tried.tasks[news.task];
    if (task.usualSeconds <= 0) task.usualSeconds = news.usualSeconds;
    const double scale = news.usualSeconds > 0 ? task.usualSeconds / news.usualSeconds : 1;
    tried.trials.push_back({.task = news.task,
                            .after = tried.begun + news.after,
                            .seconds = news.value * scale,
                            .score = news.score,
                            .choice = {KernelSpace::Generated, knobsOf(*news.schedule)}});
}

void beginSearch(Tried& tried) {
    for (const TriedTrial& each : tried.trials)
        tried.begun = std::max(tried.begun, each.after.value_or(0));
}

void add(Tried& tried, const SpacesResult& result) {
    for (std::size_t i = 0; i < result.tasks() && i < tried.tasks.size(); ++i) {
        TriedTask& task = tried.tasks[i];
        task.decidedUsual = result.usualSeconds(i);
        task.tunedSeconds = result.bestSeconds(i);
        if (task.decidedUsual <= 0) continue; // no loop nest is derived, and nothing else was searched
        task.winner = TriedChoice();
        const auto space = result.winner(i);
        if (space == KernelSpace::Parameters)
            task.winner->knobs = knobsOf(result.parameters->tasks[i].best);
        else if (space == KernelSpace::Generated)
            task.winner = {KernelSpace::Generated, knobsOf(*result.generated->tasks[i].best)};
    }
}

Tried triedOf(const tune::TuneLog& log, const std::vector<Task>& known) {
    Tried tried;
    tried.areWeightsKnown = false;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> placeOf;
    std::map<std::size_t, const tune::Trial*> generated; // the last decision, by task
    LogClock clock(log);
    for (const tune::Trial& trial : log.trials) {
        const tune::LogSession& session = log.sessionOf(trial);
        if (isGeneratedDecision(trial)) {
            if (const auto found = placeOf.find({trial.task, session.machine, session.isa});
                found != placeOf.end())
                generated[found->second] = &trial;
            continue;
        }
        const auto [place, isNew] =
            placeOf.emplace(std::tuple(trial.task, session.machine, session.isa), tried.tasks.size());
        if (isNew) {
            const LoggedTask logged = readTask(trial.task);
            const auto found = std::ranges::find(known, logged.key, &Task::key);
            tried.tasks.push_back(
                {.name = nameOfLogged(trial.task, known),
                 .task = found == known.end() ? nullptr : std::make_shared<const Task>(*found),
                 .threads = logged.threads});
        }
        TriedTask& task = tried.tasks[place->second];
        const std::optional<double> after = clock.after(trial);
        const std::optional<double> seconds = tune::medianSeconds(trial);
        if (isDecision(trial)) {
            task.decidedUsual = defaultSecondsOf(trial).value_or(0);
            task.tunedSeconds = seconds.value_or(0);
            task.winner = {KernelSpace::Parameters, trial.knobs};
            continue;
        }
        tried.trials.push_back({.task = place->second,
                                .after = after,
                                .seconds = seconds.value_or(NoTime),
                                .score = scoreOf(trial),
                                .choice = {spaceOf(trial), trial.knobs},
                                .nest = trial.nest});
    }
    for (const auto& [place, decision] : generated)
        addGenerated(tried.tasks[place], *decision);
    return tried;
}

std::vector<TunePoint> bestSoFar(const Tried& tried, std::size_t task) {
    return improvements(
        tried, [task](const TriedTrial& trial) { return trial.task == task ? trial.seconds : NoTime; });
}

std::vector<TunePoint> bestSoFar(const Tried& tried) {
    std::vector<double> least(tried.tasks.size(), NoTime);
    return improvements(tried, [&](const TriedTrial& trial) {
        least[trial.task] = std::min(least[trial.task], trial.seconds);
        double sum = 0;
        for (std::size_t i = 0; i < least.size(); ++i)
            sum += tried.tasks[i].weight * least[i];
        return sum;
    });
}

} // namespace edgewright::tuner
