// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/tune_table.h"

#include "core/base/say.h"
#include "core/table/number_text.h"
#include "core/tuner/kernel_space.h"

#include <algorithm>

namespace edgewright::tuner {

namespace tune_columns {

namespace {

using table::Cell;
using enum table::Unit;

double rate(double work, double seconds) { return seconds > 0 ? work / seconds * 1e-9 : 0; }

constexpr table::Column<TunedTask> Columns[] = {
    {{"task", TRANSLATABLE("Column", "Operator"), TRANSLATABLE("Column", "The first node that it runs for")},
     [](const TunedTask& row) -> Cell { return row.task.label; }},
    {{"times", TRANSLATABLE("Column", "Calls"),
      TRANSLATABLE("Column", "Nodes with the same kernel on the same shapes"), Plain},
     [](const TunedTask& row) -> Cell { return row.task.nodes.size(); }},
    {{"default_seconds", TRANSLATABLE("Column", "Default"), TRANSLATABLE("Column", "Median of new samples"),
      Seconds},
     [](const TunedTask& row) -> Cell { return row.usualSeconds; }},
    {{"tuned_seconds", TRANSLATABLE("Column", "Tuned"),
      TRANSLATABLE("Column", "Median of new samples; the default where nothing is faster beyond doubt"),
      Seconds},
     [](const TunedTask& row) -> Cell { return row.bestSeconds; }},
    {{"ratio", TRANSLATABLE("Column", "Tuned / default"),
      TRANSLATABLE("Column", "Median of the ratios by block"), Ratio},
     [](const TunedTask& row) -> Cell { return row.isDefault() ? 1.0 : row.comparison.ratio; }},
    {{"low", TRANSLATABLE("Column", "From"),
      TRANSLATABLE("Column", "The least ratio that the samples leave open"), Ratio, table::Everywhere, "ratio"},
     [](const TunedTask& row) -> Cell { return row.isDefault() ? Cell() : Cell(row.comparison.interval.low); }},
    {{"high", TRANSLATABLE("Column", "To"),
      TRANSLATABLE("Column", "The largest ratio that the samples leave open"), Ratio, table::Everywhere,
      "ratio"},
     [](const TunedTask& row) -> Cell {
         return row.isDefault() ? Cell() : Cell(row.comparison.interval.high);
     }},
    {{"floor_seconds", TRANSLATABLE("Column", "Roof"),
      TRANSLATABLE("Column", "No call takes less on this machine, by its multiply-accumulates and its bytes"),
      Seconds},
     [](const TunedTask& row) -> Cell { return row.floor > 0 ? Cell(row.floor) : Cell(); }},
    {{"gmacs", TRANSLATABLE("Column", "GMAC/s"), TRANSLATABLE("Column", "Of the tuned kernel"), Plain,
      table::Everywhere | table::Folded},
     [](const TunedTask& row) -> Cell { return rate(row.task.macs, row.bestSeconds); }},
    {{"trials", TRANSLATABLE("Column", "Trials"), "", Plain},
     [](const TunedTask& row) -> Cell { return row.trials; }},
    {{"failed", TRANSLATABLE("Column", "Failed"), TRANSLATABLE("Column", "Trials without a time"), Plain,
      table::Everywhere | table::FoldedIfAlike},
     [](const TunedTask& row) -> Cell { return row.failed; }},
    {{"parameters", TRANSLATABLE("Column", "Parameters"), ""},
     [](const TunedTask& row) -> Cell { return parametersText(row.task.space, row.best); }},
    {{"kernel", TRANSLATABLE("Column", "Kernel and shapes"), "", Text,
      table::File | table::Page | table::Folded},
     [](const TunedTask& row) -> Cell { return row.task.key; }},
};

} // namespace

} // namespace tune_columns

table::Table tuneTable(std::shared_ptr<const TuneResult> result) {
    const std::size_t rows = result->tasks.size();
    return {std::span(tune_columns::Columns), rows,
            [result = std::move(result)](std::size_t row) -> const TunedTask& { return result->tasks[row]; }};
}

std::string gainText(std::int64_t faster, std::int64_t all, double best, double usual) {
    return sayCount(
        faster, "Tuned, {1} of {2} kernels is faster: all together take {3} instead of {4}, {5} times as long.",
        "Tuned, {1} of {2} kernels are faster: all together take {3} instead of {4}, {5} times as long.", all,
        table::secondsText(best), table::secondsText(usual), table::fixed(best / usual, 3));
}

table::Answer answerOf(const TuneResult& result) {
    table::Answer answer;
    if (result.tasks.empty()) return answer;
    const double usual = result.usualSeconds(), best = result.bestSeconds();
    const auto better =
        std::ranges::count_if(result.tasks, [](const TunedTask& each) { return !each.isDefault(); });
    const auto all = std::ssize(result.tasks);
    const auto untried =
        std::ranges::count_if(result.tasks, [](const TunedTask& each) { return each.trials == 0; });
    if (better > 0)
        answer.headline =
            gainText(static_cast<std::int64_t>(better), static_cast<std::int64_t>(all), best, usual);
    else if (untried == 0)
        answer.headline = say("No kernel is faster than by default beyond doubt: all keep their own rules.");
    else if (untried < all)
        answer.headline =
            say("No kernel of the {1} of {2} that were tried is faster than by default beyond doubt: all keep "
                "their own rules.",
                static_cast<std::int64_t>(all - untried), static_cast<std::int64_t>(all));
    else
        answer.headline = say("Nothing but the default was tried: all kernels keep their own rules.");
    answer.conditions.push_back(
        say("Decided on samples that the search had not seen, in a new process; what is not "
            "faster beyond doubt keeps its default."));
    answer.reasons.push_back(say(
        "{1} trials in {2}, {3} each; {4} to decide.", Grouped{result.trials},
        table::secondsText(result.searchSeconds),
        table::secondsText(result.trials > 0 ? result.searchSeconds / static_cast<double>(result.trials) : 0),
        table::secondsText(result.decidingSeconds)));
    if (untried > 0 && untried < all)
        answer.reasons.push_back(say("Nothing but the default was tried for {1} of {2} kernels.",
                                     static_cast<std::int64_t>(untried), static_cast<std::int64_t>(all)));
    if (result.failed > 0)
        answer.reasons.push_back(sayCount(result.failed, "{1} trial failed.", "{1} trials failed."));
    return answer;
}

} // namespace edgewright::tuner
