// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/device_sets.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace edgewright::partition {

namespace {

bool areAlike(const PlannedDevice& a, const PlannedDevice& b) {
    return a.seconds == b.seconds && a.memory == b.memory && a.link == b.link && a.overlaps == b.overlaps &&
           a.hostWork == b.hostWork && a.onHost == b.onHost;
}

} // namespace

DeviceSets::DeviceSets(const Problem& problem) {
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

template <typename Of>
double DeviceSets::product(Of of) const {
    return std::transform_reduce(m_kinds.begin(), m_kinds.end(), 1.0, std::multiplies(),
                                 [&](const auto& members) { return of(static_cast<double>(members.size())); });
}
double DeviceSets::count() const {
    return product([](double members) { return members + 1; });
}
double DeviceSets::pairs() const {
    return product([](double members) { return (members + 1) * (members + 2) / 2; });
}

std::vector<DeviceSets::Set> DeviceSets::all() const {
    std::vector<Set> sets(static_cast<std::size_t>(count()));
    for (std::size_t number = 0; number < sets.size(); ++number) {
        std::size_t rest = number;
        for (const auto& members : m_kinds) {
            sets[number].counts.push_back(rest % (members.size() + 1));
            sets[number].size += sets[number].counts.back();
            rest /= members.size() + 1;
        }
    }
    for (Set& set : sets)
        addApart(set, 0, 0, 1);
    return sets;
}

void DeviceSets::addApart(Set& set, std::size_t kind, std::size_t number, std::size_t weight) const {
    if (kind == kinds()) {
        set.apart.push_back(number);
        return;
    }
    const std::size_t members = m_kinds[kind].size();
    for (std::size_t taken = 0; taken + set.counts[kind] <= members; ++taken)
        addApart(set, kind + 1, number + taken * weight, weight * (members + 1));
}

} // namespace edgewright::partition
