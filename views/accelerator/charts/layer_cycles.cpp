// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/layer_cycles.h"

#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/charts/layer_bars.h"
#include "views/accelerator/charts/roofline_chart.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

namespace edgewright::views {

namespace {

struct LayerCyclesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerCycles)
};

BuiltChart buildLayerCycles(const ChartInput& input, const Theme& theme) {
    LayerBars bars;
    bars.title = LayerCyclesText::tr("Where the cycles go");
    bars.totalOf = [](const cost::LayerCost& layer) { return static_cast<double>(layer.cycles); };
    bars.otherOf = [](const cost::Together& other, const pipeline::ComparedCosts& compared) {
        return static_cast<double>(other.cycles) * compared.comparison.perCycle;
    };
    bars.text = [](double cycles) { return cyclesText(static_cast<std::int64_t>(cycles)); };
    const CyclesUnit unit = cyclesUnit(largestTotal(input, bars.totalOf));
    bars.unit = unit.size;
    bars.unitTitle = unit.title(LayerCyclesText::tr("Cycles (%1 cycles)"));
    using enum cost::Spent;
    for (const cost::Spent spent : {Computing, IdleCells, Fill, Sram, Vector, DramInputs}) {
        const bool isDram = cost::isDram(spent); // together: which operand, the tips say
        bars.parts.push_back({isDram ? LayerCyclesText::tr("DRAM") : spentTitle(spent),
                              spentColor(spent, theme), isDram, [spent, isDram](const cost::LayerCost& layer) {
                                  const cost::SpentCycles& of = layer.spent;
                                  return static_cast<double>(
                                      isDram ? of[DramInputs] + of[DramWeights] + of[DramOutputs] : of[spent]);
                              }});
    }
    return layerBars(input, theme, bars);
}

} // namespace

const ChartSpec layer_cycles_chart{.name = "layer-cycles",
                                   .title = QT_TRANSLATE_NOOP("Chart", "Where the cycles go"),
                                   .stage = "cost",
                                   .beside = "compare_costs",
                                   .invitation =
                                       QT_TRANSLATE_NOOP("Chart", "Open a model to see what its layers cost."),
                                   .paper = {658, 320},
                                   .pickByColumn = true,
                                   .showsSelection = true,
                                   .emptyStateText = noLayers,
                                   .build = buildLayerCycles,
                                   .choose = chooseLayer};

} // namespace edgewright::views
