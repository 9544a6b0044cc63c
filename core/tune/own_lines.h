// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of our own log, each a JSON object:
//   {"edgewright_tuning_log":1,"session":"5f3a...","machine":"...","isa":"avx2","version":"0.1.0"}
//   {"trial":"5f3a...","task":"...","state":"correct","knobs":[["mr",6],["order",{"order":[0,2,1]}]],
//    "seconds":[0.0012,0.0011],"price":{"benchmark":0.004},"time":1790000000.5}
// A trial names its session, so that several programs may add to one file.
#pragma once

#include "core/base/result.h"
#include "core/tune/log.h"

#include <string_view>

namespace edgewright::tune {

inline constexpr std::string_view OwnLogBeginning = "{\"edgewright_tuning_log\":";

// Without their ends; equal sessions have equal lines.
std::string sessionLine(const LogSession& session);
std::string trialLine(const Trial& trial, const LogSession& session);

// BadInput for times that are negative or no numbers, for a correct trial without any, and without a task.
Result<void> checkTrial(const Trial& trial);

} // namespace edgewright::tune
