// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/search_table.h"

#include <cmath>

namespace edgewright::cost::search {

namespace search_columns {

namespace {

using table::Cell;
using table::inFiles;
using enum table::Unit;

std::string tileText(const Tiling& tiling) {
    return std::to_string(tiling.rows) + "×" + std::to_string(tiling.cols) + "×" +
           std::to_string(tiling.filters) + "×" + std::to_string(tiling.channels);
}

std::string orderText(const Tiling& tiling) {
    std::string text;
    for (const char letter : nameOf(tiling.order))
        text += (text.empty() ? "" : " ") + std::string(1, static_cast<char>(letter - 'a' + 'A'));
    return text;
}

Cell valueCell(double value, Objective objective) {
    if (!std::isfinite(value)) return {};
    return objective == Objective::Cycles ? Cell(std::llround(value)) : Cell(value);
}

table::Unit unitOf(Objective objective, std::string_view energyUnit) {
    if (objective == Objective::Cycles) return Cycles;
    if (objective == Objective::Product) return Plain;
    return energyUnit == "pJ" ? Picojoules : MacEnergies;
}

constexpr const char* TileHint =
    TRANSLATABLE("Column", "Rows × columns of output pixels × filters × input channels of the best tiling");
constexpr const char* OrderHint = TRANSLATABLE(
    "Column", "Loops over tiles, the outermost first: P output pixels, F filters, C input channels");

// The head of the best value, which is one of cycles unless told.
constexpr const char* ValueHead = TRANSLATABLE("Column", "Best cycles");
constexpr const char* ValueHint = TRANSLATABLE(
    "Column", "Of the best tiling that it found, by what tiles are chosen for on this accelerator");

void tellObjective(table::Head& value, Objective objective, std::string_view energyUnit) {
    if (objective == Objective::Cycles) return;
    value.head = objective == Objective::Energy ? TRANSLATABLE("Column", "Least energy")
                                                : TRANSLATABLE("Column", "Energy × cycles");
    value.unit = unitOf(objective, energyUnit);
}

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

template <auto text>
Cell told(const Row& row) {
    const auto tiling = row.tiling();
    return tiling ? Cell(text(*tiling)) : Cell();
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
    {{"value", ValueHead, ValueHint, Plain},
     [](const Row& row) -> Cell { return valueCell(row.value(), row.all.accelerator.objective); }},
    {{"trials_to_best", TRANSLATABLE("Column", "To 95 %"),
      TRANSLATABLE("Column", "Trials until the best so far is within 95 % of the best that is known"), Plain},
     trialsToBest},
    {{"tile", TRANSLATABLE("Column", "Tile"), TileHint, Text, table::People}, told<tileText>},
    {{"order", TRANSLATABLE("Column", "Order"), OrderHint, Text, table::People}, told<orderText>},
    {{"share", TRANSLATABLE("Column", "Of best"),
      TRANSLATABLE("Column", "The best that is known, divided by this"), Share, table::People},
     [](const Row& row) -> Cell { return row.all.shareOfBest(row.value()); }},
    {{"evaluations", TRANSLATABLE("Column", "Trials"), "", Plain, table::File | table::Terminal},
     [](const Row& row) -> Cell { return row.outcome ? Cell(row.outcome->result.evaluations) : Cell(); }},
    {inFiles("proved", Text), [](const Row& row) -> Cell { return row.outcome && row.outcome->result.proved; }},
};

struct LayerRow {
    const SearchedLayers& all;
    const SearchedLayer& layer;
};

template <auto... path>
Cell ofLayer(const LayerRow& row) {
    return table::member<path...>(row.layer);
}

constexpr table::Column<LayerRow> LayerColumns[] = {
    {{"name", TRANSLATABLE("Column", "Layer"), TRANSLATABLE("Column", "Name in the model")},
     [](const LayerRow& row) -> Cell { return row.layer.names.front(); }},
    {{"times", TRANSLATABLE("Column", "Times"), TRANSLATABLE("Column", "Layers that are searched as this one"),
      Plain},
     [](const LayerRow& row) -> Cell { return row.layer.names.size(); }},
    {{"tile", TRANSLATABLE("Column", "Tile"), TileHint, Text, table::People},
     [](const LayerRow& row) -> Cell { return tileText(row.layer.best); }},
    {{"order", TRANSLATABLE("Column", "Order"), OrderHint, Text, table::People},
     [](const LayerRow& row) -> Cell { return orderText(row.layer.best); }},
    {inFiles("tiling.rows"), ofLayer<&SearchedLayer::best, &Tiling::rows>},
    {inFiles("tiling.cols"), ofLayer<&SearchedLayer::best, &Tiling::cols>},
    {inFiles("tiling.filters"), ofLayer<&SearchedLayer::best, &Tiling::filters>},
    {inFiles("tiling.channels"), ofLayer<&SearchedLayer::best, &Tiling::channels>},
    {inFiles("tiling.order", Text), [](const LayerRow& row) -> Cell { return nameOf(row.layer.best.order); }},
    {{"value", ValueHead, ValueHint, Plain},
     [](const LayerRow& row) -> Cell { return valueCell(row.layer.value, row.all.objective); }},
    {inFiles("usual.tiling.rows"), ofLayer<&SearchedLayer::usual, &Tiling::rows>},
    {inFiles("usual.tiling.cols"), ofLayer<&SearchedLayer::usual, &Tiling::cols>},
    {inFiles("usual.tiling.filters"), ofLayer<&SearchedLayer::usual, &Tiling::filters>},
    {inFiles("usual.tiling.channels"), ofLayer<&SearchedLayer::usual, &Tiling::channels>},
    {inFiles("usual.tiling.order", Text),
     [](const LayerRow& row) -> Cell { return nameOf(row.layer.usual.order); }},
    {inFiles("usual.value"),
     [](const LayerRow& row) -> Cell { return valueCell(row.layer.usualValue, row.all.objective); }},
    {{"gain", TRANSLATABLE("Column", "Gain"),
      TRANSLATABLE("Column", "What is chosen without a search, over this"), Ratio},
     [](const LayerRow& row) -> Cell { return row.layer.gain(); }},
    {{"evaluations", TRANSLATABLE("Column", "Trials"), "", Plain},
     ofLayer<&SearchedLayer::found, &SearchResult::evaluations>},
    {{"points", TRANSLATABLE("Column", "Of points"), TRANSLATABLE("Column", "Tilings that there are"), Plain},
     ofLayer<&SearchedLayer::points>},
    {{"proved", TRANSLATABLE("Column", "Best of all"), TRANSLATABLE("Column", "All of them were tried"), Text},
     ofLayer<&SearchedLayer::found, &SearchResult::proved>},
};

struct Improvement {
    std::string layer;
    Step step;
    Objective objective;
    bool isLeast;
};

constexpr table::Column<Improvement> ImprovementColumns[] = {
    {{"layer", TRANSLATABLE("Column", "Layer"), ""}, table::member<&Improvement::layer>},
    {{"trial", TRANSLATABLE("Column", "Trial"), "", Plain}, table::member<&Improvement::step, &Step::trial>},
    {{"value", TRANSLATABLE("Column", "Best so far"), "", Plain}, // by the name of the objective
     [](const Improvement& row) -> Cell { return valueCell(row.step.value, row.objective); }},
    {{"is_lower_bound", TRANSLATABLE("Column", "Lower bound"), "", Text}, table::member<&Improvement::isLeast>},
};

} // namespace

} // namespace search_columns

table::Table searchTable(std::shared_ptr<const StrategyOutcomes> outcomes, bool withUsual) {
    const std::size_t rows = outcomes ? outcomes->strategies.size() + (withUsual ? 1 : 0) : 0;
    const Objective objective = outcomes ? outcomes->accelerator.objective : Objective::Cycles;
    const std::string energyUnit = outcomes ? outcomes->energyUnit : "pJ";
    table::Table table{
        std::span(search_columns::Columns), rows, [outcomes = std::move(outcomes)](std::size_t row) {
            const auto& strategies = outcomes->strategies;
            return search_columns::Row{*outcomes, row < strategies.size() ? &strategies[row] : nullptr};
        }};
    search_columns::tellObjective(table.head("value"), objective, energyUnit);
    return table;
}

table::Table searchedTable(std::shared_ptr<const SearchedLayers> searched) {
    const std::size_t rows = searched->layers.size();
    const Objective objective = searched->objective;
    const std::string energyUnit = searched->energyUnit;
    table::Table table{std::span(search_columns::LayerColumns), rows,
                       [searched = std::move(searched)](std::size_t row) {
                           return search_columns::LayerRow{*searched, searched->layers[row]};
                       }};
    search_columns::tellObjective(table.head("value"), objective, energyUnit);
    return table;
}

table::Table improvementTable(const SearchedLayers& searched) {
    std::vector<search_columns::Improvement> rows;
    for (const SearchedLayer& each : searched.layers)
        for (const Step& step : each.found.curve)
            rows.push_back({each.names.front(), step, searched.objective, false});
    for (const Step& step : searched.curve)
        rows.push_back({"total", step, searched.objective, searched.isLeast});
    const std::size_t count = rows.size();
    table::Table table{
        std::span(search_columns::ImprovementColumns), count,
        [rows = std::move(rows)](std::size_t row) -> const search_columns::Improvement& { return rows[row]; }};
    table::Head& value = table.head("value");
    value.key = objectiveName(searched.objective);
    value.unit = search_columns::unitOf(searched.objective, searched.energyUnit);
    return table;
}

} // namespace edgewright::cost::search
