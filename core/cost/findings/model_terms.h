// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of a report's numbers, in words: what they are, and what they leave out.
#pragma once

#include "core/cost/workload.h"

#include <string>
#include <string_view>

namespace edgewright::cost {

// A sentence: by which rules cycles are predicted, and what takes no time by these.
std::string cyclesTerms(Mode mode);

// The end of a sentence about activations that stay on chip (residency/residency.h): which tensors these are.
std::string stayTerms();

} // namespace edgewright::cost
