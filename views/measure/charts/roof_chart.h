// SPDX-License-Identifier: GPL-3.0-or-later
// The measured roof of a machine, and operators below it: where they are, and where they were predicted.
#pragma once

#include "core/device/operator_rows.h"
#include "core/device/roof/roof.h"
#include "views/support/chart/chart_pane.h"

#include <vector>

namespace edgewright::views {

// Targets are `rows`, by index; then the kernels that the roof was measured with, as far as they ran on as many
// threads. Rows without MACs or bytes have no place. `selected`: a row, marked; -1: none.
BuiltChart buildRoof(const device::Roof& roof, int threads, const std::vector<device::OperatorRow>& rows,
                     int selected, const Theme& theme);

} // namespace edgewright::views
