// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/weight_stats.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::weight_stats_stage {

namespace {

// The address is that of bytes that the result keeps.
void dependencies(const Settings& settings, SettingsText& text) {
    const ir::Tensor& tensor = settings.viewState.inspected.tensor;
    text.add(tensor.bytes().data(), static_cast<int>(tensor.dtype()));
    for (const std::int64_t extent : tensor.dims())
        text.add(extent);
}

Result<WeightStats> compute(const Analysis&, const Settings& settings, const RunContext& run) {
    return weightStats(settings.viewState.inspected.tensor, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::weightStats, compute>({
    .name = "weight_stats",
    .title = TRANSLATABLE("Stage", "Weight statistics"),
    .applies = [](const Analysis&,
                  const Settings& settings) { return hasNumbers(settings.viewState.inspected.tensor); },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::weight_stats_stage
