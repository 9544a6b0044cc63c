// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtimes/report_table.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::runtimes {

namespace report_columns {

namespace {

using table::member;
using enum table::Unit;

constexpr std::string_view Runs = "runs"; // the statistic that is no time

struct Figure {
    table::Word what;
    std::string name, type;
    std::optional<double> milliseconds, share = {};
    std::optional<std::int64_t> calls = {};
};

constexpr table::Word Statistic{"statistic", TRANSLATABLE("Word", "statistic")},
    Sample{"sample", TRANSLATABLE("Word", "sample")}, Operator{"operator", TRANSLATABLE("Word", "operator")};

constexpr table::Column<Figure> Columns[] = {
    {{"what", TRANSLATABLE("Column", "Of")}, member<&Figure::what>},
    {{"name", TRANSLATABLE("Column", "Name")}, member<&Figure::name>},
    {{"type", TRANSLATABLE("Column", "Op")}, member<&Figure::type>},
    {{"ms", TRANSLATABLE("Column", "Time"), "", Milliseconds}, member<&Figure::milliseconds>},
    {{"share", TRANSLATABLE("Column", "Share"), "", Share}, member<&Figure::share>},
    {{"calls", TRANSLATABLE("Column", "Calls"), TRANSLATABLE("Column", "In one run; of all runs their number"),
      Plain},
     member<&Figure::calls>},
};

} // namespace

} // namespace report_columns

table::Table reportTable(const RuntimeReport& report) {
    using report_columns::Figure;
    std::vector<Figure> rows;
    for (const std::string_view name : statisticNames()) {
        const auto value = report.statistic(name);
        if (!value) continue;
        Figure& row = rows.emplace_back(Figure{report_columns::Statistic, std::string(name), {}, {}});
        if (name == report_columns::Runs)
            row.calls = static_cast<std::int64_t>(*value);
        else
            row.milliseconds = *value * 1e3;
    }
    for (std::size_t i = 0; i < report.samples.size(); ++i)
        rows.push_back({report_columns::Sample, std::to_string(i + 1), {}, report.samples[i] * 1e3});
    for (const OperatorRow& each : report.operators)
        rows.push_back({report_columns::Operator, each.name, each.type, each.seconds * 1e3, each.share,
                        each.calls > 0 ? std::optional(each.calls) : std::nullopt});
    const std::size_t count = rows.size();
    return {std::span(report_columns::Columns), count,
            [rows = std::move(rows)](std::size_t row) -> const Figure& { return rows[row]; }};
}

} // namespace edgewright::runtimes
