// SPDX-License-Identifier: GPL-3.0-or-later
// Devices side by side: what each variant takes on each of them, and what it was predicted to take.
#pragma once

#include "views/support/chart/chart_pane.h"
#include "views/support/measurement/run_choice.h"

#include <QString>

#include <vector>

namespace edgewright::views {

struct DeviceRow {
    QString device;
    VariantChoice choice;    // not none
    double predicted = 0;    // seconds; 0: not known
    bool isOfOthers = false; // measured with other settings than those of now
};

// One target for each row, in their order. `chosen`: the row whose number is bold; -1: none.
BuiltChart buildDevices(const std::vector<DeviceRow>& rows, int chosen, const Theme& theme);

} // namespace edgewright::views
