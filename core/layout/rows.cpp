// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/rows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace edgewright::layout {

double RowSorter::meanOf(std::uint32_t element, const Lists& neighbours) const {
    const auto others = neighbours.of(element);
    double sum = 0;
    for (const std::uint32_t other : others)
        sum += m_layers.position[other];
    return others.empty() ? m_layers.position[element] : sum / static_cast<double>(others.size());
}

double RowSorter::medianOf(std::uint32_t element, const Lists& neighbours) {
    const auto others = neighbours.of(element);
    if (others.size() < 3) return meanOf(element, neighbours);
    m_positions.clear();
    for (const std::uint32_t other : others)
        m_positions.push_back(m_layers.position[other]);
    std::sort(m_positions.begin(), m_positions.end());
    const std::size_t middle = m_positions.size() / 2;
    if (m_positions.size() % 2 == 1) return m_positions[middle];
    return (m_positions[middle - 1] + m_positions[middle]) / 2.0;
}

bool RowSorter::byNeighbours(std::size_t row, const Lists& neighbours, bool median, bool opposite) {
    const auto elements = m_layers.rows.of(row);
    if (elements.size() < 2) return false;
    m_entries.resize(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const double key = median ? medianOf(elements[i], neighbours) : meanOf(elements[i], neighbours);
        m_entries[i] = {key, key, elements[i], static_cast<std::uint32_t>(i)};
    }
    return sortEntries(row, opposite);
}

bool RowSorter::byPosition(std::size_t row) {
    const auto elements = m_layers.rows.of(row);
    m_entries.resize(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto place = static_cast<double>(i);
        m_entries[i] = {place, place, elements[i], static_cast<std::uint32_t>(i)};
    }
    return sortEntries(row, false);
}

// Uses `x` for where an element without a seed would be.
void RowSorter::bySeed(std::size_t row) {
    const auto elements = m_layers.rows.of(row);
    m_entries.resize(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const std::uint32_t element = elements[i];
        double key = m_layers.seed[element];
        if (std::isnan(key)) {
            const auto above = m_layers.up.of(element);
            key = 0;
            for (const std::uint32_t other : above)
                key += m_layers.x[other] / static_cast<double>(above.size());
        }
        m_layers.x[element] = key;
        m_entries[i] = {key, key, element, static_cast<std::uint32_t>(i)};
    }
    sortEntries(row, false);
}

// Keys of elements with a seed are made ascending in the order of the seeds, with as little change as possible:
// where they are not, those concerned get their mean (pool adjacent violators).
void RowSorter::keepSeedOrder() {
    m_seeded.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (!std::isnan(m_layers.seed[m_entries[i].element])) m_seeded.push_back(i);
    std::stable_sort(m_seeded.begin(), m_seeded.end(), [&](std::size_t a, std::size_t b) {
        return m_layers.seed[m_entries[a].element] < m_layers.seed[m_entries[b].element];
    });
    struct Pool {
        double sum;
        std::size_t count;
    };
    std::vector<Pool> pools;
    for (const std::size_t i : m_seeded) {
        Pool pool{m_entries[i].key, 1};
        while (!pools.empty() && pools.back().sum * static_cast<double>(pool.count) >=
                                     pool.sum * static_cast<double>(pools.back().count)) {
            pool.sum += pools.back().sum;
            pool.count += pools.back().count;
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    std::size_t at = 0;
    for (const Pool& pool : pools)
        for (std::size_t i = 0; i < pool.count; ++i, ++at) {
            Entry& entry = m_entries[m_seeded[at]];
            entry.key = entry.unit = pool.sum / static_cast<double>(pool.count);
            entry.place = static_cast<std::uint32_t>(at); // of equal ones
        }
}

void RowSorter::gatherGroups() {
    struct Sum {
        double keys = 0;
        double members = 0;
    };
    std::map<std::uint32_t, Sum> groups;
    for (const Entry& entry : m_entries)
        if (const std::uint32_t group = m_layers.group[entry.element]; group != 0) {
            groups[group].keys += entry.key;
            ++groups[group].members;
        }
    for (Entry& entry : m_entries)
        if (const std::uint32_t group = m_layers.group[entry.element]; group != 0)
            entry.unit = groups[group].keys / groups[group].members;
}

bool RowSorter::sortEntries(std::size_t row, bool opposite) {
    if (opposite)
        for (Entry& entry : m_entries)
            entry.place = static_cast<std::uint32_t>(m_entries.size()) - entry.place;
    if (m_layers.seeded) keepSeedOrder();
    if (m_layers.grouped) gatherGroups();
    const auto before = [&](const Entry& a, const Entry& b) {
        if (m_layers.grouped) {
            if (a.unit != b.unit) return a.unit < b.unit;
            const std::uint32_t ga = m_layers.group[a.element], gb = m_layers.group[b.element];
            if (ga != gb) return ga < gb;
        }
        return a.key != b.key ? a.key < b.key : a.place < b.place;
    };
    if (m_entries.size() > 24) {
        std::sort(m_entries.begin(), m_entries.end(), [&](const Entry& a, const Entry& b) {
            return before(a, b) || (!before(b, a) && a.element < b.element);
        });
    } else {
        for (std::size_t i = 1; i < m_entries.size(); ++i) {
            const Entry entry = m_entries[i];
            std::size_t to = i;
            for (; to > 0 && before(entry, m_entries[to - 1]); --to)
                m_entries[to] = m_entries[to - 1];
            m_entries[to] = entry;
        }
    }
    const auto elements = m_layers.rows.of(row);
    bool changed = false;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        changed |= elements[i] != m_entries[i].element;
        elements[i] = m_entries[i].element;
        m_layers.position[elements[i]] = static_cast<std::uint32_t>(i);
    }
    return changed;
}

} // namespace edgewright::layout
