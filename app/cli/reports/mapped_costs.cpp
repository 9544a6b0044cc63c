// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/mapped_costs.h"

#include "app/cli/json.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "app/cli/text.h"
#include "core/cost/mapped/mapped_file.h"
#include "core/cost/published/checked_presets.h"

#include <algorithm>

namespace edgewright::cli {

namespace {

constexpr std::size_t WorstShown = 5;

// Of the rows that were measured, by how much they are missed.
Json worstRows(Console& console, const std::vector<const cost::mapped::MappedRow*>& rows,
               const std::vector<cost::mapped::Pair>& pairs, const cost::mapped::Agreement& agreement) {
    Json worst = Json::array();
    console.print("worst:");
    for (std::size_t i = 0; i < std::min(WorstShown, agreement.worst.size()); ++i) {
        const std::size_t at = agreement.worst[i];
        const cost::mapped::Pair& pair = pairs[at];
        const double error = pair.predicted / pair.measured - 1;
        console.print("  line " + left(std::to_string(rows[at]->line), 8) +
                      right(grouped(rows[at]->cycles), 16) + " cycles, measured " +
                      right(grouped(static_cast<std::int64_t>(pair.measured)), 16) +
                      right(table::changeText(error), 11));
        worst.push_back({{"line", rows[at]->line},
                         {"cycles", rows[at]->cycles},
                         {"measured", pair.measured},
                         {"error", error}});
    }
    return worst;
}

} // namespace

int mappedCosts(Console& console, const std::filesystem::path& table, const std::filesystem::path& output,
                bool force) {
    Outputs outputs(console, force);
    outputs.reads(table);
    if (const auto good = outputs.check(output); !good) return console.fail(good.error());
    const auto file = cost::mapped::readMapped(table);
    if (!file) return console.fail(file.error());

    std::vector<const cost::mapped::MappedRow*> measured;
    std::int64_t cycles = 0, larger = 0;
    for (const cost::mapped::MappedRow& row : file->rows) {
        if (row.measured) measured.push_back(&row);
        if (!row.fits()) ++larger;
        cycles += row.cycles;
    }
    Json document = {{"layers", file->rows.size()}, {"cycles", cycles}, {"larger_than_memories", larger}};
    console.print(counted(static_cast<std::int64_t>(file->rows.size()), "layer") + ", " + grouped(cycles) +
                  " cycles on Gemmini (16 x 16, weight stationary)");
    if (larger > 0)
        console.note("note: the tiles of " + counted(larger, "layer") +
                     " are larger than the scratchpad or the accumulator");
    if (!measured.empty()) {
        const auto pairs = file->measured();
        const auto agreement = cost::mapped::agreement(pairs);
        console.print(counted(static_cast<std::int64_t>(agreement.count), "layer") +
                      " measured: |log ratio| median " + fixed(agreement.medianError * 100, 1) + " %, mean " +
                      fixed(agreement.meanError * 100, 1) + " %; rank correlation " +
                      fixed(agreement.rankCorrelation, 3));
        document["measured"] = {{"layers", agreement.count},
                                {"median_error", agreement.medianError},
                                {"mean_error", agreement.meanError},
                                {"rank_correlation", agreement.rankCorrelation},
                                {"worst", worstRows(console, measured, pairs, agreement)}};
    }
    if (!output.empty())
        if (const auto written = outputs.write(output, cost::mapped::mappedCsv(*file)); !written)
            return console.fail(written.error());
    console.printJson(document);
    return Done;
}

int publishedCosts(Console& console) {
    auto points = cost::published::checkedAgainst();
    if (!points) return console.fail(points.error());
    auto presets = cost::published::checkedPresets();
    if (!presets) return console.fail(presets.error());
    for (cost::published::CheckedPoint& each : *presets) {
        each.accelerator = "preset " + each.accelerator; // by the rules that it is costed with
        points->push_back(std::move(each));
    }
    const table::Table table = cost::published::checkedTable(*std::move(points));
    printTable(console, table);
    console.printJson({{"points", tableJson(table)}});
    return Done;
}

} // namespace edgewright::cli
