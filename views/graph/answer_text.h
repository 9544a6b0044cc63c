// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the graph page in one sentence, and the conditions that it holds under.
#pragma once

#include "core/device/record/record.h"
#include "core/pipeline/study.h"
#include "views/support/page/page_answer.h"

#include <memory>

namespace edgewright::views {

// With links "steps", "rules" and "measure", and where the outputs differ, which is said instead of times,
// "broken", the patch that does it, "leave-out" and "rule-off". `measured`: null until it was. Empty without a
// model.
PageWords graphAnswer(const pipeline::Analysis& analysis,
                      const std::shared_ptr<const device::Record>& measured = {});

} // namespace edgewright::views
