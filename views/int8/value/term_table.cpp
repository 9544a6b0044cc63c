// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/term_table.h"

namespace edgewright::views {

namespace term_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct TermRow {
    const quant::ValueTrace& trace;
    std::size_t place;
    const quant::TraceTerm& term() const { return trace.terms[place]; }
};

template <auto member>
Cell of(const TermRow& row) {
    return row.term().*member;
}

constexpr table::Column<TermRow> Columns[] = {
    {{"term", TRANSLATABLE("Column", "Term"), "", Plain},
     [](const TermRow& row) -> Cell { return row.place + 1; }},
    {{"channel", TRANSLATABLE("Column", "Channel"), "", Plain},
     [](const TermRow& row) -> Cell { return row.trace.inputChannelOf(row.place); }},
    {{"kernel", TRANSLATABLE("Column", "Kernel"),
      TRANSLATABLE("Column", "Position in the kernel, one number for each axis")},
     [](const TermRow& row) -> Cell { return row.trace.positionOf(row.place); }},
    {{"x_code", TRANSLATABLE("Column", "x"), "", Plain}, of<&quant::TraceTerm::xCode>},
    {{"w_code", TRANSLATABLE("Column", "w"), "", Plain}, of<&quant::TraceTerm::wCode>},
    {{"product", TRANSLATABLE("Column", "Product"), "", Plain}, of<&quant::TraceTerm::product>},
    {{"held", TRANSLATABLE("Column", "Sum"),
      TRANSLATABLE("Column", "What the accumulator holds after this term; × where the sum did not fit"), Plain},
     of<&quant::TraceTerm::held>},
    {{"x", TRANSLATABLE("Column", "x FP32"), "", Real}, of<&quant::TraceTerm::x>},
    {{"w", TRANSLATABLE("Column", "w FP32"), "", Real}, of<&quant::TraceTerm::w>},
    {{"exact", TRANSLATABLE("Column", "Exact sum"), "", Plain}, of<&quant::TraceTerm::exact>},
};

} // namespace

} // namespace term_columns

table::Table termTable(std::shared_ptr<const quant::ValueTrace> trace) {
    const std::size_t rows = trace ? trace->terms.size() : 0;
    return {std::span(term_columns::Columns), rows, [trace = std::move(trace)](std::size_t row) {
                return term_columns::TermRow{*trace, row};
            }};
}

} // namespace edgewright::views
