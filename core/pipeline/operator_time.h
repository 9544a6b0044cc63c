// SPDX-License-Identifier: GPL-3.0-or-later
// How long one operator takes on a Device (benefits.h has the formula).
#pragma once

#include "core/pipeline/benefits.h"

#include <cstdint>

namespace edgewright::pipeline {

// Bytes of a tensor; what a file declares may be anything, so that it is cut off where sums could overflow.
std::int64_t sizeOf(const ir::Value& value);

// Seconds of one call of the operator. Bodies of control flow count as if each ran once.
double secondsOf(const ir::Graph& values, const ir::Node& node, const Device& device);

} // namespace edgewright::pipeline
