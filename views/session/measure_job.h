// SPDX-License-Identifier: GPL-3.0-or-later
// One measurement as a thread takes it: on this machine, on its GPU, or on a board.
#pragma once

#include "core/device/calibration.h"
#include "core/device/this_machine.h"
#include "core/remote/board.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace edgewright::views {

struct MeasureJob {
    device::Task task;                            // without feeds
    std::uint64_t seed = 0;                       // of the feeds
    bool isOnGpu = false;                         // of this machine
    std::shared_ptr<remote::BoardLink> link = {}; // of a board; null: here
    remote::Askpass::Answer answer = {};          // likewise
    std::filesystem::path calibration = {};       // where what is known of a board is kept; empty: nowhere
};

struct MeasureOutcome {
    std::shared_ptr<const device::Record> record;
    std::optional<protocol::Welcome> welcome{};       // of a board
    std::optional<device::Calibration> calibration{}; // likewise
    // That it ran, where a variant is in INT8.
    std::shared_ptr<const pipeline::QuantizedNetwork> quantized{};
    std::shared_ptr<const pipeline::MemoryPlan> planQuantized{};
};

Result<MeasureOutcome> outcomeOf(MeasureJob job, const RunContext& run, const device::Listener& listener);

} // namespace edgewright::views
