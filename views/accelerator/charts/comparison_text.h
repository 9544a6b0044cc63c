// SPDX-License-Identifier: GPL-3.0-or-later
// Words for costs beside others.
#pragma once

#include "core/pipeline/cost_comparison.h"

#include <QString>

namespace edgewright::views {

QString referenceTitle(const std::string& name); // "before-fusion" -> "Before fusion"
// "Beside before fusion: 1.5 M -> 1.2 M cycles, 24 % less time, 31 % less energy; 12 layers faster, none
// slower."
QString comparisonSentence(const pipeline::ComparedCosts& compared, const cost::CostReport& now);
// The cost of a layer on the other one: "Before fusion: 120 k cycles, DRAM 31 kB".
QString otherTip(const pipeline::ComparedCosts& compared, std::size_t layer, const cost::CostReport& now);

} // namespace edgewright::views
