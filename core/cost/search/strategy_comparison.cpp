// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/strategy_comparison.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/physical/physical.h"
#include "core/cost/search/scheduler.h"

#include <algorithm>

namespace edgewright::cost::search {

namespace {

constexpr std::int64_t EnumeratedTurn = std::int64_t(1) << 16;

} // namespace

double StrategyOutcomes::best() const {
    double least = usualValue;
    for (const StrategyOutcome& each : strategies)
        least = std::min(least, each.result.value);
    return least;
}

const StrategyOutcome* StrategyOutcomes::proof() const {
    const auto it =
        std::ranges::find_if(strategies, [](const StrategyOutcome& each) { return each.result.proved; });
    return it == strategies.end() ? nullptr : &*it;
}

double StrategyOutcomes::shareOfBest(double value) const {
    return value > 0 ? best() / value : 1; // infinity: 0
}

std::int64_t StrategyOutcomes::trialsToBest(const StrategyOutcome& outcome) const {
    return outcome.result.trialsTo(best() / NearBest);
}

Result<StrategyComparison> StrategyComparison::of(const Layer& layer, const Accelerator& accelerator,
                                                  const ComparisonOptions& options) {
    if (options.trials < 1)
        return badInput(say("comparison of strategies: {1} trials, expected 1 or more", options.trials));
    StrategyComparison made;
    ASSIGN_OR_RETURN(const std::shared_ptr<const EnergyTable> energy, energyTable(accelerator.energy));
    ASSIGN_OR_RETURN(made.m_space, tilingSpace(layer, accelerator, energy, options.space));
    ASSIGN_OR_RETURN(const LayerCost usual, physicalCost(layer, accelerator, *energy));
    StrategyOutcomes& outcomes = made.m_outcomes;
    outcomes.layer = layer;
    outcomes.accelerator = accelerator;
    outcomes.options = options;
    outcomes.energyUnit = energy->unit;
    outcomes.usual = usual.tiling;
    outcomes.usualValue = tilingValue(tiledLayer(layer, accelerator), accelerator, *energy, usual.tiling);
    ASSIGN_OR_RETURN(outcomes.points, pointsOf(made.m_space.space));
    for (const Strategy* strategy : strategies()) {
        if (strategy->enumerates && outcomes.points > MaxExhausted) continue;
        ASSIGN_OR_RETURN(SearchTask task, SearchTask::start(made.m_space.space, *strategy, {options.seed, {}}));
        made.m_tasks.push_back(std::move(task));
        outcomes.strategies.push_back({strategy, {}, {}});
    }
    return made;
}

std::int64_t StrategyComparison::trialsLeft(std::size_t search) const {
    if (m_tasks[search].over()) return 0;
    const SearchResult& result = m_tasks[search].result();
    const bool enumerates = m_outcomes.strategies[search].strategy->enumerates;
    const std::int64_t all =
        enumerates ? static_cast<std::int64_t>(m_outcomes.points) + 1 : m_outcomes.options.trials;
    return std::max<std::int64_t>(all - result.evaluations, 0); // one more than there are: then it is proved
}

void StrategyComparison::note(std::size_t search) {
    StrategyOutcome& outcome = m_outcomes.strategies[search];
    outcome.result = m_tasks[search].result();
    if (!outcome.result.best.empty()) outcome.tiling = m_space.tilingOf(outcome.result.best);
}

Result<void> StrategyComparison::advance(const RunContext& run) {
    bool isSampling = false;
    for (std::size_t i = 0; i < m_tasks.size(); ++i)
        if (!m_outcomes.strategies[i].strategy->enumerates && trialsLeft(i) > 0) isSampling = true;
    std::int64_t done = 0, all = 0;
    bool isComplete = true;
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const bool enumerates = m_outcomes.strategies[i].strategy->enumerates;
        if (enumerates != isSampling) {
            const std::int64_t turn = enumerates ? EnumeratedTurn : SchedulerOptions{}.batch;
            if (const std::int64_t left = trialsLeft(i); left > 0) {
                const auto good = m_tasks[i].advance(std::min(turn, left), {run.stop});
                note(i);
                RETURN_IF_ERROR(good);
            }
        }
        const std::int64_t left = trialsLeft(i);
        isComplete = isComplete && left == 0;
        const auto points = static_cast<std::int64_t>(m_outcomes.points);
        const std::int64_t tried = m_tasks[i].result().evaluations;
        const std::int64_t passed = !enumerates ? tried
                                    : left == 0 ? points
                                                : static_cast<std::int64_t>(m_tasks[i].last());
        done += passed;
        all += enumerates ? points : tried + left;
    }
    m_outcomes.isComplete = isComplete;
    const auto cell = [](std::int64_t count) {
        return static_cast<std::uint32_t>(
            std::min<std::int64_t>(count, std::numeric_limits<std::uint32_t>::max()));
    };
    run.report(cell(done), cell(all));
    return {};
}

} // namespace edgewright::cost::search
