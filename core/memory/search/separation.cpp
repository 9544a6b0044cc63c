// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/separation.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr Units Beyond =
    std::numeric_limits<Units>::max() / 2;       // above every address; twice it still is a number
constexpr std::size_t MaxPairs = 4'000'000;      // directed; 48 bytes each
constexpr std::uint64_t WorkPerCall = 3'000'000; // pairs and ends looked at before next() returns
constexpr std::uint64_t WorkBetweenClockChecks = 100'000;
constexpr double MinGrowth = 1.1,
                 MaxGrowth = 1.5;  // of an overlapping pair's penalty, by the area of the overlap
constexpr float Decay = 0.98F;     // of a separated pair's penalty, per sweep
constexpr float MaxPenalty = 1e9F; // per unit of overlap
constexpr std::uint8_t WasActive = 1, IsActive = 2; // bits of m_isActive
constexpr double MinGoalStep = 1.0 / 64;            // of the gap between best peak and bound

} // namespace

bool Separation::suits(const Instance& instance) {
    if (!instance.uniform) return false;
    std::vector<std::size_t> births(instance.live.size() + 1), deaths(births);
    for (const Item& item : instance.items) {
        ++births[item.from];
        ++deaths[item.to];
    }
    std::size_t alive = 0, pairs = 0;
    for (std::size_t t = 0; t < instance.live.size(); ++t) {
        alive -= deaths[t];
        pairs += births[t] * (2 * alive + births[t]);
        alive += births[t];
    }
    return pairs <= MaxPairs;
}

Separation::Separation(const Instance& instance, const Tables& tables, std::uint64_t seed, Clock& clock)
    : m_instance(instance), m_clock(clock), m_random(seed), m_ends(2 * instance.items.size()),
      m_isActive(instance.items.size()) {
    findPairs(tables);
    m_patience = 60 * m_other.size() + 10 * WorkPerCall;
}

void Separation::findPairs(const Tables& tables) {
    const auto count = static_cast<ItemId>(m_instance.items.size());
    m_first.assign(1, 0);
    for (const auto& others : tables.overlap)
        m_first.push_back(m_first.back() + static_cast<std::uint32_t>(others.size()));
    m_owner.resize(m_first.back());
    m_other.resize(m_first.back());
    m_reverse.resize(m_first.back());
    m_penalty.resize(m_first.back());
    m_nearEnds.resize(2 * std::size_t(m_first.back()));
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    const auto add = [&](ItemId owner, ItemId other) {
        const std::uint32_t pair = next[owner]++;
        m_owner[pair] = owner;
        m_other[pair] = other;
        m_penalty[pair] = static_cast<float>(columns(owner, other));
        m_nearEnds[2 * std::size_t(pair)] = {-1, 2 * other, pair};
        m_nearEnds[2 * std::size_t(pair) + 1] = {-1, 2 * other + 1, pair};
        return pair;
    };
    for (ItemId i = 0; i < count; ++i) {
        // Its pairs with earlier items were added from their side.
        for (std::uint32_t reverse = m_first[i], end = next[i]; reverse < end; ++reverse) {
            const std::uint32_t pair = add(m_other[reverse], i);
            m_reverse[pair] = reverse;
            m_reverse[reverse] = pair;
        }
        for (const ItemId j : tables.overlap[i])
            if (j > i) add(j, i);
    }
}

double Separation::columns(ItemId a, ItemId b) const {
    const Item &one = m_instance.items[a], &other = m_instance.items[b];
    return static_cast<double>(std::min(one.to, other.to) - std::max(one.from, other.from));
}

Units Separation::peakOf(const std::vector<Units>& offsets) const {
    Units peak = 0;
    for (ItemId i = 0; i < offsets.size(); ++i)
        peak = std::max(peak, offsets[i] + m_instance.items[i].size);
    return peak;
}

void Separation::put(ItemId item, Units offset) {
    assert(offset >= 0 && offset + m_instance.items[item].size <= m_goal);
    m_ends[2 * item] = offset;
    m_ends[2 * item + 1] = offset + m_instance.items[item].size;
}

std::optional<std::vector<Units>> Separation::next(const std::vector<Units>& best, Units bound) {
    const Units peak = peakOf(best);
    if (m_work >= m_giveUpAt && m_giveUpAt > 0) {
        m_goalStep = std::max(m_goalStep / 2, MinGoalStep);
        m_patience += m_patience / 2;
        m_goal = peak;
    }
    if (m_goal == 0 || m_goal >= peak)
        startBelow(
            best,
            std::max(bound, peak - 1 - static_cast<Units>(m_goalStep * static_cast<double>(peak - bound))));
    for (const std::uint64_t until = m_work + WorkPerCall; m_work < until && !m_clock.over();)
        if (sweep()) {
            m_goal = 0;
            return pushedDown();
        }
    return std::nullopt;
}

// Takes the best plan for a start, its topmost items pushed down onto others.
void Separation::startBelow(const std::vector<Units>& best, Units goal) {
    m_goal = goal;
    m_giveUpAt = m_work + m_patience;
    m_active.resize(best.size());
    std::iota(m_active.begin(), m_active.end(), 0u);
    std::ranges::fill(m_isActive, WasActive);
    for (ItemId i = 0; i < best.size(); ++i)
        put(i, std::min(best[i], goal - m_instance.items[i].size));
}

// Moves each item in a collision once. True when there is none any more.
bool Separation::sweep() {
    if (findCollisions()) return true;
    updatePenalties();
    for (std::size_t left = m_active.size(); left > 1; --left)
        std::swap(m_active[left - 1], m_active[m_random() % left]);
    for (const ItemId item : m_active) {
        if (collides(item)) move(item);
        if (m_work < m_nextClockCheck) continue;
        m_nextClockCheck = m_work + WorkBetweenClockChecks;
        if (m_clock.over()) break;
    }
    m_clock.spend(static_cast<std::int64_t>(m_active.size()));
    return false;
}

bool Separation::findCollisions() {
    m_collisions.clear();
    std::vector<ItemId> active;
    const auto activate = [&](ItemId item) {
        if ((m_isActive[item] & IsActive) != 0) return;
        m_isActive[item] |= IsActive;
        active.push_back(item);
    };
    // Of every collision one side was active, for the others have not moved.
    for (const ItemId i : m_active) {
        m_work += m_first[i + 1] - m_first[i];
        for (std::uint32_t pair = m_first[i]; pair < m_first[i + 1]; ++pair) {
            const ItemId j = m_other[pair];
            const Units common = shared(i, j);
            if (common <= 0 || (j < i && (m_isActive[j] & WasActive) != 0)) continue;
            m_collisions.push_back({pair, static_cast<double>(common) * columns(i, j)});
            activate(i);
            activate(j);
        }
    }
    for (const ItemId i : m_active)
        m_isActive[i] = 0;
    for (const ItemId i : active)
        m_isActive[i] = WasActive;
    m_active = std::move(active);
    return m_collisions.empty();
}

void Separation::updatePenalties() {
    const auto set = [this](std::uint32_t pair, float penalty) {
        m_penalty[pair] = m_penalty[m_reverse[pair]] = penalty;
    };
    std::erase_if(m_penalised, [&](std::uint32_t pair) {
        const ItemId a = m_owner[pair], b = m_other[pair];
        if (shared(a, b) > 0) return true; // comes in again below
        const auto first = static_cast<float>(columns(a, b));
        set(pair, std::max(first, m_penalty[pair] * Decay));
        return m_penalty[pair] == first;
    });
    double largest = 0;
    for (const Collision& collision : m_collisions)
        largest = std::max(largest, collision.area);
    for (const Collision& collision : m_collisions) {
        const double growth = MinGrowth + (MaxGrowth - MinGrowth) * collision.area / largest;
        set(collision.pair, std::min(MaxPenalty, m_penalty[collision.pair] * static_cast<float>(growth)));
        m_penalised.push_back(collision.pair);
    }
}

bool Separation::collides(ItemId item) const {
    for (std::uint32_t pair = m_first[item]; pair < m_first[item + 1]; ++pair)
        if (shared(item, m_other[pair]) > 0) return true;
    return false;
}

// Sorts ends of which some have moved. O(n + m log m) for m that have.
void Separation::sortEnds(std::span<End> ends) {
    m_moved.clear();
    std::size_t still = 0;
    for (const End& end : ends) {
        const Units at = m_ends[end.which];
        if (at == end.at)
            ends[still++] = end;
        else
            m_moved.push_back({at, end.which, end.pair});
    }
    std::ranges::sort(m_moved, {}, &End::at);
    for (std::size_t to = ends.size(); !m_moved.empty();) {
        if (still > 0 && ends[still - 1].at > m_moved.back().at) {
            ends[--to] = ends[--still];
        } else {
            ends[--to] = m_moved.back();
            m_moved.pop_back();
        }
    }
}

void Separation::move(ItemId item) {
    const Units size = m_instance.items[item].size;
    const std::size_t first = 2 * std::size_t(m_first[item]), beyond = 2 * std::size_t(m_first[item + 1]);
    const std::span<End> ends = std::span(m_nearEnds).subspan(first, beyond - first);
    m_work += 2 * ends.size();
    sortEnds(ends);
    m_at.resize(ends.size() + 1);
    m_change.resize(ends.size() + 1);
    Units room = Beyond, roomAt = -1, from = 0;
    int cover = 0;
    for (std::size_t n = 0; n < ends.size(); ++n) {
        const bool begins = ends[n].which % 2 == 0;
        const double penalty = m_penalty[ends[n].pair];
        m_at[n] = ends[n].at;
        m_change[n] = begins ? penalty : -penalty;
        if (begins && cover == 0 && m_at[n] - from >= size && m_at[n] - from < room) {
            room = m_at[n] - from;
            roomAt = from;
        }
        cover += begins ? 1 : -1;
        if (cover == 0) from = m_at[n];
    }
    m_at.back() = Beyond;
    m_change.back() = 0;
    if (m_goal - from >= size && m_goal - from < room) roomAt = from;
    put(item, roomAt >= 0 ? roomAt : leastOverlap(size));
}

// The offset of least penalty. With P(z) the penalties of what lies at the address z, an item at y overlaps by
// the integral of P from y to y + size: the slope of that is P(y + size) - P(y), which changes at the ends
// alone. O(ends near the item).
Units Separation::leastOverlap(Units size) const {
    const Units last = m_goal - size;
    const Units* at = m_at.data();
    const double* change = m_change.data();
    std::size_t upper = 0, lower = 0; // the next end above the item, and above its offset
    double overlap = 0, slope = 0;
    Units y = -size;
    for (; at[upper] < size; ++upper) {
        overlap += slope * static_cast<double>(at[upper] - size - y);
        y = at[upper] - size;
        slope += change[upper];
    }
    overlap -= slope * static_cast<double>(y);
    y = 0;
    Units best = 0;
    double least = overlap;
    for (;;) {
        const Units above = at[upper] - size, below = at[lower];
        const bool isAbove = above <= below;
        const Units to = isAbove ? above : below;
        if (to > last) break;
        overlap += slope * static_cast<double>(to - y);
        y = to;
        slope += isAbove ? change[upper] : -change[lower];
        upper += isAbove ? 1 : 0;
        lower += isAbove ? 0 : 1;
        if (overlap >= least) continue;
        least = overlap;
        best = y;
    }
    overlap += slope * static_cast<double>(last - y);
    return overlap < least ? last : best;
}

// The plan with each item, from the lowest up, as low as it can go.
std::vector<Units> Separation::pushedDown() const {
    const auto count = static_cast<ItemId>(m_instance.items.size());
    std::vector<ItemId> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [this](ItemId item) { return bottom(item); });
    std::vector<Units> offsets(count, -1);
    std::vector<std::pair<Units, Units>> taken;
    for (const ItemId item : order) {
        taken.clear();
        for (std::uint32_t pair = m_first[item]; pair < m_first[item + 1]; ++pair)
            if (const ItemId other = m_other[pair]; offsets[other] >= 0)
                taken.emplace_back(offsets[other], offsets[other] + m_instance.items[other].size);
        std::ranges::sort(taken);
        Units offset = 0;
        for (const auto& [begin, end] : taken) {
            if (begin - offset >= m_instance.items[item].size) break;
            offset = std::max(offset, end);
        }
        offsets[item] = offset;
    }
    return offsets;
}

} // namespace edgewright::memory::search
