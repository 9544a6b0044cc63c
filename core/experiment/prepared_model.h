// SPDX-License-Identifier: GPL-3.0-or-later
// A model with everything that its cells have in common, and a network of it in one arithmetic.
#pragma once

#include "core/base/run_context.h"
#include "core/dataset/sample_set.h"
#include "core/experiment/cells.h"
#include "core/pipeline/quantization/improved/quantized_network.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

namespace edgewright::experiment {

// By file: opened before they are needed.
using OpenedModels = std::map<std::filesystem::path, std::shared_ptr<const pipeline::Opened>>;

struct PreparedModel {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
    ir::Feeds feeds;
    std::shared_ptr<const dataset::SampleSet> labelled; // null: nothing beside the model has labels
};
// Unsupported where a part of the model does not run here; BadInput for an extent of a dimension that no input
// has.
Result<PreparedModel> preparedModel(const Definition& definition, const Cell& cell,
                                    std::shared_ptr<const pipeline::Opened> opened, const RunContext& run = {});

// BadInput, with those that there are, for an extent of a dimension that no input has: cells of different sizes
// would be of one and the same network.
Result<void> requireOpen(const ir::Graph& graph, const ir::Bindings& extents);

struct PreparedCodes {
    std::shared_ptr<const pipeline::QuantizedNetwork> quantized; // null: in float32
    // On the samples with labels the model as it was imported ("fp32") beside the fused network of these codes
    // ("int8"). Empty: there are no such samples.
    std::optional<pipeline::TopCounts> tops;
};
Result<PreparedCodes> preparedCodes(const Definition& definition, const PreparedModel& model,
                                    const Codes& codes, const RunContext& run = {});

} // namespace edgewright::experiment
