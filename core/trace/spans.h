// SPDX-License-Identifier: GPL-3.0-or-later
// Order and nesting of spans.
#pragma once

#include "core/trace/trace.h"

namespace edgewright::trace {

// Sorts the spans, sets their depths, and gives those that overlap others of their track without lying in them
// a track of their own; a note says how many. Starts are moved so that the first is 0. O(n log n).
void arrange(Trace& trace);

} // namespace edgewright::trace
