// SPDX-License-Identifier: GPL-3.0-or-later
// A float32 model as it runs in INT8: quantized, and fused into integer kernels. What the variant "int8" of a
// measurement runs.
#pragma once

#include "core/pipeline/quantization/calibrated.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct QuantizedNetwork {
    std::shared_ptr<const Typed> model; // that was given, in float32
    // The fusion of the model with pairs, by the rules that are on by default: its graph runs. Inputs and
    // outputs have the ids that they have in the model.
    std::shared_ptr<const fusion::History> history;
    std::string source;      // of the inputs that it was calibrated on: "calibration.npy beside the model"
    std::size_t samples = 0; // of them
    // They were made at random: the network takes as long as any other, and its outputs say nothing.
    bool isRandom = false;
    // Products of the model that are quantized or could be (quant::Role::Product), and those that multiply
    // codes.
    std::size_t products = 0, integerProducts = 0;
    std::string whyInFloat; // "conv1 computes in float32 because ...": the first that does not; empty: all do

    const ir::Graph& graph() const { return history->graph; }
    // Nodes of the model that a node of graph(), or of what that is lowered to, stands for, ascending; empty:
    // none, as of the QuantizeLinear that makes codes of an input.
    std::vector<NodeId> originsOf(const ir::Node& node) const;
};

// Errors: of calibratedModel and quantized.
Result<std::shared_ptr<const QuantizedNetwork>> quantizedNetwork(std::shared_ptr<const Typed> typed,
                                                                 const Int8Options& int8 = {},
                                                                 const QuantizationSettings& quantization = {},
                                                                 const RunContext& run = {});

} // namespace edgewright::pipeline
