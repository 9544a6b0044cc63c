// SPDX-License-Identifier: GPL-3.0-or-later
// DRAM reads of the ifmap and filter buffers when bandwidth is unlimited (SCALE-Sim's CALC mode).
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/scalesim/mapping.h"

namespace edgewright::cost {

struct CalcReads {
    std::int64_t ifmap = 0, filter = 0; // words
    bool exact = true;
};

Result<CalcReads> calcReads(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                            const RunContext& run);

} // namespace edgewright::cost
