// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/fixed_point_note.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_fixed_point_stage {

namespace {

Result<FixedPointNote> compute(const Analysis& now, const Settings&, const RunContext& run) {
    return fixedPointNote(*now.quantized, now.accumulators, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::fixedPoint, compute>({
    .name = "int8_fixed_point",
    .title = TRANSLATABLE("Stage", "Follow an output in fixed point"),
    .needs = {"int8_model", "int8_accumulators"},
    .applies = [](const Analysis& now, const Settings&) { return now.quantized && now.accumulators; },
    .asked = [](const ViewState& view) { return view.fixedPointAsked; },
});

} // namespace edgewright::pipeline::int8_fixed_point_stage
