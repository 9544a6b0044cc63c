// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/tables/stage_table.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/measure/statistics.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::relay {

namespace stage_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const SplitShown& shown;
    std::size_t stage, place; // of the device in the stage

    const partition::Stage& split() const { return shown.choice.split[stage]; }
    const partition::StageFigures& figures() const { return shown.choice.figures.stages[stage]; }
    const partition::DeviceFigures& device() const { return figures().devices[place]; }
    const partition::Link& link() const { return shown.choice.problem.devices[device().device].link; }
    std::optional<Measured::Times> measured() const {
        return shown.measured ? shown.measured->times(stage, device().device) : std::nullopt;
    }
};

constexpr table::Column<Row> Columns[] = {
    {{"stage", TRANSLATABLE("Column", "Stage"), "", Count},
     [](const Row& row) -> Cell { return row.stage + 1; }},
    {{"device", TRANSLATABLE("Column", "Device"), ""},
     [](const Row& row) -> Cell { return row.shown.devices[row.device().device]; }},
    {{"operators", TRANSLATABLE("Column", "Operators"), "", Count},
     [](const Row& row) -> Cell { return row.split().end - row.split().first; }},
    {{"compute_seconds", TRANSLATABLE("Column", "Computes"), TRANSLATABLE("Column", "A frame, as planned"),
      Seconds},
     [](const Row& row) -> Cell { return row.device().compute; }},
    {{"measured_compute_seconds", TRANSLATABLE("Column", "Measured"),
      TRANSLATABLE("Column", "Median of computing a frame, as the device says"), Seconds,
      table::Everywhere | table::FoldedIfAlike, "compute_seconds"},
     [](const Row& row) -> Cell {
         const auto times = row.measured();
         return times ? Cell(times->compute) : Cell();
     }},
    {{"receive_seconds", TRANSLATABLE("Column", "Receives"), TRANSLATABLE("Column", "A frame, as planned"),
      Seconds, table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.device().receive; }},
    {{"send_seconds", TRANSLATABLE("Column", "Sends"), TRANSLATABLE("Column", "A frame, as planned"), Seconds,
      table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.device().send; }},
    {{"received_bytes", TRANSLATABLE("Column", "In"),
      TRANSLATABLE("Column", "Bytes of a frame that the stage reads"), Bytes},
     [](const Row& row) -> Cell { return row.figures().received; }},
    {{"sent_bytes", TRANSLATABLE("Column", "Out"), TRANSLATABLE("Column", "Bytes of a frame that others read"),
      Bytes},
     [](const Row& row) -> Cell { return row.figures().sent; }},
    {{"memory_bytes", TRANSLATABLE("Column", "Memory"),
      TRANSLATABLE("Column", "At most: weights, activations, and frames that wait"), Bytes,
      table::Everywhere | table::Folded},
     [](const Row& row) -> Cell { return row.device().memory; }},
    {{"host_seconds", TRANSLATABLE("Column", "Host"),
      TRANSLATABLE("Column",
                   "Of this machine's processors, a frame: its messages, and what a device on it computes"),
      Seconds},
     [](const Row& row) -> Cell { return row.device().host; }},
    {{"utilisation", TRANSLATABLE("Column", "Busy"),
      TRANSLATABLE("Column", "Share of the period, as planned; the largest one limits"), Share},
     [](const Row& row) -> Cell {
         const double devices = static_cast<double>(row.split().devices.size());
         const double period = row.shown.choice.figures.period;
         return period > 0 ? Cell(row.device().busy / devices / period) : Cell();
     }},
    {{"link_latency_seconds", TRANSLATABLE("Column", "Link latency"),
      TRANSLATABLE("Column", "Of a message, however small, as measured"), Seconds},
     [](const Row& row) -> Cell { return row.link().seconds(1); }},
    {{"link_ns_per_byte", TRANSLATABLE("Column", "Link ns/byte"),
      TRANSLATABLE("Column", "Nanoseconds of each byte of a message, as measured"), Plain},
     [](const Row& row) -> Cell { return 1e9 / row.link().bytesPerSecond; }},
    {{"first", TRANSLATABLE("Column", "First operator"), TRANSLATABLE("Column", "Of the stage")},
     [](const Row& row) -> Cell { return row.shown.choice.problem.steps[row.split().first]; }},
    {{"last", TRANSLATABLE("Column", "Last operator"), TRANSLATABLE("Column", "Of the stage")},
     [](const Row& row) -> Cell { return row.shown.choice.problem.steps[row.split().end - 1]; }},
};

} // namespace

} // namespace stage_columns

std::optional<double> Measured::period() const {
    constexpr std::size_t Fewest = 8;
    if (frames.size() < Fewest) return {};
    std::vector<double> ends;
    for (const FrameDone& each : frames)
        ends.push_back(each.done);
    std::ranges::sort(ends); // devices that take turns finish in another order
    const std::size_t first = ends.size() / 2;
    return (ends.back() - ends[first]) / static_cast<double>(ends.size() - 1 - first);
}

std::vector<double> Measured::latencies() const {
    std::vector<double> seconds;
    for (const FrameDone& each : frames)
        seconds.push_back(each.done - each.begun);
    std::ranges::sort(seconds);
    return seconds;
}

std::optional<Measured::Times> Measured::times(std::size_t stage, std::size_t device) const {
    std::vector<double> compute, link;
    for (const FrameDone& frame : frames)
        for (const Visit& each : frame.visits)
            if (each.stage == stage && each.device == device) {
                compute.push_back(each.compute);
                link.push_back(each.done - each.sent - each.compute);
            }
    if (compute.empty()) return {};
    std::ranges::sort(compute);
    std::ranges::sort(link);
    return Times{measure::quantile(compute, 0.5), measure::quantile(link, 0.5)};
}

table::Table stageTable(std::shared_ptr<const SplitShown> shown) {
    std::vector<std::pair<std::size_t, std::size_t>> rows;
    for (std::size_t stage = 0; stage < shown->choice.split.size(); ++stage)
        for (std::size_t place = 0; place < shown->choice.split[stage].devices.size(); ++place)
            rows.emplace_back(stage, place);
    const std::size_t count = rows.size();
    return {std::span(stage_columns::Columns), count, [shown, rows = std::move(rows)](std::size_t row) {
                return stage_columns::Row{*shown, rows[row].first, rows[row].second};
            }};
}

namespace {

std::string limitSentence(const StagePlanner::Choice& choice, const std::string& device) {
    switch (choice.figures.limits) {
    case partition::Busy::Compute:
        return say("Stage {1} limits: {2} computes all the time.", choice.figures.limit + 1, device);
    case partition::Busy::Link:
        return say("Stage {1} limits: the link of {2} is busy all the time.", choice.figures.limit + 1, device);
    case partition::Busy::Credits:
        return say("Stage {1} limits: {2} may have {3} frames at once, which are on their way for longer than "
                   "it needs for them.",
                   choice.figures.limit + 1, device, choice.problem.credits);
    case partition::Busy::Host:
        break;
    }
    return say(
        "This machine limits: a frame takes {1} of its {2} processors, for messages and for what devices "
        "on it compute.",
        table::secondsText(choice.figures.host), static_cast<std::int64_t>(choice.problem.hostProcessors));
}

} // namespace

std::vector<std::string> splitAnswers(const SplitShown& shown) {
    using table::fixed, table::secondsText;
    const StagePlanner::Choice& choice = shown.choice;
    const partition::Figures& figures = choice.figures;
    const std::string device = inQuotes(shown.devices[figures.device]);
    std::vector<std::string> answers;
    answers.push_back(say("A frame every {1} ({2} a second), each {3} on its way, as planned.",
                          secondsText(figures.period), table::significant(1 / figures.period),
                          secondsText(figures.latency)));
    answers.push_back(limitSentence(choice, device));
    answers.push_back(say("No split of these operators has a period below {1}: this one takes {2} that.",
                          secondsText(choice.bound), table::ratioText(figures.period / choice.bound)));
    std::optional<double> before;
    for (std::size_t devices = 1; devices <= choice.byDevices.size(); ++devices) {
        const auto& found = choice.byDevices[devices - 1];
        const std::string count = sayCount(static_cast<std::int64_t>(devices), "{1} device", "{1} devices");
        if (!found)
            answers.push_back(say("With {1}: not enough memory.", count));
        else if (!before)
            answers.push_back(say("With {1}: a frame every {2}.", count, secondsText(found->figures.period)));
        else
            answers.push_back(say("With {1}: a frame every {2}, {3} × as many frames.", count,
                                  secondsText(found->figures.period),
                                  fixed(*before / found->figures.period, 2)));
        if (found && !before) before = found->figures.period;
    }
    if (choice.tried > 1)
        answers.push_back(say("The best of {1} orders of the operators: {2}.", choice.tried,
                              translated("Setting", std::string(choice.rule->summary))));
    return answers;
}

} // namespace edgewright::relay
