// SPDX-License-Identifier: GPL-3.0-or-later
// A trace in Chrome's trace event format, as chrome://tracing and Perfetto open it.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace edgewright::trace {

// Complete events with times in microseconds, counters, names of the threads. readTrace() gives the same spans
// back.
std::string chromeText(const Trace& trace);

} // namespace edgewright::trace
