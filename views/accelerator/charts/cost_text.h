// SPDX-License-Identifier: GPL-3.0-or-later
// Words for costs that more than one part of the page uses.
#pragma once

#include "core/cost/findings/what_if.h"
#include "core/pipeline/cost_comparison.h"
#include "views/support/theme.h"

#include <QString>

namespace edgewright::views {

QString dataflowTitle(cost::Dataflow dataflow);                    // "Weight stationary"
QString energyText(double energy, const std::string& unit = "pJ"); // "1.23 mJ", "4.5 M MAC energies"
struct EnergyUnit {
    double size = 1; // in the unit of the table
    QString name;    // "µJ"
};
EnergyUnit energyUnit(double energy, const std::string& unit); // for numbers of about that size
QString spentTitle(cost::Spent spent);                         // "Idle cells"
QColor spentColor(cost::Spent spent, const Theme& theme);
QString changeTitle(const cost::WhatIf& whatIf); // "2 × bandwidth", "output stationary"

// The unit in which an axis counts cycles.
struct CyclesUnit {
    double size = 1; // cycles
    const char* prefix = "";
    QString title(const QString& text) const; // "Cycles (%1 cycles)" -> "Cycles (M cycles)"
};
CyclesUnit cyclesUnit(double cycles); // for numbers of about that size

QString speedText(double speedup);               // "1.25 × as fast"; else "no gain" or "10 % slower"
QString referenceTitle(const std::string& name); // of other costs: "before-fusion" -> "Before fusion"
// "Beside “Before fusion” (1.5 M cycles, 1.5 ms): 24 % less time, 31 % less energy."
QString comparisonSentence(const pipeline::ComparedCosts& compared, const cost::CostReport& now);
// "Beside “Before fusion”: 12 of 20 layers faster, 0 slower."
QString layersText(const pipeline::ComparedCosts& compared, const cost::CostReport& now);
// The cost of a layer on the other one: "Before fusion: 120 k cycles, DRAM 31 kB".
QString otherTip(const pipeline::ComparedCosts& compared, std::size_t layer, const cost::CostReport& now);

} // namespace edgewright::views
