// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/planner.h"

#include "core/base/catalogue.h"
#include "planners.def"

#include <algorithm>

namespace edgewright::memory {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_PLANNERS, planners, Planner, _planner)

const Planner* findPlanner(std::string_view name) {
    const auto all = planners();
    const auto it = std::ranges::find(all, name, &Planner::name);
    return it == all.end() ? nullptr : *it;
}

} // namespace edgewright::memory
