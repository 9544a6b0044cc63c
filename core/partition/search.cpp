// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/search.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/partition/stage_costs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace edgewright::partition {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

bool areAlike(const PlannedDevice& a, const PlannedDevice& b) {
    return a.seconds == b.seconds && a.memory == b.memory && a.link == b.link && a.overlaps == b.overlaps;
}

// Sets of devices as numbers: so many of each kind, one digit a kind. A sum of two disjoint sets is their
// union.
class DeviceSets {
public:
    explicit DeviceSets(const Problem& problem) {
        for (std::size_t i = 0; i < problem.devices.size(); ++i) {
            const auto kind = std::ranges::find_if(m_kinds, [&](const std::vector<std::size_t>& members) {
                return areAlike(problem.devices[members.front()], problem.devices[i]);
            });
            if (kind != m_kinds.end())
                kind->push_back(i);
            else
                m_kinds.push_back({i});
        }
    }

    std::size_t kinds() const { return m_kinds.size(); }
    const std::vector<std::size_t>& members(std::size_t kind) const { return m_kinds[kind]; }

    double count() const { // of sets; as a number that cannot overflow
        return product([](double members) { return members + 1; });
    }
    double pairs() const { // of disjoint sets
        return product([](double members) { return (members + 1) * (members + 2) / 2; });
    }

    struct Set {
        std::vector<std::size_t> counts; // by kind
        std::size_t size = 0;            // devices
        std::vector<std::size_t> free;   // sets of one device and more, disjoint from it
    };
    // `replicas`: else only sets of one device are free.
    std::vector<Set> all(bool replicas) const {
        std::vector<Set> sets(static_cast<std::size_t>(count()));
        for (std::size_t number = 0; number < sets.size(); ++number) {
            std::size_t rest = number;
            for (const auto& members : m_kinds) {
                sets[number].counts.push_back(rest % (members.size() + 1));
                sets[number].size += sets[number].counts.back();
                rest /= members.size() + 1;
            }
        }
        for (Set& set : sets) {
            if (replicas) {
                addFree(set, 0, 0, 1);
            } else {
                std::size_t weight = 1;
                for (std::size_t kind = 0; kind < kinds(); weight *= m_kinds[kind++].size() + 1)
                    if (set.counts[kind] < m_kinds[kind].size()) set.free.push_back(weight);
            }
        }
        return sets;
    }

private:
    template <typename Of>
    double product(Of of) const {
        return std::transform_reduce(
            m_kinds.begin(), m_kinds.end(), 1.0, std::multiplies(),
            [&](const auto& members) { return of(static_cast<double>(members.size())); });
    }
    void addFree(Set& set, std::size_t kind, std::size_t number, std::size_t weight) const {
        if (kind == kinds()) {
            if (number > 0) set.free.push_back(number);
            return;
        }
        const std::size_t members = m_kinds[kind].size();
        for (std::size_t taken = 0; taken + set.counts[kind] <= members; ++taken)
            addFree(set, kind + 1, number + taken * weight, weight * (members + 1));
    }

    std::vector<std::vector<std::size_t>> m_kinds; // devices of each
};

enum class Objective { Period, Latency };

class Search {
public:
    Search(const Problem& problem, const RunContext& run)
        : m_problem(problem), m_run(run), m_devices(problem), m_costs(problem) {}

    Result<void> prepare() {
        constexpr double MaxOperations = 4e9;
        const double ranges = std::pow(static_cast<double>(m_problem.steps.size()), 2) / 2;
        const double pairs =
            m_problem.replicas ? m_devices.pairs() : m_devices.count() * static_cast<double>(m_devices.kinds());
        if (!(ranges * pairs <= MaxOperations))
            return unsupported(say(
                "{1} devices of {2} kinds are too many for a network of {3} operators: expected fewer devices, "
                "or more that are alike",
                m_problem.devices.size(), m_devices.kinds(), m_problem.steps.size()));
        m_sets = m_devices.all(m_problem.replicas);
        return {};
    }

    Result<Found> best(Objective objective, double periodAtMost) {
        const std::size_t steps = m_problem.steps.size();
        m_best.assign((steps + 1) * m_sets.size(), {});
        m_best.front().value = 0;
        for (std::size_t first = 0; first < steps; ++first) {
            if (m_run.stopped()) return cancelled();
            extend(first, objective, periodAtMost);
        }
        return endingAt(endWithin(m_problem.devices.size()));
    }

    // After best(): of the splits with so many devices at most; nothing where there is none.
    std::optional<Found> bestWithin(std::size_t devices) const {
        const auto found = endingAt(endWithin(devices));
        return found ? std::optional(*found) : std::nullopt;
    }

private:
    struct State {
        double value = Infinity;
        std::uint32_t first = 0;   // of the last stage
        std::uint32_t devices = 0; // of the last stage: a set
    };
    struct Cost {
        double busy = 0, latency = 0; // seconds; infinity: it cannot
    };

    std::size_t endWithin(std::size_t devices) const {
        const std::span<const State> last = std::span(m_best).last(m_sets.size());
        std::size_t end = 0;
        for (std::size_t set = 1; set < last.size(); ++set) {
            if (m_sets[set].size > devices) continue;
            const bool isSmaller = last[set].value == last[end].value && m_sets[set].size < m_sets[end].size;
            if (last[set].value < last[end].value || isSmaller) end = set;
        }
        return end;
    }
    Result<Found> endingAt(std::size_t end) const {
        if (std::isinf(std::span(m_best).last(m_sets.size())[end].value))
            return badInput(say("no split fits the devices, their memory and the period"));
        Found found{splitTo(end), {}};
        ASSIGN_OR_RETURN(found.figures, evaluate(m_problem, found.split));
        return found;
    }

    // All stages that begin at a step, after all that was done before it.
    void extend(std::size_t first, Objective objective, double periodAtMost) {
        const std::span<const State> before(&m_best[first * m_sets.size()], m_sets.size());
        if (std::ranges::all_of(before, [](const State& each) { return std::isinf(each.value); })) return;
        const std::vector<StageBytes> stages = m_costs.from(first);
        std::vector<double> compute(m_devices.kinds(), 0);
        std::vector<Cost> kinds(m_devices.kinds()), sets(m_sets.size());
        for (std::size_t end = first + 1; end <= m_problem.steps.size(); ++end) {
            for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
                const PlannedDevice& device = m_problem.devices[m_devices.members(kind).front()];
                compute[kind] += device.seconds[end - 1];
                kinds[kind] = costOf(device, compute[kind], stages[end - first - 1]);
            }
            if (std::ranges::all_of(compute, [](double each) { return std::isinf(each); })) return;
            for (std::size_t set = 1; set < sets.size(); ++set)
                sets[set] = costOf(m_sets[set], kinds);
            State* after = &m_best[end * m_sets.size()];
            for (std::size_t used = 0; used < m_sets.size(); ++used) {
                const double value = before[used].value;
                if (std::isinf(value)) continue;
                for (const std::size_t set : m_sets[used].free) {
                    const Cost& cost = sets[set];
                    if (cost.busy > periodAtMost || std::isinf(cost.busy)) continue;
                    const double next =
                        objective == Objective::Period ? std::max(value, cost.busy) : value + cost.latency;
                    State& state = after[used + set];
                    if (next < state.value)
                        state = {next, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(set)};
                }
            }
        }
    }

    static Cost costOf(const PlannedDevice& device, double compute, const StageBytes& bytes) {
        if (device.memory > 0 && bytes.memory > device.memory) return {Infinity, Infinity};
        const double link = device.link.seconds(bytes.received) + device.link.seconds(bytes.sent);
        return {device.overlaps ? std::max(compute, link) : compute + link, compute + link};
    }
    static Cost costOf(const DeviceSets::Set& set, const std::vector<Cost>& kinds) {
        Cost cost;
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            if (set.counts[kind] == 0) continue;
            cost.busy = std::max(cost.busy, kinds[kind].busy / static_cast<double>(set.size));
            cost.latency = std::max(cost.latency, kinds[kind].latency);
        }
        return cost;
    }

    Split splitTo(std::size_t set) const {
        Split split;
        std::size_t end = m_problem.steps.size();
        while (end > 0) {
            const State& state = m_best[end * m_sets.size() + set];
            split.push_back({state.first, end, {}});
            set -= state.devices;
            end = state.first;
            // What was taken before is left to the stages before: from the last member of each kind on.
            const DeviceSets::Set& taken = m_sets[state.devices];
            const DeviceSets::Set& before = m_sets[set];
            for (std::size_t kind = 0; kind < taken.counts.size(); ++kind)
                for (std::size_t i = 0; i < taken.counts[kind]; ++i)
                    split.back().devices.push_back(m_devices.members(kind)[before.counts[kind] + i]);
            std::ranges::sort(split.back().devices);
        }
        std::ranges::reverse(split);
        return split;
    }

    const Problem& m_problem;
    RunContext m_run;
    DeviceSets m_devices;
    StageCosts m_costs;
    std::vector<DeviceSets::Set> m_sets;
    std::vector<State> m_best; // by steps done, then set of devices used
};

Result<Found> withLeastPeriod(Search& search) {
    ASSIGN_OR_RETURN(const Found quickest, search.best(Objective::Period, Infinity));
    return search.best(Objective::Latency, quickest.figures.period);
}

bool isAsQuick(const Found& one, const Found& other) {
    constexpr double Rounding = 1e-12; // sums of seconds in another order
    return one.figures.latency <= other.figures.latency * (1 + Rounding);
}

} // namespace

Result<Found> leastPeriod(const Problem& problem, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    Search search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    return withLeastPeriod(search);
}

Result<Found> leastLatency(const Problem& problem, double period, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    Search search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    return search.best(Objective::Latency, period);
}

Result<Front> frontOf(const Problem& problem, std::size_t mostPoints, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    Search search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    ASSIGN_OR_RETURN(Found last, withLeastPeriod(search));
    Front front;
    double period = Infinity;
    while (front.points.size() + 1 < mostPoints) {
        ASSIGN_OR_RETURN(Found point, search.best(Objective::Latency, period));
        if (point.figures.period <= last.figures.period) break;
        period = std::nextafter(point.figures.period, 0);
        // More devices that take turns: more frames, none of which is slower.
        if (!front.points.empty() && isAsQuick(point, front.points.back())) front.points.pop_back();
        front.points.push_back(std::move(point));
        run.report(static_cast<std::uint32_t>(front.points.size()), static_cast<std::uint32_t>(mostPoints));
    }
    front.isWhole = front.points.size() + 1 < mostPoints;
    if (!front.points.empty() && isAsQuick(last, front.points.back())) front.points.pop_back();
    front.points.push_back(std::move(last));
    return front;
}

Result<FoundByDevices> leastPeriods(const Problem& problem, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    Search search(problem, run);
    RETURN_IF_ERROR(search.prepare());
    ASSIGN_OR_RETURN(const Found quickest, search.best(Objective::Period, Infinity));
    FoundByDevices found;
    for (std::size_t devices = 1; devices <= problem.devices.size(); ++devices)
        found.byDevices.push_back(search.bestWithin(devices));
    ASSIGN_OR_RETURN(found.best, search.best(Objective::Latency, quickest.figures.period));
    return found;
}

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
        double cheapest = Infinity;
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
    return std::max(work, longest);
}

} // namespace edgewright::partition
