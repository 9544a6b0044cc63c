// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/run_limit.h"

#include <cmath>

namespace edgewright::relay {

std::vector<Load> loadsOf(const SplitShown& shown) {
    std::vector<Load> loads;
    const partition::Figures& figures = shown.choice.figures;
    const auto measuredPeriod = shown.measured ? shown.measured->period() : std::nullopt;
    if (!(figures.period > 0)) return loads;
    for (std::size_t stage = 0; stage < figures.stages.size(); ++stage)
        for (const partition::DeviceFigures& each : figures.stages[stage].devices) {
            const double turns = static_cast<double>(figures.stages[stage].devices.size());
            Load compute{stage, each.device, partition::Busy::Compute, each.compute / turns / figures.period};
            const auto times = measuredPeriod ? shown.measured->times(stage, each.device) : std::nullopt;
            if (times && *measuredPeriod > 0) compute.measured = times->compute / turns / *measuredPeriod;
            loads.push_back(compute);
            loads.push_back({stage, each.device, partition::Busy::Link,
                             (each.receive + each.send) / turns / figures.period});
        }
    if (const double processors = shown.choice.problem.hostProcessors; std::isfinite(processors))
        loads.push_back({0, 0, partition::Busy::Host, figures.host / processors / figures.period});
    return loads;
}

std::optional<RunLimit> limitOf(const SplitShown& shown) {
    const auto period = shown.measured ? shown.measured->period() : std::nullopt;
    if (!period || !(*period > 0)) return {};
    std::optional<RunLimit> limit;
    for (const Load& each : loadsOf(shown)) {
        const bool computes = each.part == partition::Busy::Compute;
        if (computes && !each.measured) continue; // it had no frame
        const double share = computes ? *each.measured : each.planned * shown.choice.figures.period / *period;
        if (!limit || share > limit->share) limit = RunLimit{each, share};
    }
    return limit;
}

} // namespace edgewright::relay
