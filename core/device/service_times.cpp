// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/service_times.h"

#include "core/base/say.h"

#include <algorithm>

namespace edgewright::device {

Result<scenario::ServiceTimes> serviceTimes(const VariantRecord& record, std::string model) {
    const double all = record.operatorSeconds();
    if (record.blocks.empty() || record.operators.empty() || all <= 0)
        return badInput(say("model '{1}': nothing was measured of its operators", model));
    scenario::ServiceTimes times{.model = std::move(model), .operators = {}, .batches = {}};
    for (const OperatorTime& each : record.operators)
        times.operators.push_back(each.name);
    scenario::BatchTimes& batch = times.batches.emplace_back();
    for (const double seconds : record.wall()) {
        // Cut where the sum so far is, so that roundings do not add up.
        const scenario::Ticks run = std::max<scenario::Ticks>(scenario::ticksOf(seconds), 1);
        double share = 0;
        scenario::Ticks before = 0;
        for (const OperatorTime& each : record.operators) {
            share += each.seconds / all;
            const scenario::Ticks until =
                &each == &record.operators.back()
                    ? run
                    : std::min(run, scenario::ticksFrom(share * static_cast<double>(run)));
            batch.times.push_back(until - before);
            before = until;
        }
    }
    return times;
}

} // namespace edgewright::device
