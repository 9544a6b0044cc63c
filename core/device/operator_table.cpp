// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/operator_table.h"

#include <span>

namespace edgewright::device {

namespace operator_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const OperatorRow& row;
    std::optional<double> roof;
};

// Of what was measured or predicted.
Cell known(double number) { return number > 0 ? Cell(number) : Cell(); }

template <auto member>
Cell of(const Row& row) {
    return row.row.*member;
}

template <auto member>
Cell seconds(const Row& row) {
    return known(row.row.*member);
}

template <auto part, auto whole>
Cell ratio(const Row& row) {
    return row.row.*part > 0 && row.row.*whole > 0 ? Cell(row.row.*part / row.row.*whole) : Cell();
}

constexpr table::Column<Row> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Operator"),
      TRANSLATABLE("Column", "Of what was measured, or of the variant beside it")},
     of<&OperatorRow::name>},
    {{"op", TRANSLATABLE("Column", "Op"), TRANSLATABLE("Column", "Its kind")}, of<&OperatorRow::op>},
    {{"before_seconds", TRANSLATABLE("Column", "Beside"),
      TRANSLATABLE("Column", "● Time of the same part in the variant beside it"), Seconds},
     seconds<&OperatorRow::before>},
    {{"seconds", TRANSLATABLE("Column", "Time"), TRANSLATABLE("Column", "● Median over the profiled runs"),
      Seconds},
     seconds<&OperatorRow::seconds>},
    {{"change", TRANSLATABLE("Column", "Change"),
      TRANSLATABLE("Column", "● Of the time, from the variant beside it"), Change},
     [](const Row& row) -> Cell {
         const auto now = ratio<&OperatorRow::seconds, &OperatorRow::before>(row).number();
         return now ? Cell(*now - 1) : Cell();
     }},
    {{"share", TRANSLATABLE("Column", "Share"), TRANSLATABLE("Column", "● Of all operators"), Share},
     of<&OperatorRow::share>},
    {{"gmacs_per_second", TRANSLATABLE("Column", "GMAC/s"),
      TRANSLATABLE("Column", "● Multiply-accumulates a second"), GigaMacsPerSecond},
     [](const Row& row) -> Cell { return known(row.row.macsPerSecond() / 1e9); }},
    {{"roof", TRANSLATABLE("Column", "Of roof"),
      TRANSLATABLE("Column", "● Share of what this machine can do at the operator's intensity"), Share},
     table::member<&Row::roof>},
    {{"predicted_seconds", TRANSLATABLE("Column", "Predicted"),
      TRANSLATABLE("Column", "≈ By the processor fitted to this machine"), Seconds},
     seconds<&OperatorRow::predicted>},
    {{"ratio", TRANSLATABLE("Column", "Off by"),
      TRANSLATABLE("Column", "≈ / ●: predicted time over measured time; 1 × is a right prediction"), Ratio},
     ratio<&OperatorRow::predicted, &OperatorRow::seconds>},
};

} // namespace

} // namespace operator_columns

table::Table operatorTable(std::shared_ptr<const OperatorRows> operators) {
    const std::size_t rows = operators->rows.size();
    return {std::span(operator_columns::Columns), rows, [operators = std::move(operators)](std::size_t row) {
                return operator_columns::Row{operators->rows[row], operators->roof[row]};
            }};
}

} // namespace edgewright::device
