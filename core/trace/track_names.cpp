// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/track_names.h"

#include "core/base/csv.h"
#include "core/base/say.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

namespace edgewright::trace {

namespace {

using Kind = Label::Kind;

// Kineto writes its own times under a process -1, and all that it recorded under "Spans" and "Traces".
bool isOfProfiler(const Track& track) {
    return track.process == "-1" || track.process == "Spans" || track.process == "Traces";
}

// As a number is written, without zeros in front: such a name is worded as it was.
std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || std::to_string(number) != text) return {};
    return number;
}

// The rest of `text`, which begins with `word`.
std::optional<std::string_view> behind(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return {};
    return text.substr(word.size());
}

// "9", "9 (python)"
std::optional<Label> threadLabel(std::string_view text) {
    const std::size_t end = std::min(text.find(" ("), text.size());
    const std::optional<std::int64_t> number = wholeNumber(text.substr(0, end));
    std::string_view called = text.substr(end);
    if (!number) return {};
    if (called.empty()) return Label{{}, Kind::Thread, *number};
    if (called.size() <= 3 || !called.ends_with(')')) return {};
    return Label{std::string(called.substr(2, called.size() - 3)), Kind::Thread, *number};
}

Label streamLabel(std::string_view id) {
    if (const auto number = wholeNumber(id)) return {{}, Kind::Stream, *number};
    return {"stream " + std::string(id)};
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
        const std::string id = track.thread.text;
        const auto thread = names.threads.find({track.process, id});
        const auto process = names.processes.find(track.process);
        if (isOfProfiler(track)) {
            track.thread = track.process == "-1" ? Label{{}, Kind::Profiler} : trackLabel(id);
            track.process.clear();
        } else if (track.isDevice) {
            track.thread =
                thread != names.threads.end() ? trackLabel(trimmed(thread->second)) : streamLabel(id);
            track.process = process != names.processes.end() ? std::string(trimmed(process->second))
                                                             : "GPU " + track.process;
        } else {
            track.thread = trackLabel(thread != names.threads.end() ? thread->second : id);
        }
    }
    trace.tracks = std::move(tracks);
    for (Span& span : trace.spans)
        span.track = place[span.track];
}

Label trackLabel(std::string_view name) {
    if (name == "profiler") return {{}, Kind::Profiler};
    if (const auto number = wholeNumber(name)) return {{}, Kind::Thread, *number};
    if (const auto stream = behind(name, "stream "))
        if (const auto number = wholeNumber(*stream)) return {{}, Kind::Stream, *number};
    if (const auto thread = behind(name, "thread "))
        if (auto label = threadLabel(*thread)) return *std::move(label);
    return {std::string(name)};
}

Label counterLabel(std::string_view name) {
    constexpr std::string_view Memory = " memory";
    if (name == "Pinned host memory") return {{}, Kind::PinnedMemory};
    if (auto gpu = behind(name, "GPU "); gpu && gpu->ends_with(Memory)) {
        gpu->remove_suffix(Memory.size());
        if (const auto number = wholeNumber(*gpu)) return {{}, Kind::GpuMemory, *number};
    }
    return {std::string(name)};
}

std::uint32_t CounterIndex::operator()(Trace& trace, const Label& label) {
    const auto [known, isNew] =
        m_known.try_emplace(label, static_cast<std::uint32_t>(trace.counterNames.size()));
    if (isNew) trace.counterNames.push_back(label);
    return known->second;
}

std::string shown(const Label& label) {
    switch (label.kind) {
    case Kind::Thread:
        return label.text.empty() ? say("thread {1}", label.number)
                                  : say("thread {1} ({2})", label.number, label.text);
    case Kind::Stream:
        return say("stream {1}", label.number);
    case Kind::Profiler:
        return say("profiler");
    case Kind::GpuMemory:
        return say("GPU {1} memory", label.number);
    case Kind::PinnedMemory:
        return say("Pinned host memory");
    case Kind::Text:
        break;
    }
    return label.text;
}

std::string plain(const Label& label) {
    const InEnglish english;
    return shown(label);
}

} // namespace edgewright::trace
