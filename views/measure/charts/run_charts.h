// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of the times that were measured.
#pragma once

#include "views/support/chart/chart_pane.h"
#include "views/support/measurement/run_choice.h"

#include <QString>

#include <vector>

namespace edgewright::views {

// The distribution of the samples of every variant, with median and interval: one row for each, from the top;
// targets are the rows. `chosen` is marked; none: -1.
BuiltChart buildDistribution(const std::vector<VariantChoice>& rows, int chosen, const Theme& theme);

// Devices side by side: what each variant takes on each of them, and what it was predicted to take.
struct DeviceRow {
    QString device;
    VariantChoice choice;    // not none
    double predicted = 0;    // seconds; 0: not known
    bool isOfOthers = false; // measured with other settings than those of now
};
// One target for each row, in their order. `chosen`: the row whose number is bold; -1: none.
BuiltChart buildDevices(const std::vector<DeviceRow>& rows, int chosen, const Theme& theme);

// The times of the variants of one model on one device, run after run.
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
