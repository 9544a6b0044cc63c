// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/service_draw.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace edgewright::scenario {

ServiceDraw::ServiceDraw(const ServiceTimes& service)
    : m_service(service), m_paused{service.pauses, {}},
      m_displaced{service.displaced.empty() ? service.pauses : service.displaced, {}} {
    for (const BatchTimes& each : service.batches) {
        const Order& order = m_batches.emplace_back(orderOf(each.times));
        std::vector<std::uint32_t>& ranks = m_ranks.emplace_back(order.size());
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            ranks[static_cast<std::size_t>(order[rank] - each.times.data()) / operators()] =
                static_cast<std::uint32_t>(rank);
    }
    for (Curve* const curve : {&m_paused, &m_displaced})
        for (const PausedRuns& each : curve->pauses)
            curve->orders.push_back(orderOf(each.times));
}

ServiceDraw::Order ServiceDraw::orderOf(const std::vector<Ticks>& times) const {
    const std::vector<Ticks> totals = m_service.totals(times);
    std::vector<std::size_t> numbers(totals.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t(0));
    std::ranges::stable_sort(numbers, {}, [&](std::size_t each) { return totals[each]; });
    Order order;
    for (const std::size_t each : numbers)
        order.push_back(times.data() + each * operators());
    return order;
}

std::size_t ServiceDraw::place(std::int64_t size) const {
    return static_cast<std::size_t>(&m_service.timesFor(size) - m_service.batches.data());
}

const Ticks* ServiceDraw::times(std::size_t place, std::size_t rank, Pause pause,
                                std::vector<Ticks>& space) const {
    const Ticks* const drawn = m_batches[place][rank];
    const auto& [pauses, orders] = pause.isDisplaced ? m_displaced : m_paused;
    if (pauses.empty() || pause.ticks <= 0) return drawn;
    const std::size_t ranks = runs(place);
    const Ticks* const warm = ofRank(m_batches.front(), rank, ranks);
    const auto next = static_cast<std::size_t>(
        std::ranges::lower_bound(pauses, pause.ticks, {}, &PausedRuns::pause) - pauses.begin());
    const std::size_t high = std::min(next, pauses.size() - 1);
    const Ticks* const above = ofRank(orders[high], rank, ranks);
    const bool isBeyond = next == pauses.size(),
               isFlat = isBeyond || (high == 0 && pause.isDisplaced && !m_service.displaced.empty());
    const Ticks* const below = isFlat ? above : high == 0 ? warm : ofRank(orders[high - 1], rank, ranks);
    const Ticks from = high == 0 || isBeyond ? 0 : pauses[high - 1].pause;
    const double share =
        static_cast<double>(pause.ticks - from) / static_cast<double>(pauses[high].pause - from);
    space.resize(operators());
    for (std::size_t i = 0; i < space.size(); ++i) {
        // Rounded before it is added: a processor that fuses products with sums gives the same.
        const Ticks more = std::llround(static_cast<double>(above[i] - below[i]) * share);
        space[i] = std::max<Ticks>(drawn[i] - warm[i] + below[i] + more, 0);
    }
    return space.data();
}

// Times are linear between the pauses that were measured: none is longer than the longest at one of them.
template <typename Measure>
ServiceDraw::Timed ServiceDraw::longestBy(std::size_t place, double share, const Measure& measure) const {
    Timed longest{0, 0};
    std::vector<Ticks> space;
    const auto after = [&](Pause pause) {
        std::vector<Timed> runsOfPause;
        for (std::size_t rank = 0; rank < runs(place); ++rank)
            runsOfPause.push_back(measure(times(place, rank, pause, space)));
        std::ranges::stable_sort(runsOfPause, {}, &Timed::first);
        const Timed found = runsOfPause[placeOfShare(runsOfPause.size(), share)];
        if (found.first > longest.first) longest = found;
    };
    after({});
    for (const PausedRuns& each : m_service.pauses)
        after({each.pause, false});
    for (const PausedRuns& each : m_service.displaced)
        after({each.pause, true});
    return longest;
}

Ticks ServiceDraw::longest(std::int64_t size, double share) const {
    return longestBy(place(size), share,
                     [&](const Ticks* times) {
                         return Timed(std::accumulate(times, times + operators(), Ticks(0)), 0);
                     })
        .first;
}

std::pair<std::size_t, Ticks> ServiceDraw::longestOperator(std::int64_t size, double share) const {
    Timed longest{0, 0};
    for (std::size_t at = 0; at <= place(size); ++at) {
        const Timed found = longestBy(at, share, [&](const Ticks* times) {
            const Ticks* const most = std::max_element(times, times + operators());
            return Timed(*most, static_cast<std::size_t>(most - times));
        });
        if (found.first > longest.first) longest = found;
    }
    return {longest.second, longest.first};
}

std::size_t placeOfShare(std::size_t count, double share) {
    const auto reached = static_cast<std::size_t>(std::ceil(share * static_cast<double>(count)));
    return std::clamp<std::size_t>(reached, 1, count) - 1;
}

} // namespace edgewright::scenario
