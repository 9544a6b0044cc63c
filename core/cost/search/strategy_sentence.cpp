// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/strategy_comparison.h"

#include "core/base/digit_groups.h"
#include "core/base/say.h"
#include "core/cost/findings/number_text.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::cost::search {

namespace {

// "12 340"
std::string grouped(double whole) { return inGroups(table::printed("%.0f", whole)); }

std::string trialsText(std::int64_t trials) { return sayCount(Grouped{trials}, "{1} trial", "{1} trials"); }

std::string valueText(const StrategyOutcomes& outcomes, double value) {
    switch (outcomes.accelerator.objective) {
    case Objective::Energy:
        return energyText(value, outcomes.energyUnit);
    case Objective::Product:
        return outcomes.energyUnit == "MAC" ? say("{1} MAC energies × cycles", table::printed("%.4g", value))
                                            : say("{1} pJ × cycles", table::printed("%.4g", value));
    case Objective::Cycles:
        break;
    }
    return say("{1} cycles", grouped(value));
}

// Down to a tenth of a percent, never "100" or "0" for what is not.
std::string percent(double share) {
    const double value = 100 * share;
    const bool isWhole = value == 0 || value == 100;
    if (isWhole) return table::printed("%.0f %%", value);
    if (value < 0.1) return say("less than 0.1 %");
    return table::printed(value < 10 || value > 99 ? "%.1f %%" : "%.0f %%", std::min(value, 99.9));
}

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string bestText(const StrategyOutcomes& outcomes) {
    const std::string value = valueText(outcomes, outcomes.best());
    if (const StrategyOutcome* proof = outcomes.proof())
        return say("{1}, the best of all {2} tilings that fit", value, Grouped{proof->result.evaluations});
    return say("{1}, the best known", value);
}

// Those with trials of their own: the one that is near the best soonest first, then those that never are, by
// value.
std::vector<const StrategyOutcome*> inOrder(const StrategyOutcomes& outcomes) {
    std::vector<const StrategyOutcome*> order;
    for (const StrategyOutcome& each : outcomes.strategies)
        if (!each.strategy->enumerates && each.result.evaluations > 0) order.push_back(&each);
    std::ranges::stable_sort(order, [&](const StrategyOutcome* a, const StrategyOutcome* b) {
        const std::int64_t first = outcomes.trialsToBest(*a), second = outcomes.trialsToBest(*b);
        if ((first > 0) != (second > 0)) return first > 0;
        return first != second ? first < second : a->result.value < b->result.value;
    });
    return order;
}

std::string bestHeadline(const StrategyOutcomes& outcomes) {
    const double share = outcomes.usualValue / outcomes.best() - 1;
    const std::string best = bestText(outcomes);
    return share > 0
               ? say("A search finds a tiling of {1}; the one chosen without a search takes {2} more.", best,
                     percent(share))
               : say("No strategy finds a better tiling than the one chosen without a search: {1}.", best);
}

std::string trialsOfAll(const std::vector<const StrategyOutcome*>& order, const StrategyOutcomes& outcomes) {
    std::string text;
    const std::string near = table::printed("%.0f", 100 * NearBest);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const StrategyOutcome& each = *order[i];
        const std::string name(each.strategy->name);
        const std::int64_t trials = outcomes.trialsToBest(each);
        const auto stays = [&] {
            return say("{1} stays at {2} after {3}", name, percent(outcomes.shareOfBest(each.result.value)),
                       trialsText(each.result.evaluations));
        };
        if (i == 0)
            text = trials > 0
                       ? say("{1} reaches {2} % of the best after {3}", capital(name), near, trialsText(trials))
                       : say("No strategy reaches {1} % of the best: {2}", near, stays());
        else
            text = sayIn("list", "{1}, {2}", text,
                         trials > 0 ? say("{1} after {2}", name, Grouped{trials}) : stays());
    }
    return say("{1}.", text);
}

} // namespace

table::Answer answerOf(const StrategyOutcomes& outcomes) {
    const std::vector<const StrategyOutcome*> order = inOrder(outcomes);
    if (order.empty()) return {};
    return {bestHeadline(outcomes),
            {outcomes.options.space == SpaceKind::Template
                 ? say("Divisors and powers of two, at most {1} of each strategy, seed {2}.",
                       trialsText(outcomes.options.trials), outcomes.options.seed)
                 : say("Tiles of every extent, at most {1} of each strategy, seed {2}.",
                       trialsText(outcomes.options.trials), outcomes.options.seed)},
            {trialsOfAll(order, outcomes)}};
}

} // namespace edgewright::cost::search
