// SPDX-License-Identifier: GPL-3.0-or-later
// Colourings of the nodes by what was computed or measured of them: bound, INT8 error, numeric difference,
// time.
#pragma once

#include "core/device/record/record.h"
#include "core/pipeline/study.h"
#include "views/graph/panels/provenance.h"
#include "views/graph/picture/node_colouring.h"

#include <map>

namespace edgewright::views {

// Colours of the fused graph's layers; their members in the original graph take the same colour.
NodeColouring colourByBound(const pipeline::Costs& costs, const Provenance& provenance);
// Signal to noise of the layers that were studied so far, by base node.
NodeColouring colourByInt8(const std::map<NodeId, double>& sqnrDb, const Provenance* provenance);
// Relative difference of each boundary.
NodeColouring colourByDifference(const pipeline::Check& check);

// Time of the operators of both graphs, as they were measured; a node that both have takes the shorter one.
NodeColouring colourByTime(const device::Record& record);

} // namespace edgewright::views
