// SPDX-License-Identifier: GPL-3.0-or-later
// The times that batches take, from measurements: whole runs, operator by operator. A simulated batch takes the
// times of one of these runs, drawn with equal chances: operators of one run are slow or quick together, so
// that they are not drawn one by one. So are runs behind each other, where the machine is slow for a while:
// several of them are drawn in a row (the moving-block bootstrap; Künsch, The Jackknife and the Bootstrap for
// General Stationary Observations, Annals of Statistics 17, 1989). A model that has not run for a while takes
// longer, which is measured, too. service_draw.h has the formula.
#pragma once

#include "core/base/result.h"
#include "core/scenario/ticks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::scenario {

// The runs of one batch size.
struct BatchTimes {
    std::int64_t size = 1;
    std::vector<Ticks>
        times; // run by run the times of all operators; each run takes longer than 0 s, 10^6 s at most
};

// Runs of the smallest batch size that began so long after the end of the run before: by then the caches have
// lost some of the model.
struct PausedRuns {
    Ticks pause = 0;          // above 0, 10^6 s at most
    std::vector<Ticks> times; // as those of BatchTimes
};

struct ServiceTimes {
    std::string model;
    std::vector<std::string> operators; // at least one; a batch may stop behind each
    std::vector<BatchTimes> batches;    // ascending by size; run after run, without a pause
    // Ascending by pause: in which its cores computed nothing; empty: such a pause makes no difference.
    std::vector<PausedRuns> pauses = {};
    // Likewise, in which they computed other models, too; empty: as `pauses`.
    std::vector<PausedRuns> displaced = {};
    // Batches that take the runs which were measured behind each other; runs of a number, of all batch sizes,
    // are neighbours. 1: each is drawn by itself.
    std::int64_t inARow = 1;

    std::size_t runs(std::span<const Ticks> times) const { return times.size() / operators.size(); }
    std::size_t runs(const BatchTimes& of) const { return runs(of.times); }
    // The runs of the smallest size that was measured and is not below `size`: the batch is filled up. Of more
    // than any: the largest.
    const BatchTimes& timesFor(std::int64_t size) const;
    std::vector<Ticks> totals(std::span<const Ticks> times) const; // by run
    double mean(const BatchTimes& of) const;                       // seconds, without a pause
};

// One operator, which always takes so long.
ServiceTimes fixedService(std::string model, double seconds, std::int64_t size = 1);

// Batches that run at the same time slow each other down. An operator asks for so much of each resource (bytes
// or FLOP in a second) when it runs alone; together they have at most `capacity`. Each that asks for a resource
// at all is slower by (sum of what is asked for) / (joint capacity), by the resource of which that is most, and
// never faster than alone (after the Application Slowdown Model, Subramanian et al., MICRO 2015). What was
// measured of two models needs no resource: `beside` says how many times longer a model takes while another one
// runs, which need not slow that one down as much. Of several others each adds what it adds alone. The larger
// of both counts.
struct Interference {
    std::vector<std::string> resources;
    std::vector<std::vector<double>> capacity; // by resource: of 1, 2, ... batches at once; more: as the last
    // By model: operator by operator what it asks of each resource. Empty: of nothing.
    std::vector<std::vector<double>> demands;
    std::vector<std::vector<double>> beside =
        {}; // by model and by the other one, above 0; empty: nothing known

    bool isNone() const { return resources.empty() && beside.empty(); }
};
// A batch that runs, and what its operator asks of each resource.
struct RunningBatch {
    std::size_t model = 0;
    std::span<const double> demands = {};
};
// The first of `running` takes so many times longer.
double slowdown(const Interference& interference, std::span<const RunningBatch> running);

// Seconds that the machinery takes beside the models, measured. Of a list each number is as likely; an empty
// one takes no time.
struct Overheads {
    double decision = 0;                // before each batch, and before one that was stopped goes on
    std::vector<double> notices = {};   // from an arrival, or a batcher's time, to the decision that follows
    std::vector<double> wakeUps = {};   // of a core that had nothing to do, before a batch gets it
    std::vector<double> handOvers = {}; // of a core that computed for the thread of another batch until then
    std::vector<double> giveWays = {};  // of one whose batch stopped behind an operator; empty: as `handOvers`
};

struct Service {
    std::vector<ServiceTimes> models; // in the order of the scenario's
    Interference interference = {};
    Overheads overheads = {};
};

// BadInput, naming the model, for times that are none: no runs, a run of no time, numbers that do not fit
// together. `maxSizes`: the largest batch of each model, which must have been measured.
Result<void> check(const Service& service, std::span<const std::int64_t> maxSizes);

} // namespace edgewright::scenario
