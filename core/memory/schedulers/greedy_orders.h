// SPDX-License-Identifier: GPL-3.0-or-later
// Orders that are made in one pass.
#pragma once

#include "core/memory/schedulers/flat_schedule.h"

namespace edgewright::memory {

// Takes the ready operator that became ready last, so that a branch is finished before the next begins.
Order depthFirst(const FlatSchedule& flat);
// Takes the ready operator after which the fewest bytes are alive, then the one that needs the fewest
// while it runs, then the first. O((n + reads) log n).
Order memoryGreedy(const FlatSchedule& flat);

} // namespace edgewright::memory
