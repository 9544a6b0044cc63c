// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::partition {

namespace {

// The host's part in the work of devices on it, whichever takes a step; messages come on top.
double hostBound(const Problem& problem) {
    double host = 0;
    for (std::size_t step = 0; step < problem.steps.size(); ++step) {
        double least = std::numeric_limits<double>::infinity();
        for (const PlannedDevice& each : problem.devices)
            if (std::isfinite(each.seconds[step]))
                least = std::min(least, each.onHost > 0 ? each.onHost * each.seconds[step] : 0);
        if (std::isfinite(least)) host += least;
    }
    return host / problem.hostProcessors;
}

} // namespace

double periodBound(const Problem& problem) {
    const std::size_t count = problem.devices.size();
    std::vector<double> prices; // of a second of each device
    double sum = 0;
    for (const PlannedDevice& device : problem.devices) {
        const double work = std::accumulate(device.seconds.begin(), device.seconds.end(), 0.0);
        prices.push_back(std::isinf(work) || work <= 0 ? 0 : 1 / work);
        sum += prices.back();
    }
    double work = 0, longest = 0;
    std::vector<double> times(count);
    for (std::size_t step = 0; step < problem.steps.size(); ++step) {
        double cheapest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < count; ++i) {
            times[i] = problem.devices[i].seconds[step];
            if (sum > 0 && std::isfinite(times[i])) cheapest = std::min(cheapest, prices[i] / sum * times[i]);
        }
        if (std::isfinite(cheapest)) work += cheapest;
        std::ranges::sort(times); // the quickest so many take it in turns
        double least = times.front();
        for (std::size_t i = 1; i < count && problem.replicas; ++i)
            least = std::min(least, times[i] / static_cast<double>(i + 1));
        longest = std::max(longest, least);
    }
    return std::max({work, longest, hostBound(problem)});
}

} // namespace edgewright::partition
