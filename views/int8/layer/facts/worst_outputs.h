// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer with the largest errors, and the contribution of each step of the arithmetic to them.
#pragma once

#include "core/base/run_context.h"
#include "views/int8/layer/facts/studied_layer.h"
#include "views/int8/value/value_text.h"

#include <cstdint>
#include <vector>

namespace edgewright::views {

struct WorstOutput {
    std::int64_t element = 0;
    // In multiples of the output's scale: those of the sign of the error that are at least a tenth of the
    // largest, descending. Empty where the output was not traced.
    std::vector<ErrorContribution> contributions;
};

// Each output is traced by itself, which quantizes all operands: only up to MaxTracedOperands of them.
std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run = {});
inline constexpr std::int64_t MaxTracedOperands = 1 << 22;

} // namespace edgewright::views
