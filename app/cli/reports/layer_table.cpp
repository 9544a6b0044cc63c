// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/layer_table.h"

#include "app/cli/json.h"
#include "core/base/csv_field.h"

#include <vector>

namespace edgewright::cli {

namespace {

std::string field(const Json& value) {
    if (value.is_null()) return "inf";
    return csvField(value.is_string() ? value.get<std::string>() : value.dump());
}

// visit(column, value)
template <typename Visit>
void forEachColumn(const Json& row, Visit visit) {
    for (const auto& [key, value] : row.items()) {
        if (!value.is_object()) visit(key, value);
        if (value.is_object())
            for (const auto& [inner, each] : value.items())
                visit(key + "_" + inner, each);
    }
}

std::string line(const std::vector<std::string>& fields) {
    std::string text;
    for (const std::string& each : fields)
        text += (&each == &fields.front() ? "" : ",") + each;
    return text + "\n";
}

} // namespace

std::string layersCsv(const Json& rows, const ColumnUnits& units) {
    std::vector<std::string> columns;
    if (!rows.empty())
        forEachColumn(rows.front(), [&](const std::string& name, const Json&) {
            const auto unit = units.find(name);
            columns.push_back(csvField(unit == units.end() ? name : name + " [" + unit->second + "]"));
        });
    std::string text = columns.empty() ? std::string() : line(columns);
    for (const Json& row : rows) {
        std::vector<std::string> fields;
        forEachColumn(row, [&](const std::string&, const Json& value) { fields.push_back(field(value)); });
        text += line(fields);
    }
    return text;
}

} // namespace edgewright::cli
