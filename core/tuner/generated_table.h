// SPDX-License-Identifier: GPL-3.0-or-later
// The result of tuning with generated kernels, as a table by task and as an answer; and beside that of
// parameters.
#pragma once

#include "core/table/answer.h"
#include "core/table/column.h"
#include "core/tuner/generated.h"

#include <memory>

namespace edgewright::tuner {

table::Table generatedTable(std::shared_ptr<const GeneratedResult> result);
// Both spaces of the same tasks, a row for each.
table::Table spacesTable(std::shared_ptr<const TuneResult> tuned,
                         std::shared_ptr<const GeneratedResult> generated);
// By how much generated kernels are faster, all together; what that took.
table::Answer answerOf(const GeneratedResult& result);

} // namespace edgewright::tuner
