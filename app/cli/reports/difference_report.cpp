// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reports/difference_report.h"

#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/pipeline/backend_case.h"
#include "core/pipeline/provenance.h"

#include <cmath>

namespace edgewright::cli {

// A relative error beyond this has a reference of zero below it.
constexpr double LargestMeasure = 1e290;

Json measureJson(double measure) {
    return std::abs(measure) < LargestMeasure ? Json(measure) : Json(nullptr); // NaN is null, too
}

void addDifference(Json& row, const exec::Difference& difference, const std::string& reason,
                   const std::string& suffix) {
    const bool comparable = reason.empty();
    row["max_abs" + suffix] = comparable ? measureJson(difference.maxAbs) : Json(nullptr);
    row["max_rel" + suffix] = comparable ? measureJson(difference.maxRel) : Json(nullptr);
    row["rel_norm"] = comparable ? measureJson(difference.relNorm) : Json(nullptr);
    if (comparable) return;
    row["comparable"] = false;
    row["reason"] = reason;
}

void addNotCompared(Json& row, const std::string& drawnBy, const std::string& suffix) {
    addDifference(row, {}, pipeline::whyNotCompared(drawnBy), suffix);
    row["not_compared"] = drawnBy;
}

void addTolerance(Json& row, const exec::Tolerance& tolerance) {
    row["rule"] = tolerance.rule == exec::Tolerance::Rule::Elements ? "elements" : "norm";
    row["tolerance"] = tolerance.limit;
    row["floor"] = tolerance.floor;
}

std::string normText(const exec::Difference& difference) {
    if (std::isfinite(difference.relNorm)) return scientific(difference.relNorm);
    const std::string reason = pipeline::incomparable(difference);
    return reason.empty() ? say("without a value, since the reference is all zero")
                          : say("without a value, since {1}", reason);
}

std::string textOf(const exec::Difference& difference, const std::string& reason) {
    if (!reason.empty()) return say("NOT COMPARABLE: {1}", reason);
    return say("max |error| {1}, relative (norm) {2}", scientific(difference.maxAbs), normText(difference));
}

} // namespace edgewright::cli
