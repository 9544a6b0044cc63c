// SPDX-License-Identifier: GPL-3.0-or-later
// Runs another program as a filter: text in, text out, within a time limit and a size limit.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace edgewright::layout {

// The child reads `input` from its standard input until the end and answers on its standard output; its
// standard error goes nowhere. However this ends, the child is gone and reaped when it returns: by itself, or
// killed on cancellation (Cancelled), after `seconds` (TimedOut), or past `limitBytes` of answer (BadInput). An
// exit status other than 0, or a signal, is an error too. Never raises SIGPIPE; inherits no descriptors to the
// child.
Result<std::string> runFilter(const std::filesystem::path& program, std::string_view input, double seconds,
                              std::size_t limitBytes, const RunContext& run);

} // namespace edgewright::layout
