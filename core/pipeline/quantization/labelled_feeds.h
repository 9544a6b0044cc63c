// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs with what they should be recognised as.
#pragma once

#include "core/dataset/sample_set.h"
#include "core/exec/executor.h"

#include <functional>
#include <optional>
#include <string>

namespace edgewright::pipeline {

struct LabelledFeeds {
    ir::Feeds feeds;
    std::string name = {};
    // Index of the element of the first output that should be the largest.
    std::optional<std::int64_t> label = {};
};

// One after the other; empty behind the last one.
using NextLabelledFeeds = std::function<Result<std::optional<LabelledFeeds>>()>;

// The feeds of the set from `first` to before `end`. The set must outlive what is returned.
NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, std::size_t first, std::size_t end,
                                const RunContext& run = {});
NextLabelledFeeds labelledFeeds(const dataset::SampleSet& samples, const RunContext& run = {});

} // namespace edgewright::pipeline
