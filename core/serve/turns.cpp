// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/turns.h"

#include <algorithm>
#include <cmath>

namespace edgewright::serve {

using namespace scenario;

namespace {

std::vector<std::size_t> thatTakeTurns(const Scenario& scenario, std::span<const double> runSeconds) {
    const auto quicker = [&](std::size_t a, std::size_t b) { return runSeconds[a] < runSeconds[b]; };
    std::vector<std::size_t> all, sharing;
    for (std::size_t i = 0; i < scenario.models.size(); ++i) {
        all.push_back(i);
        if (sharesCores(scenario, i)) sharing.push_back(i);
    }
    if (!sharing.empty()) {
        const std::size_t first = std::ranges::min(sharing, quicker);
        std::erase_if(sharing, [&](std::size_t each) {
            return !areOnSameCores(scenario, each, first) ||
                   scenario.models[each].threads != scenario.models[first].threads;
        });
    }
    const std::size_t quickest = std::ranges::min(all, quicker);
    return sharing.size() > 1 ? sharing : std::vector{quickest, quickest};
}

} // namespace

std::vector<TakesTurns> takeTurns(const Scenario& scenario, std::span<const ServiceTimes> times,
                                  std::span<const double> runSeconds,
                                  const std::function<std::int64_t(double seconds)>& runsOf) {
    const auto operatorsOf = [&](std::size_t model) {
        return static_cast<double>(times[model].operators.size());
    };
    const std::vector<std::size_t> numbers = thatTakeTurns(scenario, runSeconds);
    double most = 0, seconds = 0;
    for (const std::size_t each : numbers)
        most = std::max(most, operatorsOf(each));
    for (const std::size_t each : numbers)
        seconds += runSeconds[each] * most / operatorsOf(each);
    const auto runs = static_cast<double>(runsOf(seconds));
    std::vector<TakesTurns> turns;
    for (const std::size_t each : numbers)
        turns.push_back({each, static_cast<std::int64_t>(std::ceil(runs * most / operatorsOf(each)))});
    return turns;
}

} // namespace edgewright::serve
