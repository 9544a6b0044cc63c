// SPDX-License-Identifier: GPL-3.0-or-later
// The best split of a problem, exactly: dynamic programming over the steps that are done and the devices that
// are used. Devices that are alike are counted, so that many of a few kinds are quick. With n steps and
// devices that make k sets, it takes n² / 2 × (pairs of disjoint sets) operations.
#pragma once

#include "core/base/run_context.h"
#include "core/partition/evaluate.h"

#include <limits>
#include <optional>
#include <vector>

namespace edgewright::partition {

struct Found {
    Split split;
    Figures figures; // by evaluate()
};

// The split with the least period, and of these with the least latency. BadInput as validate(), and where no
// split fits the devices' memory; Unsupported where the sets of devices are too many; Cancelled.
Result<Found> leastPeriod(const Problem& problem, const RunContext& run = {});

// Periods that differ by less are alike for who chooses a split: what is predicted is not known better.
inline constexpr double PeriodTolerance = 0.01; // of the least period
// The split to run: of those whose period is at most PeriodTolerance above that of `best`, leastPeriod() of the
// same problem, the one with the least latency; `best` where none is quicker than it. Errors as above.
Result<Found> recommended(const Problem& problem, Found best, const RunContext& run = {});

// The split with the least latency whose period is at most this, seconds. Errors as above.
Result<Found> leastLatency(const Problem& problem, double period = std::numeric_limits<double>::infinity(),
                           const RunContext& run = {});

// Splits of which none is better than another one in both, period descending, latency ascending: from the
// quickest for a single frame to the one with the most frames.
struct Front {
    std::vector<Found> points;
    bool isWhole = true; // else points between the last two are left out
};
// Errors as above.
Result<Front> frontOf(const Problem& problem, std::size_t mostPoints = 64, const RunContext& run = {});

// leastPeriod(), and the least period with one device, with two, … with all of them, chosen among the
// problem's: what one more brings. Nothing where so few cannot hold the network. Errors as above.
struct FoundByDevices {
    Found best;
    std::vector<std::optional<Found>> byDevices;
};
Result<FoundByDevices> leastPeriods(const Problem& problem, const RunContext& run = {});

// Seconds; no split of these steps in any order has a smaller period. The largest of three: the work of all
// steps, weighted by a price for each device's time (dual of the division of every step among all devices; with
// devices that differ by one factor it is the work over the sum of speeds), and the step that takes longest
// on the devices that are best for it; and the host's processors with what devices on it compute at least.
double periodBound(const Problem& problem);

} // namespace edgewright::partition
