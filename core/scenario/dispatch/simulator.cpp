// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/simulator.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/scenario/dispatch/engine.h"

namespace edgewright::scenario {

Result<Simulation> simulate(const Scenario& scenario, const Service& service, std::int64_t cores,
                            const SimulationLimits& limits, const RunContext& run) {
    if (const auto fault = faultOf(scenario, scenario.cores ? std::nullopt : std::optional(cores)))
        return badInput(say("{1}: expected {2}", fault->place, fault->expected));
    std::vector<std::int64_t> sizes;
    for (const Model& model : scenario.models)
        sizes.push_back(model.batching.maxSize);
    RETURN_IF_ERROR(check(service, sizes));
    Engine engine(scenario, service, cores, limits);
    return engine.run(run);
}

} // namespace edgewright::scenario
