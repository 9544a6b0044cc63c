// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/improve.h"

#include "core/base/checked.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/placement_orders.h"
#include "core/memory/search/anytime.h"
#include "core/memory/search/separation.h"
#include "core/memory/search/stacked_blocks.h"

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::memory::search {

namespace {

constexpr std::uint64_t Done = std::numeric_limits<std::uint64_t>::max(); // work of a search that has ended
constexpr std::size_t MinItemsForDives = 1000; // with fewer, a search that takes steps back soon gets further
constexpr std::size_t MinItemsForSeparation = 100;
constexpr std::uint64_t LeadersShare = 8; // times the work of the others

// A search among the plans in which the blocks of one composition stay together. What it cannot find is not
// proven to be missing.
class BlockSearch {
public:
    // Refers to `options` and `clock`.
    BlockSearch(Composition composition, const PlannerOptions& options, Clock& clock,
                const std::function<void(std::vector<Units>)>& found)
        : m_composition(std::move(composition)), m_problem(m_composition.problem),
          m_instance(instanceOf(m_problem)) {
        auto first = placeInOrder(m_problem, bySize(m_problem), Fit::Lowest, {}, [&] { return clock.over(); });
        if (!first) return;
        const auto tell = [this, found](const Solution& plan) { found(m_composition.offsetsOf(plan.offsets)); };
        tell(*first);
        if (searchable(m_problem, m_instance))
            m_improver.emplace(m_problem, m_instance, std::move(*first), options, clock, tell);
    }

    std::uint64_t work() const { return m_improver ? m_improver->work() : Done; }
    void runTurn(std::int64_t cutoff) {
        m_improver->setUpperBound(cutoff);
        if (m_improver->finished())
            m_improver.reset();
        else
            m_improver->runTurn();
    }

private:
    Composition m_composition;
    Problem m_problem;
    Instance m_instance;
    std::optional<Improver> m_improver; // none once nothing is left to look for
};

class ExactSearch {
public:
    ExactSearch(const Problem& problem, const Instance& instance, Solution first, const PlannerOptions& options,
                Clock& clock)
        : m_problem(problem), m_instance(instance), m_options(options), m_clock(clock), m_best(first),
          m_whole(problem, instance, std::move(first), options, clock,
                  [this](const Solution& plan) { take(plan); }) {}

    Solution run() {
        if (m_instance.uniform) compose();
        if (m_instance.items.size() >= MinItemsForDives) m_whole.greedyDives();
        addWorkers();
        while (!finished())
            runTurn();
        Solution result = concluded(m_problem, std::move(m_best.offsets), m_whole.bound());
        result.nodes = m_clock.spent();
        result.improvements = m_best.improvements;
        if (m_clock.cancelled() && result.outcome == Outcome::Feasible) result.outcome = Outcome::Cancelled;
        return result;
    }

private:
    // One of the searches that share the time.
    struct Worker {
        std::function<std::uint64_t()> work; // so far
        std::function<void()> runTurn;
    };

    void addWorkers() {
        m_workers.push_back({[this] { return m_whole.work(); }, [this] { m_whole.runTurn(); }});
        if (!m_instance.uniform) return;
        for (const auto& blocks : m_blocks)
            m_workers.push_back(
                {[&blocks = *blocks] { return blocks.work(); },
                 [this, &blocks = *blocks] { blocks.runTurn(ceilDiv(m_best.peak, m_instance.unit)); }});
        if (!m_clock.over() && m_instance.items.size() >= MinItemsForSeparation &&
            Separation::suits(m_instance)) {
            m_leader = m_workers.size();
            m_separation.emplace(m_instance, m_whole.tables(), m_options.seed, m_clock);
            m_workers.push_back(
                {[this] { return m_separation->work(); },
                 [this] { takeItems(m_separation->next(bestByItem(), m_whole.bound() / m_instance.unit)); }});
        }
    }

    // The turn of the worker that has worked least, where the work of the leader, which found the best plan,
    // counts a fraction. Seconds instead of work would make the plan depend on the machine.
    void runTurn() {
        std::size_t next = 0;
        std::uint64_t least = Done;
        for (std::size_t i = 0; i < m_workers.size(); ++i) {
            std::uint64_t work = m_workers[i].work();
            if (i == m_leader && work != Done) work /= LeadersShare;
            if (work >= least) continue;
            least = work;
            next = i;
        }
        const std::int64_t before = m_best.peak;
        m_workers[next].runTurn();
        if (m_best.peak < before) m_leader = next;
    }

    std::vector<Units> bestByItem() const {
        std::vector<Units> offsets;
        for (const Item& item : m_instance.items)
            offsets.push_back(m_best.offsets[item.buffer] / m_instance.unit);
        return offsets;
    }

    bool finished() {
        m_whole.setUpperBound(m_best.peak);
        return m_whole.finished();
    }

    // Blocks of few items, then of more where these leave a tenth fewer blocks.
    void compose() {
        std::size_t fewest = m_instance.items.size();
        for (const std::size_t maxItems : {std::size_t(3), std::size_t(6)}) {
            if (finished()) return;
            Composition composition = composeBlocks(m_instance, maxItems, [this] { return m_clock.over(); });
            const std::size_t blocks = composition.problem.buffers.size();
            if (10 * blocks > 9 * fewest) continue;
            fewest = blocks;
            m_blocks.push_back(std::make_unique<BlockSearch>(
                std::move(composition), m_options, m_clock,
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
    Improver m_whole;                                   // over the items as they are
    std::vector<std::unique_ptr<BlockSearch>> m_blocks; // they refer to themselves
    std::optional<Separation> m_separation;
    std::vector<Worker> m_workers;
    std::size_t m_leader = 0; // in m_workers: who found the best plan, or is most likely to
};

} // namespace

Solution improve(const Problem& problem, const Instance& instance, Solution first,
                 const PlannerOptions& options, Clock& clock) {
    return ExactSearch(problem, instance, std::move(first), options, clock).run();
}

} // namespace edgewright::memory::search
