// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/trial_statistics.h"

#include "core/cost/mapped/agreement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

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

struct Group {
    std::size_t count = 0;
    double sum = 0;
};

} // namespace

std::optional<Ranking> rankingOf(const Tried& tried, std::size_t task) {
    std::vector<double> scores, speeds;
    for (const TriedTrial& each : tried.trials)
        if (each.task == task && each.score && std::isfinite(each.seconds) && each.seconds > 0) {
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

std::optional<Ranking> rankingOf(const Tried& tried) {
    Ranking mean;
    for (std::size_t i = 0; i < tried.tasks.size(); ++i)
        if (const auto each = rankingOf(tried, i)) {
            mean.count += each->count;
            mean.best += each->best;
            mean.correlation += static_cast<double>(each->count) * each->correlation;
            mean.recall += static_cast<double>(each->best) * each->recall;
        }
    if (mean.count == 0) return std::nullopt;
    mean.correlation /= static_cast<double>(mean.count);
    mean.recall /= static_cast<double>(mean.best);
    return mean;
}

std::vector<KnobImportance> importanceOf(const Tried& tried, std::size_t task) {
    std::map<std::string, std::map<std::string, Group>> groups; // by knob and value
    std::vector<double> logs;
    for (const TriedTrial& each : tried.trials) {
        if (each.task != task || !std::isfinite(each.seconds) || each.seconds <= 0) continue;
        logs.push_back(std::log(each.seconds));
        for (const tune::Knob& knob : each.knobs) {
            Group& group = groups[knob.name][tune::textOf(knob.value)];
            ++group.count;
            group.sum += logs.back();
        }
    }
    std::vector<KnobImportance> found;
    if (logs.size() < MinExplained) return found;
    const auto n = static_cast<double>(logs.size());
    const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
    double whole = 0;
    for (const double each : logs)
        whole += (each - mean) * (each - mean);
    for (const auto& [knob, values] : groups) {
        std::size_t told = 0; // trials that have the knob
        double between = 0;
        const auto meanOf = [](const auto& value) {
            return value.second.sum / static_cast<double>(value.second.count);
        };
        for (const auto& each : values) {
            told += each.second.count;
            between += static_cast<double>(each.second.count) * std::pow(meanOf(each) - mean, 2);
        }
        if (values.size() < 2 || values.size() >= logs.size() || told != logs.size()) continue;
        const double eta = whole > 0 ? between / whole : 0;
        const double epsilon = 1 - (1 - eta) * (n - 1) / (n - static_cast<double>(values.size()));
        found.push_back({.knob = knob,
                         .share = std::clamp(epsilon, 0.0, 1.0),
                         .values = values.size(),
                         .trials = logs.size(),
                         .best = std::ranges::min_element(values, {}, meanOf)->first});
    }
    std::ranges::stable_sort(found, std::ranges::greater(), &KnobImportance::share);
    return found;
}

std::vector<KnobImportance> importanceOf(const Tried& tried) {
    std::vector<KnobImportance> all;
    for (std::size_t i = 0; i < tried.tasks.size(); ++i)
        for (const KnobImportance& each : importanceOf(tried, i)) {
            const auto known = std::ranges::find(all, each.knob, &KnobImportance::knob);
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
