// SPDX-License-Identifier: GPL-3.0-or-later
// Spans by name and operator. Pure.
#pragma once

#include "views/measure/timeline/model/timeline_scene.h"

#include <QString>

namespace edgewright::views {

struct TimelineHits {
    QString text;                                     // that was searched
    std::vector<std::vector<std::uint32_t>> bySource; // positions in order
    std::vector<SpanRef> order;                       // by start on the common axis

    bool asked() const { return !text.isEmpty(); }
    // The first in `order` that starts at or behind `time`; from the beginning again behind the last.
    std::size_t nextFrom(const TimelineScene& scene, double time) const;
};

// Spans that have each word in their name or operator, or in that of a node that they are; case does not count.
// An error only when stopped.
Result<TimelineHits> findSpans(const TimelineScene& scene, const QString& text, const RunContext& run = {});

} // namespace edgewright::views
