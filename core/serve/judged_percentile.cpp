// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serve/judged_percentile.h"

#include "core/scenario/latency.h"

#include <cmath>

namespace edgewright::serve {

bool JudgedPercentile::isRight() const { return isInside() || std::abs(error()) <= bound.error; }

std::optional<std::array<JudgedPercentile, PercentileBounds.size()>>
judge(const scenario::ModelResult& real, const scenario::ModelResult& simulated) {
    if (real.latencies.empty() || simulated.latencies.empty()) return std::nullopt;
    std::array<JudgedPercentile, PercentileBounds.size()> judged;
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const PercentileBound& bound = PercentileBounds[i];
        const auto known = scenario::quantileOfRun(real.latencies, bound.share);
        judged[i] = {.bound = bound,
                     .real = known.value,
                     .simulated = scenario::quantileOfRun(simulated.latencies, bound.share).value,
                     .interval = known.interval};
    }
    return judged;
}

} // namespace edgewright::serve
