// SPDX-License-Identifier: GPL-3.0-or-later
// All searches of a network at once: how its trials are shared out, beside turns, and beside who knows what
// each trial will bring.
#include "core/base/propagate.h"
#include "core/cost/search/scheduler.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/shared_bests.h"
#include "tests/bench/tuning_replays.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::bench {

namespace search = cost::search;

namespace {

// What the tuner lets searches tell each other is no matter of who is next: turns have it as well.
void share(search::Space& space, const TuningTable& table, const std::shared_ptr<tuner::SharedBests>& shared) {
    const std::size_t place = shared->add(table.task.kind, table.task.macs, table.task.space);
    space.hints = [shared, place] { return shared->hints(place); };
    space.evaluate = [shared, place, given = table.task.space,
                      evaluate = space.evaluate](std::span<const search::Choice> point) {
        const double seconds = evaluate(point);
        shared->note(place, tuner::parametersAt(given, point), seconds);
        return seconds;
    };
}

Result<search::SearchTask> searchOf(search::Space space, std::uint64_t seed) {
    return search::SearchTask::start(std::move(space), *search::findStrategy(search::DefaultStrategy),
                                     {seed, {}});
}

// Of a search after so many turns: the trials so far, and the time of all calls with the best of them.
struct Reached {
    std::int64_t trials = 0;
    double seconds = 0;
};

// Turns that are worth it together: from each one to the next the gain of a trial falls.
std::vector<Reached> hullOf(const std::vector<Reached>& all) {
    std::vector<Reached> hull;
    const auto gain = [](const Reached& from, const Reached& to) {
        return (from.seconds - to.seconds) / static_cast<double>(to.trials - from.trials);
    };
    for (const Reached& each : all) {
        while (hull.size() >= 2 && gain(hull[hull.size() - 2], hull.back()) <= gain(hull.back(), each))
            hull.pop_back();
        hull.push_back(each);
    }
    return hull;
}

// The total with so many trials for one who knows what each turn of each search will bring: no scheduler is
// better on these searches, but for a turn that is left over.
double allotted(const std::vector<std::vector<Reached>>& searches, std::int64_t trials) {
    struct Part {
        double gain;
        std::int64_t trials;
        double seconds;
    };
    std::vector<Part> parts;
    double total = 0;
    for (const std::vector<Reached>& each : searches) {
        const std::vector<Reached> hull = hullOf(each);
        total += hull.front().seconds;
        trials -= hull.front().trials;
        for (std::size_t i = 1; i < hull.size(); ++i) {
            const std::int64_t more = hull[i].trials - hull[i - 1].trials;
            const double less = hull[i - 1].seconds - hull[i].seconds;
            parts.push_back({less / static_cast<double>(more), more, less});
        }
    }
    std::ranges::stable_sort(parts, std::ranges::greater(), &Part::gain);
    for (const Part& each : parts) {
        if (each.trials > trials) continue;
        trials -= each.trials;
        total -= each.seconds;
    }
    return total;
}

// Every search by itself to its end, and its course on the mean over the seeds.
class Courses {
public:
    static Result<Courses> of(const TuningTables& tables, std::uint64_t seeds, std::int64_t trials,
                              std::int64_t together) {
        Courses courses;
        courses.m_bySeed.resize(seeds);
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
            for (std::size_t i = 0; i < tables.size(); ++i) {
                ASSIGN_OR_RETURN(search::SearchTask task, searchOf(replayed(tables[i]), seed + i));
                std::vector<Reached> course;
                while (task.result().evaluations < trials && !task.over()) {
                    RETURN_IF_ERROR(task.advance(course.empty() ? 1 : together));
                    const Reached now{task.result().evaluations, tables[i]->weight * task.result().value};
                    if (course.empty() || now.trials > course.back().trials) course.push_back(now);
                }
                courses.m_bySeed[seed - 1].push_back(std::move(course));
            }
        return courses;
    }
    // Who knows the course of each.
    double withHindsight(std::uint64_t seed, std::int64_t trials) const {
        return allotted(m_bySeed[seed - 1], trials);
    }

private:
    std::vector<std::vector<std::vector<Reached>>> m_bySeed; // by seed, by table, by turn
};

} // namespace

Result<void> replayScheduler(Report& report, const TuningTables& tables, const ReplayOptions& options) {
    constexpr std::uint64_t Seeds = 10, Enough = 8;
    report.begin("scheduler", "the total after a quarter of the trials, beside turns after half of them, " +
                                  std::to_string(Seeds) + " seeds");
    double optimum = 0;
    for (const auto& table : tables)
        optimum += table->weight * table->best();
    const auto all = options.trialsOfATask * static_cast<std::int64_t>(tables.size());
    const auto total = [&](bool roundRobin, std::uint64_t seed, std::int64_t trials) -> Result<double> {
        std::vector<search::ScheduledTask> tasks;
        const auto shared = std::make_shared<tuner::SharedBests>();
        for (std::size_t i = 0; i < tables.size(); ++i) {
            search::Space space = replayed(tables[i]);
            share(space, *tables[i], shared);
            ASSIGN_OR_RETURN(auto started, searchOf(std::move(space), seed + i));
            tasks.push_back(
                {std::move(started), tables[i]->weight, tables[i]->task.macs, tables[i]->task.kind});
        }
        search::Scheduler scheduler(std::move(tasks),
                                    {.roundRobin = roundRobin, .batch = options.together, .seed = seed});
        RETURN_IF_ERROR(scheduler.advance(trials));
        return scheduler.total();
    };
    ASSIGN_OR_RETURN(const Courses courses,
                     Courses::of(tables, Seeds, 2 * options.trialsOfATask, options.together));
    Table lines({"trials of a task", "seed", "scheduler, 25 %", "in turns, 25 %", "in turns, 50 %",
                 "with hindsight, 25 %"});
    Json& rows = report.figures() = Json::array();
    std::uint64_t met = 0, foreseen = 0;
    for (std::uint64_t seed = 1; seed <= Seeds; ++seed) {
        report.progress("seed " + std::to_string(seed));
        ASSIGN_OR_RETURN(const double ours, total(false, seed, all / 4));
        ASSIGN_OR_RETURN(const double alike, total(true, seed, all / 4));
        ASSIGN_OR_RETURN(const double turns, total(true, seed, all / 2));
        const double hindsight = courses.withHindsight(seed, all / 4);
        met += ours <= turns;
        foreseen += hindsight <= turns;
        lines.add({std::to_string(options.trialsOfATask), std::to_string(seed), cli::fixed(ours / optimum, 4),
                   cli::fixed(alike / optimum, 4), cli::fixed(turns / optimum, 4),
                   cli::fixed(hindsight / optimum, 4)});
        rows.push_back({{"trials", all},
                        {"seed", seed},
                        {"quarter", ours},
                        {"turns_quarter", alike},
                        {"turns_half", turns},
                        {"hindsight_quarter", hindsight}});
    }
    report.line(
        "Totals over the optimum. With hindsight: the searches by themselves, their trials shared out by "
        "one who knows what each will bring, " +
        std::to_string(foreseen) + " of " + std::to_string(Seeds) + " as good as turns.");
    report.print(lines);
    report.asked("a quarter with the scheduler as good as half in turns, in " + std::to_string(Enough) +
                     " of " + std::to_string(Seeds) + " seeds",
                 met >= Enough, std::to_string(met));
    return {};
}

} // namespace edgewright::bench
