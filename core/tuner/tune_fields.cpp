// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tune_fields.h"

#include "core/cost/search/trees/cost_model.h"
#include "core/measure/machine.h"

#include <array>

namespace edgewright::tuner {

namespace {

constexpr std::int64_t MaxTrials = std::int64_t(1) << 30, MaxSeconds = 7 * 86400;

std::vector<edgewright::Choice> strategyChoices() {
    std::vector<edgewright::Choice> choices;
    for (const cost::search::Strategy* const each : cost::search::strategies())
        choices.push_back({each->name});
    return choices;
}

std::vector<edgewright::Choice> costModelChoices() {
    std::vector<edgewright::Choice> choices;
    for (const cost::search::CostModelEntry* const each : cost::search::costModels())
        choices.push_back({each->name});
    return choices;
}

// In the order of SpaceChoice.
constexpr std::array SpaceChoices{
    edgewright::Choice{
        "template", TRANSLATABLE("Setting", "Parameters"),
        TRANSLATABLE("Setting", "Parameters of the program's own kernels, on this machine or a board")},
    edgewright::Choice{
        "generated", TRANSLATABLE("Setting", "Generated kernels"),
        TRANSLATABLE("Setting", "Loop nests that the C compiler of this machine builds, here alone")},
    edgewright::Choice{
        "both", TRANSLATABLE("Setting", "Both"),
        TRANSLATABLE("Setting",
                     "Parameters, then generated kernels: each with all of the trials and the time")},
};

// clang-format off
constexpr std::array TuneFields{
    field<&TuneChoices::space>({.key = "space", .title = TRANSLATABLE("Setting", "Space"),
        .help = TRANSLATABLE("Setting", "What is searched: parameters of the program's own kernels (template), kernels "
                             "generated and compiled here (generated), or both, with as many trials each"),
        .choices = SpaceChoices}),
    field<&TuneChoices::search, &TuneOptions::trials>({.key = "trials", .title = TRANSLATABLE("Setting", "Trials"),
        .help = TRANSLATABLE("Setting", "Configurations that are tried, over all kernels"), .lowest = 1,
        .highest = MaxTrials}),
    field<&TuneChoices::search, &TuneOptions::seconds>({.key = "seconds",
        .title = TRANSLATABLE("Setting", "Time for searching"),
        .help = TRANSLATABLE("Setting", "The search ends after so long; deciding comes after it"),
        .unit = TRANSLATABLE("Setting", "s"), .highest = MaxSeconds}),
    field<&TuneChoices::runs, &TrialOptions::threads>({.key = "threads", .title = TRANSLATABLE("Setting", "Threads"),
        .help = TRANSLATABLE("Setting", "Threads that a kernel may use"), .lowest = 1,
        .highest = measure::MaxThreads}),
    field<&TuneChoices::search, &TuneOptions::strategy>({.key = "strategy",
        .title = TRANSLATABLE("Setting", "Strategy"),
        .help = TRANSLATABLE("Setting", "Way in which configurations are searched for"),
        .catalogue = strategyChoices}),
    field<&TuneChoices::search, &TuneOptions::costModel>({.key = "cost_model",
        .title = TRANSLATABLE("Setting", "Cost model"),
        .help = TRANSLATABLE("Setting", "What the strategy “learned” learns with"),
        .absent = TRANSLATABLE("Setting", "default model"), .catalogue = costModelChoices}),
    field<&TuneChoices::search, &TuneOptions::seed>({.key = "seed", .title = TRANSLATABLE("Setting", "Seed"),
        .help = TRANSLATABLE("Setting", "Seed of the search"), .isRare = true, .kind = FieldKind::Seed}),
};
// clang-format on

} // namespace

std::span<const Field<TuneChoices>> tuneFields() { return TuneFields; }

} // namespace edgewright::tuner
