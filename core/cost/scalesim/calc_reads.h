// SPDX-License-Identifier: GPL-3.0-or-later
// DRAM reads of the ifmap and filter buffers when bandwidth is unlimited (SCALE-Sim's CALC mode).
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/scalesim/mapping.h"
#include "core/cost/scalesim/refill_log.h"

namespace edgewright::cost {

struct CalcReads {
    std::int64_t ifmap = 0, filter = 0; // words
    bool exact = true;
};

// The logs, where given, take down in which lines the buffers are emptied.
Result<CalcReads> calcReads(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                            const RunContext& run, RefillLog* ifmapLog = nullptr,
                            RefillLog* filterLog = nullptr);

} // namespace edgewright::cost
