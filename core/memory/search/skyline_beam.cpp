// SPDX-License-Identifier: GPL-3.0-or-later
// A beam search over skylines: in a hollow, what begins at its left end is tried, or nothing. A plan is the
// better, the less of the columns' spare room is lost for certain; a front that slopes down to the right keeps
// decisions together that depend on each other.
#include "core/memory/search/skyline_beam.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr Units Done = std::numeric_limits<Units>::max() / 4; // floor of a column in which all is placed
constexpr double Flush = 0.5;                                 // what it is worth to end level with a neighbour

double areaOf(const Item& item) { return static_cast<double>(item.size) * (item.to - item.from); }

} // namespace

SkylineBeam::SkylineBeam(const Instance& instance, std::uint64_t seed, Clock& clock)
    : m_instance(instance), m_clock(clock), m_random(seed), m_births(instance.live.size()) {
    for (ItemId i = 0; i < instance.items.size(); ++i) {
        m_births[instance.items[i].from].push_back(i);
        m_hash.push_back(m_random());
    }
    for (auto& births : m_births)
        std::ranges::stable_sort(births, {}, [&](ItemId i) { return instance.items[i].to; });
    const Units bound = *std::ranges::max_element(instance.live);
    m_goal = bound + bound / 100;
}

std::optional<std::vector<Units>> SkylineBeam::next() {
    if (!m_first) changeStyle();
    m_first = false;
    Plan start;
    start.floor.assign(m_instance.live.size(), 0);
    start.left = m_instance.live;
    start.placed.assign((m_instance.items.size() + 63) / 64, 0);
    settle(start);
    m_steps.assign(1, {});
    m_plans.assign(1, std::move(start));
    if (!grow()) return std::nullopt;
    std::vector<Units> best;
    Units lowest = Done;
    for (const Plan& plan : m_plans) {
        std::vector<Units> offsets(m_instance.items.size());
        Units peak = 0;
        for (std::size_t s = plan.step; s != 0; s = m_steps[s].before) {
            offsets[m_steps[s].item] = m_steps[s].offset;
            peak = std::max(peak, m_steps[s].offset + m_instance.items[m_steps[s].item].size);
        }
        if (peak >= lowest) continue;
        lowest = peak;
        best = std::move(offsets);
    }
    return best;
}

void SkylineBeam::changeStyle() {
    m_style.width = static_cast<std::size_t>(2 * std::pow(12.0, random()));
    m_style.slope = 3 * std::pow(30.0, random());
    m_style.soft = 0.003 * std::pow(30.0, random());
    m_style.power = random() < 0.5 ? 1 : 1 + random();
    m_style.haste = std::exp(1.4 * random() - 0.7);
    m_style.longFirst = random() < 0.5 ? 0 : random();
    m_style.largeFirst = random() < 0.5;
}

bool SkylineBeam::grow() {
    for (std::size_t count = 0; count < m_instance.items.size(); ++count) {
        m_children.clear();
        for (std::uint32_t i = 0; i < m_plans.size(); ++i) {
            if (m_clock.over()) return false;
            expand(m_plans[i], i);
        }
        select();
    }
    return true;
}

void SkylineBeam::expand(const Plan& plan, std::uint32_t index) {
    const auto tryAll = [&](const Plan& on, bool skips) {
        for (const ItemId i : m_births[on.from]) {
            if (m_instance.items[i].to > on.to) break;
            if (!on.has(i)) m_children.push_back({score(on, i), index, skips, i, on.hash ^ m_hash[i]});
        }
    };
    const std::size_t before = m_children.size();
    tryAll(plan, false);
    m_work += plan.floor.size();
    m_without = plan;
    if (skip(m_without)) tryAll(m_without, true);
    m_clock.spend(static_cast<std::int64_t>(m_children.size() - before));
}

void SkylineBeam::select() {
    std::ranges::sort(m_children, [](const Child& a, const Child& b) {
        return a.score != b.score ? a.score < b.score : a.hash < b.hash;
    });
    std::unordered_set<std::uint64_t> seen;
    std::size_t kept = 0;
    for (const Child& child : m_children) {
        if (kept == m_style.width) break;
        if (!seen.insert(child.hash).second) continue;
        if (kept == m_next.size()) m_next.emplace_back();
        Plan& plan = m_next[kept++];
        m_work += m_instance.live.size();
        plan = m_plans[child.parent];
        if (child.skips) skip(plan);
        place(plan, child.item);
        settle(plan);
    }
    m_next.resize(kept);
    std::swap(m_plans, m_next);
}

Units SkylineBeam::wallBefore(const Plan& plan, std::uint32_t column) const {
    return column == 0 ? Done : plan.floor[column - 1];
}
Units SkylineBeam::wallBehind(const Plan& plan, std::uint32_t column) const {
    return column == plan.floor.size() ? Done : plan.floor[column];
}

// The first column of a hollow in which something begins that fits into what is right of it.
std::uint32_t SkylineBeam::nextBirth(const Plan& plan, std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t t = from; t < to; ++t)
        for (const ItemId i : m_births[t]) {
            if (m_instance.items[i].to > to) break;
            if (!plan.has(i)) return t;
        }
    return to;
}

// Finds the hollow to fill, after raising floors that nothing can lie on. False: everything is placed.
bool SkylineBeam::settle(Plan& plan) const {
    const auto columns = static_cast<std::uint32_t>(plan.floor.size());
    const double slope = m_style.slope * static_cast<double>(m_goal) / columns;
    for (;;) {
        m_work += columns;
        double best = std::numeric_limits<double>::max();
        for (std::uint32_t from = 0, to = 0; from < columns; from = to) {
            const Units floor = plan.floor[from];
            for (to = from + 1; to < columns && plan.floor[to] == floor;)
                ++to;
            if (floor == Done || wallBefore(plan, from) < floor || wallBehind(plan, to) < floor) continue;
            const double key = static_cast<double>(floor) + slope * from;
            if (key >= best) continue;
            best = key;
            plan.from = from;
            plan.to = to;
        }
        if (best == std::numeric_limits<double>::max()) return false;
        const std::uint32_t birth = nextBirth(plan, plan.from, plan.to);
        if (birth == plan.from) return true;
        raise(plan, plan.from, birth, std::min(wallBefore(plan, plan.from), wallBehind(plan, plan.to)));
    }
}

// Leaves the left end of the hollow empty. False where something has to lie there.
bool SkylineBeam::skip(Plan& plan) const {
    const Units wall = std::min(wallBefore(plan, plan.from), wallBehind(plan, plan.to));
    if (wall == Done) return false;
    raise(plan, plan.from, nextBirth(plan, plan.from + 1, plan.to), wall);
    return settle(plan);
}

void SkylineBeam::raise(Plan& plan, std::uint32_t from, std::uint32_t to, Units level) const {
    for (std::uint32_t t = from; t < to; ++t) {
        plan.cost -= price(t, lost(plan, t));
        plan.floor[t] = level;
        plan.cost += price(t, lost(plan, t));
    }
}

void SkylineBeam::place(Plan& plan, ItemId item) {
    const Item& it = m_instance.items[item];
    const Units offset = plan.floor[plan.from], top = offset + it.size;
    if (top == wallBefore(plan, plan.from)) plan.cost -= Flush;
    if (it.to == plan.to && top == wallBehind(plan, plan.to)) plan.cost -= Flush;
    m_steps.push_back({plan.step, item, offset});
    plan.step = m_steps.size() - 1;
    for (std::uint32_t t = it.from; t < it.to; ++t) {
        plan.left[t] -= it.size;
        plan.floor[t] = plan.left[t] == 0 ? Done : top;
    }
    plan.placed[item / 64] |= std::uint64_t(1) << (item % 64);
    plan.area += areaOf(it);
    plan.hash ^= m_hash[item];
}

// Of bytes lost in a column: dear where there is little to spare, dearer above the goal.
double SkylineBeam::price(std::uint32_t column, Units lost) const {
    const double soft = m_style.soft * static_cast<double>(m_goal) + 1;
    const auto spare = static_cast<double>(m_goal - m_instance.live[column]);
    const double share = static_cast<double>(lost) / (spare + soft);
    const double over = std::max(0.0, static_cast<double>(lost) - spare) / soft;
    return (m_style.power == 1 ? share : std::pow(share, m_style.power)) + 3 * over;
}

// The price of the columns of a hollow that nothing covers.
double SkylineBeam::certainLoss(const Plan& plan, ItemId except, std::uint32_t from, std::uint32_t to,
                                Units floor, Units wall) const {
    if (wall <= floor || wall >= Done) return 0;
    m_work += to - from;
    double sum = 0;
    std::uint32_t covered = from;
    for (std::uint32_t t = from; t < to; ++t) {
        for (const ItemId i : m_births[t]) {
            if (m_instance.items[i].to > to) break;
            if (i != except && !plan.has(i)) covered = std::max(covered, m_instance.items[i].to);
        }
        if (covered > t) continue;
        const Units now = lost(plan, t);
        if (plan.left[t] > 0) sum += price(t, now + wall - floor) - price(t, now);
    }
    return sum;
}

double SkylineBeam::score(const Plan& plan, ItemId item) const {
    const Item& it = m_instance.items[item];
    const Units floor = plan.floor[plan.from], top = floor + it.size;
    const Units before = wallBefore(plan, plan.from), behind = wallBehind(plan, plan.to);
    double cost = plan.cost + certainLoss(plan, item, it.to, plan.to, floor, std::min(top, behind));
    if (it.to == plan.to) cost += certainLoss(plan, item, plan.from, plan.to, top, std::min(before, behind));
    if (top == before) cost -= Flush;
    if (it.to == plan.to && top == behind) cost -= Flush;
    if (m_style.longFirst > 0) {
        cost -= m_style.longFirst * std::log(static_cast<double>(it.to - it.from));
        if (m_style.largeFirst) cost -= m_style.longFirst * std::log(static_cast<double>(it.size));
    }
    return cost / std::pow(plan.area + areaOf(it), m_style.haste);
}

} // namespace edgewright::memory::search
