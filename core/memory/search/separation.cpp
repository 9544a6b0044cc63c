// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/separation.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr Units Never = std::numeric_limits<Units>::max() / 2;
constexpr std::size_t MostPairs = 4'000'000; // 200 MiB
constexpr std::uint64_t Slice = 3'000'000;   // work between two answers
constexpr std::uint64_t WorkBetweenLooks = 100'000;
constexpr double LeastGrowth = 1.1, MostGrowth = 1.5; // of a weight, by the area of the overlap
constexpr float Fading = 0.98F, Heaviest = 1e9F;
constexpr std::uint8_t Before = 1, Now = 2;
constexpr double SmallestStep = 1.0 / 64;

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
    return pairs <= MostPairs;
}

Separation::Separation(const Instance& instance, const Tables& tables, std::uint64_t seed, Clock& clock)
    : m_instance(instance), m_clock(clock), m_random(seed), m_ends(2 * instance.items.size()),
      m_isActive(instance.items.size()) {
    findPairs(tables);
    m_patience = 60 * m_other.size() + 10 * Slice;
}

void Separation::findPairs(const Tables& tables) {
    const auto count = static_cast<ItemId>(m_instance.items.size());
    m_first.assign(1, 0);
    for (const auto& others : tables.overlap)
        m_first.push_back(m_first.back() + static_cast<std::uint32_t>(others.size()));
    m_owner.resize(m_first.back());
    m_other.resize(m_first.back());
    m_twin.resize(m_first.back());
    m_weight.resize(m_first.back());
    m_near.resize(2 * std::size_t(m_first.back()));
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    const auto add = [&](ItemId owner, ItemId other) {
        const std::uint32_t pair = next[owner]++;
        m_owner[pair] = owner;
        m_other[pair] = other;
        m_weight[pair] = static_cast<float>(columns(owner, other));
        m_near[2 * std::size_t(pair)] = {-1, 2 * other, pair};
        m_near[2 * std::size_t(pair) + 1] = {-1, 2 * other + 1, pair};
        return pair;
    };
    for (ItemId i = 0; i < count; ++i) {
        // What comes before it has come in already.
        for (std::uint32_t twin = m_first[i], end = next[i]; twin < end; ++twin) {
            const std::uint32_t pair = add(m_other[twin], i);
            m_twin[pair] = twin;
            m_twin[twin] = pair;
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
    m_ends[2 * item] = offset;
    m_ends[2 * item + 1] = offset + m_instance.items[item].size;
}

std::optional<std::vector<Units>> Separation::next(const std::vector<Units>& best, Units bound) {
    const Units peak = peakOf(best);
    if (m_work >= m_giveUp && m_giveUp > 0) {
        m_step = std::max(m_step / 2, SmallestStep);
        m_patience += m_patience / 2;
        m_goal = peak;
    }
    if (m_goal == 0 || m_goal >= peak)
        aim(best, std::max(bound, peak - 1 - static_cast<Units>(m_step * static_cast<double>(peak - bound))));
    for (const std::uint64_t until = m_work + Slice; m_work < until && !m_clock.over();)
        if (sweep()) {
            m_goal = 0;
            return settled();
        }
    return std::nullopt;
}

void Separation::aim(const std::vector<Units>& best, Units goal) {
    m_goal = goal;
    m_giveUp = m_work + m_patience;
    m_active.resize(best.size());
    std::iota(m_active.begin(), m_active.end(), 0u);
    std::ranges::fill(m_isActive, Before);
    for (ItemId i = 0; i < best.size(); ++i)
        put(i, std::min(best[i], goal - m_instance.items[i].size));
}

// True when nothing collides any more.
bool Separation::sweep() {
    if (collide()) return true;
    weigh();
    for (std::size_t left = m_active.size(); left > 1; --left)
        std::swap(m_active[left - 1], m_active[m_random() % left]);
    for (const ItemId item : m_active) {
        if (collides(item)) move(item);
        if (m_work < m_nextLook) continue;
        m_nextLook = m_work + WorkBetweenLooks;
        if (m_clock.over()) break;
    }
    m_clock.spend(static_cast<std::int64_t>(m_active.size()));
    return false;
}

bool Separation::collide() {
    m_collisions.clear();
    std::vector<ItemId> active;
    const auto activate = [&](ItemId item) {
        if ((m_isActive[item] & Now) != 0) return;
        m_isActive[item] |= Now;
        active.push_back(item);
    };
    // Whoever was not active has not moved: of every collision, one side was.
    for (const ItemId i : m_active) {
        m_work += m_first[i + 1] - m_first[i];
        for (std::uint32_t pair = m_first[i]; pair < m_first[i + 1]; ++pair) {
            const ItemId j = m_other[pair];
            const Units common = shared(i, j);
            if (common <= 0 || (j < i && (m_isActive[j] & Before) != 0)) continue;
            m_collisions.push_back({pair, static_cast<double>(common) * columns(i, j)});
            activate(i);
            activate(j);
        }
    }
    for (const ItemId i : m_active)
        m_isActive[i] = 0;
    for (const ItemId i : active)
        m_isActive[i] = Before;
    m_active = std::move(active);
    return m_collisions.empty();
}

void Separation::weigh() {
    const auto set = [this](std::uint32_t pair, float weight) {
        m_weight[pair] = m_weight[m_twin[pair]] = weight;
    };
    std::erase_if(m_heavy, [&](std::uint32_t pair) {
        const ItemId a = m_owner[pair], b = m_other[pair];
        if (shared(a, b) > 0) return true; // comes in again below
        const auto first = static_cast<float>(columns(a, b));
        set(pair, std::max(first, m_weight[pair] * Fading));
        return m_weight[pair] == first;
    });
    double largest = 0;
    for (const Collision& collision : m_collisions)
        largest = std::max(largest, collision.area);
    for (const Collision& collision : m_collisions) {
        const double growth = LeastGrowth + (MostGrowth - LeastGrowth) * collision.area / largest;
        set(collision.pair, std::min(Heaviest, m_weight[collision.pair] * static_cast<float>(growth)));
        m_heavy.push_back(collision.pair);
    }
}

bool Separation::collides(ItemId item) const {
    for (std::uint32_t pair = m_first[item]; pair < m_first[item + 1]; ++pair)
        if (shared(item, m_other[pair]) > 0) return true;
    return false;
}

// Sorts ends of which some have moved.
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
    const std::span<End> ends = std::span(m_near).subspan(first, beyond - first);
    m_work += 2 * ends.size();
    sortEnds(ends);
    m_at.resize(ends.size() + 1);
    m_change.resize(ends.size() + 1);
    Units room = Never, roomAt = -1, from = 0;
    int cover = 0;
    for (std::size_t n = 0; n < ends.size(); ++n) {
        const bool begins = ends[n].which % 2 == 0;
        const double weight = m_weight[ends[n].pair];
        m_at[n] = ends[n].at;
        m_change[n] = begins ? weight : -weight;
        if (begins && cover == 0 && m_at[n] - from >= size && m_at[n] - from < room) {
            room = m_at[n] - from;
            roomAt = from;
        }
        cover += begins ? 1 : -1;
        if (cover == 0) from = m_at[n];
    }
    m_at.back() = Never;
    m_change.back() = 0;
    if (m_goal - from >= size && m_goal - from < room) roomAt = from;
    put(item, roomAt >= 0 ? roomAt : leastOverlap(size));
}

// With W(z) what lies at the address z, by weight, an item at y overlaps by the integral of W from y to y +
// size: the slope of that is W(y + size) - W(y), which changes at the ends alone.
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

// Each item, from the lowest up, as low as it can go.
std::vector<Units> Separation::settled() const {
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
