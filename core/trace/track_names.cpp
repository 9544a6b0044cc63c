// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/track_names.h"

#include "core/base/csv.h"
#include "core/base/say.h"

#include <algorithm>
#include <numeric>

namespace edgewright::trace {

namespace {

constexpr const char* ProfilerName = "profiler";
constexpr std::string_view StreamName = "stream ", ThreadName = "thread ", GpuName = "GPU ",
                           MemoryName = " memory";

bool areDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

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
            if (track.process == "-1") track.thread = ProfilerName;
            track.process.clear();
        } else if (track.isDevice) {
            track.thread = thread != names.threads.end() ? std::string(trimmed(thread->second))
                                                         : std::string(StreamName) + track.thread;
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

std::string shownName(std::string_view name) {
    const auto behind = [&](std::string_view word) {
        return name.starts_with(word) ? name.substr(word.size()) : std::string_view();
    };
    if (name == ProfilerName) return say("profiler");
    if (name == "Pinned host memory") return say("Pinned host memory");
    if (const std::string_view stream = behind(StreamName); areDigits(stream)) return say("stream {1}", stream);
    if (std::string_view gpu = behind(GpuName); gpu.ends_with(MemoryName)) {
        gpu.remove_suffix(MemoryName.size());
        if (areDigits(gpu)) return say("GPU {1} memory", gpu);
    }
    const std::string_view thread = behind(ThreadName);
    if (areDigits(thread)) return say("thread {1}", thread);
    const std::size_t end = std::min(thread.find(" ("), thread.size());
    if (const std::string_view called = thread.substr(end);
        called.size() > 3 && called.ends_with(')') && areDigits(thread.substr(0, end)))
        return say("thread {1} ({2})", thread.substr(0, end), called.substr(2, called.size() - 3));
    return std::string(name);
}

} // namespace edgewright::trace
