// SPDX-License-Identifier: GPL-3.0-or-later
// The operands of a layer as codes: what the study of the layer and the trace of one of its values compute
// with.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/quant/layer/layer_operands.h"
#include "core/quant/layer/layer_study.h"

#include <cstdint>
#include <vector>

namespace edgewright::quant {

struct LayerCodes {
    Params input, output;
    std::vector<Params> weights;    // one, or one per output channel
    std::vector<std::int16_t> x, w; // in the layout of the operands
    // Sums of squares: of the weights, of what their codes stand for less them.
    double weightSignal = 0, weightNoise = 0;
    std::vector<std::int32_t> bias; // at the scale of the accumulator; empty: none

    // Arguments of the integer kernel; they point into this.
    ConvArguments arguments(const ConvShape& shape, const StudyOptions& options) const;
};

// The shape of `operands` has passed checkConvShape. `output` is the range of the layer's output, calibrated or
// found. Fails only with Cancelled.
Result<LayerCodes> layerCodes(const LayerOperands& operands, const StudyOptions& options, Range output,
                              const RunContext& run = {});

// Sets only `input`, `weights`, `w` and the sums of squares. Scales of the weights are those that quantize()
// takes: raised where a bias needs it (raiseForBias).
LayerCodes weightCodes(const LayerOperands& operands, const StudyOptions& options);

} // namespace edgewright::quant
