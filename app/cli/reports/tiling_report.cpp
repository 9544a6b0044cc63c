// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/tiling_report.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/cost/tilings/tiling_file.h"

namespace edgewright::cli {

Result<void> adoptTilings(const std::string& file, const cost::Accelerator& accelerator,
                          cost::Workload& workload) {
    ASSIGN_OR_RETURN(const auto tilings, cost::readTilings(file));
    if (auto good = cost::checkTilings(tilings, workload, accelerator); !good)
        return std::move(good).error().within(file);
    for (const auto& [layer, tiling] : tilings)
        workload.tilings.insert_or_assign(layer, tiling);
    return {};
}

void printTilings(Console& console, const cost::CostReport& report) {
    if (report.tilings.empty() || report.mode != cost::Mode::Physical) return;
    console.print("tilings  " + counted(report.adopted(), "layer") +
                  (report.adopted() == 1 ? " has an adopted tiling" : " have adopted tilings") +
                  ", the others what is chosen for them");
    for (const cost::UnusedTiling& each : report.unusedTilings)
        console.print("tiling not used: '" + each.layer + "': " + each.reason);
}

Json unusedTilingsJson(const cost::CostReport& report) {
    Json list = Json::array();
    for (const cost::UnusedTiling& each : report.unusedTilings)
        list.push_back({{"layer", each.layer}, {"reason", each.reason}});
    return list;
}

} // namespace edgewright::cli
