// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds on what a point of a design space may take: "at most 2 mm² and 10 ms".
//
// To add one: a member of Constraints, and its line in the table of constraints.cpp. Options, files, editors,
// sentences and tests go through that table.
#pragma once

#include "core/base/field.h"
#include "core/base/result.h"
#include "core/cost/explore/measure.h"

#include <optional>
#include <span>
#include <string>

namespace edgewright::cost {

// Nothing: no bound.
struct Constraints {
    std::optional<double> maxAreaMm2, maxTimeMs, maxEnergyMj;
    friend bool operator==(const Constraints&, const Constraints&) = default;
};

// A constraint as data. `field` has key, title, unit and member. Each bounds a measure that the Pareto front is
// of, so that a point that meets it is beaten by none that breaks it: the front of those that meet all is what
// is left of the front of all.
struct Constraint {
    Field<Constraints> field;
    std::string_view name; // within a sentence: "area"; translated in the context "Word"
    Measure measure = Measure::Area;
    double perUnit = 1; // of the measure's own unit in that of the field: 1e-3 s in a ms

    std::optional<double> bound(const Constraints& constraints) const; // in the unit of the field
    double value(const DesignPoint& point) const;                      // in the unit of the field
    // value / bound; 0 where there is no bound.
    double share(const Constraints& constraints, const DesignPoint& point) const;
};
std::span<const Constraint> constraintTable();
std::span<const Field<Constraints>> constraintFields(); // of the same

// True for a possible point that meets all of them.
bool isWithin(const Constraints& constraints, const DesignPoint& point);
// The largest share of a possible point: above 1 the one by which it breaks a constraint most.
double largestShare(const Constraints& constraints, const DesignPoint& point);
// BadInput for a bound of energies in mJ beside a table whose energies are in another unit than pJ.
Result<void> checkConstraints(const Constraints& constraints, const std::string& energyTable);

// "area ≤ 2 mm² and time ≤ 10 ms"; empty where nothing is bounded.
std::string constraintsText(const Constraints& constraints);
// "area ≤ 2 mm²", of one that is bounded.
std::string boundText(const Constraint& constraint, const Constraints& constraints);
// "time over by 12.0 % (11.2 of 10 ms)", beyond 100 % "time 161 × the bound (1610 of 10 ms)", of all that a
// possible point breaks; empty where it breaks none.
std::string excessText(const Constraints& constraints, const DesignPoint& point);

} // namespace edgewright::cost
