// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/mapped_table.h"

#include <limits>
#include <span>
#include <string>
#include <utility>

namespace edgewright::cost::mapped {

namespace mapped_columns {

namespace {

using table::Cell;
using table::member;
using enum table::Unit;

constexpr table::Column<MappedRow> Columns[] = {
    {{"line", TRANSLATABLE("Column", "Line"), TRANSLATABLE("Column", "Of the file"), Plain},
     member<&MappedRow::line>},
    {{CyclesColumn, TRANSLATABLE("Column", "Cycles"), "", Cycles}, member<&MappedRow::cycles>},
    {{"measured", TRANSLATABLE("Column", "Measured"), "", Cycles}, member<&MappedRow::measured>},
    {{"error", TRANSLATABLE("Column", "Error"), TRANSLATABLE("Column", "Of the prediction"), Change},
     [](const MappedRow& row) -> Cell {
         return row.measured ? Cell(static_cast<double>(row.cycles) / *row.measured - 1) : Cell();
     }},
};

} // namespace

} // namespace mapped_columns

table::Table mappedTable(std::shared_ptr<const MappedFile> file) {
    using mapped_columns::Columns;
    std::vector<table::Head> heads;
    for (const std::string& each : file->columns)
        heads.push_back({each, "", "", table::Unit::Text, table::File | table::Literal});
    for (const auto& each : Columns) {
        heads.push_back(each.head);
        if (each.head.key != CyclesColumn) heads.back().on = table::People;
    }
    const std::size_t own = file->columns.size(), rows = file->rows.size();
    // The fields of the row that was read last, as all of its columns are read in turn.
    return {std::move(heads), rows,
            [file = std::move(file), own, last = std::numeric_limits<std::size_t>::max(),
             fields = std::vector<std::string>()](std::size_t row, std::size_t column) mutable -> table::Cell {
                if (column >= own) return Columns[column - own].value(file->rows[row]);
                if (std::exchange(last, row) != row) fields = file->rows[row].fields();
                return fields[column];
            }};
}

table::Table errorTable(std::shared_ptr<const MappedFile> file, std::vector<std::size_t> rows) {
    const std::size_t count = rows.size();
    return {std::span(mapped_columns::Columns), count,
            [file = std::move(file), rows = std::move(rows)](std::size_t row) -> const MappedRow& {
                return file->rows[rows[row]];
            }};
}

} // namespace edgewright::cost::mapped
