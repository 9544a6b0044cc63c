// SPDX-License-Identifier: GPL-3.0-or-later
// A predicted time with its range, and the measurements that it follows from.
#pragma once

#include "app/cli/json.h"
#include "core/cost/processor/processor.h"

#include <string>

namespace edgewright::cli {

// "235 us (139 us to 282 us)"; without a range the time alone.
std::string predictedText(const cost::Processor& processor, double seconds);

// {"machine", "date", "networks", "kernels", "under_load", "low_factor", "high_factor", "text"}: null where
// that is not told; the factors are those of cost::FittedFrom::least and most.
Json predictionJson(const cost::Processor& processor);

} // namespace edgewright::cli
