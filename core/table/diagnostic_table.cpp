// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/diagnostic_table.h"

namespace edgewright::table {

Word wordOf(Severity severity) {
    if (severity == Severity::Error) return {"error", TRANSLATABLE("Word", "Error")};
    if (severity == Severity::Warning) return {"warning", TRANSLATABLE("Word", "Warning")};
    return {"note", TRANSLATABLE("Word", "Note")};
}

Table diagnosticTable(Diagnostics rows) {
    static constexpr Column<Diagnostic> Columns[] = {
        {{"severity", TRANSLATABLE("Column", "Severity")},
         [](const Diagnostic& row) -> Cell { return wordOf(row.severity); }},
        {inFiles("code", Unit::Text), member<&Diagnostic::code>},
        {{"place", TRANSLATABLE("Column", "Place")}, member<&Diagnostic::place>},
        {{"message", TRANSLATABLE("Column", "What is wrong")}, member<&Diagnostic::message>},
    };
    const std::size_t count = rows.size();
    return {std::span(Columns), count,
            [rows = std::move(rows)](std::size_t row) -> const Diagnostic& { return rows[row]; }};
}

} // namespace edgewright::table
