// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/constraints.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/explore/explore.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace edgewright::cost {

namespace {

constexpr std::int64_t MaxBound = 1'000'000'000; // in the unit of the field
constexpr double PicojoulesPerMillijoule = 1e9;

// clang-format off
constexpr std::array ConstraintTable{
    Constraint{field<&Constraints::maxAreaMm2>({.key = "max_area_mm2",
        .title = TRANSLATABLE("Setting", "Area at most"),
        .help = TRANSLATABLE("Setting", "Only points whose cells, SRAMs, lanes and DRAM pads take no more than this"
            " at 45 nm"),
        .unit = TRANSLATABLE("Setting", "mm²"), .absent = TRANSLATABLE("Setting", "any"),
        .highest = MaxBound, .isAboveLowest = true}), TRANSLATABLE("Word", "area"), Measure::Area, 1},
    Constraint{field<&Constraints::maxTimeMs>({.key = "max_time_ms",
        .title = TRANSLATABLE("Setting", "Time at most"),
        .help = TRANSLATABLE("Setting", "Only points that run the network in no more than this"),
        .unit = TRANSLATABLE("Setting", "ms"), .absent = TRANSLATABLE("Setting", "any"),
        .highest = MaxBound, .isAboveLowest = true}), TRANSLATABLE("Word", "time"), Measure::Seconds, 1e-3},
    Constraint{field<&Constraints::maxEnergyMj>({.key = "max_energy_mj",
        .title = TRANSLATABLE("Setting", "Energy at most"),
        .help = TRANSLATABLE("Setting", "Only points that take no more than this for one run of the network"),
        .unit = TRANSLATABLE("Setting", "mJ"), .absent = TRANSLATABLE("Setting", "any"),
        .highest = MaxBound, .isAboveLowest = true}), TRANSLATABLE("Word", "energy"), Measure::Energy, PicojoulesPerMillijoule},
};
// clang-format on

constexpr auto ConstraintFields = [] {
    std::array<Field<Constraints>, ConstraintTable.size()> made{};
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i] = ConstraintTable[i].field;
    return made;
}();

} // namespace

std::span<const Constraint> constraintTable() { return ConstraintTable; }
std::span<const Field<Constraints>> constraintFields() { return ConstraintFields; }

std::optional<double> Constraint::bound(const Constraints& constraints) const {
    const FieldValue value = field.get(constraints);
    const auto* number = std::get_if<double>(&value);
    return number ? std::optional(*number) : std::nullopt;
}

double Constraint::value(const DesignPoint& point) const { return valueOf(point, measure) / perUnit; }

double Constraint::share(const Constraints& constraints, const DesignPoint& point) const {
    const auto most = bound(constraints);
    return most ? value(point) / *most : 0;
}

double largestShare(const Constraints& constraints, const DesignPoint& point) {
    double largest = 0;
    for (const Constraint& each : ConstraintTable)
        largest = std::max(largest, each.share(constraints, point));
    return largest;
}

bool isWithin(const Constraints& constraints, const DesignPoint& point) {
    if (!point.isPossible()) return false;
    return constraints == Constraints() || largestShare(constraints, point) <= 1;
}

Result<void> checkConstraints(const Constraints& constraints, const std::string& name) {
    for (const Constraint& each : ConstraintTable) {
        if (each.measure != Measure::Energy || !each.bound(constraints)) continue;
        ASSIGN_OR_RETURN(const auto table, energyTable(name));
        if (table->unit != "pJ")
            return badInput(say("{1}: the energies of '{2}' are in {3}, which no number of {4} can be compared "
                                "with; choose another energy table, or no bound",
                                each.field.key, name, table->unit, each.field.unit));
    }
    return {};
}

std::string boundText(const Constraint& constraint, const Constraints& constraints) {
    return translated("Word", constraint.name) + " ≤ " +
           table::shortestText(constraint.bound(constraints).value_or(0)) + " " +
           std::string(constraint.field.unit);
}

std::string constraintsText(const Constraints& constraints) {
    std::vector<std::string> parts;
    for (const Constraint& each : ConstraintTable)
        if (each.bound(constraints)) parts.push_back(boundText(each, constraints));
    return sayList(parts);
}

std::string excessText(const Constraints& constraints, const DesignPoint& point) {
    std::string text;
    for (const Constraint& each : ConstraintTable) {
        const double share = each.share(constraints, point);
        if (!(share > 1)) continue;
        constexpr double MaxInPercent = 2.005; // 100 % above, as it is written
        const std::string name = translated("Word", each.name);
        const std::string taken = table::significant(each.value(point)),
                          bound = table::shortestText(*each.bound(constraints));
        const std::string excess =
            share > MaxInPercent ? say("{1} {2} × the bound ({3} of {4} {5})", name, table::significant(share),
                                       taken, bound, each.field.unit)
                                 : say("{1} over by {2} % ({3} of {4} {5})", name,
                                       table::significant((share - 1) * 100), taken, bound, each.field.unit);
        text = text.empty() ? excess : sayIn("list", "{1}, {2}", text, excess);
    }
    return text;
}

} // namespace edgewright::cost
