// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/improve.h"

#include "core/base/checked.h"
#include "core/memory/bounds.h"
#include "core/memory/gap_fit.h"
#include "core/memory/orders.h"
#include "core/memory/search/anytime.h"
#include "core/memory/search/blocks.h"
#include "core/memory/search/no_waste.h"
#include "core/memory/search/skyline_beam.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::memory::search {

namespace {

constexpr std::uint64_t NoTurn = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t FewestForBeams = 1000; // items: with fewer, taking steps back gets further
constexpr std::array Loosenesses{Looseness{3, 0, 0}, Looseness{6, 0, 0}, Looseness{6, 0.2, 0.01}};

// A search among the plans in which the blocks of one composition stay together. What it cannot find is not
// proven to be missing.
class BlockSearch {
public:
    // Refers to `options` and `clock`.
    BlockSearch(Composition composition, const Instance& whole, std::optional<std::int64_t> capacity,
                const PlannerOptions& options, Clock& clock,
                const std::function<void(std::vector<Units>)>& found)
        : m_composition(std::move(composition)), m_problem(m_composition.problem()) {
        if (capacity) m_problem.capacity = *capacity / whole.unit;
        m_instance = instanceOf(m_problem);
        if (const auto full = m_instance.uniform ? packWithoutWaste(m_instance, clock) : std::nullopt) {
            found(m_composition.offsetsOf(search::offsetsOf(m_problem, m_instance, *full)));
            return;
        }
        auto first = placeInOrder(m_problem, bySize(m_problem), Fit::Lowest, {}, [&] { return clock.over(); });
        if (!first) return;
        const auto tell = [this, found](const Solution& plan) { found(m_composition.offsetsOf(plan.offsets)); };
        tell(*first);
        if (searchable(m_problem, m_instance))
            m_improver.emplace(m_problem, m_instance, std::move(*first), options, clock, tell);
    }

    // More than any other search's once there is nothing left to look for.
    std::uint64_t work() const { return m_improver ? m_improver->work() : NoTurn; }
    void round(std::int64_t below) {
        m_improver->aimBelow(below);
        if (m_improver->finished())
            m_improver.reset();
        else
            m_improver->round();
    }

private:
    Composition m_composition;
    Problem m_problem;
    Instance m_instance;
    std::optional<Improver> m_improver;
};

class Search {
public:
    Search(const Problem& problem, const Instance& instance, Solution first, const PlannerOptions& options,
           Clock& clock)
        : m_problem(problem), m_instance(instance), m_options(options), m_clock(clock), m_best(first),
          m_whole(problem, instance, std::move(first), options, clock,
                  [this](const Solution& plan) { take(plan); }) {}

    Solution run() {
        if (m_instance.uniform) takeItems(packWithoutWaste(m_instance, m_clock));
        if (m_instance.uniform) compose();
        if (m_instance.uniform && m_instance.items.size() >= FewestForBeams)
            m_beam.emplace(m_instance, m_options.seed, m_clock);
        while (!finished()) {
            // Whoever has worked least; the clock itself would make the plan depend on the machine.
            const auto least =
                std::ranges::min_element(m_blocks, {}, [](const auto& each) { return each->work(); });
            const std::uint64_t inBlocks = least == m_blocks.end() ? NoTurn : (*least)->work();
            const std::uint64_t inBeams = m_beam ? m_beam->work() : NoTurn;
            if (m_whole.work() <= std::min(inBlocks, inBeams))
                m_whole.round();
            else if (inBeams < inBlocks)
                takeItems(m_beam->next());
            else
                (*least)->round(ceilDiv(m_best.peak, m_instance.unit));
        }
        Solution result = concluded(m_problem, std::move(m_best.offsets), m_whole.bound());
        result.nodes = m_clock.spent();
        result.improvements = m_best.improvements;
        if (m_clock.cancelled() && result.outcome == Outcome::Feasible) result.outcome = Outcome::Cancelled;
        return result;
    }

private:
    bool finished() {
        m_whole.aimBelow(m_best.peak);
        return m_whole.finished();
    }

    void compose() {
        std::size_t least = m_instance.items.size();
        for (const Looseness& looseness : Loosenesses) {
            if (finished()) return;
            Composition composition(m_instance, looseness, [this] { return m_clock.over(); });
            const std::size_t blocks = composition.problem().buffers.size();
            if (10 * blocks > 9 * least) continue;
            least = blocks;
            m_blocks.push_back(std::make_unique<BlockSearch>(
                std::move(composition), m_instance, m_problem.capacity, m_options, m_clock,
                [this](const std::vector<Units>& offsets) { takeItems(offsets); }));
        }
    }

    void takeItems(const std::optional<std::vector<Units>>& offsets) {
        if (offsets) take(concluded(m_problem, offsetsOf(m_problem, m_instance, *offsets), m_whole.bound()));
    }
    void take(Solution plan) {
        if (plan.peak >= m_best.peak) return;
        plan.improvements = m_best.improvements + 1;
        plan.nodes = m_clock.spent();
        m_best = std::move(plan);
        if (m_options.improved) m_options.improved(m_best);
    }

    const Problem& m_problem;
    const Instance& m_instance;
    const PlannerOptions& m_options;
    Clock& m_clock;
    Solution m_best;
    Improver m_whole;
    std::vector<std::unique_ptr<BlockSearch>> m_blocks; // they refer to themselves
    std::optional<SkylineBeam> m_beam;
};

} // namespace

Solution improve(const Problem& problem, const Instance& instance, Solution first,
                 const PlannerOptions& options, Clock& clock) {
    return Search(problem, instance, std::move(first), options, clock).run();
}

} // namespace edgewright::memory::search
