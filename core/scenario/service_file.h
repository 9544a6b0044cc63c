// SPDX-License-Identifier: GPL-3.0-or-later
// Measured times as JSON, which whoever measured a board can write:
//
//     {"edgewright_service": 1,
//      "models": [{"name": "detector", "operators": ["Conv_0", "Relu_1"], "in_a_row": 100,
//                  "batches": [{"size": 1, "runs_us": [[812.5, 40.1], [815.0, 39.7]]}],
//                  "pauses": [{"pause_ms": 10, "runs_us": [[1630.2, 71.9], [1580.6, 75.0]]}],
//                  "displaced": [{"pause_ms": 12, "runs_us": [[1710.8, 80.2]]}]}],
//      "overheads": {"decision_us": 3, "notice_us": [21, 19.5], "wake_up_us": [20, 18.5, 41],
//                    "hand_over_us": [6, 5.5], "give_way_us": 4},
//      "interference": {"resources": ["DRAM"], "capacity": [[15.6e9, 20e9]],
//                       "demands": {"detector": [[9e9], [14e9]]},
//                       "beside": {"detector": {"tracker": 1.3}, "tracker": {"detector": 1.1}}}}
//
// `pauses` are of runs of the smallest size that began so long after the end of the run before, in which the
// cores computed nothing; `displaced`, in which they computed other models. `in_a_row`: so many batches take
// runs that stand behind each other; one unless told. Each of the times to notice an arrival, to wake up, and
// to hand a core over, at the end of a batch or behind an operator where it gives way, is as likely; a number
// is a list of it alone. `capacity` is a list for each resource, of
// 1, 2, ... batches at once; `demands` a list for each operator, by resource. `beside`: a detector takes 1.3
// times as long while a tracker runs; 1 where nothing is said. The last two keys of the file may be absent, and
// `pauses`, `displaced`, those of `overheads` and of `interference`, and models in `demands`.
#pragma once

#include "core/scenario/scenario.h"
#include "core/scenario/service.h"

#include <filesystem>

namespace edgewright::scenario {

// The times of the scenario's models, in their order; others in the file are left out. BadInput names file,
// line, place and what was expected there, also for a model that the file has not.
Result<Service> readService(const std::filesystem::path& file, const Scenario& scenario);
Result<Service> serviceOf(std::string_view text, const std::string& name, const Scenario& scenario);

std::string serviceJson(const Service& service);

} // namespace edgewright::scenario
