// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/tables/pipeline_tables.h"

namespace edgewright::relay {

namespace {

// "here:0 | pi"; devices that take turns: "here:0 + here:1 | pi".
std::string splitText(const SplitShown& shown, const partition::Split& split) {
    std::string text;
    for (const partition::Stage& stage : split) {
        if (!text.empty()) text += " | ";
        for (std::size_t i = 0; i < stage.devices.size(); ++i)
            text += (i > 0 ? " + " : "") + shown.devices[stage.devices[i]];
    }
    return text;
}

std::size_t devicesOf(const partition::Split& split) {
    std::size_t count = 0;
    for (const partition::Stage& stage : split)
        count += stage.devices.size();
    return count;
}

} // namespace

namespace front_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const SplitShown& shown;
    const partition::Found& found;
};

constexpr table::Column<Row> Columns[] = {
    {{"period_seconds", TRANSLATABLE("Column", "Period"),
      TRANSLATABLE("Column", "Between two frames, as planned"), Seconds},
     [](const Row& row) -> Cell { return row.found.figures.period; }},
    {{"latency_seconds", TRANSLATABLE("Column", "Latency"),
      TRANSLATABLE("Column", "Of a frame that waits for no other one, as planned"), Seconds},
     [](const Row& row) -> Cell { return row.found.figures.latency; }},
    {{"stages", TRANSLATABLE("Column", "Stages"), "", Count},
     [](const Row& row) -> Cell { return row.found.split.size(); }},
    {{"devices", TRANSLATABLE("Column", "Devices"), "", Count},
     [](const Row& row) -> Cell { return devicesOf(row.found.split); }},
    {{"split", TRANSLATABLE("Column", "Split"),
      TRANSLATABLE("Column", "Devices of the stages, in their order")},
     [](const Row& row) -> Cell { return splitText(row.shown, row.found.split); }},
};

} // namespace

} // namespace front_columns

namespace more_devices_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const SplitShown& shown;
    std::size_t devices;
    std::optional<double> before; // period with one device less; nothing: it does not fit

    const std::optional<partition::Found>& found() const { return shown.choice.byDevices[devices - 1]; }
};

constexpr table::Column<Row> Columns[] = {
    {{"devices", TRANSLATABLE("Column", "Devices"), "", Count}, table::member<&Row::devices>},
    {{"period_seconds", TRANSLATABLE("Column", "Period"),
      TRANSLATABLE("Column", "Between two frames, as planned; nothing: the network has no room"), Seconds},
     [](const Row& row) -> Cell { return row.found() ? Cell(row.found()->figures.period) : Cell(); }},
    {{"latency_seconds", TRANSLATABLE("Column", "Latency"),
      TRANSLATABLE("Column", "Of a frame that waits for no other one, as planned"), Seconds},
     [](const Row& row) -> Cell { return row.found() ? Cell(row.found()->figures.latency) : Cell(); }},
    {{"gain", TRANSLATABLE("Column", "Gain"), TRANSLATABLE("Column", "Frames, over those with one device less"),
      Ratio},
     [](const Row& row) -> Cell {
         return row.before && row.found() ? Cell(*row.before / row.found()->figures.period) : Cell();
     }},
    {{"split", TRANSLATABLE("Column", "Split"),
      TRANSLATABLE("Column", "Devices of the stages, in their order")},
     [](const Row& row) -> Cell {
         return row.found() ? Cell(splitText(row.shown, row.found()->split)) : Cell();
     }},
};

} // namespace

} // namespace more_devices_columns

namespace visit_columns {

namespace {

using table::Cell;
using enum table::Unit;

struct Row {
    const SplitShown& shown;
    const FrameDone& frame;
    const Visit& visit;
};

constexpr table::Column<Row> Columns[] = {
    {{"frame", TRANSLATABLE("Column", "Frame"), "", Count},
     [](const Row& row) -> Cell { return row.frame.number; }},
    {{"stage", TRANSLATABLE("Column", "Stage"), "", Count},
     [](const Row& row) -> Cell { return row.visit.stage + 1; }},
    {{"device", TRANSLATABLE("Column", "Device"), ""},
     [](const Row& row) -> Cell { return row.shown.devices[row.visit.device]; }},
    {{"sent_seconds", TRANSLATABLE("Column", "Sent"),
      TRANSLATABLE("Column", "To the device, since the run began"), Seconds},
     [](const Row& row) -> Cell { return row.visit.sent; }},
    {{"done_seconds", TRANSLATABLE("Column", "Done"),
      TRANSLATABLE("Column", "Its answer came, since the run began"), Seconds},
     [](const Row& row) -> Cell { return row.visit.done; }},
    {{"compute_seconds", TRANSLATABLE("Column", "Computes"), TRANSLATABLE("Column", "As the device says"),
      Seconds},
     [](const Row& row) -> Cell { return row.visit.compute; }},
};

} // namespace

} // namespace visit_columns

table::Table frontTable(std::shared_ptr<const SplitShown> shown,
                        std::shared_ptr<const partition::Front> front) {
    const std::size_t rows = front->points.size();
    return {std::span(front_columns::Columns), rows,
            [shown = std::move(shown), front = std::move(front)](std::size_t row) {
                return front_columns::Row{*shown, front->points[row]};
            }};
}

table::Table moreDevicesTable(std::shared_ptr<const SplitShown> shown) {
    const std::size_t rows = shown->choice.byDevices.size();
    return {std::span(more_devices_columns::Columns), rows, [shown = std::move(shown)](std::size_t row) {
                const auto& all = shown->choice.byDevices;
                return more_devices_columns::Row{
                    *shown, row + 1,
                    row > 0 && all[row - 1] ? std::optional(all[row - 1]->figures.period) : std::nullopt};
            }};
}

table::Table visitTable(std::shared_ptr<const SplitShown> shown) {
    std::vector<std::pair<std::size_t, std::size_t>> rows; // frame, visit
    if (shown->measured)
        for (std::size_t frame = 0; frame < shown->measured->frames.size(); ++frame)
            for (std::size_t visit = 0; visit < shown->measured->frames[frame].visits.size(); ++visit)
                rows.emplace_back(frame, visit);
    const std::size_t count = rows.size();
    return {std::span(visit_columns::Columns), count,
            [shown = std::move(shown), rows = std::move(rows)](std::size_t row) {
                const FrameDone& frame = shown->measured->frames[rows[row].first];
                return visit_columns::Row{*shown, frame, frame.visits[rows[row].second]};
            }};
}

} // namespace edgewright::relay
