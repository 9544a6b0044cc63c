// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include "app/cli/json.h"
#include "core/table/format.h"
#include "core/table/terminal.h"

#include <cmath>

namespace edgewright::cli {

namespace {

Json valueOf(const table::Cell& cell, const table::Head& head) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return *whole;
    if (const auto* word = std::get_if<table::Word>(&cell)) return word->name;
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    const auto* real = std::get_if<double>(&cell);
    if (real && std::isfinite(*real)) return *real;
    return !real && (head.on & table::ZeroInFiles) ? Json(0) : Json();
}

} // namespace

void printTable(const Console& console, const table::Table& table) {
    if (console.isSilent()) return;
    const table::TerminalLines lines(table);
    console.print(lines.head());
    for (std::size_t row = 0; row < table.rows(); ++row)
        console.print(lines.row(table, row));
}

Result<void> writeTable(Outputs& outputs, const std::filesystem::path& file, const table::Table& table) {
    return file.empty() ? Result<void>() : outputs.write(file, table::formatOf(file.string()).write(table));
}

Json tableJson(const table::Table& table) {
    Json rows = Json::array();
    const std::vector<std::size_t> columns = table.columnsOn(table::File);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        Json json = Json::object();
        for (const std::size_t column : columns) {
            const std::string_view key = table.heads[column].key;
            const std::size_t point = key.find('.');
            Json& place = point == key.npos
                              ? json[std::string(key)]
                              : json[std::string(key.substr(0, point))][std::string(key.substr(point + 1))];
            place = valueOf(table.at(row, column), table.heads[column]);
        }
        rows.push_back(std::move(json));
    }
    return rows;
}

} // namespace edgewright::cli
