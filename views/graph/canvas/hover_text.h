// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/picture/graph_painter.h"

namespace edgewright::views {

// Rich text for the HoverCard about what is under the pointer; empty: nothing.
QString hoverText(const GraphScene& scene, const GraphPaintOptions& options, const GraphHit& found);

} // namespace edgewright::views
