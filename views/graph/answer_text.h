// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the graph page in one sentence.
#pragma once

#include "core/device/record/record.h"
#include "core/pipeline/study.h"

#include <QString>

#include <memory>

namespace edgewright::views {

// For AnswerLine, with links "steps", "rules", "memory" and "measure", and where the outputs differ "broken",
// the patch that does it, "leave-out" and "rule-off". `measured`: null until it was. Empty without a model.
QString graphAnswer(const pipeline::Analysis& analysis,
                    const std::shared_ptr<const device::Record>& measured = {});

} // namespace edgewright::views
