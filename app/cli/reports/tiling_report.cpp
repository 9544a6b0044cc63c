// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/tiling_report.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/findings/number_text.h"
#include "core/cost/search/layer_groups.h"
#include "core/cost/tilings/loop_nest.h"
#include "core/cost/tilings/tiling_file.h"
#include "core/cost/tilings/tiling_sentences.h"

#include <algorithm>

namespace edgewright::cli {

Result<void> adoptTilings(const std::string& file, const cost::Accelerator& accelerator,
                          cost::Workload& workload) {
    ASSIGN_OR_RETURN(const auto tilings, cost::readTilings(file));
    if (auto good = cost::checkTilings(tilings, workload, accelerator); !good)
        return std::move(good).error().within(file);
    for (const auto& [layer, tiling] : tilings)
        workload.tilings[cost::tiledPart(accelerator)].insert_or_assign(layer, tiling);
    return {};
}

void printTilings(Console& console, const cost::CostReport& report) {
    for (const std::string& each : cost::tilingSentences(report))
        console.print(say("tilings  {1}", each));
}

Json unusedTilingsJson(const cost::CostReport& report) {
    Json list = Json::array();
    for (const cost::UnusedTiling& each : report.unusedTilings)
        list.push_back({{"layer", each.layer}, {"reason", each.reason}});
    return list;
}

namespace {

Json trialJson(const cost::LayerCost& cost) {
    return {{"cycles", cost.cycles}, {"dram_words", cost.dram.total()}, {"energy", cost.energy.total()}};
}

std::string trialText(const cost::LayerCost& cost, const std::string& energyUnit) {
    return say("{1} cycles, {2} DRAM words, {3}", grouped(cost.cycles), grouped(cost.dram.total()),
               cost::energyText(cost.energy.total(), energyUnit));
}

} // namespace

Result<Json> printLoopNest(Console& console, const cost::Workload& workload, const cost::CostReport& report,
                           const std::string& layer) {
    const auto found = std::ranges::find_if(report.layers, [&](const cost::LayerCost& each) {
        return each.layer.name == layer && each.layer.unit == cost::Unit::Array;
    });
    if (found == report.layers.end()) return cost::search::layerGroups(workload, layer).error();
    const auto nest = cost::loopNest(found->layer, report.tiledFor, found->tiling);
    ASSIGN_OR_RETURN(const auto trial, cost::TilingTrial::of(*found, report.tiledFor));
    ASSIGN_OR_RETURN(const auto own, trial.with(found->tiling));
    console.print(found->isAdopted
                      ? say("loop nest of {1}, tiling {2}, adopted", layer, cost::textOf(found->tiling))
                      : say("loop nest of {1}, tiling {2}, chosen", layer, cost::textOf(found->tiling)));
    console.print(cost::textOf(nest) + trialText(own, report.energyUnit));
    if (found->isAdopted)
        console.print(say("chosen without a decision: {1}, {2}", cost::textOf(trial.chosen().tiling),
                          trialText(trial.chosen(), report.energyUnit)));
    Json lines = Json::array();
    const InEnglish english; // for programs
    for (const cost::NestLine& line : cost::loopNest(found->layer, report.tiledFor, found->tiling))
        lines.push_back({{"depth", line.depth}, {"text", line.text}});
    return Json{{"layer", layer},
                {"tiling", cost::textOf(found->tiling)},
                {"adopted", found->isAdopted},
                {"lines", lines},
                {"cost", trialJson(own)},
                {"chosen", trialJson(trial.chosen())}};
}

} // namespace edgewright::cli
