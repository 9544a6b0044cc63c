// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/measured_pairs.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/measure/statistics.h"
#include "core/serve/paired_runs.h"

#include <algorithm>
#include <bit>

namespace edgewright::serve {

using namespace scenario;

std::uint64_t coresOf(const CoreSet& set, std::int64_t threads, std::uint64_t taken) {
    std::uint64_t cores = 0;
    for (const std::int64_t core : set.cores) {
        const std::uint64_t bit = std::uint64_t(1) << core;
        if (std::popcount(cores) < threads && (taken & bit) == 0) cores |= bit;
    }
    return std::popcount(cores) == threads ? cores : 0;
}

MeasuredPairs::MeasuredPairs(const Scenario& scenario, std::span<const ServedModel> models,
                             std::span<const int> processors)
    : m_scenario(scenario), m_models(models), m_processors(processors),
      m_sets(coreSetsOf(scenario, static_cast<std::int64_t>(processors.size()))),
      m_slower(models.size(), std::vector<std::vector<double>>(models.size())) {}

std::uint64_t MeasuredPairs::coresFor(std::size_t model, std::uint64_t taken) const {
    const Model& of = m_scenario.models[model];
    return coresOf(m_sets[setOf(m_scenario, of)], of.threads, taken);
}

std::optional<std::array<std::uint64_t, 2>> MeasuredPairs::coresOfBoth(std::size_t a, std::size_t b) const {
    if (a == b && m_scenario.models[a].instances < 2) return {};
    const std::uint64_t first = coresFor(a, 0), second = coresFor(b, first);
    if (second == 0) return {};
    return std::array{first, second};
}

std::size_t MeasuredPairs::count() const {
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < m_models.size(); ++a)
        for (std::size_t b = a; b < m_models.size(); ++b)
            pairs += coresOfBoth(a, b).has_value();
    return pairs;
}

Result<void> MeasuredPairs::measure(const ServiceEffort& effort, double seconds, Parts& parts,
                                    const RunContext& run) {
    const auto paired = [&](std::size_t model, std::uint64_t cores) {
        return PairedModel{&m_models[model], static_cast<int>(m_scenario.models[model].threads), cores};
    };
    for (std::size_t a = 0; a < m_models.size(); ++a)
        for (std::size_t b = a; b < m_models.size(); ++b) {
            const auto cores = coresOfBoth(a, b);
            if (!cores) continue;
            const std::string one = inQuotes(m_scenario.models[a].name),
                              other = inQuotes(m_scenario.models[b].name);
            if (effort.doing) effort.doing(say("measuring {1} and {2} at the same time", one, other));
            auto slower =
                slowdownsOfPair({paired(a, (*cores)[0]), paired(b, (*cores)[1])}, m_processors, seconds, run);
            if (!slower) return std::move(slower).error().within(one);
            parts.done();
            m_slower[a][b].push_back((*slower)[0]);
            m_slower[b][a].push_back((*slower)[1]);
        }
    return {};
}

void MeasuredPairs::addTo(MeasuredService& all) const {
    const std::size_t count = m_models.size();
    std::vector<std::vector<double>> beside(count, std::vector<double>(count, 1));
    all.slowdowns.assign(count, std::vector<std::optional<double>>(count));
    bool isAny = false;
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b) {
            std::vector<double> slower = m_slower[a][b];
            if (slower.empty()) continue;
            std::ranges::sort(slower);
            all.slowdowns[a][b] = beside[a][b] = measure::quantile(slower, 0.5);
            isAny = true;
        }
    if (isAny) all.service.interference.beside = std::move(beside);
}

} // namespace edgewright::serve
