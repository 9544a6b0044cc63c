// SPDX-License-Identifier: GPL-3.0-or-later
// The measurements of one model that a study keeps: each with the settings that it was taken under.
#pragma once

#include "core/base/result.h"
#include "core/device/record/record.h"
#include "core/pipeline/study.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::device {

// The settings that variants of a model depend on, as texts (JSON): equal texts, equal variants.
struct RunSettings {
    std::string graph;  // extents and fusion; empty: of the original nodes, however they are fused
    std::string memory; // order and plan: of variants with reuse
    std::string codes;  // of quantized variants

    friend bool operator==(const RunSettings&, const RunSettings&) = default;
};
// `graph`: the typed graph before fusion, for the names of nodes.
RunSettings runSettings(const pipeline::Settings& settings, const ir::Graph& graph);

struct Run {
    std::string device; // remote::ThisMachine, or the name of a host
    RunSettings settings;
    std::shared_ptr<const Record> record; // not null

    // True if it answers for a model with these settings.
    bool isOf(const RunSettings& now) const;
};
inline constexpr std::size_t MaxRuns = 50; // that a study keeps; the oldest are forgotten

// A JSON list, as in the "measurements" of a study file.
std::string runsJson(const std::vector<Run>& runs);
// BadInput names the place in the list and what was expected.
Result<std::vector<Run>> readRuns(const std::string& text);

} // namespace edgewright::device
