// SPDX-License-Identifier: GPL-3.0-or-later
// First in, first out: by arrival, whatever the model. Nothing that runs gives way. Guarantee: no request waits
// for one that came later.
#include "core/base/translatable.h"
#include "core/scenario/policy.h"

namespace edgewright::scenario::fifo_policy {

namespace {

bool goesFirst(const Candidate& a, const Candidate& b) { return a.order < b.order; }

} // namespace

extern const Policy entry{.name = "fifo",
                          .title = TRANSLATABLE("Setting", "First in, first out"),
                          .summary = TRANSLATABLE("Setting", "By arrival; nothing gives way"),
                          .goesFirst = goesFirst};

} // namespace edgewright::scenario::fifo_policy
