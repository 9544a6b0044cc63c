// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/column.h"

#include "core/base/misuse.h"

#include <algorithm>

namespace edgewright::table {

std::optional<double> Cell::number() const {
    if (const auto* whole = std::get_if<std::int64_t>(this)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(this)) return *real;
    return std::nullopt;
}

std::vector<std::size_t> Table::columnsOn(Place place) const {
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < heads.size(); ++column)
        if (heads[column].on & place) columns.push_back(column);
    return columns;
}

std::size_t Table::columnOf(std::string_view key) const {
    const auto found = std::ranges::find(heads, key, &Head::key);
    if (found == heads.end()) endMisuse("a table has no such column", "");
    return static_cast<std::size_t>(found - heads.begin());
}

Head& Table::head(std::string_view key) { return heads[columnOf(key)]; }

Cell Table::at(std::size_t row, std::string_view key) const { return at(row, columnOf(key)); }

} // namespace edgewright::table
