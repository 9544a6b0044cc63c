// SPDX-License-Identifier: GPL-3.0-or-later
// Slowdowns of models by those that compute at the same time, measured in rounds.
#pragma once

#include "core/base/result.h"
#include "core/serve/measured_service.h"
#include "core/serve/parts.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::serve {

// The first `threads` cores of the set, as bits, that are not in `taken`; 0: they are too few.
std::uint64_t coresOf(const scenario::CoreSet& set, std::int64_t threads, std::uint64_t taken = 0);

class MeasuredPairs {
public:
    // `processors`: by core. All outlive it.
    MeasuredPairs(const scenario::Scenario& scenario, std::span<const ServedModel> models,
                  std::span<const int> processors);

    std::size_t count() const; // pairs that may compute at once: each is a part of a round
    // A round, so many seconds for each pair. Errors of slowdownsOfPair().
    Result<void> measure(const ServiceEffort& effort, double seconds, Parts& parts, const RunContext& run);
    // In all rounds so far, the median of each.
    void addTo(MeasuredService& all) const;

private:
    // The cores of two batches at once; nothing: they are never there at once.
    std::optional<std::array<std::uint64_t, 2>> coresOfBoth(std::size_t a, std::size_t b) const;
    std::uint64_t coresFor(std::size_t model, std::uint64_t taken) const;

    const scenario::Scenario& m_scenario;
    std::span<const ServedModel> m_models;
    std::span<const int> m_processors;
    std::vector<scenario::CoreSet> m_sets;
    std::vector<std::vector<std::vector<double>>> m_slower; // by model and the other one, by round
};

} // namespace edgewright::serve
