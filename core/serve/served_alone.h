// SPDX-License-Identifier: GPL-3.0-or-later
// Short runs of the server, for measuring: one model after pauses, and threads that hand a core to each other.
#pragma once

#include "core/serve/serve.h"

#include <optional>

namespace edgewright::serve {

// Pauses between two batches of a model that its arrivals make likely, ascending: the longest likely one, 1 to
// 100 ms, and those of 1, 3, 10 and 30 ms that are below two thirds of it. The longest is the gap between
// periodic arrivals, three times the mean gap between random ones (beyond it lie 5 % of the exponential
// distribution), the longest gap between recorded ones, and in any case `busySeconds`, for which the other
// models may keep the cores.
std::vector<scenario::Ticks> likelyPauses(const scenario::Model& model, double busySeconds);

// The gap between two arrivals of any of the models on the mean, 0.1 to 100 ms; 2 ms where they follow what is
// done.
scenario::Ticks meanGap(const scenario::Scenario& scenario);

bool areOnSameCores(const scenario::Scenario& scenario, std::size_t a, std::size_t b);
// True where the cores of that model are those of others, too.
bool sharesCores(const scenario::Scenario& scenario, std::size_t model);

// A model that was served in batches of one, with pauses between them.
struct AfterPauses {
    scenario::PausedRuns runs;   // the pause: the median of those that there were
    std::vector<double> notices; // seconds from the arrival to the decision that each begins
    std::vector<double> wakeUps; // seconds from there to its begin, the decision among them
};
// `isDisplaced`: the others on its cores compute one each before the pause begins; with a pause of 0 the cores
// are never idle. `runSeconds`: of each model's run alone.
Result<AfterPauses> servedAfterPauses(const scenario::Scenario& scenario, std::size_t model,
                                      std::span<const ServedModel> served, scenario::Ticks pause,
                                      bool isDisplaced, std::span<const double> runSeconds, std::int64_t runs,
                                      const RunContext& context);

// So many batches of one of a model, which take turns with those of others.
struct TakesTurns {
    std::size_t model = 0;
    std::int64_t batches = 0;
};
// Models in turns on the same cores: batch by batch, then operator by operator.
struct InTurns {
    double decision = 0; // seconds, mean, between batches
    std::vector<double>
        handOvers; // seconds from the end of a batch to the begin of the other's, a decision among them
    // Mean seconds that the second way takes longer for each time that a batch gives way, and not less than
    // from the end of an operator to the other's thread; nothing: none gave way.
    std::optional<double> giveWay;
};
// `models`: on the same cores, with as many threads as each other; one that is there twice has two instances.
// All batches arrive at once.
Result<InTurns> servedInTurns(const scenario::Scenario& scenario, std::span<const TakesTurns> models,
                              std::span<const ServedModel> served, const RunContext& context);

} // namespace edgewright::serve
