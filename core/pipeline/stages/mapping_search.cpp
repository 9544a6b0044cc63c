// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/cost/search/strategy_comparison.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::mapping_search_stage {

namespace {

using cost::search::StrategyComparison;
using cost::search::StrategyOutcomes;

Result<StrategyOutcomes> compute(const Analysis&, const Settings& settings, const RunContext& run,
                                 const Parts<StrategyOutcomes>& parts) {
    const MappingRequest& request = settings.viewState.mappings;
    ASSIGN_OR_RETURN(auto comparison,
                     StrategyComparison::of(request.layer, request.accelerator, request.options));
    while (!comparison.isComplete()) {
        const auto good = comparison.advance(run);
        parts(std::make_shared<const StrategyOutcomes>(comparison.outcomes()));
        RETURN_IF_ERROR(good);
    }
    return comparison.outcomes();
}

} // namespace

// Layer and accelerator are those of the request, so that others can be looked at meanwhile.
extern const Stage entry = stageInto<&Analysis::mappings, compute>({
    .name = "mapping_search",
    .title = TRANSLATABLE("Stage", "Search for mappings"),
    .needs = {"fuse"},
    .searches = true,
    .applies = [](const Analysis&,
                  const Settings& settings) { return settings.viewState.mappings.layer.m > 0; },
    .asked = [](const ViewState& view) { return view.mappings.asked; },
});

} // namespace edgewright::pipeline::mapping_search_stage
