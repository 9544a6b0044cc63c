// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"

namespace edgewright::layout {

// Our own layered layout: rows by longest path, crossings reduced by sweeps, straight long edges. Linear in
// boxes and edges but for sorting rows. Edges keep clear of foreign boxes: they cross a row only in a column of
// their own. The request must be valid (layoutGraph checks it).
Result<Layout> layoutLayered(const Request& request, const RunContext& run);

} // namespace edgewright::layout
