// SPDX-License-Identifier: GPL-3.0-or-later
// A model of a scenario, made ready to be served (core/serve).
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/serve/served_model.h"

namespace edgewright::device {

// From its file, fused with the usual rules, for each size of serve::batchSizes(); inputs are random. They
// share their weights. BadInput, naming the model and the input, where its batches may be larger than 1 and the
// first extent of an input is fixed.
Result<serve::ServedModel> servedModel(const scenario::Model& model, const RunContext& run = {});
Result<std::vector<serve::ServedModel>> servedModels(const scenario::Scenario& scenario,
                                                     const RunContext& run = {});

} // namespace edgewright::device
