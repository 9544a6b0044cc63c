// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include "app/cli/text.h"

namespace edgewright::cli {

std::string dumped(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json toJson(const Diagnostics& diagnostics) {
    Json rows = Json::array();
    for (const Diagnostic& each : diagnostics)
        rows.push_back({{"severity", severityName(each.severity)},
                        {"code", each.code},
                        {"message", each.message},
                        {"place", each.place}});
    return rows;
}

} // namespace edgewright::cli
