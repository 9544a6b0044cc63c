// SPDX-License-Identifier: GPL-3.0-or-later
// Times that were measured of one scenario, for another one.
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "core/scenario/service.h"

#include <cstddef>
#include <string>
#include <vector>

namespace edgewright::serve {

// They are of its models as they run beside each other: of their files, threads and batch sizes, of whether one
// runs several times at once, and of the cores of each. Names, arrivals, deadlines, priorities, queues, the
// policy and the duration make no difference.
struct ServiceFit {
    std::vector<std::string> misfits;       // clauses: "'camera': 2 threads, measured with 1"; empty: they fit
    std::vector<std::size_t> measuredPlace; // of each model, where they fit
};
// `cores`: of the machine, for each scenario that does not say how many there are.
ServiceFit fitOf(const scenario::Scenario& measured, const scenario::Scenario& wanted, std::int64_t cores);

// The times of the models of `wanted`, in their order and by their names. BadInput names the first misfit.
Result<scenario::Service> fitted(const scenario::Service& service, const scenario::Scenario& measured,
                                 const scenario::Scenario& wanted, std::int64_t cores);

} // namespace edgewright::serve
