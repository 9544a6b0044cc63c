// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/search_table.h"

#include <cmath>

namespace edgewright::cost::search {

namespace search_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

struct Row {
    const StrategyOutcomes& all;
    const StrategyOutcome* outcome; // null: of what is chosen without a search
    std::optional<Tiling> tiling() const { return outcome ? outcome->tiling : all.usual; }
    double value() const { return outcome ? outcome->result.value : all.usualValue; }
};

Cell strategy(const Row& row) {
    if (!row.outcome) return table::Word{"none", TRANSLATABLE("Word", "Without a search")};
    return table::Word{row.outcome->strategy->name, row.outcome->strategy->title};
}

template <auto member>
Cell extent(const Row& row) {
    const auto tiling = row.tiling();
    return tiling ? Cell((*tiling).*member) : Cell();
}

Cell tile(const Row& row) {
    const auto tiling = row.tiling();
    if (!tiling) return {};
    return std::to_string(tiling->rows) + "×" + std::to_string(tiling->cols) + "×" +
           std::to_string(tiling->filters) + "×" + std::to_string(tiling->channels);
}

Cell order(const Row& row) {
    const auto tiling = row.tiling();
    if (!tiling) return {};
    std::string text;
    for (const char letter : nameOf(tiling->order))
        text += (text.empty() ? "" : " ") + std::string(1, static_cast<char>(letter - 'a' + 'A'));
    return text;
}

Cell trialsToBest(const Row& row) {
    const std::int64_t trials = row.outcome ? row.all.trialsToBest(*row.outcome) : 0;
    return trials > 0 ? Cell(trials) : Cell();
}

constexpr table::Column<Row> Columns[] = {
    {{"strategy", TRANSLATABLE("Column", "Strategy"),
      TRANSLATABLE("Column", "How the next tilings are chosen")},
     strategy},
    {inFiles("tiling.rows"), extent<&Tiling::rows>},
    {inFiles("tiling.cols"), extent<&Tiling::cols>},
    {inFiles("tiling.filters"), extent<&Tiling::filters>},
    {inFiles("tiling.channels"), extent<&Tiling::channels>},
    {inFiles("tiling.order", Text),
     [](const Row& row) -> Cell { return row.tiling() ? Cell(nameOf(row.tiling()->order)) : Cell(); }},
    {{"value", TRANSLATABLE("Column", "Best cycles"),
      TRANSLATABLE("Column",
                   "Of the best tiling that it found, by what tiles are chosen for on this accelerator"),
      Plain},
     [](const Row& row) -> Cell {
         if (!std::isfinite(row.value())) return {};
         return row.all.accelerator.objective == Objective::Cycles ? Cell(std::llround(row.value()))
                                                                   : row.value();
     }},
    {{"trials_to_best", TRANSLATABLE("Column", "To 95 %"),
      TRANSLATABLE("Column", "Trials until the best so far is within 95 % of the best that is known"), Plain},
     trialsToBest},
    {{"tile", TRANSLATABLE("Column", "Tile"),
      TRANSLATABLE("Column", "Rows × columns of output pixels × filters × input channels of the best tiling"),
      Text, table::People},
     tile},
    {{"order", TRANSLATABLE("Column", "Order"),
      TRANSLATABLE("Column",
                   "Loops over tiles, the outermost first: P output pixels, F filters, C input channels"),
      Text, table::People},
     order},
    {{"share", TRANSLATABLE("Column", "Of best"),
      TRANSLATABLE("Column", "The best that is known, divided by this"), Share, table::People},
     [](const Row& row) -> Cell { return row.all.shareOfBest(row.value()); }},
    {{"evaluations", TRANSLATABLE("Column", "Trials"), "", Plain, table::File | table::Terminal},
     [](const Row& row) -> Cell { return row.outcome ? Cell(row.outcome->result.evaluations) : Cell(); }},
    {inFiles("proved", Text), [](const Row& row) -> Cell { return row.outcome && row.outcome->result.proved; }},
};

} // namespace

} // namespace search_columns

table::Table searchTable(std::shared_ptr<const StrategyOutcomes> outcomes, bool withUsual) {
    const std::size_t rows = outcomes ? outcomes->strategies.size() + (withUsual ? 1 : 0) : 0;
    const Objective objective = outcomes ? outcomes->accelerator.objective : Objective::Cycles;
    const bool isPicojoules = outcomes && outcomes->energyUnit == "pJ";
    table::Table table{
        std::span(search_columns::Columns), rows, [outcomes = std::move(outcomes)](std::size_t row) {
            const auto& strategies = outcomes->strategies;
            return search_columns::Row{*outcomes, row < strategies.size() ? &strategies[row] : nullptr};
        }};
    table::Head& value = table.head("value");
    if (objective == Objective::Energy) {
        value.head = TRANSLATABLE("Column", "Least energy");
        value.unit = isPicojoules ? table::Unit::Picojoules : table::Unit::MacEnergies;
    }
    if (objective == Objective::Product) value.head = TRANSLATABLE("Column", "Energy × cycles");
    return table;
}

} // namespace edgewright::cost::search
