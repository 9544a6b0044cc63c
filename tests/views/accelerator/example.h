// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of four layers made by hand, with what belongs to them.
#pragma once

#include "core/pipeline/costs/exploration.h"
#include "core/pipeline/study.h"

namespace edgewright::views {

inline cost::LayerCost layer(const char* name, int node, std::int64_t cycles, double intensity, double attained,
                             bool memoryBound) {
    cost::LayerCost l;
    l.layer.name = name;
    l.layer.op = "Conv";
    l.layer.node = NodeId(node);
    l.layer.m = 3136;
    l.layer.n = 64;
    l.layer.k = 576;
    l.cycles = cycles;
    l.stallCycles = memoryBound ? cycles / 4 : 0;
    l.mappingEfficiency = 0.9;
    l.utilization = attained / 1024;
    l.intensity = intensity;
    l.attained = attained;
    l.spent[cost::Spent::Computing] = memoryBound ? cycles / 4 : cycles * 3 / 4;
    l.spent[memoryBound ? cost::Spent::DramInputs : cost::Spent::IdleCells] =
        cycles - l.spent[cost::Spent::Computing];
    l.sram = {400000, 300000, 200000};
    l.dram = {100000, 36864, 200704};
    l.energy[cost::EnergyPart::Dram] = 2.5e8;
    return l;
}

inline std::shared_ptr<pipeline::Analysis> example() {
    auto analysis = std::make_shared<pipeline::Analysis>();
    analysis->opened = std::make_shared<pipeline::Opened>();
    auto costs = std::make_shared<pipeline::Costs>();
    costs->report.layers = {
        layer("stem/conv", 3, 220000, 180, 525, false), layer("block1/depthwise", 7, 480000, 6, 120, true),
        layer("block1/pointwise", 9, 90000, 60, 800, false), layer("classifier", 12, 30000, 1.1, 24, true)};
    costs->report.cycles = 820000;
    costs->report.stallCycles = 127500;
    costs->report.utilization = 0.61;
    costs->report.macs = 115605504;
    costs->report.dram = {400000, 147456, 802816};
    costs->report.energy[cost::EnergyPart::Dram] = 1e9;
    for (const cost::LayerCost& each : costs->report.layers)
        costs->report.spent += each.spent;
    costs->report.accelerator.bandwidth = 30;
    costs->roofline.peak = 1024;
    costs->roofline.bandwidth = 30;
    costs->roofline.ridge = 1024.0 / 30;
    analysis->costs = costs;
    auto improvements = std::make_shared<pipeline::Improvements>();
    cost::WhatIf bandwidth;
    bandwidth.change = cost::Change::TwiceBandwidth;
    bandwidth.effect.from = bandwidth.effect.to = costs->report.accelerator;
    bandwidth.effect.to.bandwidth = 60;
    bandwidth.effect.cyclesBefore = 820000;
    bandwidth.effect.cyclesAfter = 500000;
    bandwidth.most = "classifier";
    improvements->whatIfs = {bandwidth};
    cost::SizeStep larger; // which is a loss
    larger.effect.from = larger.effect.to = costs->report.accelerator;
    larger.effect.to.rows = larger.effect.to.cols = 64;
    larger.effect.cyclesBefore = 820000;
    larger.effect.cyclesAfter = 900000;
    larger.power = 1;
    larger.narrower = larger.layers = 4;
    improvements->sizes = {larger};
    cost::SramStep enough;
    enough.kiloBytes = 96;
    enough.cycles = 820000;
    improvements->sram.steps = {enough};
    analysis->improvements = improvements;
    auto explored = std::make_shared<pipeline::Explored>();
    const cost::DesignSpace space = *cost::SpaceChoice::standard().on(costs->report.accelerator);
    auto points = std::make_shared<std::vector<cost::DesignPoint>>();
    for (std::uint64_t i = 0; i < *space.points(); ++i) {
        const cost::Accelerator array = space.at(i);
        cost::DesignPoint point;
        point.index = i;
        point.cycles = static_cast<double>(200000000 / (array.rows * array.rows) + 300000 +
                                           60000 * static_cast<std::int64_t>(array.dataflow));
        point.utilization = 0.5;
        points->push_back(point);
    }
    explored->owner = points;
    explored->points = *points;
    explored->total = points->size();
    explored->findings = cost::findingsOf(space, *points, 0);
    analysis->explored = explored;
    return analysis;
}

} // namespace edgewright::views
