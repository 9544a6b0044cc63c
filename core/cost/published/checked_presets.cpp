// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/published/checked_presets.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/mapped/gemmini_tiler.h"
#include "core/cost/published/published_table.h"
#include "core/cost/published/simple_arrays.h"
#include "core/cost/systolic.h"

#include <algorithm>
#include <array>

namespace edgewright::cost::published {

namespace {

constexpr double Margin = 0.10;

// Of workloads of the TPU.
struct Note {
    std::string_view workload, note;
};
constexpr std::array Notes{
    Note{"LSTM1",
         TRANSLATABLE("Word",
                      "matrices that do not fill tiles: useful MACs are 60 % of those of the active array")},
    Note{"CNN0",
         TRANSLATABLE("Word", "the peak of the array; the counters of the same table say 78.2 % of it")},
    Note{"CNN1", TRANSLATABLE("Word", "four layers with 32 rows and shallow convolutions: half of the active "
                                      "array is empty and 35 % of the cycles wait for weights")}};

std::string noteOn(std::string_view workload) {
    const auto found = std::ranges::find(Notes, workload, &Note::workload);
    return found != Notes.end() ? std::string(found->note) : std::string();
}

using Points = std::vector<CheckedPoint>;

Result<void> addGemmini(Points& points) {
    ASSIGN_OR_RETURN(const Table table, Table::named("gemmini_rtl"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        ASSIGN_OR_RETURN(const double m, table.number(row, "m"));
        ASSIGN_OR_RETURN(const double k, table.number(row, "k"));
        ASSIGN_OR_RETURN(const double n, table.number(row, "n"));
        ASSIGN_OR_RETURN(const double measured, table.number(row, "cycles"));
        const mapped::Product product{static_cast<std::int64_t>(m), static_cast<std::int64_t>(k),
                                      static_cast<std::int64_t>(n)};
        ASSIGN_OR_RETURN(const double cycles, mapped::stockCycles(product));
        const auto by = [](std::int64_t extent) { return " x " + std::to_string(extent); };
        points.push_back({say("Gemmini RTL, stock tiler"),
                          std::to_string(product.m) + by(product.k) + by(product.n), "cycles", measured, cycles,
                          Margin, ""});
    }
    return {};
}

Result<void> addTpu(Points& points) {
    ASSIGN_OR_RETURN(const Table table, Table::named("tpu_v1"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        ASSIGN_OR_RETURN(const double rows, table.number(row, "rows"));
        ASSIGN_OR_RETURN(const double regular, table.number(row, "regular"));
        CheckedPoint point;
        point.accelerator = "TPU v1";
        point.unit = "TOPS";
        ASSIGN_OR_RETURN(point.point, table.text(row, "workload"));
        ASSIGN_OR_RETURN(point.measured, table.number(row, "tops"));
        point.note = noteOn(point.point);
        point.predicted = WeightArray().teraOperations(rows);
        if (regular != 0) point.margin = Margin;
        points.push_back(std::move(point));
    }
    return {};
}

Result<void> addEyeriss(Points& points) {
    constexpr double CyclesPerMillisecond = 200e3, Batch = 4;
    ASSIGN_OR_RETURN(const Table table, Table::named("eyeriss_alexnet"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        RowStationaryLayer layer{.batch = Batch};
        RowStationaryPass pass;
        const std::pair<const char*, double*> columns[] = {
            {"k", &layer.filters}, {"c", &layer.channels}, {"r", &layer.filter},         {"e", &layer.output},
            {"n", &pass.n},        {"p", &pass.p},         {"e_pass", &pass.outputRows}, {"q", &pass.q},
            {"rr", &pass.r},       {"t", &pass.t}};
        for (const auto& [column, into] : columns) {
            ASSIGN_OR_RETURN(*into, table.number(row, column));
        }
        CheckedPoint point;
        point.accelerator = "Eyeriss";
        point.unit = "ms";
        point.margin = Margin;
        ASSIGN_OR_RETURN(point.point, table.text(row, "layer"));
        ASSIGN_OR_RETURN(point.measured, table.number(row, "ms"));
        point.predicted = rowStationaryCycles(layer, pass) / CyclesPerMillisecond;
        points.push_back(std::move(point));
    }
    return {};
}

struct Checked {
    std::string_view preset, source, leftOut;
};
constexpr std::array<Checked, 3> Known{
    Checked{"gemmini", TRANSLATABLE("Word", "Gemmini in RTL, six products"),
            TRANSLATABLE("Word",
                         "start and end of each product on its host, a few thousand cycles, are not modelled")},
    Checked{"tpu-v1", TRANSLATABLE("Word", "TPU v1 as published, four regular workloads"),
            TRANSLATABLE("Word", "networks are taken as large products between which activations stay on chip; "
                                 "two irregular ones are up to 6.4 times off (cost --published)")},
    Checked{"eyeriss", TRANSLATABLE("Word", "Eyeriss as published, AlexNet without DRAM"),
            TRANSLATABLE("Word", "its row-stationary dataflow is taken as output stationary")}};

Result<double> cyclesOf(const Layer& layer, const Accelerator& accelerator) {
    ASSIGN_OR_RETURN(const LayerCost cost, estimate(layer, accelerator, {}, Mode::Physical));
    return static_cast<double>(cost.cycles);
}

using Points = std::vector<CheckedPoint>;

Result<void> addGemmini(const Accelerator& preset, Points& points) {
    ASSIGN_OR_RETURN(const Table table, Table::named("gemmini_rtl"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        ASSIGN_OR_RETURN(const double m, table.number(row, "m"));
        ASSIGN_OR_RETURN(const double k, table.number(row, "k"));
        ASSIGN_OR_RETURN(const double n, table.number(row, "n"));
        CheckedPoint point{.accelerator = "gemmini", .point = {}, .unit = "cycles", .margin = {}, .note = {}};
        ASSIGN_OR_RETURN(point.measured, table.number(row, "cycles"));
        const Layer layer = productLayer(static_cast<std::int64_t>(m), static_cast<std::int64_t>(n),
                                         static_cast<std::int64_t>(k));
        point.point =
            std::to_string(layer.m) + " x " + std::to_string(layer.k) + " x " + std::to_string(layer.n);
        ASSIGN_OR_RETURN(point.predicted, cyclesOf(layer, preset));
        points.push_back(std::move(point));
    }
    return {};
}

// `rows`: MACs for each byte of weights, so the rows of a product. Between layers, activations stay on chip.
Result<void> addTpu(const Accelerator& preset, Points& points) {
    constexpr std::int64_t Large = 2048; // weights of a layer are 4 MiB, as in MLP0
    ASSIGN_OR_RETURN(const Table table, Table::named("tpu_v1"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        ASSIGN_OR_RETURN(const double rows, table.number(row, "rows"));
        CheckedPoint point{.accelerator = "tpu-v1", .point = {}, .unit = "TOPS", .margin = {}, .note = {}};
        ASSIGN_OR_RETURN(point.point, table.text(row, "workload"));
        ASSIGN_OR_RETURN(point.measured, table.number(row, "tops"));
        point.note = noteOn(point.point);
        ASSIGN_OR_RETURN(const double regular, table.number(row, "regular"));
        point.isRegular = regular != 0;
        Layer layer = productLayer(static_cast<std::int64_t>(rows), Large, Large);
        layer.inputsOnChip = layer.outputsOnChip = true;
        ASSIGN_OR_RETURN(const double cycles, cyclesOf(layer, preset));
        point.predicted = 2 * static_cast<double>(layer.macs()) / cycles * preset.clockGhz * 1e-3;
        points.push_back(std::move(point));
    }
    return {};
}

Result<void> addEyeriss(Accelerator preset, Points& points) {
    constexpr std::int64_t Batch = 4, Unlimited = 1 << 20;
    preset.bandwidth = Unlimited; // the published times are without DRAM
    ASSIGN_OR_RETURN(const Table table, Table::named("eyeriss_alexnet"));
    for (std::size_t row = 0; row < table.rows(); ++row) {
        Layer layer;
        std::int64_t seen = 0;
        for (const auto& [column, into] : {std::pair("k", &layer.filters), std::pair("c", &seen),
                                           std::pair("r", &layer.filterH), std::pair("e", &layer.outH)}) {
            ASSIGN_OR_RETURN(const double value, table.number(row, column));
            *into = static_cast<std::int64_t>(value);
        }
        CheckedPoint point{.accelerator = "eyeriss", .point = {}, .unit = "ms", .margin = {}, .note = {}};
        ASSIGN_OR_RETURN(point.point, table.text(row, "layer"));
        ASSIGN_OR_RETURN(point.measured, table.number(row, "ms"));
        // AlexNet: the first layer steps by 4; the second, fourth and fifth are two groups.
        const bool isFirst = point.point == "CONV1", isGrouped = !isFirst && point.point != "CONV3";
        layer.channels = seen;
        layer.filterW = layer.filterH;
        layer.outW = layer.outH;
        layer.strideH = layer.strideW = isFirst ? 4 : 1;
        layer.ifmapH = layer.ifmapW = (layer.outH - 1) * layer.strideH + layer.filterH;
        const std::int64_t groups = isGrouped ? 2 : 1;
        layer.filters /= groups;
        layer.m = layer.outH * layer.outW;
        layer.n = layer.filters;
        layer.k = layer.filterH * layer.filterW * layer.channels;
        layer.images = Batch;
        layer.repeat = Batch * groups;
        ASSIGN_OR_RETURN(const double cycles, cyclesOf(layer, preset));
        point.predicted = cycles / preset.clockGhz * 1e-6;
        points.push_back(std::move(point));
    }
    return {};
}

} // namespace

Result<std::vector<CheckedPoint>> checkedAgainst() {
    Points points;
    RETURN_IF_ERROR(addGemmini(points));
    RETURN_IF_ERROR(addTpu(points));
    RETURN_IF_ERROR(addEyeriss(points));
    return points;
}

table::Table checkedTable(std::vector<CheckedPoint> points) {
    using table::member;
    using enum table::Unit;
    static constexpr table::Column<CheckedPoint> Columns[] = {
        {{"accelerator", TRANSLATABLE("Column", "Accelerator")}, member<&CheckedPoint::accelerator>},
        {{"point", TRANSLATABLE("Column", "Point")}, member<&CheckedPoint::point>},
        {{"unit", TRANSLATABLE("Column", "Unit")}, member<&CheckedPoint::unit>},
        {{"measured", TRANSLATABLE("Column", "Measured"), "", Count}, member<&CheckedPoint::measured>},
        {{"predicted", TRANSLATABLE("Column", "Predicted"), "", Count}, member<&CheckedPoint::predicted>},
        {{"error", TRANSLATABLE("Column", "Error"), "", Change},
         [](const CheckedPoint& row) -> table::Cell { return row.error(); }},
        {{"margin", TRANSLATABLE("Column", "Margin"), "", Share}, member<&CheckedPoint::margin>},
        {{"note", TRANSLATABLE("Column", "Note")},
         [](const CheckedPoint& row) -> table::Cell { return translated("Word", row.note); }},
    };
    const std::size_t rows = points.size();
    return {std::span(Columns), rows,
            [points = std::move(points)](std::size_t row) -> const CheckedPoint& { return points[row]; }};
}

Result<std::vector<CheckedPoint>> checkedPresets() {
    Points points;
    for (const NamedAccelerator& each : presets()) {
        if (each.name == "gemmini") RETURN_IF_ERROR(addGemmini(each.accelerator, points));
        if (each.name == "tpu-v1") RETURN_IF_ERROR(addTpu(each.accelerator, points));
        if (each.name == "eyeriss") RETURN_IF_ERROR(addEyeriss(each.accelerator, points));
    }
    return points;
}

std::optional<CheckedRange> checkedRange(const std::string& preset) {
    static const Result<Points> points = checkedPresets();
    const auto known = std::ranges::find(Known, preset, &Checked::preset);
    if (!points || known == Known.end()) return {};
    CheckedRange range;
    range.source = translated("Word", known->source);
    range.leftOut = translated("Word", known->leftOut);
    for (const CheckedPoint& each : *points) {
        if (each.accelerator != preset || !each.isRegular) continue;
        range.least = range.points == 0 ? each.error() : std::min(range.least, each.error());
        range.most = range.points == 0 ? each.error() : std::max(range.most, each.error());
        ++range.points;
    }
    return range;
}

} // namespace edgewright::cost::published
