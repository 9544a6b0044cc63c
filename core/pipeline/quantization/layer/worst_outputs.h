// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer with the largest errors, and the contribution of each step of the arithmetic to them.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/quantization/layer/studied_layer.h"

#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

struct WorstOutput {
    struct Contribution {
        std::size_t place = 0; // in quant::ErrorParts::inOrder()
        double steps = 0;      // of the output's codes
    };
    std::int64_t element = 0;
    // Contributions of the sign of the error that are at least a tenth of the largest, descending. Empty where
    // the output was not traced.
    std::vector<Contribution> contributions;
};

// Each output is traced by itself, which quantizes all operands: only up to MaxTracedOperands of them.
std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run = {});
inline constexpr std::int64_t MaxTracedOperands = 1 << 22;

} // namespace edgewright::pipeline
