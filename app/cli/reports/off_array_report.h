// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a model's cost that is no work of the array: operators on the vector unit, and those without a
// cost.
#pragma once

#include "app/cli/json.h"
#include "core/cost/systolic.h"

namespace edgewright::cli {

struct OffArrayReport {
    Json operators;  // of the vector unit, with the cycles of each and of all
    Json unmodelled; // without a cost, with their share of the words; null where that is not known
};
OffArrayReport printOffArray(const Console& console, const cost::Workload& workload,
                             const cost::CostReport& report);

} // namespace edgewright::cli
