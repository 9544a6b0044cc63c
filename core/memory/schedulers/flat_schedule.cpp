// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/schedulers/flat_schedule.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace edgewright::memory {

Lists Lists::inverted(std::size_t n) const {
    Lists result;
    result.m_begin.assign(n + 1, 0);
    for (const std::uint32_t item : m_items)
        ++result.m_begin[item + 1];
    std::partial_sum(result.m_begin.begin(), result.m_begin.end(), result.m_begin.begin());
    result.m_items.resize(m_items.size());
    std::vector<std::uint32_t> next(result.m_begin.begin(), result.m_begin.end() - 1);
    for (std::uint32_t i = 0; i < size(); ++i)
        for (const std::uint32_t item : (*this)[i])
            result.m_items[next[item]++] = i;
    return result;
}

FlatSchedule flatten(const ScheduleProblem& problem) {
    FlatSchedule flat;
    std::vector<bool> read(problem.storages.size(), false);
    for (const auto& op : problem.operators)
        for (const std::uint32_t s : op.reads)
            read[s] = true;
    for (std::size_t s = 0; s < problem.storages.size(); ++s) {
        const auto& storage = problem.storages[s];
        flat.size.push_back(storage.size);
        flat.kept.push_back(storage.kept);
        if (!storage.given) continue;
        flat.initial += storage.size;
        if (!read[s] && !storage.kept) flat.firstOnly += storage.size;
    }
    for (const auto& op : problem.operators) {
        std::vector<std::uint32_t> before = op.after;
        std::ranges::sort(before);
        before.erase(std::unique(before.begin(), before.end()), before.end());
        for (const std::uint32_t each : before)
            flat.before.add(each);
        for (const std::uint32_t s : op.reads)
            if (!problem.storages[s].kept) flat.reads.add(s);
        std::int64_t born = 0, unread = 0;
        for (const std::uint32_t s : op.writes) {
            flat.writes.add(s);
            born += problem.storages[s].size;
            if (!read[s] && !problem.storages[s].kept) unread += problem.storages[s].size;
        }
        for (const std::uint32_t s : op.overwrites)
            flat.overwrites.add(s);
        for (Lists* each : {&flat.before, &flat.reads, &flat.writes, &flat.overwrites})
            each->endList();
        flat.born.push_back(born);
        flat.unread.push_back(unread);
        flat.scratch.push_back(op.scratch);
        flat.credit.push_back(op.overwrites.empty() ? 0 : problem.storages[op.writes[0]].size);
    }
    flat.after = flat.before.inverted(flat.count());
    flat.readers = flat.reads.inverted(flat.size.size());
    return flat;
}

FlatSchedule segmentOf(const FlatSchedule& whole, const Order& order, std::size_t begin, std::size_t end) {
    constexpr std::uint32_t None = std::numeric_limits<std::uint32_t>::max();
    FlatSchedule part;
    std::vector<std::uint32_t> place(whole.count(), None); // in the segment
    std::vector<bool> later(whole.count(), false);
    for (std::size_t i = begin; i < end; ++i)
        place[order[i]] = static_cast<std::uint32_t>(i - begin);
    for (std::size_t i = end; i < order.size(); ++i)
        later[order[i]] = true;
    Walk walk(whole);
    for (std::size_t i = 0; i < begin; ++i)
        walk.run(order[i]);
    part.initial = walk.live();
    part.firstOnly = begin == 0 ? whole.firstOnly : 0;

    std::vector<std::uint32_t> name(whole.size.size(), None); // of the storages that may die here
    const auto outlives = [&](std::uint32_t s) {
        return whole.kept[s] ||
               std::ranges::any_of(whole.readers[s], [&](std::uint32_t op) { return later[op]; });
    };
    const auto nameOf = [&](std::uint32_t s) {
        if (name[s] == None) {
            name[s] = static_cast<std::uint32_t>(part.size.size());
            part.size.push_back(whole.size[s]);
            part.kept.push_back(outlives(s));
        }
        return name[s];
    };
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t op = order[i];
        for (const std::uint32_t each : whole.before[op])
            if (place[each] != None) part.before.add(place[each]);
        std::int64_t credit = 0;
        for (const std::uint32_t s : whole.reads[op])
            if (!outlives(s)) part.reads.add(nameOf(s));
        for (const std::uint32_t s : whole.overwrites[op])
            if (!outlives(s)) {
                part.overwrites.add(nameOf(s));
                credit = whole.credit[op];
            }
        for (const std::uint32_t s : whole.writes[op])
            part.writes.add(nameOf(s));
        for (Lists* each : {&part.before, &part.reads, &part.writes, &part.overwrites})
            each->endList();
        part.born.push_back(whole.born[op]);
        part.unread.push_back(whole.unread[op]);
        part.scratch.push_back(whole.scratch[op]);
        part.credit.push_back(credit);
    }
    part.after = part.before.inverted(part.count());
    part.readers = part.reads.inverted(part.size.size());
    return part;
}

Walk::Walk(const FlatSchedule& flat)
    : m_flat(flat), m_left(flat.size.size()), m_live(flat.initial),
      m_peak(flat.count() == 0 ? flat.initial : 0), m_firstOnly(flat.firstOnly) {
    for (std::size_t s = 0; s < m_left.size(); ++s)
        m_left[s] = static_cast<std::uint32_t>(flat.readers[s].size());
}

std::int64_t Walk::cost(std::uint32_t op) const {
    const auto over = m_flat.overwrites[op];
    const bool inPlace = std::any_of(over.begin(), over.end(), [&](std::uint32_t s) { return m_left[s] == 1; });
    return m_live + m_flat.born[op] + m_flat.scratch[op] - (inPlace ? m_flat.credit[op] : 0);
}

std::int64_t Walk::growth(std::uint32_t op) const {
    std::int64_t bytes = m_flat.born[op] - m_flat.unread[op] - m_firstOnly;
    for (const std::uint32_t s : m_flat.reads[op])
        if (m_left[s] == 1) bytes -= m_flat.size[s];
    return bytes;
}

void Walk::run(std::uint32_t op) {
    m_peak = std::max(m_peak, cost(op));
    m_live += growth(op);
    m_firstOnly = 0;
    for (const std::uint32_t s : m_flat.reads[op])
        --m_left[s];
}

std::int64_t peakOf(const FlatSchedule& flat, const Order& order) {
    Walk walk(flat);
    for (const std::uint32_t op : order)
        walk.run(op);
    return walk.peak();
}

Order asGiven(const FlatSchedule& flat) {
    Order order(flat.count());
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

namespace {

constexpr std::size_t RelationLimit = 12'000; // operators; two tables of n^2 bits

class Relations {
public:
    explicit Relations(const FlatSchedule& flat)
        : m_words((flat.count() + 63) / 64), m_below(m_words * flat.count()), m_above(m_words * flat.count()) {
        for (std::uint32_t i = 0; i < flat.count(); ++i) {
            for (const std::uint32_t each : flat.before[i])
                merge(m_above, i, each);
            set(m_above, i);
        }
        for (auto i = static_cast<std::uint32_t>(flat.count()); i-- > 0;) {
            for (const std::uint32_t each : flat.after[i])
                merge(m_below, i, each);
            set(m_below, i);
        }
    }
    std::size_t words() const { return m_words; }
    std::span<const std::uint64_t> below(std::uint32_t op) const { // itself and its descendants
        return std::span(m_below).subspan(op * m_words, m_words);
    }
    std::span<const std::uint64_t> above(std::uint32_t op) const { // itself and its ancestors
        return std::span(m_above).subspan(op * m_words, m_words);
    }

private:
    void set(std::vector<std::uint64_t>& table, std::uint32_t op) {
        table[op * m_words + op / 64] |= std::uint64_t(1) << (op % 64);
    }
    void merge(std::vector<std::uint64_t>& table, std::uint32_t into, std::uint32_t from) const {
        for (std::size_t w = 0; w < m_words; ++w)
            table[into * m_words + w] |= table[from * m_words + w];
    }
    std::size_t m_words;
    std::vector<std::uint64_t> m_below, m_above;
};

// With every relation: a storage is alive in the step of an operator that comes after its writer and not after
// all of its readers, whatever the order.
void addAncestors(const FlatSchedule& flat, std::vector<std::int64_t>& bounds) {
    const Relations relations(flat);
    constexpr std::uint32_t None = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> writer(flat.size.size(), None);
    for (std::uint32_t i = 0; i < flat.count(); ++i)
        for (const std::uint32_t s : flat.writes[i])
            writer[s] = i;
    std::vector<std::uint64_t> during(relations.words());
    // Given storages that never die here are alive in every step.
    std::int64_t always = flat.initial - flat.firstOnly;
    for (std::uint32_t s = 0; s < flat.size.size(); ++s)
        if (writer[s] == None && !flat.readers[s].empty()) always -= flat.size[s];
    for (std::int64_t& bound : bounds)
        bound = always;
    for (std::uint32_t s = 0; s < flat.size.size(); ++s) {
        const auto readers = flat.readers[s];
        if (writer[s] == None && readers.empty()) continue;
        if (readers.empty() && !flat.kept[s]) { // only while it is written
            bounds[writer[s]] += flat.size[s];
            continue;
        }
        std::ranges::fill(during, flat.kept[s] ? ~std::uint64_t(0) : 0);
        for (const std::uint32_t reader : readers)
            for (std::size_t w = 0; w < during.size(); ++w)
                during[w] |= relations.above(reader)[w];
        if (writer[s] != None)
            for (std::size_t w = 0; w < during.size(); ++w)
                during[w] &= relations.below(writer[s])[w];
        for (std::size_t w = 0; w < during.size(); ++w)
            for (std::uint64_t bits = during[w]; bits != 0; bits &= bits - 1)
                bounds[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))] += flat.size[s];
    }
    for (std::uint32_t i = 0; i < flat.count(); ++i) {
        const bool mayOverwrite = std::ranges::any_of(flat.overwrites[i], [&](std::uint32_t s) {
            return std::ranges::none_of(flat.readers[s], [&](std::uint32_t reader) {
                return reader != i && (relations.below(i)[reader / 64] >> (reader % 64) & 1) != 0;
            });
        });
        bounds[i] += flat.scratch[i] - (mayOverwrite ? flat.credit[i] : 0);
    }
}

} // namespace

std::vector<std::int64_t> stepBounds(const FlatSchedule& flat) {
    std::vector<std::int64_t> bounds(flat.count(), 0);
    if (flat.count() <= RelationLimit) {
        addAncestors(flat, bounds);
        return bounds;
    }
    for (std::uint32_t i = 0; i < flat.count(); ++i) {
        bounds[i] = flat.born[i] + flat.scratch[i] - flat.credit[i];
        for (const std::uint32_t s : flat.reads[i])
            bounds[i] += flat.size[s];
    }
    return bounds;
}

std::int64_t lowerBound(const FlatSchedule& flat) {
    std::int64_t most = flat.count() == 0 ? flat.initial : 0;
    for (const std::int64_t bound : stepBounds(flat))
        most = std::max(most, bound);
    return most;
}

Schedule scheduleOf(const FlatSchedule& flat, Order order) {
    Schedule schedule;
    schedule.peak = peakOf(flat, order);
    schedule.order = std::move(order);
    Order given = asGiven(flat);
    if (const std::int64_t peak = peakOf(flat, given); peak <= schedule.peak) {
        schedule.peak = peak;
        schedule.order = std::move(given);
    }
    schedule.lowerBound = lowerBound(flat);
    if (schedule.lowerBound == schedule.peak) schedule.outcome = ScheduleOutcome::Optimal;
    return schedule;
}

} // namespace edgewright::memory
