// SPDX-License-Identifier: GPL-3.0-or-later
// A model as a target for integers would see it: batch norms and scales in the weights, and nothing but
// standard operators.
#pragma once

#include "core/pipeline/study.h"

namespace edgewright::pipeline {

// By the rules that neither make groups nor change quantized values; `folds` false: by none, so that the graph
// stays as it is. The opset is raised to `leastOpset` where it is lower. Inputs and outputs keep their ids, and
// so does every node that no rule touched; others say in `origins` what they stand for. Unsupported, naming the
// operator, where one keeps the model below `leastOpset`.
Result<std::shared_ptr<const Typed>> foldedModel(const Typed& typed, bool folds, std::int64_t leastOpset = 0,
                                                 const RunContext& run = {});

// Another graph of the same model, with types.
std::shared_ptr<const Typed> withGraph(const Typed& typed, ir::Graph graph, ir::Opsets opsets,
                                       const RunContext& run = {});

} // namespace edgewright::pipeline
