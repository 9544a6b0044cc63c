// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/planner.h"

#include <algorithm>

namespace edgewright::memory {

#define EDGEWRIGHT_ENTRY(name)                                                                                 \
    namespace name##_planner {                                                                                 \
        extern const Planner entry;                                                                            \
    }
#include "planners.def"
#undef EDGEWRIGHT_ENTRY

std::span<const Planner* const> planners() {
    static const Planner* const entries[] = {
#define EDGEWRIGHT_ENTRY(name) &name##_planner::entry,
#include "planners.def"
#undef EDGEWRIGHT_ENTRY
    };
    return entries;
}

const Planner* findPlanner(std::string_view name) {
    const auto all = planners();
    const auto it = std::ranges::find(all, name, &Planner::name);
    return it == all.end() ? nullptr : *it;
}

} // namespace edgewright::memory
