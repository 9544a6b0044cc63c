// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/off_array.h"

#include <algorithm>
#include <functional>
#include <map>

namespace edgewright::cost {

OffArray offArrayOf(const CostReport& report) {
    OffArray made;
    std::map<std::string, std::int64_t> cycles;
    for (const LayerCost& each : report.layers) {
        if (each.layer.unit != Unit::Vector || each.cycles == 0) continue;
        made.cycles += each.cycles;
        cycles[each.layer.op] += each.cycles;
    }
    made.operators.assign(cycles.begin(), cycles.end());
    std::ranges::stable_sort(made.operators, std::greater{}, &std::pair<std::string, std::int64_t>::second);
    return made;
}

} // namespace edgewright::cost
