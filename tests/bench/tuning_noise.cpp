// SPDX-License-Identifier: GPL-3.0-or-later
// The tuner's search and decision on samples that are made of a table's seconds.
#include "core/base/propagate.h"
#include "core/cost/search/task.h"
#include "core/tuner/tuner.h"
#include "tests/bench/tuning_made_up.h"
#include "tests/bench/tuning_replays.h"

#include <algorithm>
#include <cmath>

namespace edgewright::bench {

namespace search = cost::search;

namespace {

// A tenth of all samples takes three times as long, half of them are in a mode that is 8 % slower, all have a
// jitter of up to 1 %.
class DisturbedMachine {
public:
    // `changes`: the chance that the mode changes before a sample.
    DisturbedMachine(double changes, std::uint64_t seed) : m_random(seed), m_changes(changes) {}

    double sample(double seconds) {
        if (m_random.chance(m_changes)) m_isSlow = !m_isSlow;
        return seconds * (m_isSlow ? 1.08 : 1) * (m_random.chance(0.1) ? 3 : 1) * (1 + 0.01 * m_random.unit());
    }
    // By variant, block by block, until measure::sample would end.
    std::vector<std::vector<double>> samples(std::span<const double> variants, const measure::Effort& effort) {
        std::vector<std::vector<double>> all(variants.size());
        std::size_t look = effort.minBlocks;
        for (std::size_t block = 1; block <= effort.maxBlocks; ++block) {
            for (std::size_t i = 0; i < variants.size(); ++i)
                all[i].push_back(sample(variants[i]));
            if (block < look) continue;
            if (std::ranges::all_of(all, [&](const std::vector<double>& each) {
                    return measure::summaryOf(each).uncertainty() <= effort.uncertainty;
                }))
                break;
            look = block + std::max<std::size_t>(block / 4, 1);
        }
        return all;
    }

private:
    search::Random m_random;
    double m_changes;
    bool m_isSlow = false;
};

struct Outcome {
    double winner = 0, bestTried = 0; // seconds, undisturbed
    std::size_t samples = 0;          // of the decision: its price
};

Result<Outcome> tuned(const TuningTable& table, DisturbedMachine& machine, const search::Space& truth,
                      const ReplayOptions& options, std::uint64_t seed) {
    const int samples = tuner::TrialOptions{}.samples;
    const tuner::TuneOptions usualOptions;
    const double usual = table.seconds.front(); // of the point of all first choices
    double usualSeconds = 0;
    search::Space space = truth;
    space.evaluateTogether = [&](std::span<const search::Point> points,
                                 const RunContext&) -> Result<std::vector<double>> {
        std::vector<double> variants;
        for (const search::Point& point : points)
            variants.push_back(truth.evaluate(point));
        variants.push_back(usual);
        measure::Effort effort;
        effort.minBlocks = effort.maxBlocks = static_cast<std::size_t>(samples);
        const auto taken = machine.samples(variants, effort);
        if (usualSeconds == 0) usualSeconds = *std::ranges::min_element(taken.back());
        std::vector<double> values;
        for (std::size_t i = 0; i < points.size(); ++i)
            values.push_back(tuner::trialValue(taken[i], taken.back(), usualSeconds));
        return values;
    };
    ASSIGN_OR_RETURN(
        search::SearchTask task,
        search::SearchTask::start(space, *search::findStrategy(search::DefaultStrategy), {seed, {}}));
    while (task.result().evaluations < options.noisyTrials && !task.over())
        RETURN_IF_ERROR(task.advance(options.together));
    std::vector<search::Trial> known = task.history().trials();
    std::ranges::stable_sort(known, {}, &search::Trial::value);
    Outcome outcome{usual, usual};
    std::vector<double> finalists{usual};
    search::Point point;
    for (const search::Trial& each : known) {
        search::decode(truth, each.point, point);
        outcome.bestTried = std::min(outcome.bestTried, truth.evaluate(point));
        if (finalists.size() <= usualOptions.candidates && each.point != table.points.front())
            finalists.push_back(truth.evaluate(point));
    }
    const auto taken = [&](const measure::Effort& effort) {
        auto anew = machine.samples(finalists, effort);
        outcome.samples += anew.size() * anew.front().size();
        return anew;
    };
    measure::Effort looks = usualOptions.deciding;
    looks.minBlocks = looks.maxBlocks = usualOptions.looks;
    const auto seen = taken(looks);
    std::vector<double> left{usual};
    for (const std::size_t place :
         tuner::shortlisted(seen.front(), std::span(seen).subspan(1), usualOptions.finalists))
        left.push_back(finalists[1 + place]);
    finalists = std::move(left);
    const auto anew = taken(usualOptions.deciding);
    if (const auto winner = tuner::decided(anew.front(), std::span(anew).subspan(1)).winner)
        outcome.winner = finalists[1 + *winner];
    return outcome;
}

// All replays of one kind of tables on one kind of machine.
struct Counted {
    int replays = 0, nearTried = 0, nearOptimum = 0, slower = 0;
    std::size_t samples = 0; // of all decisions
};

Result<Counted> replayed(Report& report, Table& lines, const TuningTables& tables, double changes,
                         const char* changing, const ReplayOptions& options) {
    constexpr double Near = 1.02;
    Counted all;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const TuningTable& table = *tables[i];
        const search::Space truth = replayed(tables[i]);
        Counted counted;
        counted.replays = (options.noisyReplays + int(tables.size()) - 1 - int(i)) / int(tables.size());
        double worst = 1;
        for (int replay = 1; replay <= counted.replays; ++replay) {
            report.progress(table.task.label + ", replay " + std::to_string(replay));
            const auto seed = static_cast<std::uint64_t>(replay);
            DisturbedMachine machine(changes, seed);
            ASSIGN_OR_RETURN(const Outcome outcome, tuned(table, machine, truth, options, seed));
            counted.nearTried += outcome.winner <= Near * outcome.bestTried;
            counted.nearOptimum += outcome.winner <= Near * table.best();
            counted.slower += outcome.winner > table.seconds.front();
            counted.samples += outcome.samples;
            worst = std::max(worst, outcome.winner / table.best());
        }
        all.replays += counted.replays, all.nearTried += counted.nearTried;
        all.nearOptimum += counted.nearOptimum, all.slower += counted.slower;
        const double price = static_cast<double>(counted.samples) / counted.replays;
        lines.add({changing, table.task.label, std::to_string(counted.replays),
                   std::to_string(counted.nearTried), std::to_string(counted.nearOptimum), cli::fixed(worst, 3),
                   std::to_string(counted.slower), cli::fixed(price, 0)});
        report.figures().push_back({{"changes", changes},
                                    {"table", table.task.label},
                                    {"replays", counted.replays},
                                    {"near_best_tried", counted.nearTried},
                                    {"near_optimum", counted.nearOptimum},
                                    {"worst", worst},
                                    {"deciding_samples", price},
                                    {"slower_than_default", counted.slower}});
    }
    return all;
}

} // namespace

Result<void> replayNoise(Report& report, const TuningTables& tables, const ReplayOptions& options) {
    constexpr std::uint64_t MadeUp = 8;
    report.begin("noise", "a tenth of the samples three times as long, half in a mode 8 % slower; " +
                              std::to_string(options.noisyReplays) + " replays of " +
                              std::to_string(options.noisyTrials) + " trials each");
    TuningTables madeUpTables;
    for (std::uint64_t seed = 1; seed <= MadeUp; ++seed)
        madeUpTables.push_back(std::make_shared<const TuningTable>(madeUp(seed)));
    Table lines({"the mode changes", "table", "replays", "<= 1.02 x best tried", "<= 1.02 x optimum",
                 "worst / optimum", "slower than default", "samples of a decision"});
    report.figures() = Json::array();
    for (const auto& [changes, name] : {std::pair(0.5, "with every sample"), std::pair(0.02, "rarely")}) {
        ASSIGN_OR_RETURN(const Counted known, replayed(report, lines, madeUpTables, changes, name, options));
        report.asked(
            std::string("the winner within 2 % of the true best in 95 % of the replays, the mode changes ") +
                name,
            known.nearOptimum >= 0.95 * known.replays,
            std::to_string(known.nearOptimum) + " of " + std::to_string(known.replays));
        int slower = known.slower;
        if (!tables.empty()) {
            ASSIGN_OR_RETURN(const Counted measured, replayed(report, lines, tables, changes, name, options));
            report.asked("on measured tables within 2 % of the best tried",
                         measured.nearTried >= 0.95 * measured.replays,
                         std::to_string(measured.nearTried) + " of " + std::to_string(measured.replays));
            slower += measured.slower;
        }
        report.asked("no winner is slower than the default", slower == 0, std::to_string(slower));
    }
    report.print(lines);
    return {};
}

} // namespace edgewright::bench
