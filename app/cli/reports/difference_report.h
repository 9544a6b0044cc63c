// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison with expected values, in words and as JSON.
#pragma once

#include "app/cli/console.h"
#include "core/exec/tolerance.h"

#include <string>

namespace edgewright::cli {

// Null where there is no number to be given: the values cannot be compared, or the reference is all zero.
Json measureJson(double measure);
// Adds max_abs<suffix>, max_rel<suffix> and rel_norm; unless `reason` is empty these are null, with
// "comparable": false and the reason.
void addDifference(Json& row, const exec::Difference& difference, const std::string& reason,
                   const std::string& suffix = {});
// Adds rule ("elements" or "norm"), tolerance and floor.
void addTolerance(Json& row, const exec::Tolerance& tolerance);
// In the place of addDifference, for what follows from the random numbers of this operator.
void addNotCompared(Json& row, const std::string& drawnBy, const std::string& suffix = {});
// "max |error| 1e-6, relative (norm) 2e-7", or the reason.
std::string textOf(const exec::Difference& difference, const std::string& reason);
// The relative norm: "2e-7", or why there is none.
std::string normText(const exec::Difference& difference);

} // namespace edgewright::cli
