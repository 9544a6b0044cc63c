// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/generated_table.h"

#include "core/base/say.h"
#include "core/table/number_text.h"
#include "core/tuner/kernel_space.h"

#include <algorithm>

namespace edgewright::tuner {

namespace {

std::string loopNestText(const GeneratedTask& task) {
    if (!task.isDerived()) return task.refused;
    return task.best ? task.best->text() : say("the kernel's own rules");
}

} // namespace

namespace generated_columns {

namespace {

using table::Cell;
using enum table::Unit;

constexpr table::Column<GeneratedTask> Columns[] = {
    {{"task", TRANSLATABLE("Column", "Operator"), TRANSLATABLE("Column", "The first node that it runs for")},
     [](const GeneratedTask& row) -> Cell { return row.task.label; }},
    {{"times", TRANSLATABLE("Column", "Calls"),
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
     [](const GeneratedTask& row) -> Cell { return loopNestText(row); }},
    {{"kernel", TRANSLATABLE("Column", "Kernel and shapes"), "", Text,
      table::File | table::Page | table::Folded},
     [](const GeneratedTask& row) -> Cell { return row.task.key; }},
};

} // namespace

} // namespace generated_columns

namespace spaces_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const TunedTask* tuned = nullptr;
    const GeneratedTask* generated = nullptr;
};

constexpr table::Column<Row> Columns[] = {
    {{"task", TRANSLATABLE("Column", "Operator"), TRANSLATABLE("Column", "The first node that it runs for")},
     [](const Row& row) -> Cell { return row.tuned->task.label; }},
    {{"times", TRANSLATABLE("Column", "Calls"),
      TRANSLATABLE("Column", "Nodes with the same kernel on the same shapes"), Plain},
     [](const Row& row) -> Cell { return row.tuned->task.nodes.size(); }},
    {{"default_seconds", TRANSLATABLE("Column", "Default"),
      TRANSLATABLE("Column", "Median of new samples, beside those of parameters"), Seconds},
     [](const Row& row) -> Cell { return row.tuned->usualSeconds; }},
    {{"tuned_seconds", TRANSLATABLE("Column", "Tuned"),
      TRANSLATABLE("Column", "Median of new samples; the default where nothing is faster beyond doubt"),
      Seconds},
     [](const Row& row) -> Cell { return row.tuned->bestSeconds; }},
    {{"tuned_ratio", TRANSLATABLE("Column", "Tuned / default"),
      TRANSLATABLE("Column", "Median of the ratios by block"), Ratio},
     [](const Row& row) -> Cell { return row.tuned->isDefault() ? 1.0 : row.tuned->comparison.ratio; }},
    {{"generated_seconds", TRANSLATABLE("Column", "Generated"),
      TRANSLATABLE("Column", "Median of new samples; the default where nothing is faster beyond doubt"),
      Seconds},
     [](const Row& row) -> Cell {
         return row.generated->isDerived() ? Cell(row.generated->bestSeconds) : Cell();
     }},
    {{"generated_ratio", TRANSLATABLE("Column", "Generated / default"),
      TRANSLATABLE("Column", "Median of the ratios by block"), Ratio},
     [](const Row& row) -> Cell {
         if (!row.generated->isDerived()) return Cell();
         return row.generated->best ? row.generated->comparison.ratio : 1.0;
     }},
    {{"trials", TRANSLATABLE("Column", "Trials"), TRANSLATABLE("Column", "In both spaces"), Plain},
     [](const Row& row) -> Cell { return row.tuned->trials + row.generated->trials; }},
    {{"failed", TRANSLATABLE("Column", "Failed"), TRANSLATABLE("Column", "Trials without a time"), Plain,
      table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell { return row.tuned->failed + row.generated->failed; }},
    {{"parameters", TRANSLATABLE("Column", "Parameters"), ""},
     [](const Row& row) -> Cell { return parametersText(row.tuned->task.space, row.tuned->best); }},
    {{"schedule", TRANSLATABLE("Column", "Loop nest"), ""},
     [](const Row& row) -> Cell { return loopNestText(*row.generated); }},
    {{"kernel", TRANSLATABLE("Column", "Kernel and shapes"), "", Text,
      table::File | table::Page | table::Folded},
     [](const Row& row) -> Cell { return row.tuned->task.key; }},
};

struct Rows {
    std::shared_ptr<const TuneResult> tuned;
    std::shared_ptr<const GeneratedResult> generated;
    std::vector<Row> rows = {};
};

} // namespace

} // namespace spaces_columns

table::Table spacesTable(std::shared_ptr<const TuneResult> tuned,
                         std::shared_ptr<const GeneratedResult> generated) {
    const auto all =
        std::make_shared<spaces_columns::Rows>(spaces_columns::Rows{std::move(tuned), std::move(generated)});
    const std::size_t count = std::min(all->tuned->tasks.size(), all->generated->tasks.size());
    for (std::size_t i = 0; i < count; ++i)
        all->rows.push_back({&all->tuned->tasks[i], &all->generated->tasks[i]});
    return {std::span(spaces_columns::Columns), count,
            [all](std::size_t row) -> const spaces_columns::Row& { return all->rows[row]; }};
}

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
    if (derived == 0) { // nothing was tried nor decided
        answer.headline = say("No loop nest is derived for any of the kernels.");
        return answer;
    }
    if (result.trials == 0) { // of no time, or of a compiler that takes all of it
        answer.headline =
            say("No generated kernel was tried: in {1}, {2} compiled none to its end.",
                table::secondsText(result.searchSeconds), result.compiler.program.filename().string());
        return answer;
    }
    if (faster == 0)
        answer.headline = say("No generated kernel is faster than the program's own beyond doubt.");
    else
        answer.headline = say(
            "Generated kernels are faster for {1} of {2}: with them all together take {3} instead of {4}, {5} "
            "times as long.",
            faster, derived, table::secondsText(best), table::secondsText(usual),
            table::fixed(best / usual, 3));
    answer.conditions.push_back(say(
        "Decided on samples that the search had not seen, beside the program's own kernels; networks run with "
        "generated kernels on this machine alone."));
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
