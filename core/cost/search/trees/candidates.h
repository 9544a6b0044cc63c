// SPDX-License-Identifier: GPL-3.0-or-later
// Points that a cost model thinks well of.
#pragma once

#include "core/cost/search/history.h"
#include "core/cost/search/trees/cost_model.h"

namespace edgewright::cost::search {

// At most `count` admitted points that are not in `history`: the best predicted first; what the model cannot
// tell from another one comes behind all others. Of a small space among all of its points, otherwise among
// those that evolution on the predictions comes across. `model` knows rows of Space::features.
Result<std::vector<PointId>> promisingPoints(const Space& space, PointId points, const History& history,
                                             const CostModel& model, std::size_t count, Random& random,
                                             const RunContext& run);

} // namespace edgewright::cost::search
