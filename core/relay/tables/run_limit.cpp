// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/tables/run_limit.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/table/number_text.h"

#include <algorithm>
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
            loads.push_back({stage, each.device, partition::Busy::Link, each.link / turns / figures.period});
        }
    if (const double processors = shown.choice.problem.hostProcessors; std::isfinite(processors))
        loads.push_back({0, 0, partition::Busy::Host, figures.host / processors / figures.period});
    return loads;
}

namespace {

// The device that has the most of the frames that it may have at once: each of them is there from when it was
// sent to when it was answered (Little's law).
std::optional<RunLimit> fullestOf(const SplitShown& shown, double period) {
    std::optional<RunLimit> fullest;
    const auto& stages = shown.choice.figures.stages;
    for (std::size_t stage = 0; stage < stages.size(); ++stage)
        for (const partition::DeviceFigures& each : stages[stage].devices) {
            const auto times = shown.measured->times(stage, each.device);
            if (!times) continue;
            const double turns = static_cast<double>(stages[stage].devices.size());
            const double frames = (times->compute + times->link) / turns / period;
            const double share = frames / static_cast<double>(shown.choice.problem.credits);
            if (!fullest || share > fullest->share)
                fullest = RunLimit{{stage, each.device, partition::Busy::Credits}, std::min(share, 1.0)};
        }
    return fullest;
}

} // namespace

std::optional<RunLimit> limitOf(const SplitShown& shown) {
    const auto period = shown.measured ? shown.measured->period() : std::nullopt;
    if (!period || !(*period > 0)) return {};
    std::optional<RunLimit> limit;
    for (const Load& each : loadsOf(shown)) {
        const bool computes = each.part == partition::Busy::Compute;
        if (computes && !each.measured) continue; // it had no frame
        const double share = computes ? *each.measured : each.planned * shown.choice.figures.period / *period;
        if (!limit || share > limit->share) limit = RunLimit{each, share, share};
    }
    if (!limit || limit->busiest > RunLimit::Idle) return limit;
    auto fullest = fullestOf(shown, *period);
    if (!fullest || !fullest->isKnown()) return limit;
    fullest->busiest = limit->busiest;
    return fullest;
}

std::string limitText(const SplitShown& shown, const RunLimit& limit) {
    const std::string share = table::percentText(limit.share);
    if (!limit.isKnown()) return say("nothing that is known limits");
    if (limit.load.part == partition::Busy::Host)
        return say("the processors of this machine limit, busy for {1} of the time by the plan", share);
    const std::string device = inQuotes(shown.devices[limit.load.device]);
    if (limit.load.part == partition::Busy::Credits) {
        const std::int64_t credits = shown.choice.problem.credits;
        return say("stage {1} limits, {2} has {3} of the {4} frames that it may have at once (credits)",
                   limit.load.stage + 1, device, table::fixed(limit.share * static_cast<double>(credits), 1),
                   credits);
    }
    return limit.load.part == partition::Busy::Compute
               ? say("stage {1} limits, {2} computes {3} of the time", limit.load.stage + 1, device, share)
               : say("stage {1} limits, the link of {2} is busy for {3} of the time by the plan",
                     limit.load.stage + 1, device, share);
}

std::string limitReason(const SplitShown& shown, const RunLimit& limit) {
    const std::string busiest = table::percentText(limit.busiest);
    if (!limit.isKnown())
        return say(
            "No stage, no link and not the processors of this machine were busy for more than {1} of the time: "
            "waiting between them or other work on the machines took the rest.",
            busiest);
    if (limit.load.part != partition::Busy::Credits) return {};
    return say("No stage and no link were busy for more than {1} of the time: frames were on their way, and no "
               "more than {2} may be at a device. More credits let further ones go.",
               busiest, shown.choice.problem.credits);
}

} // namespace edgewright::relay
