// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/published/published_table.h"

#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/cost/embedded/embedded.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace edgewright::cost::published {

Result<Table> Table::named(std::string_view name) {
    const std::string file = "published/" + std::string(name) + ".csv";
    for (const EmbeddedFile& each : embeddedFiles("published/"))
        if (each.name == file) return parse(std::string(name), each.text);
    return internalError("there is no table " + inQuotes(name));
}

Result<Table> Table::parse(const std::string& name, std::string_view text) {
    Table table;
    table.m_name = name;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::string_view content = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(content.size() + 1, text.size()));
        if (trimmed(content).empty() || content.front() == '#') continue;
        const auto found = csvFields(content);
        std::vector<std::string> fields(found.begin(), found.end());
        if (table.m_columns.empty()) {
            table.m_columns = std::move(fields);
        } else if (fields.size() != table.m_columns.size()) {
            return badInput(name + ":" + std::to_string(line) + ": expected " +
                            std::to_string(table.m_columns.size()) + " fields, found " +
                            std::to_string(fields.size()));
        } else {
            table.m_rows.push_back(std::move(fields));
        }
    }
    if (table.m_rows.empty()) return badInput(name + ": expected a header and at least one line");
    return table;
}

Result<std::string> Table::text(std::size_t row, std::string_view column) const {
    const auto at = std::ranges::find(m_columns, column);
    if (at == m_columns.end()) return badInput(m_name + ": expected a column " + inQuotes(column));
    return m_rows[row][static_cast<std::size_t>(at - m_columns.begin())];
}

Result<double> Table::number(std::size_t row, std::string_view column) const {
    ASSIGN_OR_RETURN(const std::string field, text(row, column));
    double value = 0;
    const char* const end = field.data() + field.size();
    const auto [at, error] = std::from_chars(field.data(), end, value);
    if (error != std::errc() || at != end || !std::isfinite(value))
        return badInput(m_name + ": row " + std::to_string(row + 1) + ", column " + inQuotes(column) +
                        ": expected a number, found " + inQuotes(field));
    return value;
}

} // namespace edgewright::cost::published
