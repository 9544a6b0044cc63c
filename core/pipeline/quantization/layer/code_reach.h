// SPDX-License-Identifier: GPL-3.0-or-later
// The values that the codes of a tensor can say, and the number of those that they cannot.
#pragma once

#include "core/base/run_context.h"
#include "core/quant/scheme.h"

#include <cstdint>
#include <span>

namespace edgewright::pipeline {

struct CodeReach {
    double lowest = 0, highest = 0; // what the lowest and the highest code stand for
    double step = 0;
    // By more than half a step, which is no rounding any more.
    bool isBeyond(double value) const { return value < lowest - step / 2 || value > highest + step / 2; }
};

// Activations saturate at the ends of the type, whatever codes their range is spread over.
CodeReach codeReach(const quant::Params& params, const quant::Scheme& activations);
// The count is of no use when `run` is stopped.
std::int64_t countBeyond(std::span<const float> values, const CodeReach& reach, const RunContext& run = {});

} // namespace edgewright::pipeline
