// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios as JSON: resources/scenarios/schema.json says what the keys mean.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace edgewright::scenario {

inline constexpr int ScenarioVersion = 1;

// Paths in the file are relative to its folder; those of the result are not. BadInput names file, line, place
// and what was expected there, also for times of recorded arrivals.
Result<Scenario> readScenario(const std::filesystem::path& file, std::optional<std::int64_t> machineCores = {});
Result<Scenario> scenarioOf(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                            std::optional<std::int64_t> machineCores = {});

// To be read again from a file in `folder`.
std::string scenarioJson(const Scenario& scenario, const std::filesystem::path& folder);

// Seconds, one in a line, none before the one above it; what follows '#' is a comment.
Result<std::vector<double>> readTimes(const std::filesystem::path& file);

} // namespace edgewright::scenario
