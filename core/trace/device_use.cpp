// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/device_use.h"

#include "core/base/say.h"
#include "core/table/number_text.h"
#include "core/trace/track_names.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>

namespace edgewright::trace {

namespace {

enum class Work { Kernel, Copy, Fill };

Work workOf(std::string_view name) { // of what ran on a device, by the names that Kineto gives
    return name.starts_with("Memcpy") ? Work::Copy : name.starts_with("Memset") ? Work::Fill : Work::Kernel;
}

// Of a kernel without what it returns, its template's arguments and its parameters: "implicit_convolve_sgemm".
std::string shortName(std::string name) {
    constexpr std::string_view Returns = "void ", Unnamed = "(anonymous namespace)::";
    if (workOf(name) != Work::Kernel) return name;
    if (name.starts_with(Returns)) name.erase(0, Returns.size());
    for (std::size_t at = name.find(Unnamed); at != name.npos; at = name.find(Unnamed))
        name.erase(at, Unnamed.size());
    const std::size_t end = name.find_first_of("<(");
    return end == 0 ? name : name.substr(0, end);
}

bool holds(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

bool isMemory(const Label& counter) {
    return counter.kind == Label::Kind::GpuMemory || counter.kind == Label::Kind::PinnedMemory ||
           counter.text.ends_with(" memory");
}

// A call of the runtime may make one of the driver: they are one.
void countCalls(const Trace& trace, GpuUse& use) {
    const bool hasDevices = trace.hasKernels();
    std::uint32_t track = 0;
    double end = -1;
    for (const Span& span : trace.spans) {
        if (span.role != Role::Launch) continue;
        if (span.track == track && span.start < end) continue;
        track = span.track;
        end = span.start + span.seconds;
        const std::string& name = trace.nameOf(span);
        if (holds(name, "GraphLaunch")) ++use.graphLaunches;
        if (holds(name, "LaunchKernel") || holds(name, "LaunchCooperative")) ++use.launches;
        if (hasDevices) continue;
        if (holds(name, "LaunchKernel") || holds(name, "LaunchCooperative")) ++use.kernels;
        if (holds(name, "Memcpy")) ++use.copies;
        if (holds(name, "Memset")) ++use.fills;
    }
}

void takePauses(const Trace& trace, std::vector<std::uint32_t>& ran,
                const std::unordered_map<std::uint32_t, std::uint32_t>& callOf, DeviceUse& device) {
    std::ranges::sort(ran, {}, [&](std::uint32_t each) { return trace.spans[each].start; });
    const double first = trace.spans[ran.front()].start;
    double end = first;
    for (const std::uint32_t each : ran) {
        const Span& span = trace.spans[each];
        if (span.start > end) {
            const auto call = callOf.find(each);
            const bool isLate = call != callOf.end() &&
                                trace.spans[call->second].start + trace.spans[call->second].seconds > end;
            device.pauses.push_back({end, span.start - end, each, isLate});
            (isLate ? device.forLaunches : device.otherwise) += span.start - end;
        }
        end = std::max(end, span.start + span.seconds);
    }
    device.span = end - first;
    device.busy = device.span - device.forLaunches - device.otherwise;
    std::ranges::stable_sort(device.pauses, std::greater(), &Pause::seconds);
}

} // namespace

bool isKernel(const std::string& name) { return workOf(name) == Work::Kernel; }

GpuUse gpuUse(const Trace& trace) {
    GpuUse use;
    countCalls(trace, use);
    std::unordered_map<std::uint32_t, std::uint32_t> callOf; // by kernel
    for (const Launch& each : launchesOf(trace))
        callOf.emplace(each.kernel, each.call);
    std::map<std::string, std::size_t> known;
    std::vector<std::vector<std::uint32_t>> ran; // by device
    for (std::uint32_t i = 0; i < trace.spans.size(); ++i) {
        const Span& span = trace.spans[i];
        if (span.role != Role::Kernel) continue;
        const std::string& name = trace.tracks[span.track].process;
        const auto [at, isNew] = known.try_emplace(name, use.devices.size());
        if (isNew) {
            use.devices.emplace_back().name = name;
            ran.emplace_back();
        }
        ran[at->second].push_back(i);
        DeviceUse& device = use.devices[at->second];
        switch (workOf(trace.nameOf(span))) {
        case Work::Kernel:
            ++use.kernels;
            device.kernels += span.seconds;
            break;
        case Work::Copy:
            ++use.copies;
            device.copies += span.seconds;
            break;
        case Work::Fill:
            ++use.fills;
            device.fills += span.seconds;
            break;
        }
    }
    for (std::size_t i = 0; i < use.devices.size(); ++i)
        takePauses(trace, ran[i], callOf, use.devices[i]);
    std::ranges::stable_sort(use.devices, {}, &DeviceUse::name);
    for (const CounterPoint& point : trace.counters) {
        const Label& name = trace.counterNames[point.counter];
        if (!isMemory(name)) continue;
        const auto peak = std::ranges::find(use.peaks, name, &MemoryPeak::name);
        if (peak == use.peaks.end())
            use.peaks.push_back({name, point.value});
        else
            peak->bytes = std::max(peak->bytes, point.value);
    }
    return use;
}

std::vector<std::string> sentences(const GpuUse& use, const Trace& trace) {
    using table::bytesText, table::percentText, table::secondsText;
    std::vector<std::string> lines;
    const auto share = [](double part, double whole) { return percentText(whole > 0 ? part / whole : 0); };
    for (const DeviceUse& device : use.devices) {
        constexpr double Much = 0.5; // of the time
        const std::string span = secondsText(device.span);
        lines.push_back(
            device.forLaunches > Much * device.span
                ? say("{1} of the {2} {3} waits for launches, and computes or copies {4}.",
                      share(device.forLaunches, device.span), span, device.name,
                      share(device.busy, device.span))
                : say("{1} of the {2} {3} computes or copies; it waits for launches {4}, for something "
                      "else {5}.",
                      share(device.busy, device.span), span, device.name,
                      share(device.forLaunches, device.span), share(device.otherwise, device.span)));
        if (device.copies > 0)
            lines.push_back(say("Copies take {1} of {2}, kernels {3}.", secondsText(device.copies), device.name,
                                secondsText(device.kernels)));
        if (device.pauses.empty()) continue;
        const Pause& longest = device.pauses.front();
        const std::string name = shortName(trace.nameOf(trace.spans[longest.next]));
        lines.push_back(
            longest.isForLaunch
                ? say("Its longest pause is {1}: {2} was launched late.", secondsText(longest.seconds), name)
                : say("Its longest pause is {1}, before {2}.", secondsText(longest.seconds), name));
    }
    const std::size_t all = use.kernels + use.copies + use.fills + use.launches + use.graphLaunches;
    if (all == 0 && use.peaks.empty()) return lines;
    lines.push_back(
        say("Kernels: {1}, copies: {2}, fills: {3}; launches: {4}, launches of graphs: {5}.",
            Grouped{static_cast<std::int64_t>(use.kernels)}, Grouped{static_cast<std::int64_t>(use.copies)},
            Grouped{static_cast<std::int64_t>(use.fills)}, Grouped{static_cast<std::int64_t>(use.launches)},
            Grouped{static_cast<std::int64_t>(use.graphLaunches)}));
    for (const MemoryPeak& peak : use.peaks) {
        constexpr double MaxBytes = 0x1p62; // a file may say any number
        const double bytes = std::clamp(peak.bytes, -MaxBytes, MaxBytes);
        lines.push_back(
            say("{1}: at most {2}.", shown(peak.name), bytesText(static_cast<std::int64_t>(bytes))));
    }
    if (use.devices.empty())
        lines.push_back(say("Times are those of calls on the host: how long the GPU was busy is not known."));
    return lines;
}

} // namespace edgewright::trace
