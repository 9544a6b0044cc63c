// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/measure_roof.h"

#include "core/base/propagate.h"
#include "core/measure/utc_date.h"

#include <utility>

namespace edgewright::device {

Result<std::shared_ptr<const Roof>> measureRoofWith(remote::Session& session, const protocol::RoofOrder& order,
                                                    const RunContext& run, const RoofListener& doing) {
    std::string last;
    ASSIGN_OR_RETURN(Roof roof, session.measureRoof(order, run, [&](const std::string& now) {
        if (std::exchange(last, now) != now && doing) doing(now);
    }));
    roof.date = measure::utcNow();
    return std::make_shared<const Roof>(std::move(roof));
}

Result<std::shared_ptr<const Roof>> measureRoofHere(const protocol::RoofOrder& order, const RunContext& run,
                                                    const RoofListener& doing) {
    ASSIGN_OR_RETURN(const auto session, remote::Session::here(run));
    return measureRoofWith(*session, order, run, doing);
}

} // namespace edgewright::device
