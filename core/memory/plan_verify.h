// SPDX-License-Identifier: GPL-3.0-or-later
// The independent judge of plans: plain checks that share nothing with any search.
#pragma once

#include "core/memory/liveness.h"
#include "core/memory/packing/problem.h"

#include <string>

namespace edgewright::memory {

struct Verdict {
    bool legal = true;
    std::string reason;     // "buffers 'a' and 'b' share bytes [128, 256) in step 7"
    BufferId first, second; // the colliding pair, if that is the reason
    std::int64_t step = -1;
};

Verdict verify(const Problem& problem, const Solution& solution);
// With the plans of what runs inside of nodes: each is legal, fits into the buffer that its node has for it,
// and keeps what one run of a body hands on apart from what the next one is given.
Verdict verifyWithBodies(const Liveness& liveness, const Solution& solution);

} // namespace edgewright::memory
