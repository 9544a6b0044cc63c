// SPDX-License-Identifier: GPL-3.0-or-later
// The result of tuning, as a table by task and as an answer.
#pragma once

#include "core/table/answer.h"
#include "core/table/column.h"
#include "core/tuner/tuner.h"

#include <cstdint>
#include <memory>
#include <string>

namespace edgewright::tuner {

table::Table tuneTable(std::shared_ptr<const TuneResult> result);
// The number of kernels that are faster, and the seconds of all of them: tuned, and by default.
std::string gainText(std::int64_t faster, std::int64_t all, double best, double usual);
// By how much the tuned kernels are faster, all together; and what that took.
table::Answer answerOf(const TuneResult& result);

} // namespace edgewright::tuner
