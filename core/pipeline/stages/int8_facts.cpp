// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/pipeline/quantization/layer/layer_facts.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_facts_stage {

namespace {

Result<std::shared_ptr<const LayerFacts>> compute(const Analysis& now, const Settings& settings,
                                                  const RunContext& run) {
    auto layer = studiedLayer(now, settings);
    if (!layer) return unsupported(say("its study holds no float32 tensors of one shape"));
    return layerFacts(std::move(layer), run);
}

} // namespace

// How ranges are chosen is what the study depends on, too.
extern const Stage entry = stageInto<&Analysis::int8Facts, compute>({
    .name = "int8_facts",
    .title = TRANSLATABLE("Stage", "Count the values of a layer"),
    .needs = {"int8_layer", "int8"},
    .applies = [](const Analysis& now, const Settings&) { return now.int8 != nullptr; },
});

} // namespace edgewright::pipeline::int8_facts_stage
