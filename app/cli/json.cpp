// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include "app/cli/table.h"
#include "core/table/diagnostic_table.h"

#include <cmath>

namespace edgewright::cli {

std::string dumped(const Json& document) {
    const std::string text = document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    std::string result;
    result.reserve(text.size());
    // JSON lets U+007F to U+009F stand as they are, which command a terminal.
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == 0x7f) {
            result += "\\u007f";
        } else if (byte == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) {
            const auto code = static_cast<unsigned char>(text[++i]);
            result += (code < 0x90 ? "\\u008" : "\\u009") + std::string(1, "0123456789abcdef"[code & 15]);
        } else {
            result += text[i];
        }
    }
    return result;
}

Json toJson(const Diagnostics& diagnostics) { return tableJson(table::diagnosticTable(diagnostics)); }

Json uncountedJson(const ops::Uncounted& uncounted) {
    Json rows = Json::array();
    for (const auto& [op, nodes] : uncounted)
        rows.push_back({{"op", op}, {"nodes", nodes}});
    return rows;
}

Json numberJson(std::optional<double> number) {
    return number && std::isfinite(*number) ? Json(*number) : Json();
}

} // namespace edgewright::cli
