// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/serve.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/serve/server.h"

#include <algorithm>

#include <sched.h>

namespace edgewright::serve {

std::vector<int> usableProcessors() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> usable;
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return usable;
    for (int i = 0; i < CPU_SETSIZE && std::cmp_less(usable.size(), scenario::MaxCores); ++i)
        if (CPU_ISSET(static_cast<std::size_t>(i), &set)) usable.push_back(i);
    return usable;
}

Result<void> check(const scenario::Scenario& scenario, std::span<const ServedModel> models) {
    constexpr std::int64_t MaxInstances = 256; // of all models: each is a thread, and has its programs
    const auto processors = static_cast<std::int64_t>(usableProcessors().size());
    if (const auto fault = scenario::faultOf(scenario, processors))
        return badInput(say("{1}: expected {2}", fault->place, fault->expected));
    if (models.size() != scenario.models.size())
        return internalError("graphs for each of the scenario's models are expected");
    std::int64_t instances = 0;
    for (std::size_t i = 0; i < models.size(); ++i) {
        RETURN_IF_ERROR(check(scenario.models[i], models[i]));
        instances += std::clamp<std::int64_t>(scenario.models[i].instances, 1, MaxInstances + 1);
    }
    if (instances > MaxInstances)
        return unsupported(say("{1} instances at once; expected at most {2}", instances, MaxInstances));
    return {};
}

Result<Served> serve(const scenario::Scenario& scenario, std::span<const ServedModel> models,
                     const ServeOptions& options, const RunContext& run) {
    RETURN_IF_ERROR(check(scenario, models));
    std::vector<int> processors = usableProcessors();
    if (scenario.cores && std::cmp_less(*scenario.cores, processors.size()))
        processors.resize(static_cast<std::size_t>(*scenario.cores));
    Server server(scenario, models, std::move(processors), options);
    return server.run(run);
}

} // namespace edgewright::serve
