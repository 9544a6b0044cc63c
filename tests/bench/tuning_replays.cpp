// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/tuning_replays.h"

#include "core/base/propagate.h"
#include "core/cost/mapped/agreement.h"
#include "core/cost/search/task.h"
#include "core/cost/search/trees/cost_model.h"
#include "core/tuner/kernel_space.h"
#include "tests/bench/tuning_score.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace edgewright::bench {

namespace search = cost::search;

namespace {

constexpr double NearBest = 0.95;
constexpr std::int64_t Longest = 1500; // trials of a search
constexpr std::uint64_t OfRandom = 20; // times as many seeds: the mean of 30 random searches is 0.1 off

struct Contender {
    std::string name;
    const search::Strategy* strategy = nullptr;
    std::string costModel = {};
};

std::vector<Contender> contenders() {
    std::vector<Contender> all;
    for (const search::Strategy* const each : search::strategies()) {
        if (each->name != search::DefaultStrategy) {
            all.push_back({std::string(each->name), each});
            continue;
        }
        for (const search::CostModelEntry* const model : search::costModels())
            all.push_back(
                {std::string(each->name) + ", " + std::string(model->name), each, std::string(model->name)});
    }
    return all;
}

template <typename T>
T median(std::vector<T> numbers) {
    std::ranges::sort(numbers);
    return numbers[(numbers.size() - 1) / 2];
}

double mean(const std::vector<double>& numbers) {
    return numbers.empty()
               ? 0
               : std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

struct Replay {
    std::vector<double> best; // after each trial
    std::int64_t toNearBest = 0;
    std::vector<search::Trial> trials;
};

Result<Replay> replay(const search::Space& space, const Contender& who, std::uint64_t seed, std::int64_t trials,
                      double nearBest, std::int64_t together) {
    ASSIGN_OR_RETURN(search::SearchTask task,
                     search::SearchTask::start(space, *who.strategy, {seed, who.costModel}));
    const search::SearchResult& result = task.result();
    while (result.evaluations < trials && !task.over())
        RETURN_IF_ERROR(task.advance(std::min(together, trials - result.evaluations)));
    Replay made;
    double least = std::numeric_limits<double>::infinity();
    std::size_t next = 0;
    for (std::int64_t trial = 1; trial <= result.evaluations; ++trial) {
        if (next < result.curve.size() && result.curve[next].trial == trial) least = result.curve[next++].value;
        made.best.push_back(least);
    }
    made.toNearBest = result.trialsTo(nearBest);
    if (made.toNearBest == 0) made.toNearBest = trials + 1;
    made.trials = task.history().trials();
    return made;
}

struct Knowledge {
    double correlation = 0, recall = 0;
};

// Of a model that has learned from the first trials of a search: over all points the correlation of the ranks,
// and which share of the 16 best is among the 64 that it thinks best.
Result<Knowledge> knowledge(const TuningTable& table, const search::Space& space, const std::string& model,
                            std::span<const search::Trial> trials) {
    constexpr std::size_t Best = 16, Thought = 64;
    const auto rowsOf = [&](auto&& points) {
        search::Rows rows;
        search::Point point;
        for (const search::PointId id : points) {
            search::decode(space, id, point);
            search::appendFeatures(space, point, rows.numbers);
            if (rows.width == 0) rows.width = rows.numbers.size();
        }
        return rows;
    };
    std::vector<search::PointId> tried;
    double least = std::numeric_limits<double>::infinity();
    for (const search::Trial& each : trials) {
        tried.push_back(each.point);
        least = std::min(least, each.value);
    }
    std::vector<float> targets;
    for (const search::Trial& each : trials)
        targets.push_back(static_cast<float>(least / each.value));
    ASSIGN_OR_RETURN(const auto learner, search::findCostModel(model)->make());
    RETURN_IF_ERROR(learner->fit(rowsOf(tried), targets));
    ASSIGN_OR_RETURN(const std::vector<float> predicted, learner->predict(rowsOf(table.points)));
    std::vector<double> speeds, thought(predicted.begin(), predicted.end());
    for (const double each : table.seconds)
        speeds.push_back(1 / each);
    const auto first = [](const std::vector<double>& numbers, std::size_t count) {
        std::vector<std::size_t> places(numbers.size());
        std::iota(places.begin(), places.end(), std::size_t(0));
        count = std::min(count, places.size());
        std::ranges::partial_sort(places, places.begin() + std::ptrdiff_t(count), std::ranges::greater(),
                                  [&](std::size_t i) { return numbers[i]; });
        places.resize(count);
        return places;
    };
    const auto best = first(speeds, Best), guessed = first(thought, Thought);
    double found = 0;
    for (const std::size_t each : best)
        found += std::ranges::count(guessed, each) > 0 ? 1 : 0;
    return Knowledge{cost::mapped::rankCorrelation(speeds, thought), found / static_cast<double>(best.size())};
}

struct Sums {
    std::vector<double> scores, ratios, correlations, recalls; // by table
};

} // namespace

Result<void> replaySearches(Report& report, const TuningTables& tables, const ReplayOptions& options) {
    report.begin("searches", "strategies on spaces of which every point was measured, " +
                                 std::to_string(options.seeds) + " seeds");
    Json& rows = report.figures() = Json::array();
    std::map<std::string, Sums> sums;
    for (const auto& table : tables) {
        const search::Space space = replayed(table);
        const RandomSearch random(table->seconds);
        const double nearBest = random.optimum() / NearBest;
        const std::int64_t budget = random.budget(), toNearBest = random.medianTrialsTo(nearBest);
        const auto points = static_cast<std::int64_t>(table->points.size());
        const std::int64_t trials = std::min({points, Longest, std::max(budget, 2 * toNearBest)});
        report.line(table->task.label + ": " + std::to_string(points) + " points, the best " +
                    cli::fixed(random.optimum() * 1e6, 1) + " us, default " +
                    cli::fixed(table->usualSeconds * 1e6, 1) + ", median " +
                    cli::fixed(random.median() * 1e6, 1) + "; budget " + std::to_string(budget) +
                    " trials, random to 95 %: " + std::to_string(toNearBest));
        Table lines({"strategy", "P", "to 95 %", "of random's", "rank corr.", "recall"});
        for (const Contender& who : contenders()) {
            report.progress(table->task.label + ", " + who.name);
            std::vector<std::vector<double>> bests;
            std::vector<std::int64_t> needed;
            std::vector<double> correlations, recalls;
            const std::uint64_t seeds = who.strategy->enumerates ? 1
                                        : who.name == "random"   ? OfRandom * options.seeds
                                                                 : options.seeds;
            for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
                ASSIGN_OR_RETURN(const Replay made,
                                 replay(space, who, seed, trials, nearBest, options.together));
                bests.push_back(made.best);
                needed.push_back(made.toNearBest);
                if (who.costModel.empty()) continue;
                const auto learned =
                    std::span(made.trials)
                        .first(std::min<std::size_t>(made.trials.size(),
                                                     static_cast<std::size_t>(std::min(budget, trials))));
                ASSIGN_OR_RETURN(const Knowledge known, knowledge(*table, space, who.costModel, learned));
                correlations.push_back(known.correlation);
                recalls.push_back(known.recall);
            }
            const double reached = score(random, bests, std::min(budget, trials));
            const double ratio = static_cast<double>(median(needed)) / static_cast<double>(toNearBest);
            Sums& sum = sums[who.name];
            sum.scores.push_back(reached);
            sum.ratios.push_back(ratio);
            if (!correlations.empty()) {
                sum.correlations.push_back(mean(correlations));
                sum.recalls.push_back(mean(recalls));
            }
            const bool isOver = median(needed) > trials;
            lines.add({who.name, cli::fixed(reached, 2),
                       (isOver ? "> " : "") + std::to_string(median(needed) - isOver), cli::fixed(ratio, 2),
                       correlations.empty() ? "" : cli::fixed(mean(correlations), 2),
                       recalls.empty() ? "" : cli::fixed(mean(recalls), 2)});
            rows.push_back({{"table", table->task.label},
                            {"strategy", who.name},
                            {"budget", budget},
                            {"score", reached},
                            {"trials_to_95", median(needed)},
                            {"trials_ratio", ratio},
                            {"rank_correlation", mean(correlations)},
                            {"recall", mean(recalls)}});
        }
        report.print(lines);
    }
    Table all({"all tables", "P", "of random's to 95 %", "worst", "rank corr.", "recall"});
    for (const Contender& who : contenders()) {
        const Sums& sum = sums[who.name];
        all.add({who.name, cli::fixed(mean(sum.scores), 2), cli::fixed(median(sum.ratios), 2),
                 cli::fixed(*std::ranges::max_element(sum.ratios), 2),
                 sum.correlations.empty() ? "" : cli::fixed(mean(sum.correlations), 2),
                 sum.recalls.empty() ? "" : cli::fixed(mean(sum.recalls), 2)});
    }
    report.print(all);
    const auto asked = [&](const std::string& name, const std::string& what, double least, double most) {
        const double reached = mean(sums[name].scores);
        report.asked(what, reached >= least && reached <= most, cli::fixed(reached, 2));
    };
    const std::string learned =
        std::string(search::DefaultStrategy) + ", " + std::string(search::costModels().front()->name);
    asked(learned, "P of " + learned + " at least 0.5", 0.5, 1);
    asked("annealing", "P of annealing at least 0.3", 0.3, 1);
    asked("random", "P of random 0 +- 0.05", -0.05, 0.05);
    const double ratio = median(sums[learned].ratios);
    report.asked("trials of " + learned + " to 95 % of the optimum at most half of random's", ratio <= 0.5,
                 cli::fixed(ratio, 2));
    return {};
}

} // namespace edgewright::bench
