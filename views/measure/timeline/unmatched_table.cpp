// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/unmatched_table.h"

namespace edgewright::views {

namespace unmatched_columns {

namespace {

using table::Cell;
using table::Word;
using enum table::Unit;

struct Row {
    const UnmatchedSpans& spans;
    double end; // of the whole trace, in seconds
};

template <auto member>
Cell of(const Row& row) {
    return row.spans.*member;
}

constexpr table::Column<Row> Columns[] = {
    {{"name", TRANSLATABLE("Column", "Operator of the profile")}, of<&UnmatchedSpans::name>},
    {{"why", TRANSLATABLE("Column", "Why")},
     [](const Row& row) -> Cell {
         return row.spans.ambiguous ? Word{"ambiguous", TRANSLATABLE("Word", "several nodes have that name")}
                                    : Word{"unmatched", TRANSLATABLE("Word", "no node has that name")};
     }},
    {{"calls", TRANSLATABLE("Column", "Calls"), "", Plain}, of<&UnmatchedSpans::count>},
    {{"seconds", TRANSLATABLE("Column", "Time"), "", Seconds}, of<&UnmatchedSpans::seconds>},
    {{"share", TRANSLATABLE("Column", "Share"), "", Share},
     [](const Row& row) -> Cell { return row.end > 0 ? row.spans.seconds / row.end : 0.0; }},
};

} // namespace

} // namespace unmatched_columns

table::Table unmatchedTable(std::shared_ptr<const TimelineModel> timeline) {
    const std::size_t rows = timeline ? timeline->unmatched().size() : 0;
    return {std::span(unmatched_columns::Columns), rows, [timeline = std::move(timeline)](std::size_t row) {
                return unmatched_columns::Row{timeline->unmatched()[row], timeline->end()};
            }};
}

} // namespace edgewright::views
