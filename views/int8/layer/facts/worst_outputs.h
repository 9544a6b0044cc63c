// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer with the largest errors, and what of each error which step of the arithmetic brought
// in.
#pragma once

#include "core/base/run_context.h"
#include "views/int8/layer/facts/studied_layer.h"
#include "views/int8/value/value_text.h"

#include <cstdint>
#include <vector>

namespace edgewright::views {

struct WorstOutput {
    std::int64_t element = 0;
    // In steps of the output's codes: those that point the way of the error, the largest first, as long as they
    // are a tenth of the largest. Empty where the output was not traced.
    std::vector<ErrorShare> parts;
};

// Every output is traced by itself, which takes all operands as codes: not where they are more than
// MaxTracedOperands.
std::vector<WorstOutput> worstOutputs(const StudiedLayer& layer, const std::vector<std::int64_t>& elements,
                                      const RunContext& run = {});
inline constexpr std::int64_t MaxTracedOperands = 1 << 22;

} // namespace edgewright::views
