// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/published/checked_against.h"

#include "core/base/propagate.h"
#include "core/cost/mapped/gemmini_tiler.h"
#include "core/cost/published/published_table.h"
#include "core/cost/published/simple_arrays.h"

namespace edgewright::cost::published {

namespace {

constexpr double Margin = 0.10;

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
        points.push_back({"Gemmini RTL, stock tiler", std::to_string(product.m) + by(product.k) + by(product.n),
                          "cycles", measured, cycles, Margin, ""});
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
        ASSIGN_OR_RETURN(point.note, table.text(row, "note"));
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
        {{"note", TRANSLATABLE("Column", "Note")}, member<&CheckedPoint::note>},
    };
    const std::size_t rows = points.size();
    return {std::span(Columns), rows,
            [points = std::move(points)](std::size_t row) -> const CheckedPoint& { return points[row]; }};
}

} // namespace edgewright::cost::published
