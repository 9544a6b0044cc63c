// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/track_names.h"

#include "core/base/csv.h"
#include "core/base/say.h"

#include <algorithm>
#include <numeric>

namespace edgewright::trace {

namespace {

// Kineto writes its own times under a process -1, and all that it recorded under "Spans" and "Traces".
bool isOfProfiler(const Track& track) {
    return track.process == "-1" || track.process == "Spans" || track.process == "Traces";
}

} // namespace

void nameTracks(Trace& trace, const TrackNames& names) {
    std::vector<std::uint32_t> order(trace.tracks.size()), place(trace.tracks.size());
    std::iota(order.begin(), order.end(), std::uint32_t(0));
    std::ranges::stable_sort(order, {}, [&](std::uint32_t track) {
        return isOfProfiler(trace.tracks[track]) ? 2 : trace.tracks[track].isDevice ? 1 : 0;
    });
    std::vector<Track> tracks;
    for (const std::uint32_t at : order) {
        place[at] = static_cast<std::uint32_t>(tracks.size());
        Track& track = tracks.emplace_back(trace.tracks[at]);
        const auto thread = names.threads.find({track.process, track.thread});
        const auto process = names.processes.find(track.process);
        if (isOfProfiler(track)) {
            if (track.process == "-1") track.thread = say("profiler");
            track.process.clear();
        } else if (track.isDevice) {
            track.thread = thread != names.threads.end() ? std::string(trimmed(thread->second))
                                                         : say("stream {1}", track.thread);
            track.process = process != names.processes.end() ? std::string(trimmed(process->second))
                                                             : "GPU " + track.process;
        } else if (thread != names.threads.end()) {
            track.thread = thread->second;
        }
    }
    trace.tracks = std::move(tracks);
    for (Span& span : trace.spans)
        span.track = place[span.track];
}

} // namespace edgewright::trace
