// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of a record as spans.
#pragma once

#include "core/device/record/record.h"
#include "core/trace/trace.h"

namespace edgewright::device {

// One track for each variant that has a profile, all from 0 on; times are the medians of the profiled runs.
trace::Trace traceOf(const Record& record);

} // namespace edgewright::device
