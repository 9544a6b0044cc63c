// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/stage_search.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace edgewright::partition {

namespace {

constexpr double Rounding = 1e-12; // of sums of seconds in another order

} // namespace

StageSearch::StageSearch(const Problem& problem, const RunContext& run)
    : m_problem(problem), m_run(run), m_devices(problem), m_costs(problem) {}

Result<void> StageSearch::prepare() {
    constexpr double MaxOperations = 4e9;
    const double ranges = std::pow(static_cast<double>(m_problem.steps.size()), 2) / 2;
    const double pairs =
        m_problem.replicas ? m_devices.pairs() : m_devices.count() * static_cast<double>(m_devices.kinds());
    if (!(ranges * pairs <= MaxOperations))
        return unsupported(
            say("{1} devices of {2} kinds are too many for a network of {3} operators: expected fewer devices, "
                "or more that are alike",
                m_problem.devices.size(), m_devices.kinds(), m_problem.steps.size()));
    m_sets = m_devices.all();
    return {};
}

Result<Found> StageSearch::best(Objective objective, double periodAtMost) {
    m_objective = objective;
    m_periodAtMost = periodAtMost;
    m_labels.clear();
    RETURN_IF_ERROR(fill());
    const std::size_t all = m_problem.devices.size();
    auto quick = found(all);
    if (!quick || isWithin(*quick)) return quick;
    RETURN_IF_ERROR(fillLabels());
    return foundOfLabels(all);
}

std::optional<Found> StageSearch::bestWithin(std::size_t devices) {
    auto quick = found(devices);
    if (quick && !isWithin(*quick)) {
        if (m_labels.empty() && !fillLabels()) return std::nullopt; // stopped
        quick = foundOfLabels(devices);
    }
    return quick ? std::optional(*std::move(quick)) : std::nullopt;
}

// The host's work is none that another split would have to make smaller.
bool StageSearch::isWithin(const Found& found) const {
    return m_objective == Objective::Period ? found.figures.limits != Busy::Host
                                            : hostPeriod(found.figures.host) <= m_periodAtMost * (1 + Rounding);
}

Result<void> StageSearch::fill() {
    m_best.assign((m_problem.steps.size() + 1) * m_sets.size(), {});
    m_best.front().value = 0;
    for (std::size_t first = 0; first < m_problem.steps.size(); ++first) {
        if (m_run.stopped()) return cancelled();
        extend(first);
    }
    return {};
}

Result<void> StageSearch::fillLabels() {
    double worst = 0; // no pair beyond what was found without the host's work makes anything better
    for (std::size_t devices = 1; devices <= m_problem.devices.size(); ++devices)
        if (const auto known = found(devices)) worst = std::max(worst, known->figures.period);
    if (m_objective == Objective::Period) m_periodAtMost = std::min(m_periodAtMost, worst);
    m_labels.assign((m_problem.steps.size() + 1) * m_sets.size(), {});
    m_labels.front().push_back({{0, 0, 0}, 0, 0});
    for (std::size_t first = 0; first < m_problem.steps.size(); ++first) {
        if (m_run.stopped()) return cancelled();
        extendLabels(first);
    }
    return {};
}

double StageSearch::next(double value, const Cost& cost) const {
    return m_objective == Objective::Period ? std::max(value, cost.busy) : value + cost.latency;
}

// All stages that begin at a step, after all that was done before it.
void StageSearch::extend(std::size_t first) {
    const std::span<const State> before(&m_best[first * m_sets.size()], m_sets.size());
    if (std::ranges::all_of(before, [](const State& each) { return std::isinf(each.value); })) return;
    std::vector<std::size_t> live; // sets that were used by something
    for (std::size_t used = 0; used < before.size(); ++used)
        if (!std::isinf(before[used].value)) live.push_back(used);
    std::vector<const Cost*> costs(m_sets.size());
    forEachStage(first, [&](std::size_t end, const std::vector<Allowed>& allowed) {
        State* const after = &m_best[end * m_sets.size()];
        const auto go = [&](std::size_t used, std::size_t set, const Cost& cost) {
            const double value = next(before[used].value, cost);
            State& state = after[used + set];
            if (value < state.value)
                state = {value, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(set)};
        };
        if (allowed.size() < live.size()) {
            for (const Allowed& each : allowed)
                for (const std::size_t used : m_sets[each.set].apart)
                    go(used, each.set, each.cost);
            return;
        }
        std::ranges::fill(costs, nullptr);
        for (const Allowed& each : allowed)
            costs[each.set] = &each.cost;
        for (const std::size_t used : live)
            for (const std::size_t set : m_sets[used].apart)
                if (costs[set]) go(used, set, *costs[set]);
    });
}

void StageSearch::extendLabels(std::size_t first) {
    const std::span<const std::vector<Label>> before(&m_labels[first * m_sets.size()], m_sets.size());
    if (std::ranges::all_of(before, [](const auto& each) { return each.empty(); })) return;
    forEachStage(first, [&](std::size_t end, const std::vector<Allowed>& allowed) {
        for (const Allowed& each : allowed)
            for (const std::size_t used : m_sets[each.set].apart)
                for (std::size_t i = 0; i < before[used].size(); ++i) {
                    Label label;
                    label.value = next(before[used][i].value, each.cost);
                    label.work = before[used][i].work + each.cost.work;
                    label.first = static_cast<std::uint32_t>(first);
                    label.devices = static_cast<std::uint32_t>(each.set);
                    label.before = static_cast<std::uint32_t>(i);
                    if (hostPeriod(label.work) <= m_periodAtMost * (1 + Rounding))
                        add(m_labels[end * m_sets.size() + used + each.set], label);
                }
    });
}

// Unless one of them is as good in both; those that it makes needless go.
void StageSearch::add(std::vector<Label>& labels, const Label& label) {
    const auto isAsGood = [](const Label& one, const Label& other) {
        return one.value <= other.value && one.work <= other.work;
    };
    if (std::ranges::any_of(labels, [&](const Label& each) { return isAsGood(each, label); })) return;
    std::erase_if(labels, [&](const Label& each) { return isAsGood(label, each); });
    labels.push_back(label);
}

void StageSearch::forEachStage(
    std::size_t first, const std::function<void(std::size_t, const std::vector<Allowed>&)>& visit) const {
    const std::vector<StageBytes> stages = m_costs.from(first);
    std::vector<double> compute(m_devices.kinds(), 0);
    std::vector<Cost> kinds(m_devices.kinds());
    std::vector<Allowed> allowed;
    for (std::size_t end = first + 1; end <= m_problem.steps.size(); ++end) {
        double least = Infinity; // it only grows with the steps
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            const PlannedDevice& device = m_problem.devices[m_devices.members(kind).front()];
            compute[kind] += device.seconds[end - 1];
            kinds[kind] = costOf(device, compute[kind], stages[end - first - 1]);
            least = std::min(least, compute[kind]);
        }
        const double turns = m_problem.replicas ? static_cast<double>(m_problem.devices.size()) : 1;
        if (std::isinf(least) || least / turns > m_periodAtMost) return;
        allowed.clear();
        for (std::size_t set = 1; set < m_sets.size(); ++set) {
            if (!m_problem.replicas && m_sets[set].size > 1) continue;
            const Cost cost = costOf(m_sets[set], kinds);
            if (!std::isinf(cost.busy) && cost.busy <= m_periodAtMost) allowed.push_back({set, cost});
        }
        if (!allowed.empty()) visit(end, allowed);
    }
}

StageSearch::Cost StageSearch::costOf(const PlannedDevice& device, double compute,
                                      const StageBytes& bytes) const {
    if (device.memory > 0 && bytes.memory > device.memory) return {Infinity, Infinity, 0};
    const double receive = device.link.busy(bytes.received), send = device.link.busy(bytes.sent);
    const double link = device.link.bothWays ? std::max(receive, send) : receive + send;
    const double messages = device.hostWork.seconds(bytes.received) + device.hostWork.seconds(bytes.sent);
    const double latency = compute + device.link.seconds(bytes.received) + device.link.seconds(bytes.sent);
    Cost cost{std::max(compute, link), latency, messages};
    if (device.onHost > 0) {
        if (!device.overlaps) cost.busy = std::max(compute + messages, link);
        cost.work = 2 * messages + device.onHost * compute;
    } else if (!device.overlaps) {
        cost.busy = compute + link;
    }
    cost.busy = std::max(cost.busy, latency / static_cast<double>(m_problem.credits));
    return cost;
}
StageSearch::Cost StageSearch::costOf(const DeviceSets::Set& set, const std::vector<Cost>& kinds) const {
    Cost cost;
    const auto size = static_cast<double>(set.size);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (set.counts[kind] == 0) continue;
        cost.busy = std::max(cost.busy, kinds[kind].busy / size);
        cost.latency = std::max(cost.latency, kinds[kind].latency);
        cost.work += kinds[kind].work * static_cast<double>(set.counts[kind]) / size;
    }
    return cost;
}

Result<Found> StageSearch::found(std::size_t devices) const {
    const std::span<const State> last = std::span(m_best).last(m_sets.size());
    std::size_t best = 0;
    for (std::size_t set = 1; set < last.size(); ++set) {
        if (m_sets[set].size > devices) continue;
        const bool isSmaller = last[set].value == last[best].value && m_sets[set].size < m_sets[best].size;
        if (last[set].value < last[best].value || isSmaller) best = set;
    }
    if (std::isinf(last[best].value))
        return badInput(say("no split fits the devices, their memory and the period"));
    Found found{splitTo(best,
                        [&](std::size_t end, std::size_t set) {
                            const State& state = m_best[end * m_sets.size() + set];
                            return std::pair<std::size_t, std::size_t>(state.first, state.devices);
                        }),
                {}};
    ASSIGN_OR_RETURN(found.figures, evaluate(m_problem, found.split));
    return found;
}

Result<Found> StageSearch::foundOfLabels(std::size_t devices) const {
    const std::span<const std::vector<Label>> last = std::span(m_labels).last(m_sets.size());
    const auto valueOf = [&](const Label& label) {
        return m_objective == Objective::Period ? std::max(label.value, hostPeriod(label.work)) : label.value;
    };
    double least = Infinity;
    std::size_t best = 0, place = 0;
    for (std::size_t set = 1; set < last.size(); ++set) {
        if (m_sets[set].size > devices) continue;
        for (std::size_t i = 0; i < last[set].size(); ++i) {
            const double value = valueOf(last[set][i]);
            const bool isSmaller = value == least && m_sets[set].size < m_sets[best].size;
            if (value >= least && !isSmaller) continue;
            least = value;
            best = set;
            place = i;
        }
    }
    if (std::isinf(least)) return badInput(say("no split fits the devices, their memory and the period"));
    Found found{splitTo(best,
                        [&, place](std::size_t end, std::size_t set) mutable {
                            const Label& label = m_labels[end * m_sets.size() + set][place];
                            place = label.before;
                            return std::pair<std::size_t, std::size_t>(label.first, label.devices);
                        }),
                {}};
    ASSIGN_OR_RETURN(found.figures, evaluate(m_problem, found.split));
    return found;
}

Split StageSearch::splitTo(
    std::size_t set,
    const std::function<std::pair<std::size_t, std::size_t>(std::size_t, std::size_t)>& stageBefore) const {
    Split split;
    std::size_t end = m_problem.steps.size();
    while (end > 0) {
        const auto [first, devices] = stageBefore(end, set);
        split.push_back({first, end, {}});
        set -= devices;
        end = first;
        // What was taken before is left to the stages before: from the last member of each kind on.
        const DeviceSets::Set& taken = m_sets[devices];
        const DeviceSets::Set& before = m_sets[set];
        for (std::size_t kind = 0; kind < taken.counts.size(); ++kind)
            for (std::size_t i = 0; i < taken.counts[kind]; ++i)
                split.back().devices.push_back(m_devices.members(kind)[before.counts[kind] + i]);
        std::ranges::sort(split.back().devices);
    }
    std::ranges::reverse(split);
    return split;
}

} // namespace edgewright::partition
