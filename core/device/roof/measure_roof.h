// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the roof of the machine that this program runs on.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/roof/roof.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace edgewright::device {

struct RoofTask {
    std::vector<int> threads = {}; // each from 1 on; empty: one, and as many as the process may use
    double seconds = 5;            // about so long; each number is measured at least once, however short
    std::int64_t memoryBytes = std::int64_t(1) << 30; // at most so much is gone through (workingSets)
    std::optional<measure::Machine> machine = {};     // as the system tells of it, unless given
};

// With the kernels in use (kernels::isaInUse). What is compared is measured in turn. Numbers are medians, but
// for the peaks, which are those of the fastest tenth of the runs: what is reached at most, whatever else runs.
// Cancelled when stopped: half a roof is none. Progress is in hundredths.
Result<std::shared_ptr<const Roof>> measureRoof(const RoofTask& task = {}, const RunContext& run = {});

} // namespace edgewright::device
