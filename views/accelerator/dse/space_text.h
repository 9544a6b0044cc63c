// SPDX-License-Identifier: GPL-3.0-or-later
// Words for design spaces that more than one chart uses.
#pragma once

#include "core/pipeline/costs/exploration.h"

#include <QString>

namespace edgewright::views {

QString axisTitle(cost::Axis axis);                                               // "Rows", "SRAM"
QString axisTitleWithUnit(cost::Axis axis);                                       // "SRAM (KiB)"
QString axisHint(cost::Axis axis);                                                // what may be written there
QString axisValue(const cost::DesignSpace& space, cost::Axis axis, double value); // "16", "os", "2/1/1"
QString measureTitle(cost::Measure measure);                                      // "Latency"
QString measureText(double value, cost::Measure measure, const std::string& energyUnit); // "3.60 ms"
// "2 ms" for a mark; without a unit that is too long for that: the title beside such marks has it.
QString briefMeasure(double value, cost::Measure measure, const std::string& energyUnit);
QString briefTitle(cost::Measure measure, const std::string& energyUnit); // "Energy (MAC energies)"
QString designText(const cost::Accelerator& accelerator);                 // "16 × 32, weight stationary"
QString pointText(const pipeline::Explored& explored, std::size_t place); // all of it, in lines
QString pointHint();                                                      // below it, on screen

} // namespace edgewright::views
