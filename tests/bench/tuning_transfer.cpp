// SPDX-License-Identifier: GPL-3.0-or-later
// The tuner's search with what trials of other kernels tell (tuner::OlderTrials), and without.
#include "core/base/propagate.h"
#include "core/cost/search/task.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/older_trials.h"
#include "core/tuner/tuned_log.h"
#include "tests/bench/tuning_replays.h"
#include "tests/bench/tuning_score.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

namespace search = cost::search;

namespace {

constexpr const char* AnyIsa = "any";

// A log of as many searches as there are tables, but for one.
tune::TuneLog logWithout(const TuningTables& tables, std::size_t left, std::size_t trials, std::uint64_t seed) {
    tune::TuneLog log;
    log.sessions.push_back({"tables", AnyIsa, ""});
    search::Random random(seed);
    search::Point point;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const TuningTable& table = *tables[i];
        if (i == left || table.task.key == tables[left]->task.key) continue;
        const search::Space space = replayed(tables[i]);
        for (std::size_t done = 0; done < std::min(trials, table.points.size()); ++done) {
            const auto at = static_cast<std::size_t>(random.upTo(std::ssize(table.points)));
            if (!std::isfinite(table.seconds[at])) continue;
            search::decode(space, table.points[at], point);
            tune::Trial trial;
            trial.task = table.task.key;
            trial.knobs = tuner::knobsOf(tuner::parametersAt(table.task.space, point));
            trial.seconds = {table.seconds[at]};
            log.trials.push_back(std::move(trial));
        }
    }
    return log;
}

} // namespace

Result<void> replayTransfer(Report& report, const TuningTables& tables, const ReplayOptions& options) {
    constexpr std::size_t Older = 200, Promising = 8;
    report.begin("transfer", "searches that know " + std::to_string(Older) +
                                 " random trials of each other table, beside searches that know nothing, " +
                                 std::to_string(options.seeds) + " seeds");
    if (tables.size() < 2) {
        report.line("skipped: of one table");
        return {};
    }
    Table lines({"table", "P without", "P with", "to 95 % without", "with", "ratio"});
    Json& rows = report.figures() = Json::array();
    std::vector<double> logarithms, gained;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const TuningTable& table = *tables[i];
        const RandomSearch random(table.seconds);
        const double nearBest = random.optimum() / 0.95;
        const std::int64_t budget = random.budget();
        const std::int64_t trials =
            std::min(std::ssize(table.points), std::max(budget, 2 * random.medianTrialsTo(nearBest)));
        std::vector<std::vector<double>> bests[2];
        std::vector<std::int64_t> needed[2];
        for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
            report.progress(table.task.label + ", seed " + std::to_string(seed));
            ASSIGN_OR_RETURN(const tuner::OlderTrials older,
                             tuner::OlderTrials::of(logWithout(tables, i, Older, seed), AnyIsa, 1));
            for (const bool isTaught : {false, true}) {
                search::Space space = replayed(tables[i]);
                if (isTaught) older.teach(space, table.task.key, table.task.space, Promising, seed);
                ASSIGN_OR_RETURN(search::SearchTask task,
                                 search::SearchTask::start(std::move(space),
                                                           *search::findStrategy(search::DefaultStrategy),
                                                           {seed, {}}));
                while (task.result().evaluations < trials && !task.over())
                    RETURN_IF_ERROR(
                        task.advance(std::min(options.together, trials - task.result().evaluations)));
                std::vector<double>& best = bests[isTaught].emplace_back();
                for (std::int64_t trial = 1; trial <= task.result().evaluations; ++trial)
                    best.push_back(task.result().bestAfter(trial));
                const std::int64_t first = task.result().trialsTo(nearBest);
                needed[isTaught].push_back(first == 0 ? trials + 1 : first);
            }
        }
        double scores[2], medians[2];
        for (const int taught : {0, 1}) {
            scores[taught] = score(random, bests[taught], std::min(budget, trials));
            std::ranges::sort(needed[taught]);
            medians[taught] = static_cast<double>(needed[taught][(needed[taught].size() - 1) / 2]);
        }
        logarithms.push_back(std::log(medians[1] / medians[0]));
        gained.push_back(scores[1] - scores[0]);
        lines.add({table.task.label, cli::fixed(scores[0], 2), cli::fixed(scores[1], 2),
                   cli::fixed(medians[0], 0), cli::fixed(medians[1], 0),
                   cli::fixed(medians[1] / medians[0], 2)});
        rows.push_back({{"table", table.task.label},
                        {"score", scores[0]},
                        {"score_taught", scores[1]},
                        {"trials_to_95", medians[0]},
                        {"trials_to_95_taught", medians[1]}});
    }
    report.print(lines);
    double sum = 0;
    for (const double each : logarithms)
        sum += each / static_cast<double>(logarithms.size());
    report.asked("fewer trials to 95 % of the optimum with an older log, geometric mean", std::exp(sum) < 1,
                 cli::fixed(std::exp(sum), 2) + " x");
    return {};
}

} // namespace edgewright::bench
