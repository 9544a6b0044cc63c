// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/pipeline/stage.h"

#include <algorithm>

namespace edgewright::pipeline::int8_calibration_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    text.addFields(int8Fields(), settings.int8);
    text.addFields(quantizationFields(), settings.quantization, DataGroup);
    text.add(quant::leastOpset(quantizeOptions(settings.int8, settings.quantization).codes));
}

Result<std::shared_ptr<const Calibrated>> compute(const Analysis& now, const Settings& settings,
                                                  const RunContext& run) {
    return calibratedModel(now.typed, settings.int8, settings.quantization, run);
}

// A model that comes quantized is no error: there is nothing to quantize.
bool applies(const Analysis& now, const Settings&) {
    if (!now.typed) return false;
    const ir::Graph& graph = *now.typed->graph;
    return !firstOnCodes(graph) && std::ranges::any_of(graph.order(), [&](NodeId id) {
        return quant::canStudy(graph, graph.node(id));
    });
}

} // namespace

extern const Stage entry = stageInto<&Analysis::calibrated, compute>({
    .name = "int8_calibration",
    .title = TRANSLATABLE("Stage", "Run the inputs for calibration"),
    .needs = {"type"},
    .applies = applies,
    .settings = dependencies,
});

} // namespace edgewright::pipeline::int8_calibration_stage
