// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/search_loop.h"

#include "core/base/propagate.h"

#include <algorithm>

namespace edgewright::tuner {

Result<bool> searchWithin(cost::search::Scheduler& scheduler, const SearchLimits& limits,
                          const std::int64_t& done, const RunContext& run) {
    const auto shown = [](std::int64_t count) {
        return static_cast<std::uint32_t>(std::min<std::int64_t>(count, UINT32_MAX));
    };
    while (done < limits.trials) {
        if (run.stopped()) return cancelled();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - limits.begin;
        if (passed.count() >= limits.seconds) return true;
        const std::int64_t before = scheduler.trials();
        RETURN_IF_ERROR(
            scheduler.advance(std::min(limits.together, limits.trials - done), {run.stop, nullptr}));
        run.report(shown(done), shown(limits.trials));
        if (scheduler.trials() == before) break;
    }
    return false;
}

} // namespace edgewright::tuner
