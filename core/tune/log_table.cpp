// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/log_table.h"

#include "core/tune/utc_time.h"

namespace edgewright::tune {

namespace log_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const TuneLog& log;
    const Trial& trial;
    std::size_t place;
};

struct TaskRow {
    const TuneLog& log;
    const TaskSummary& task;
    const Trial* best() const { return task.best ? &log.trials[*task.best] : nullptr; }
};

Cell known(double seconds) { return seconds > 0 ? Cell(seconds) : Cell(); }
Cell told(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

constexpr const char* KnobsHint =
    TRANSLATABLE("Column", "Each with its value: lengths of loops from outside to inside");

constexpr table::Column<Row> Columns[] = {
    {{"trial", TRANSLATABLE("Column", "Trial"), "", Plain},
     [](const Row& row) -> Cell { return row.place + 1; }},
    {{"task", TRANSLATABLE("Column", "Task"), TRANSLATABLE("Column", "The kernel with its shapes and types")},
     [](const Row& row) -> Cell { return row.trial.task; }},
    {{"state", TRANSLATABLE("Column", "Result"), ""},
     [](const Row& row) -> Cell { return wordOf(row.trial.state); }},
    {{"seconds", TRANSLATABLE("Column", "Time"),
      TRANSLATABLE("Column", "Median of the samples; the first of them is often a cold one"), Seconds},
     [](const Row& row) -> Cell { return medianSeconds(row.trial); }},
    {{"samples", TRANSLATABLE("Column", "Samples"), "", Plain},
     [](const Row& row) -> Cell { return row.trial.seconds.size(); }},
    {{"price_seconds", TRANSLATABLE("Column", "Price"),
      TRANSLATABLE("Column", "What the trial took in all: building, checking, timing, searching"), Seconds},
     [](const Row& row) -> Cell { return known(row.trial.price.total()); }},
    {{"knobs", TRANSLATABLE("Column", "Knobs"), KnobsHint},
     [](const Row& row) -> Cell { return knobsText(row.trial); }},
    {{"utc", TRANSLATABLE("Column", "When"), TRANSLATABLE("Column", "In UTC"), Text,
      table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return told(utcText(row.trial.unixTime)); }},
    {{"machine", TRANSLATABLE("Column", "Machine"), "", Text, table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell { return told(row.log.sessionOf(row.trial).machine); }},
    {{"isa", TRANSLATABLE("Column", "Instruction set"), "", Text, table::Everywhere | table::FoldedIfAlike},
     [](const Row& row) -> Cell { return told(row.log.sessionOf(row.trial).isa); }},
};

constexpr table::Column<TaskRow> TaskColumns[] = {
    {{"task", TRANSLATABLE("Column", "Task"), TRANSLATABLE("Column", "The kernel with its shapes and types")},
     [](const TaskRow& row) -> Cell { return row.task.task; }},
    {{"seconds", TRANSLATABLE("Column", "Best time"), TRANSLATABLE("Column", "The least median of all trials"),
      Seconds},
     [](const TaskRow& row) -> Cell { return row.task.best ? Cell(row.task.seconds) : Cell(); }},
    {{"trials", TRANSLATABLE("Column", "Trials"), "", Plain},
     [](const TaskRow& row) -> Cell { return row.task.trials; }},
    {{"failed", TRANSLATABLE("Column", "Failed"), TRANSLATABLE("Column", "Trials without a time"), Plain},
     [](const TaskRow& row) -> Cell { return row.task.trials - row.task.correct; }},
    {{"price_seconds", TRANSLATABLE("Column", "Price"), TRANSLATABLE("Column", "What its trials took in all"),
      Seconds},
     [](const TaskRow& row) -> Cell { return known(row.task.price); }},
    {{"trial", TRANSLATABLE("Column", "Best trial"), TRANSLATABLE("Column", "Its place in the log"), Plain},
     [](const TaskRow& row) -> Cell { return row.task.best ? Cell(*row.task.best + 1) : Cell(); }},
    {{"knobs", TRANSLATABLE("Column", "Best knobs"), KnobsHint},
     [](const TaskRow& row) -> Cell { return row.best() ? Cell(knobsText(*row.best())) : Cell(); }},
    {{"machine", TRANSLATABLE("Column", "Machine"), "", Text, table::Everywhere | table::FoldedIfAlike},
     [](const TaskRow& row) -> Cell { return told(row.log.sessions[row.task.session].machine); }},
    {{"isa", TRANSLATABLE("Column", "Instruction set"), "", Text, table::Everywhere | table::FoldedIfAlike},
     [](const TaskRow& row) -> Cell { return told(row.log.sessions[row.task.session].isa); }},
};

} // namespace

} // namespace log_columns

table::Word wordOf(TrialState state) {
    constexpr const char* Titles[] = {
        TRANSLATABLE("Word", "Correct"),      TRANSLATABLE("Word", "Timed out"),
        TRANSLATABLE("Word", "Not compiled"), TRANSLATABLE("Word", "Failed to run"),
        TRANSLATABLE("Word", "Wrong result"), TRANSLATABLE("Word", "Not allowed")};
    return {nameOf(state), Titles[static_cast<std::size_t>(state)]};
}

table::Table trialTable(std::shared_ptr<const TuneLog> log) {
    const std::size_t rows = log->trials.size();
    return {std::span(log_columns::Columns), rows, [log = std::move(log)](std::size_t row) {
                return log_columns::Row{*log, log->trials[row], row};
            }};
}

table::Table taskTable(std::shared_ptr<const TuneLog> log) {
    auto tasks = std::make_shared<const std::vector<TaskSummary>>(tasksOf(*log));
    const std::size_t rows = tasks->size();
    return {std::span(log_columns::TaskColumns), rows,
            [log = std::move(log), tasks = std::move(tasks)](std::size_t row) {
                return log_columns::TaskRow{*log, (*tasks)[row]};
            }};
}

} // namespace edgewright::tune
