// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/service.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::scenario {

const BatchTimes& ServiceTimes::timesFor(std::int64_t size) const {
    const auto found = std::ranges::lower_bound(batches, size, {}, &BatchTimes::size);
    return found == batches.end() ? batches.back() : *found;
}

std::vector<Ticks> ServiceTimes::totals(std::span<const Ticks> times) const {
    std::vector<Ticks> totals;
    const auto width = static_cast<std::ptrdiff_t>(operators.size());
    for (auto at = times.begin(); at != times.end(); at += width)
        totals.push_back(std::accumulate(at, at + width, Ticks(0)));
    return totals;
}

double ServiceTimes::mean(const BatchTimes& of) const {
    double sum = 0;
    for (const Ticks each : of.times)
        sum += secondsOf(each);
    return sum / static_cast<double>(runs(of));
}

ServiceTimes fixedService(std::string model, double seconds, std::int64_t size) {
    return {std::move(model), {"all"}, {{size, {ticksOf(seconds)}}}};
}

double slowdown(const Interference& interference, std::span<const RunningBatch> running) {
    double most = 1;
    const RunningBatch& own = running.front();
    for (std::size_t r = 0; r < interference.resources.size(); ++r) {
        if (own.demands.empty() || own.demands[r] <= 0) continue;
        double sum = 0;
        for (const RunningBatch& each : running)
            sum += each.demands.empty() ? 0 : each.demands[r];
        const std::vector<double>& capacity = interference.capacity[r];
        most = std::max(most, sum / capacity[std::min(running.size(), capacity.size()) - 1]);
    }
    if (interference.beside.empty()) return most;
    double beside = 1;
    for (const RunningBatch& each : running.subspan(1))
        beside += interference.beside[own.model][each.model] - 1;
    return std::max(most, beside);
}

namespace {

constexpr std::int64_t MaxRunSeconds = 1'000'000;

constexpr Ticks MaxRun = MaxRunSeconds * TicksPerSecond;

bool areTimes(const ServiceTimes& service, std::span<const Ticks> times) {
    if (!std::ranges::all_of(times, [](Ticks each) { return each >= 0 && each <= MaxRun; })) return false;
    for (auto at = times.begin(); at != times.end();) {
        double total = 0;
        for (std::size_t i = 0; i < service.operators.size(); ++i)
            total += static_cast<double>(*at++);
        if (total <= 0 || total > static_cast<double>(MaxRun)) return false;
    }
    return true;
}

Result<void> checkTimes(const ServiceTimes& service, std::int64_t maxSize) {
    const std::string name = inQuotes(service.model);
    if (service.operators.empty() || service.batches.empty())
        return badInput(say("{1}: no run was measured", name));
    const auto checkRuns = [&](std::int64_t size, std::span<const Ticks> times) -> Result<void> {
        if (times.empty() || times.size() % service.operators.size() != 0)
            return badInput(say("{1}, batch {2}: expected whole runs of {3} operators, not {4} times", name,
                                size, service.operators.size(), times.size()));
        if (!areTimes(service, times))
            return badInput(say("{1}, batch {2}: expected runs that take longer than 0 s, and {3} s at most",
                                name, size, MaxRunSeconds));
        return {};
    };
    if (service.inARow < 1) return badInput(say("{1}: expected 1 or more runs in a row", name));
    std::int64_t last = 0;
    for (const BatchTimes& batch : service.batches) {
        if (batch.size <= last) return badInput(say("{1}: expected batch sizes that ascend from 1 on", name));
        last = batch.size;
        RETURN_IF_ERROR(checkRuns(batch.size, batch.times));
    }
    if (last < maxSize)
        return badInput(
            say("{1}: batches of {2} were not measured, the largest one has {3}", name, maxSize, last));
    for (const std::vector<PausedRuns>* const list : {&service.pauses, &service.displaced}) {
        Ticks pause = 0;
        for (const PausedRuns& each : *list) {
            if (each.pause <= pause || each.pause > MaxRun)
                return badInput(
                    say("{1}: expected pauses that ascend, above 0 s and {2} s at most", name, MaxRunSeconds));
            pause = each.pause;
            RETURN_IF_ERROR(checkRuns(service.batches.front().size, each.times));
        }
    }
    return {};
}

Result<void> checkInterference(const Service& service) {
    const Interference& interference = service.interference;
    if (interference.isNone()) return {};
    const std::size_t resources = interference.resources.size();
    const auto isPositive = [](double number) { return number > 0 && std::isfinite(number); };
    const auto isRow = [&](const std::vector<double>& row) {
        return row.size() == service.models.size() && std::ranges::all_of(row, isPositive);
    };
    const bool isSquare =
        interference.beside.size() == service.models.size() && std::ranges::all_of(interference.beside, isRow);
    if (!interference.beside.empty() && !isSquare)
        return badInput(say("expected for each model a number above 0 for each one beside it"));
    if (resources == 0) return {};
    if (interference.capacity.size() != resources || interference.demands.size() != service.models.size())
        return badInput(say("expected capacities of {1} resources and demands of {2} models", resources,
                            service.models.size()));
    for (const std::vector<double>& capacity : interference.capacity)
        if (capacity.empty() || !std::ranges::all_of(capacity, isPositive))
            return badInput(say("expected capacities above 0"));
    for (std::size_t i = 0; i < service.models.size(); ++i) {
        const std::vector<double>& demands = interference.demands[i];
        const bool isWhole =
            demands.empty() || demands.size() == resources * service.models[i].operators.size();
        if (!isWhole ||
            !std::ranges::all_of(demands, [](double each) { return each >= 0 && std::isfinite(each); }))
            return badInput(say("{1}: expected what each of its operators asks of each resource, not below 0",
                                inQuotes(service.models[i].model)));
    }
    return {};
}

} // namespace

Result<void> check(const Service& service, std::span<const std::int64_t> maxSizes) {
    if (service.models.size() != maxSizes.size())
        return badInput(
            say("expected times of {1} models, not of {2}", maxSizes.size(), service.models.size()));
    for (std::size_t i = 0; i < maxSizes.size(); ++i)
        RETURN_IF_ERROR(checkTimes(service.models[i], maxSizes[i]));
    const auto isTime = [](double seconds) { return seconds >= 0 && seconds <= 1e6; };
    const Overheads& overheads = service.overheads;
    if (!isTime(overheads.decision) || !std::ranges::all_of(overheads.notices, isTime) ||
        !std::ranges::all_of(overheads.wakeUps, isTime) || !std::ranges::all_of(overheads.handOvers, isTime) ||
        !std::ranges::all_of(overheads.giveWays, isTime))
        return badInput(say("expected overheads of 0 s or more"));
    return checkInterference(service);
}

} // namespace edgewright::scenario
