// SPDX-License-Identifier: GPL-3.0-or-later
// The times of the variants of one model on one device, run after run.
#pragma once

#include "views/support/chart/chart_pane.h"
#include "views/support/measurement/run_choice.h"

#include <vector>

namespace edgewright::views {

struct HistoryRun {
    std::shared_ptr<const device::Record> record; // not null
    bool isOfOthers = false;                      // measured with other settings than those of now
};

// The oldest on the left, equally spaced. One target for each variant of each run, in their order: chosenRun()
// says whose. `chosen`: the run that is marked; -1: none.
BuiltChart buildHistory(const std::vector<HistoryRun>& runs, int chosen, const Theme& theme);
// The run and variant of a target.
VariantChoice historyChoice(const std::vector<HistoryRun>& runs, std::size_t target);

} // namespace edgewright::views
