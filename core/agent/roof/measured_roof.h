// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the roof of the machine that this code runs on.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/measure/roof.h"
#include "core/protocol/messages.h"

#include <memory>

namespace edgewright::agent {

// With the kernels in use (kernels::isaInUse). What is compared is measured in turn. Numbers are medians, but
// for the peaks, which are those of the fastest tenth of the runs: what is reached at most, whatever else runs.
// Cancelled when stopped: half a roof is none. Progress is in hundredths. Undated: a board's date may be any.
Result<std::shared_ptr<const measure::Roof>>
measuredRoof(const protocol::RoofOrder& order, const RunContext& run = {},
             const measure::Machine& machine = measure::thisMachine());

} // namespace edgewright::agent
