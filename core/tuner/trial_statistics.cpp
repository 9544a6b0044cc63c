// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/trial_statistics.h"

#include "core/cost/mapped/agreement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace edgewright::tuner {

namespace {

// Places of the `count` largest numbers; of equal ones the first.
std::vector<std::size_t> largest(const std::vector<double>& numbers, std::size_t count) {
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return numbers[i]; });
    order.resize(count);
    std::ranges::sort(order);
    return order;
}

// Logarithms of times by the value of a knob.
using Groups = std::map<std::string, std::vector<double>>;

double meanOf(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

// Nothing where it tells nothing; without its knob and space.
std::optional<KnobImportance> explained(const Groups& values) {
    std::vector<double> all;
    for (const auto& [value, logs] : values)
        all.insert(all.end(), logs.begin(), logs.end());
    if (all.size() < MinExplained || values.size() < 2 || values.size() >= all.size()) return std::nullopt;
    const auto n = static_cast<double>(all.size());
    const double mean = meanOf(all);
    double whole = 0, between = 0;
    for (const double each : all)
        whole += (each - mean) * (each - mean);
    for (const auto& [value, logs] : values)
        between += static_cast<double>(logs.size()) * std::pow(meanOf(logs) - mean, 2);
    const double eta = whole > 0 ? between / whole : 0;
    const double epsilon = 1 - (1 - eta) * (n - 1) / (n - static_cast<double>(values.size()));
    const auto best = std::ranges::min_element(
        values, {}, [](const Groups::value_type& value) { return meanOf(value.second); });
    return KnobImportance{.share = std::clamp(epsilon, 0.0, 1.0),
                          .values = values.size(),
                          .trials = all.size(),
                          .best = best->first};
}

std::optional<Ranking> meanRanking(const std::vector<Ranking>& some) {
    Ranking mean;
    for (const Ranking& each : some) {
        mean.count += each.count;
        mean.best += each.best;
        mean.correlation += static_cast<double>(each.count) * each.correlation;
        mean.recall += static_cast<double>(each.best) * each.recall;
    }
    if (mean.count == 0) return std::nullopt;
    mean.correlation /= static_cast<double>(mean.count);
    mean.recall /= static_cast<double>(mean.best);
    return mean;
}

void addRankings(std::vector<Ranking>& some, const Tried& tried, std::size_t task) {
    for (const KernelSpace space : AllKernelSpaces)
        if (const auto each = rankingOf(tried, task, space)) some.push_back(*each);
}

} // namespace

std::optional<Ranking> rankingOf(const Tried& tried, std::size_t task, KernelSpace space) {
    std::vector<double> scores, speeds;
    for (const TriedTrial& each : tried.trials)
        if (each.task == task && each.choice.space == space && each.score && std::isfinite(each.seconds) &&
            each.seconds > 0) {
            scores.push_back(*each.score);
            speeds.push_back(1 / each.seconds);
        }
    if (scores.size() < MinRanked) return std::nullopt;
    Ranking ranking{.count = scores.size()};
    ranking.correlation = cost::mapped::rankCorrelation(scores, speeds);
    ranking.best = static_cast<std::size_t>(std::ceil(BestShare * static_cast<double>(scores.size())));
    const std::vector<std::size_t> fastest = largest(speeds, ranking.best),
                                   wanted = largest(scores, ranking.best);
    std::vector<std::size_t> both;
    std::ranges::set_intersection(fastest, wanted, std::back_inserter(both));
    ranking.recall = static_cast<double>(both.size()) / static_cast<double>(ranking.best);
    return ranking;
}

std::optional<Ranking> rankingOf(const Tried& tried, std::size_t task) {
    std::vector<Ranking> some;
    addRankings(some, tried, task);
    return meanRanking(some);
}

std::optional<Ranking> rankingOf(const Tried& tried) {
    std::vector<Ranking> some;
    for (std::size_t i = 0; i < tried.tasks.size(); ++i)
        addRankings(some, tried, i);
    return meanRanking(some);
}

std::vector<KnobImportance> importanceOf(const Tried& tried, std::size_t task) {
    std::map<std::pair<KernelSpace, std::string>, Groups> groups; // by knob
    for (const TriedTrial& each : tried.trials)
        if (each.task == task && std::isfinite(each.seconds) && each.seconds > 0)
            for (const tune::Knob& knob : each.choice.knobs)
                groups[{each.choice.space, knob.name}][tune::textOf(knob.value)].push_back(
                    std::log(each.seconds));
    std::vector<KnobImportance> found;
    for (const auto& [knob, values] : groups)
        if (auto importance = explained(values)) {
            std::tie(importance->space, importance->knob) = knob;
            found.push_back(*std::move(importance));
        }
    std::ranges::stable_sort(found, std::ranges::greater(), &KnobImportance::share);
    return found;
}

std::vector<KnobImportance> importanceOf(const Tried& tried) {
    std::vector<KnobImportance> all;
    for (std::size_t i = 0; i < tried.tasks.size(); ++i)
        for (const KnobImportance& each : importanceOf(tried, i)) {
            const auto known = std::ranges::find_if(all, [&](const KnobImportance& other) {
                return other.space == each.space && other.knob == each.knob;
            });
            const double weighted = each.share * static_cast<double>(each.trials);
            if (known == all.end()) {
                all.push_back(each);
                all.back().share = weighted;
                continue;
            }
            known->share += weighted;
            known->trials += each.trials;
            known->values = std::max(known->values, each.values);
            if (known->best != each.best) known->best.clear();
        }
    for (KnobImportance& each : all)
        each.share /= static_cast<double>(each.trials);
    std::ranges::stable_sort(all, std::ranges::greater(), &KnobImportance::share);
    return all;
}

} // namespace edgewright::tuner
