// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/nearness.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/scenario/policy.h"
#include "core/serve/judged_percentile.h"
#include "core/table/number_text.h"

#include <cmath>

namespace edgewright::serve {

using namespace scenario;

namespace {

// Seconds that a query's batch computed, the mean.
double computingOf(const ModelResult& model) {
    return model.done == 0 ? 0 : model.executed / static_cast<double>(model.done);
}

struct Furthest {
    const ComparedRun* run = nullptr;
    std::size_t model = 0;
    JudgedPercentile percentile;
    double excess = 0; // over what is asked for
};

std::string sentenceOf(const Furthest& furthest) {
    return say("Furthest off: the {1} of {2} under {3}, by {4}.", furthest.percentile.bound.name,
               inQuotes(furthest.run->scenario.models[furthest.model].name),
               titleInQuotes(furthest.run->scenario.policy), table::percentText(furthest.percentile.error()));
}

// Of a difference that the median's bound does not cover; empty: the batches took the times that were measured.
std::string paceSentence(const Furthest& furthest) {
    const double real = computingOf(furthest.run->real.simulation.models[furthest.model]),
                 simulated = computingOf(furthest.run->simulated.models[furthest.model]);
    if (!(real > 0) || std::abs(simulated / real - 1) <= PercentileBounds.front().error) return {};
    return say(
        "In that run a query of {1} computed for {2}, in the simulation for {3}: the pace of this machine "
        "has changed since the models were measured, or they disturb each other in another way.",
        inQuotes(furthest.run->scenario.models[furthest.model].name), table::secondsText(real),
        table::secondsText(simulated));
}

} // namespace

std::vector<std::string> nearness(std::span<const ComparedRun> runs) {
    std::size_t all = 0, right = 0;
    Furthest furthest;
    for (const ComparedRun& run : runs)
        for (std::size_t i = 0; i < run.simulated.models.size(); ++i) {
            const auto judged = judge(run.real.simulation.models[i], run.simulated.models[i]);
            if (!judged) continue;
            for (const JudgedPercentile& each : *judged) {
                if (!each.interval) continue; // the run does not know it
                ++all;
                right += each.isRight();
                const double excess = std::abs(each.error()) / each.bound.error;
                if (!each.isRight() && excess > furthest.excess) furthest = {&run, i, each, excess};
            }
        }
    if (all == 0) return {};
    const auto percent = [](std::size_t place) { return table::percentText(PercentileBounds[place].error); };
    std::vector<std::string> sentences{say(
        "The simulation meets {1} of {2} percentiles: the median within {3}, p95 within {4}, p99 within {5}, "
        "or inside the interval of the run.",
        right, all, percent(0), percent(1), percent(2))};
    if (!furthest.run) return sentences;
    sentences.back() += " " + sentenceOf(furthest);
    if (std::string pace = paceSentence(furthest); !pace.empty()) sentences.push_back(std::move(pace));
    return sentences;
}

} // namespace edgewright::serve
