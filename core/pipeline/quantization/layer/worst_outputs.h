// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer with the largest errors, and what of each error which step of the arithmetic brought
// in.
#pragma once

#include "core/base/run_context.h"
#include "core/pipeline/quantization/layer/studied_layer.h"

#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

struct WorstOutput {
    struct Part {
        std::size_t place = 0; // in quant::ErrorParts::inOrder()
        double steps = 0;      // of the output's codes
    };
    std::int64_t element = 0;
    // Those that point the way of the error, the largest first, as long as they
    // are a tenth of the largest. Empty where the output was not traced.
    std::vector<Part> parts;
};

// Every output is traced by itself, which takes all operands as codes: not where they are more than
// MaxTracedOperands.
std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run = {});
inline constexpr std::int64_t MaxTracedOperands = 1 << 22;

} // namespace edgewright::pipeline
