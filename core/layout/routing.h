// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layers.h"

namespace edgewright::layout {

struct Row {
    double top = 0, bottom = 0; // y
};

// Fills layout.edges from layout.centres. Between two rows an edge bends, in a row it runs straight down in a
// column of its own: it meets no foreign box.
Result<void> routeEdges(const Request& request, const Layers& layers, const Trunks& trunks,
                        const std::vector<DownEdge>& edges, const std::vector<Row>& rows, Layout& layout,
                        const RunContext& run);

} // namespace edgewright::layout
