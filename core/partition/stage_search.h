// SPDX-License-Identifier: GPL-3.0-or-later
// The dynamic programming of the searches, over the steps that are done and the devices that are used.
#pragma once

#include "core/base/run_context.h"
#include "core/partition/device_sets.h"
#include "core/partition/search.h"
#include "core/partition/stage_costs.h"

#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::partition {

inline constexpr double Infinity = std::numeric_limits<double>::infinity();

enum class Objective { Period, Latency };

// First without the host's work: one value for each state. Where what is found so asks more of the host than
// its period allows, again with pairs of value and work of which none is worse in both, which is exact, too.
class StageSearch {
public:
    StageSearch(const Problem& problem, const RunContext& run); // `problem` lives longer than this

    // Unsupported where the sets of devices are too many.
    Result<void> prepare();
    // The least value of all splits whose period is at most this, seconds. BadInput where there is none;
    // Cancelled.
    Result<Found> best(Objective objective, double periodAtMost);
    // After best(): the same with so many devices at most; nothing where there is none.
    std::optional<Found> bestWithin(std::size_t devices);

private:
    struct State {
        double value = Infinity;
        std::uint32_t first = 0;   // of the last stage
        std::uint32_t devices = 0; // of the last stage: a set
    };
    // As a state, one of several: `before` is the one of (first, the devices used before) that it goes on from.
    struct Label : State {
        double work = 0; // seconds of the host's processors
        std::uint32_t before = 0;
    };
    struct Cost {
        double busy = 0, latency = 0, work = 0; // seconds; busy is infinite: it cannot
    };
    struct Allowed { // of a step and an end: the sets that can run this stage in time
        std::size_t set = 0;
        Cost cost;
    };

    Result<void> fill();
    Result<void> fillLabels();
    void extend(std::size_t first);
    void extendLabels(std::size_t first);
    // Calls for each stage that begins at a step with its end and the sets that are allowed to run it.
    void
    forEachStage(std::size_t first,
                 const std::function<void(std::size_t end, const std::vector<Allowed>& sets)>& visit) const;
    Cost costOf(const PlannedDevice& device, double compute, const StageBytes& bytes) const;
    Cost costOf(const DeviceSets::Set& set, const std::vector<Cost>& kinds) const;
    static void add(std::vector<Label>& labels, const Label& label);
    double next(double value, const Cost& cost) const;
    double hostPeriod(double work) const { return work / m_problem.hostProcessors; }
    bool isWithin(const Found& found) const;

    Result<Found> found(std::size_t devices) const;
    Result<Found> foundOfLabels(std::size_t devices) const;
    // `stageBefore`: the beginning of the stage that ends with so many steps and devices done, and its devices.
    Split splitTo(std::size_t set,
                  const std::function<std::pair<std::size_t, std::size_t>(std::size_t end, std::size_t set)>&
                      stageBefore) const;

    const Problem& m_problem;
    const RunContext m_run;
    const DeviceSets m_devices;
    const StageCosts m_costs;
    std::vector<DeviceSets::Set> m_sets;
    Objective m_objective = Objective::Period;
    double m_periodAtMost = 0;
    std::vector<State> m_best;                // by steps done, then set of devices used
    std::vector<std::vector<Label>> m_labels; // likewise; empty: not needed yet
};

} // namespace edgewright::partition
