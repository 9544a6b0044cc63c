// SPDX-License-Identifier: GPL-3.0-or-later
// The search for the patch that breaks the numbers.
#pragma once

#include "core/pipeline/check.h"

#include <optional>

namespace edgewright::pipeline {

struct Analysis;

// The first patch, by bisection, behind which an output is further from the graph before fusion than is
// allowed.
struct BrokenBy {
    std::size_t step = 0; // index in History::steps
    std::string rule;     // empty: by hand
    std::vector<NodeId> nodes;
    std::vector<std::string> names;
    std::string reason;
    std::string output;             // that differs most
    exec::Difference before, after; // of that output, without and with the patch
    std::string data;               // "seed 1"

    // "step 17: fold_batch_norm on Conv_12, BatchNormalization_13: <reason>"
    std::string text() const;
};

// `data` is one of Check::data (empty: the first of `options`); `tolerance` bounds the relative norm. A patch
// of a rule that changes quantized values (fusion::Rule::changesQuantizedValues) may do so: what follows is
// compared with the graph behind it. Empty when no patch does it.
Result<std::optional<BrokenBy>> bisect(const Typed& typed, const fusion::History& history,
                                       const CheckOptions& options, const std::string& data, double tolerance,
                                       const RunContext& run = {});

// The patch of Analysis::broken; null: none is known to break the fusion that is there now.
const BrokenBy* brokenBy(const Analysis& analysis);

} // namespace edgewright::pipeline
