// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/mode.h"

#include "plugins/cuda_trace/message.h"

#include <cstdlib>
#include <string>
#include <string_view>

namespace edgewright::cuda_trace {

namespace {

Mode chosen() {
    const char* const word = std::getenv("EDGEWRIGHT_CUDA_TRACE_BY");
    const std::string_view by = word ? word : "";
    if (by == "cupti") return Mode::CuptiOnly;
    if (by == "driver") return Mode::DriverOnly;
    if (!by.empty() && by != "auto")
        message("EDGEWRIGHT_CUDA_TRACE_BY: '" + std::string(by) +
                "' is none of auto, cupti, driver; it counts as auto");
    return Mode::Either;
}

} // namespace

Mode mode() {
    static const Mode mode = chosen();
    return mode;
}

} // namespace edgewright::cuda_trace
