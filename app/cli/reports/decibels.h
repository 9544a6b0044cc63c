// SPDX-License-Identifier: GPL-3.0-or-later
// Ratios of signal to noise, which are infinite where nothing differs.
#pragma once

#include "app/cli/json.h"
#include "core/pipeline/quantization/error_sums.h"

#include <cmath>
#include <string>

namespace edgewright::cli {

// JSON has no infinity: an exact result is null.
inline Json decibels(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
inline std::string decibelText(double value) { return pipeline::decibelText(value, 2); }

} // namespace edgewright::cli
