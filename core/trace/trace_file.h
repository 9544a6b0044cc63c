// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles as other tools write them, and a trace in Chrome's trace event format, as chrome://tracing and
// Perfetto open it.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <istream>
#include <string>

namespace edgewright::trace {

// Chrome's trace event format (an array, or an object with "traceEvents": X, B and E, C and M events), the
// profile of `trtexec --exportProfile`, the report of TVM's profiler; as a file also the database that Nsight
// Systems exports (nsight.h). BadInput names file and place where it is none of these.
Result<Trace> readTrace(const std::filesystem::path& file, const RunContext& run = {});
Result<Trace> readTrace(std::istream& stream, const std::string& name, const RunContext& run = {});

// Complete events with times in microseconds, counters, names of the threads. readTrace() gives the same spans
// back.
std::string chromeText(const Trace& trace);

} // namespace edgewright::trace
