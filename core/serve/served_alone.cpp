// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/served_alone.h"

#include "core/base/propagate.h"
#include "core/measure/statistics.h"
#include "core/scenario/arrivals.h"

#include <algorithm>
#include <numeric>

namespace edgewright::serve {

using namespace scenario;

namespace {

double longestGap(const Model& model) {
    constexpr double Likely = 3;
    const Arrivals& arrivals = model.arrivals;
    switch (arrivals.kind) {
    case ArrivalKind::Periodic:
        return (arrivals.periodMs + arrivals.jitterMs) / 1e3;
    case ArrivalKind::Poisson:
        return Likely / arrivals.rate;
    case ArrivalKind::Gamma:
        return Likely * std::max(arrivals.cv, 1.0) / arrivals.rate;
    case ArrivalKind::Frames:
    case ArrivalKind::Camera:
        return 1 / arrivals.rate;
    case ArrivalKind::Recorded: {
        double longest = 0;
        for (std::size_t i = 1; i < model.times.size(); ++i)
            longest = std::max(longest, model.times[i] - model.times[i - 1]);
        return longest;
    }
    case ArrivalKind::ClosedLoop:
    case ArrivalKind::AtOnce:
        break;
    }
    return 0;
}

// Some of the scenario, on its cores: the graphs are those of the smallest batches, with their own feeds.
Scenario only(const Scenario& scenario, std::vector<Model> models, const char* policy) {
    Scenario some = scenario;
    some.models = std::move(models);
    some.policy = policy;
    some.warmUp = 0;
    some.minQueries = 0;
    return some;
}
Model inBatchesOfOne(const Model& model, Arrivals arrivals) {
    return {.name = model.name,
            .file = model.file,
            .arrivals = std::move(arrivals),
            .threads = model.threads,
            .coreSet = model.coreSet};
}
ServedModel smallest(const ServedModel& served) {
    return {.sizes = {served.sizes.front()},
            .opsets = served.opsets,
            .choice = served.choice,
            .inputs = served.inputs};
}

Result<Served> profiled(const Scenario& scenario, const std::vector<ServedModel>& models,
                        std::vector<ProfiledBatch>& batches, const RunContext& context) {
    ServeOptions options;
    options.profiled = [&](ProfiledBatch each) { batches.push_back(std::move(each)); };
    ASSIGN_OR_RETURN(auto served, serve(scenario, models, options, context));
    if (!served.isWhole) return cancelled();
    return served;
}

// Of the same batches, operator by operator, what they took longer than one by one: a thread that gives way has
// something to do after the other one has begun, and the caches are the other one's.
std::optional<double> giveWayOf(const Served& byOperators, const std::vector<ProfiledBatch>& batches,
                                const std::vector<double>& handOvers) {
    const ServeCosts& costs = byOperators.costs;
    if (costs.giveWays == 0 || handOvers.empty()) return {};
    double whole = 0;
    for (const ProfiledBatch& each : batches)
        whole += secondsOf(each.end - each.begin);
    const std::vector<RequestRecord>& requests = byOperators.simulation.requests;
    const Ticks begin = std::ranges::min(requests, {}, &RequestRecord::start).start,
                end = std::ranges::max(requests, {}, &RequestRecord::end).end;
    const double handOver = std::accumulate(handOvers.begin(), handOvers.end(), 0.0) /
                            static_cast<double>(handOvers.size()),
                 longer = secondsOf(end - begin) - whole -
                          handOver * static_cast<double>(costs.handOvers - costs.giveWays);
    return std::max(longer / static_cast<double>(costs.giveWays), costs.giveWay());
}

} // namespace

std::vector<Ticks> likelyPauses(const Model& model, double busySeconds) {
    constexpr double Min = 1e-3, Max = 0.1, Step = 1.5;
    const Ticks longest = ticksOf(std::clamp(std::max(longestGap(model), busySeconds), Min, Max));
    std::vector<Ticks> pauses;
    for (const double milliseconds : {1, 3, 10, 30})
        if (ticksOfMs(Step * milliseconds) < longest) pauses.push_back(ticksOfMs(milliseconds));
    pauses.push_back(longest);
    return pauses;
}

bool areOnSameCores(const Scenario& scenario, std::size_t a, std::size_t b) {
    return scenario::setOf(scenario, scenario.models[a]) == scenario::setOf(scenario, scenario.models[b]);
}

bool sharesCores(const Scenario& scenario, std::size_t model) {
    for (std::size_t i = 0; i < scenario.models.size(); ++i)
        if (i != model && areOnSameCores(scenario, i, model)) return true;
    return false;
}

Ticks meanGap(const Scenario& scenario) {
    constexpr double Usual = 0.002, Min = 0.0001, Max = 0.1;
    double rate = 0;
    for (const Model& each : scenario.models)
        rate += meanRate(each).value_or(0);
    return ticksOf(rate > 0 ? std::clamp(1 / rate, Min, Max) : Usual);
}

Result<AfterPauses> servedAfterPauses(const Scenario& scenario, std::size_t model,
                                      std::span<const ServedModel> served, Ticks pause, bool isDisplaced,
                                      std::span<const double> runSeconds, std::int64_t runs,
                                      const RunContext& context) {
    std::vector<std::size_t> numbers{model};
    double gap = secondsOf(pause) + runSeconds[model];
    for (std::size_t i = 0; i < scenario.models.size() && isDisplaced; ++i) {
        if (i == model || !areOnSameCores(scenario, i, model)) continue;
        numbers.push_back(i);
        gap += runSeconds[i];
    }
    constexpr double Busy = 0.5; // of the time that they take
    if (pause == 0) gap *= Busy; // so that they always wait, in turns
    std::vector<Model> models;
    std::vector<ServedModel> graphs;
    for (const std::size_t each : numbers) { // the others arrive while the model computes
        const double phase = each == model ? 0 : std::min(runSeconds[model], gap) / 2;
        models.push_back(
            inBatchesOfOne(scenario.models[each], {.periodMs = gap * 1e3, .phaseMs = phase * 1e3}));
        graphs.push_back(smallest(served[each]));
    }
    constexpr std::int64_t First = 10; // runs that a program which was just made takes longer for
    const std::int64_t leftOut = std::min(First, runs / 2 + 1);
    Scenario some = only(scenario, std::move(models), "fifo");
    some.seconds = gap * static_cast<double>(runs + leftOut);
    std::vector<ProfiledBatch> batches;
    RETURN_IF_ERROR(profiled(some, graphs, batches, context));
    std::erase_if(batches, [](const ProfiledBatch& each) { return each.model != 0; });
    AfterPauses after;
    std::vector<double> pauses;
    for (auto i = static_cast<std::size_t>(leftOut); i < batches.size(); ++i) {
        const Ticks paused = batches[i].begin - batches[i - 1].end;
        if (paused < pause / 2) continue; // the run before was held up
        pauses.push_back(static_cast<double>(paused));
        after.runs.times.insert(after.runs.times.end(), batches[i].operators.begin(),
                                batches[i].operators.end());
        after.notices.push_back(secondsOf(batches[i].decided - batches[i].arrival));
        after.wakeUps.push_back(secondsOf(batches[i].begin - batches[i].decided));
    }
    std::ranges::sort(pauses);
    if (!pauses.empty()) after.runs.pause = std::llround(measure::quantile(pauses, 0.5));
    return after;
}

Result<InTurns> servedInTurns(const Scenario& scenario, std::span<const TakesTurns> models,
                              std::span<const ServedModel> served, const RunContext& context) {
    Scenario all = only(scenario, {}, "round_robin");
    std::vector<ServedModel> graphs;
    for (const TakesTurns& each : models) {
        Model model =
            inBatchesOfOne(scenario.models[each.model], {.kind = ArrivalKind::AtOnce, .count = each.batches});
        model.name += " (" + std::to_string(graphs.size() + 1) + ")";
        all.models.push_back(std::move(model));
        graphs.push_back(smallest(served[each.model]));
    }
    all.seconds = 1; // what arrives at once is done
    if (all.coreSets.empty()) all.cores = all.models.front().threads;
    std::vector<ProfiledBatch> ended;
    ASSIGN_OR_RETURN(const Served run, profiled(all, graphs, ended, context));
    InTurns turns{.decision = run.costs.decision(), .handOvers = {}, .giveWay = {}};
    for (std::size_t i = 1; i < ended.size(); ++i)
        if (ended[i].model != ended[i - 1].model && ended[i].begin > ended[i - 1].end) // not at once
            turns.handOvers.push_back(secondsOf(ended[i].begin - ended[i - 1].end));
    all.policy = "round_robin_operators";
    ASSIGN_OR_RETURN(const Served byOperators, serve(all, graphs, {}, context));
    if (!byOperators.isWhole) return cancelled();
    turns.giveWay = giveWayOf(byOperators, ended, turns.handOvers);
    return turns;
}

} // namespace edgewright::serve
