// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/layer_energy.h"

#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/charts/layer_bars.h"
#include "views/accelerator/charts/roofline_chart.h"

#include <QCoreApplication>

namespace edgewright::views {

namespace {

struct LayerEnergyText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerEnergy)
};

BuiltChart buildLayerEnergy(const ChartInput& input, const Theme& theme) {
    const std::string& table = input.analysis.costs->report.energyUnit;
    LayerBars bars;
    bars.title = LayerEnergyText::tr("Energy by level");
    bars.totalOf = [](const cost::LayerCost& layer) { return layer.energy.total(); };
    const pipeline::ComparedCosts* compared = pipeline::comparisonOf(input.analysis).get();
    if (compared && compared->comparison.sameEnergyUnit)
        bars.otherOf = [](const cost::Together& other, const pipeline::ComparedCosts&) {
            return other.energy.total();
        };
    bars.text = [table](double energy) { return energyText(energy, table); };
    const EnergyUnit unit = energyUnit(largestTotal(input, bars.totalOf), table);
    bars.unit = unit.size;
    bars.unitTitle = LayerEnergyText::tr("Energy (%1)").arg(unit.name);
    using enum ops::Category;
    struct Level {
        QString title;
        ops::Category color;
        double cost::Energy::*part;
    };
    for (const Level& level :
         {Level{LayerEnergyText::tr("MACs"), Compute, &cost::Energy::macs},
          Level{LayerEnergyText::tr("Registers of the array"), Normalisation, &cost::Energy::registers},
          Level{LayerEnergyText::tr("SRAM"), Quantization, &cost::Energy::sram},
          Level{LayerEnergyText::tr("DRAM"), Activation, &cost::Energy::dram}})
        bars.parts.push_back(
            {level.title, theme.category(level.color), level.part == &cost::Energy::dram,
             [part = level.part](const cost::LayerCost& layer) { return layer.energy.*part; }});
    return layerBars(input, theme, bars);
}

} // namespace

const ChartSpec layer_energy_chart{.name = "layer-energy",
                                   .title = QT_TRANSLATE_NOOP("Chart", "Energy by level"),
                                   .stage = "cost",
                                   .beside = "compare_costs",
                                   .invitation =
                                       QT_TRANSLATE_NOOP("Chart", "Open a model to see what its layers cost."),
                                   .paper = {658, 320},
                                   .pickByColumn = true,
                                   .showsSelection = true,
                                   .emptyStateText = noLayers,
                                   .build = buildLayerEnergy,
                                   .choose = chooseLayer};

} // namespace edgewright::views
