// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/bisect.h"
#include "core/pipeline/stage.h"

#include <algorithm>

namespace edgewright::pipeline::broken_stage {

namespace {

Result<std::optional<BrokenBy>> compute(const Analysis& now, const Settings& settings, const RunContext& run) {
    const auto worst = std::ranges::find_if_not(now.check->outputs, &OutputDifference::passes);
    CheckOptions options;
    options.seed = settings.seed;
    return bisect(*now.typed, *now.fusion, options, now.check->data[worst->data], worst->tolerance, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::broken, compute>({
    .name = "broken",
    .title = TRANSLATABLE("Stage", "Find the fusion that breaks the outputs"),
    .needs = {"check"},
    .applies = [](const Analysis& now, const Settings&) { return now.check && !now.check->passes(); },
});

} // namespace edgewright::pipeline::broken_stage
