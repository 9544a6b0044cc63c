// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/runs.h"

#include <functional>
#include <queue>

namespace edgewright::modules {

namespace {

using Least = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

} // namespace

Runs::Runs(const Links& links)
    : m_links(links), m_call(links.size(), 0), m_group(links.size(), 0), m_waiting(links.size(), 0) {}

std::vector<Run> Runs::of(std::span<const std::uint32_t> places, std::span<const std::uint32_t> groups,
                          std::size_t count) {
    ++m_calls;
    for (std::size_t i = 0; i < places.size(); ++i) {
        m_call[places[i]] = m_calls;
        m_group[places[i]] = groups[i];
        m_waiting[places[i]] = 0;
    }
    std::vector<std::size_t> left(count, 0), outside(count, 0); // nodes to go; edges from elsewhere to wait for
    for (const std::uint32_t place : places) {
        ++left[m_group[place]];
        for (const std::uint32_t reader : m_links.readers(place)) {
            if (m_call[reader] != m_calls) continue;
            ++m_waiting[reader];
            outside[m_group[reader]] += m_group[reader] != m_group[place] ? 1 : 0;
        }
    }
    std::vector<Least> ready(count);            // by group: nodes that wait for nothing
    std::vector<std::uint32_t> first(count, 0); // place of the first node
    Least whole;                                // groups that wait for nothing from elsewhere, by that
    for (std::size_t i = places.size(); i-- > 0;)
        first[m_group[places[i]]] = places[i];
    for (const std::uint32_t place : places)
        if (m_waiting[place] == 0) ready[m_group[place]].push(place);
    for (std::size_t group = 0; group < count; ++group)
        if (outside[group] == 0 && left[group] > 0) whole.push(first[group]);

    std::vector<Run> runs;
    std::size_t next = 0; // of places: all before it are done
    const auto emit = [&](std::uint32_t group, std::uint32_t forced) {
        Run run{group, {}};
        Least& queue = ready[group];
        if (queue.empty()) queue.push(forced); // on a cycle
        while (!queue.empty()) {
            const std::uint32_t place = queue.top();
            queue.pop();
            if (m_call[place] != m_calls) continue; // was forced before
            m_call[place] = 0;
            --left[group];
            run.places.push_back(place);
            for (const std::uint32_t reader : m_links.readers(place)) {
                if (m_call[reader] != m_calls) continue;
                const std::uint32_t other = m_group[reader];
                if (--m_waiting[reader] == 0) ready[other].push(reader);
                if (other != group && --outside[other] == 0) whole.push(first[other]);
            }
        }
        runs.push_back(std::move(run));
    };
    while (true) {
        if (!whole.empty()) {
            const std::uint32_t group = m_group[whole.top()];
            whole.pop();
            if (left[group] > 0) emit(group, 0);
            continue;
        }
        while (next < places.size() && m_call[places[next]] != m_calls)
            ++next;
        if (next == places.size()) return runs;
        emit(m_group[places[next]], places[next]);
    }
}

} // namespace edgewright::modules
