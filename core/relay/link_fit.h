// SPDX-License-Identifier: GPL-3.0-or-later
// The link to a device as a plan needs it: the time of a message by its size, measured with frames that come
// back as they are, one at a time and one behind the other.
#pragma once

#include "core/partition/problem.h"
#include "core/relay/channel.h"

#include <filesystem>
#include <span>
#include <vector>

namespace edgewright::relay {

struct LinkPoint {
    std::int64_t bytes = 0; // of the tensor, in one direction
    double seconds = 0;     // of one direction: half of the median round trip, without computing
    double hostSeconds = 0; // of the host's processors, likewise: both directions' mean
    double busy = 0;        // in which the link takes no other message of this direction, or of both
};

struct MeasuredLink {
    std::vector<LinkPoint> points; // by size
    partition::Link link;          // fitted to `busy`, and the rest of the time of the smallest
    partition::Link hostWork;      // likewise, to the host's seconds
};

// latency and bandwidth that fit seconds by bytes with the least relative squares; at least two sizes. A link
// without a slope is infinitely fast, one without a beginning has no latency.
partition::Link fittedLink(std::span<const LinkPoint> points, double LinkPoint::*time = &LinkPoint::seconds);

// Frames of 1 kB to 4 MB, as far as they take less than a second. `folder`: for what is sent.
Result<MeasuredLink> measuredLink(Channel& channel, const std::filesystem::path& folder,
                                  const RunContext& run = {});

} // namespace edgewright::relay
