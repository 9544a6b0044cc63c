// SPDX-License-Identifier: GPL-3.0-or-later
// A trace that readers may hand on, whatever they read: else the process ends.
#pragma once

#include "core/trace/trace.h"

#include <cmath>
#include <cstdlib>

namespace edgewright::test {

inline void require(bool holds) {
    if (!holds) std::abort();
}

inline void requireSense(const trace::Trace& trace) {
    require(!trace.names.empty() && trace.names.front().empty());
    require(!trace.spans.empty());
    const trace::Span* before = nullptr;
    for (const trace::Span& span : trace.spans) {
        require(span.name > 0 && span.name < trace.names.size() && span.op < trace.names.size());
        require(span.track < trace.tracks.size());
        require(std::isfinite(span.start) && std::isfinite(span.seconds) && span.start >= 0 &&
                span.seconds >= 0);
        require(!before || before->track < span.track ||
                (before->track == span.track && before->start <= span.start));
        before = &span;
    }
    for (const trace::CounterPoint& point : trace.counters)
        require(point.counter < trace.counterNames.size() && std::isfinite(point.time) && point.time >= 0);
}

} // namespace edgewright::test
