// SPDX-License-Identifier: GPL-3.0-or-later
// A split as a table, and what it says in words.
#pragma once

#include "core/relay/relay.h"
#include "core/relay/stage_planner.h"
#include "core/table/column.h"

#include <memory>

namespace edgewright::relay {

// The frames of a run.
struct Measured {
    std::vector<FrameDone> frames; // that were delivered, without their outputs
    // Seconds between two frames: the median of the second half of the run, in which all stages have frames.
    // Nothing: fewer than 8 frames.
    std::optional<double> period() const;
    std::vector<double> latencies() const; // seconds, ascending
    // Medians of a device at a stage; nothing: it had no frame there.
    struct Times {
        double compute = 0, link = 0; // seconds; link: sending, receiving and waiting at the device
    };
    std::optional<Times> times(std::size_t stage, std::size_t device) const;
};

struct SplitShown {
    StagePlanner::Choice choice;
    std::vector<std::string> devices;         // names
    std::shared_ptr<const Measured> measured; // of this split; null: it did not run, or not to its end
};

// One row for each device of each stage.
table::Table stageTable(std::shared_ptr<const SplitShown> shown);

// Sentences: the period and what limits it, the bound, what one more device brings, the order that was cut.
std::vector<std::string> splitAnswers(const SplitShown& shown);

} // namespace edgewright::relay
