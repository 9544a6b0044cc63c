// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/presets.h"

#include <array>

namespace edgewright::scenario {

std::span<const LoadScenario> loadScenarios() {
    // Fewest queries: those that early stopping passes with one late, of the 90th and 99th percentile; of
    // Server those that know it within 0.5 %; of Offline the samples of its query.
    static const std::array<LoadScenario, 4> scenarios{
        LoadScenario{.choice = {"single_stream", TRANSLATABLE("Setting", "Single stream"),
                                TRANSLATABLE("Setting", "90th percentile of one query at a time")},
                     .arrivals = {.kind = ArrivalKind::ClosedLoop},
                     .minQueries = 64,
                     .share = 0.9},
        LoadScenario{.choice = {"multi_stream", TRANSLATABLE("Setting", "Multiple streams"),
                                TRANSLATABLE("Setting", "99th percentile of queries of 8 samples")},
                     .arrivals = {.kind = ArrivalKind::ClosedLoop, .samples = 8},
                     .minQueries = 662,
                     .share = 0.99},
        LoadScenario{
            .choice = {"server", TRANSLATABLE("Setting", "Server"),
                       TRANSLATABLE("Setting", "Largest rate whose 99th percentile is within a bound")},
            .arrivals = {.kind = ArrivalKind::Poisson},
            .minQueries = 270'336,
            .share = 0.99,
            .result = LoadResult::Rate},
        LoadScenario{.choice = {"offline", TRANSLATABLE("Setting", "Offline"),
                                TRANSLATABLE("Setting", "Samples per second of one large query")},
                     .arrivals = {.kind = ArrivalKind::AtOnce, .count = 24'576},
                     .minQueries = 1,
                     .result = LoadResult::Throughput}};
    return scenarios;
}

const LoadScenario* findLoadScenario(std::string_view name) {
    const auto all = loadScenarios();
    const auto found = std::ranges::find(all, name, [](const LoadScenario& each) { return each.choice.key; });
    return found == all.end() ? nullptr : &*found;
}

std::span<const ServerBound> serverBounds() {
    static constexpr std::array Bounds{ServerBound{"ResNet-50", 15}, ServerBound{"RetinaNet", 100},
                                       ServerBound{"", 10}};
    return Bounds;
}

void apply(const LoadScenario& load, Scenario& scenario, std::size_t model) {
    scenario.models[model].arrivals = load.arrivals;
    scenario.seconds = load.seconds;
    scenario.minQueries = load.minQueries;
}

} // namespace edgewright::scenario
