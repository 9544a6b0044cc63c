// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/generated_table.h"

#include "core/base/say.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::tuner {

namespace generated_columns {

namespace {

using table::Cell;
using enum table::Unit;

constexpr table::Column<GeneratedTask> Columns[] = {
    {{"task", TRANSLATABLE("Column", "Kernel"), TRANSLATABLE("Column", "The first node that it runs for")},
     [](const GeneratedTask& row) -> Cell { return row.task.label; }},
    {{"times", TRANSLATABLE("Column", "Times"),
      TRANSLATABLE("Column", "Nodes with the same kernel on the same shapes"), Plain},
     [](const GeneratedTask& row) -> Cell { return row.task.nodes.size(); }},
    {{"default_seconds", TRANSLATABLE("Column", "Default"), TRANSLATABLE("Column", "Median of new samples"),
      Seconds},
     [](const GeneratedTask& row) -> Cell { return row.isDerived() ? Cell(row.usualSeconds) : Cell(); }},
    {{"generated_seconds", TRANSLATABLE("Column", "Generated"),
      TRANSLATABLE("Column", "Median of new samples; the default where nothing is faster beyond doubt"),
      Seconds},
     [](const GeneratedTask& row) -> Cell { return row.isDerived() ? Cell(row.bestSeconds) : Cell(); }},
    {{"ratio", TRANSLATABLE("Column", "Generated / default"),
      TRANSLATABLE("Column", "Median of the ratios by block"), Ratio},
     [](const GeneratedTask& row) -> Cell {
         if (!row.isDerived()) return Cell();
         return row.best ? row.comparison.ratio : 1.0;
     }},
    {{"low", TRANSLATABLE("Column", "From"),
      TRANSLATABLE("Column", "The least ratio that the samples leave open"), Ratio, table::Everywhere, "ratio"},
     [](const GeneratedTask& row) -> Cell { return row.best ? Cell(row.comparison.interval.low) : Cell(); }},
    {{"high", TRANSLATABLE("Column", "To"),
      TRANSLATABLE("Column", "The largest ratio that the samples leave open"), Ratio, table::Everywhere,
      "ratio"},
     [](const GeneratedTask& row) -> Cell { return row.best ? Cell(row.comparison.interval.high) : Cell(); }},
    {{"sketches", TRANSLATABLE("Column", "Sketches"),
      TRANSLATABLE("Column", "Structures of a loop nest that rules derive"), Plain},
     [](const GeneratedTask& row) -> Cell { return row.isDerived() ? Cell(row.sketches) : Cell(); }},
    {{"trials", TRANSLATABLE("Column", "Trials"), "", Plain},
     [](const GeneratedTask& row) -> Cell { return row.trials; }},
    {{"failed", TRANSLATABLE("Column", "Failed"), TRANSLATABLE("Column", "Trials without a time"), Plain},
     [](const GeneratedTask& row) -> Cell { return row.failed; }},
    {{"schedule", TRANSLATABLE("Column", "Loop nest"), ""},
     [](const GeneratedTask& row) -> Cell {
         if (!row.isDerived()) return row.refused;
         return row.best ? row.best->text() : say("the kernel's own rules");
     }},
    {{"kernel", TRANSLATABLE("Column", "Kernel and shapes"), "", Text,
      table::File | table::Page | table::Folded},
     [](const GeneratedTask& row) -> Cell { return row.task.key; }},
};

} // namespace

} // namespace generated_columns

table::Table generatedTable(std::shared_ptr<const GeneratedResult> result) {
    const std::size_t rows = result->tasks.size();
    return {
        std::span(generated_columns::Columns), rows,
        [result = std::move(result)](std::size_t row) -> const GeneratedTask& { return result->tasks[row]; }};
}

table::Answer answerOf(const GeneratedResult& result) {
    table::Answer answer;
    const auto derived = static_cast<std::int64_t>(result.derived()),
               faster = static_cast<std::int64_t>(result.faster());
    const double usual = result.usualSeconds(), best = result.bestSeconds();
    if (derived == 0)
        answer.headline = say("No loop nest is derived for any of the kernels.");
    else if (faster == 0)
        answer.headline = say("No generated kernel is faster than the program's own beyond doubt.");
    else
        answer.headline = say(
            "Generated kernels are faster for {1} of {2}: with them all together take {3} instead of {4}, {5} "
            "times as long.",
            faster, derived, table::secondsText(best), table::secondsText(usual),
            table::fixed(best / usual, 3));
    answer.conditions.push_back(say(
        "Generated kernels were tried; networks do not run with them yet, and the log's decisions for --tuned "
        "do not count them."));
    answer.reasons.push_back(say(
        "{1} trials in {2}, {3} each; {4} of that went into compiling with {5}; {6} to decide.",
        Grouped{result.trials}, table::secondsText(result.searchSeconds),
        table::secondsText(result.trials > 0 ? result.searchSeconds / static_cast<double>(result.trials) : 0),
        table::secondsText(result.compileSeconds), result.compiler.program.filename().string(),
        table::secondsText(result.decidingSeconds)));
    const auto untried = std::ranges::count_if(
        result.tasks, [](const GeneratedTask& each) { return each.isDerived() && each.trials == 0; });
    if (untried > 0)
        answer.reasons.push_back(say("Nothing but the default was tried for {1} of {2} kernels.",
                                     static_cast<std::int64_t>(untried), derived));
    if (result.failed > 0)
        answer.reasons.push_back(sayCount(result.failed, "{1} trial failed.", "{1} trials failed."));
    return answer;
}

} // namespace edgewright::tuner
