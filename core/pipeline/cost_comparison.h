// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of the network beside that before fusion, in another precision, or on another accelerator, and
// layers with what they cost, as a table.
#pragma once

#include "core/cost/findings/comparison.h"
#include "core/pipeline/study.h"
#include "core/table/column.h"

#include <string>
#include <vector>

namespace edgewright::pipeline {

struct ComparedCosts {
    std::string with;
    std::shared_ptr<const Costs> of;    // what is compared
    std::shared_ptr<const Costs> costs; // of the other one
    cost::Comparison comparison;
};

// "before-fusion", "int8", "fp16", "fp32", then the names of cost::presets().
std::vector<std::string> costReferences();
// Without what is no other thing than `now`: not its own precision, and no accelerator that it is.
std::vector<std::string> costReferences(const cost::Accelerator& now);
bool isCostReference(const std::string& name);

// By layer of `other` the layer of `now` that does its work, or cost::NoPartner: of the layers that stand for
// one of its nodes before fusion the one of its name, else of its operator, else the first; what works beside
// the array in `now` counts with the array's layer. `otherFusion`: null where `other` is of the base graph.
std::vector<std::size_t> partnersOf(const cost::CostReport& now, const fusion::History& fusion,
                                    const cost::CostReport& other, const fusion::History* otherFusion);

// `now`: of the fused graph, not null. BadInput for what is no reference; errors of costs().
Result<std::shared_ptr<const ComparedCosts>> comparedCosts(const fusion::History& fusion,
                                                           std::shared_ptr<const Costs> now,
                                                           const std::string& with, const RunContext& run = {});

// The comparison of Analysis::costs; null: there is none, or one of earlier costs that is being computed anew.
std::shared_ptr<const ComparedCosts> comparisonOf(const Analysis& analysis);

// Null `costs`: no rows. `compared`: those costs beside others, which adds two columns; or null.
table::Table costTable(std::shared_ptr<const Costs> costs, std::shared_ptr<const ComparedCosts> compared);

} // namespace edgewright::pipeline
