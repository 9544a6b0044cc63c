// SPDX-License-Identifier: GPL-3.0-or-later
// A span in words.
#pragma once

#include "views/measure/timeline/model/timeline_scene.h"

namespace edgewright::views {

// For the card beside the pointer: name, operator, nodes, start, duration, share, thread, and what the other
// trace took for the same operators. Rich text.
QString spanCard(const TimelineScene& scene, SpanRef span, const std::vector<SpanRef>& partners);
// The same in plain lines, for the keyboard and for people who do not see the picture.
QString spanLines(const TimelineScene& scene, SpanRef span, const std::vector<SpanRef>& partners);
// "Timeline of ours: 66 spans on 1 thread in 8.41 ms; ...".
QString spokenTimeline(const TimelineScene& scene);

} // namespace edgewright::views
