// SPDX-License-Identifier: GPL-3.0-or-later
// The result of tuning with generated kernels, as a table by task and as an answer.
#pragma once

#include "core/table/answer.h"
#include "core/table/column.h"
#include "core/tuner/generated.h"

#include <memory>

namespace edgewright::tuner {

table::Table generatedTable(std::shared_ptr<const GeneratedResult> result);
// By how much generated kernels are faster, all together; what that took; and that networks do not run with
// them.
table::Answer answerOf(const GeneratedResult& result);

} // namespace edgewright::tuner
