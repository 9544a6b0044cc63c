// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/repeats.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace edgewright::modules {

namespace {

constexpr std::size_t MinCovered = 8, MaxPeriod = 512, MaxPeriodsTried = 12;
constexpr std::size_t MaxCompared = 30'000'000; // items, over all; what is left then has no repeats

class Finder {
public:
    Finder(std::span<const std::uint64_t> signatures, const std::vector<bool>& isModule,
           std::span<const std::uint32_t> cost)
        : m_signatures(signatures), m_isModule(isModule), m_cost(cost) {}

    std::vector<Repeat> run() {
        std::vector<std::pair<std::size_t, std::size_t>> open{{0, m_signatures.size()}};
        while (!open.empty()) {
            const auto [begin, end] = open.back();
            open.pop_back();
            if (end - begin < 2 || m_compared > MaxCompared) continue;
            const Repeat found = best(begin, end);
            if (found.times < 2) continue;
            m_found.push_back(found);
            open.emplace_back(begin, found.begin);
            open.emplace_back(found.end(), end);
        }
        std::ranges::sort(m_found, {}, &Repeat::begin);
        return std::move(m_found);
    }

private:
    std::vector<std::size_t> periods(std::size_t begin, std::size_t end) const {
        std::unordered_map<std::uint64_t, std::size_t> last;
        std::map<std::size_t, std::size_t> count;
        for (std::size_t i = begin; i < end; ++i) {
            const auto [it, fresh] = last.try_emplace(m_signatures[i], i);
            if (!fresh) {
                if (i - it->second <= MaxPeriod) ++count[i - it->second];
                it->second = i;
            }
        }
        // A block holds items that come more than once in it: sums of two distances, too.
        std::vector<std::pair<std::size_t, std::size_t>> ranked;
        for (const auto& [period, times] : count)
            ranked.emplace_back(times * period, period);
        std::ranges::sort(ranked, std::greater<>());
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < ranked.size() && i < MaxPeriodsTried; ++i)
            found.push_back(ranked[i].second);
        std::ranges::sort(found);
        return found;
    }
    Repeat best(std::size_t begin, std::size_t end) {
        Repeat best;
        std::size_t covered = 0;
        for (const std::size_t period : periods(begin, end)) {
            std::size_t same = 0;
            m_compared += end - begin;
            for (std::size_t i = begin; i + period <= end; ++i) {
                if (i + period < end && m_signatures[i] == m_signatures[i + period]) {
                    ++same;
                    continue;
                }
                const std::size_t times = same / period + 1, covers = times * period;
                const bool enough =
                    times >= 2 && (period > 1 ? covers >= MinCovered : bool(m_isModule[i - same]));
                if (enough && covers > covered) {
                    covered = covers;
                    best = {start(i - same, same % period), period, times};
                }
                same = 0;
            }
        }
        return best;
    }
    // The first of the cheapest places.
    std::size_t start(std::size_t first, std::size_t slack) const {
        std::size_t best = first;
        const auto before = [&](std::size_t i) { return i == 0 ? 0 : m_cost[i - 1]; };
        for (std::size_t i = first + 1; i <= first + slack; ++i)
            if (before(i) < before(best)) best = i;
        return best;
    }

    std::span<const std::uint64_t> m_signatures;
    const std::vector<bool>& m_isModule;
    std::span<const std::uint32_t> m_cost;
    std::vector<Repeat> m_found;
    std::size_t m_compared = 0;
};

} // namespace

std::vector<Repeat> repeatsIn(std::span<const std::uint64_t> signatures, const std::vector<bool>& isModule,
                              std::span<const std::uint32_t> cost) {
    return Finder(signatures, isModule, cost).run();
}

} // namespace edgewright::modules
