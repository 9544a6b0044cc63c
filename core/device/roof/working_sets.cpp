// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/working_sets.h"

#include "core/device/roof/roof.h"

#include <algorithm>

namespace edgewright::device {

namespace {

constexpr std::int64_t BytesWithoutCaches = std::int64_t(256) << 20;

std::int64_t wholeUnits(std::int64_t bytes) { return bytes / WorkingSetUnit * WorkingSetUnit; }

} // namespace

std::vector<WorkingSet> workingSets(std::span<const measure::Cache> caches, int threads,
                                    std::int64_t limitBytes) {
    std::vector<WorkingSet> sets;
    const std::int64_t count = std::max(threads, 1);
    std::int64_t shareBelow = 0, last = 0; // bytes: of one thread, and of all
    for (const measure::Cache& cache : caches) {
        const std::int64_t sharedBy = std::max(cache.sharedBy, 1);
        const std::int64_t share = cache.bytes / std::min(count, sharedBy);
        last = cache.bytes * ((count + sharedBy - 1) / sharedBy);
        const bool isCrowded = sharedBy > 1 && &cache == &caches.back();
        const std::int64_t wanted = std::max(isCrowded ? share / 4 : share / 2, 2 * shareBelow);
        if (const std::int64_t each = wholeUnits(wanted); each > 0 && wanted <= share / 2)
            sets.push_back({"L" + std::to_string(cache.level), last, each});
        shareBelow = share;
    }
    const std::int64_t memory = std::min(caches.empty() ? BytesWithoutCaches : 4 * last, limitBytes);
    if (const std::int64_t each = wholeUnits(memory / count); each > 0 && memory >= 2 * last)
        sets.push_back({std::string(MemoryLevel), 0, each});
    return sets;
}

} // namespace edgewright::device
