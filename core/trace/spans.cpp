// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace edgewright::trace {

namespace {

// Seconds by which times may miss each other: many tools write whole microseconds.
double slackOf(const std::vector<Span>& spans) {
    const auto isWhole = [](double seconds) {
        const double microseconds = seconds * 1e6;
        return std::abs(microseconds - std::round(microseconds)) < 1e-3;
    };
    return std::ranges::all_of(spans,
                               [&](const Span& span) { return isWhole(span.start) && isWhole(span.seconds); })
               ? 1.001e-6
               : 1e-9;
}

bool before(const Span& a, const Span& b) {
    if (a.track != b.track) return a.track < b.track;
    if (a.start != b.start) return a.start < b.start;
    return a.seconds > b.seconds; // what holds the other one first
}

// Sets the depths of the spans [first, last) of one track; those that do not nest go to `left`.
void nest(std::vector<Span>& spans, double slack, std::size_t first, std::size_t last, std::vector<Span>& kept,
          std::vector<Span>& left) {
    std::vector<double> open; // ends of the spans that hold the next one
    for (std::size_t i = first; i < last; ++i) {
        Span span = spans[i];
        while (!open.empty() && open.back() <= span.start + slack)
            open.pop_back();
        if (!open.empty() && span.start + span.seconds > open.back() + slack) {
            left.push_back(span);
            continue;
        }
        span.depth = static_cast<std::uint32_t>(open.size());
        open.push_back(span.start + span.seconds);
        kept.push_back(span);
    }
}

} // namespace

double Trace::end() const {
    double last = 0;
    for (const Span& span : spans)
        last = std::max(last, span.start + span.seconds);
    return last;
}

bool Trace::hasKernels() const {
    return std::ranges::any_of(spans, [](const Span& span) { return span.role == Role::Kernel; });
}

std::vector<Launch> launchesOf(const Trace& trace) {
    // Calls by number and start; of one that lies in another one of the same number, as the driver's in the
    // runtime's, only that.
    std::vector<std::uint32_t> calls;
    for (std::uint32_t i = 0; i < trace.spans.size(); ++i)
        if (const Span& span = trace.spans[i]; span.role == Role::Launch && span.correlation != 0)
            calls.push_back(i);
    const auto correlationOf = [&](std::uint32_t call) { return trace.spans[call].correlation; };
    const auto startOf = [&](std::uint32_t call) { return trace.spans[call].start; };
    std::ranges::sort(calls, {},
                      [&](std::uint32_t call) { return std::tuple(correlationOf(call), startOf(call), call); });
    const auto isWithin = [&](std::uint32_t outer, std::uint32_t call) {
        const Span &of = trace.spans[outer], &span = trace.spans[call];
        return of.correlation == span.correlation && of.track == span.track &&
               span.start < of.start + of.seconds;
    };
    std::size_t kept = 0;
    for (const std::uint32_t call : calls)
        if (kept == 0 || !isWithin(calls[kept - 1], call)) calls[kept++] = call;
    calls.resize(kept);

    std::vector<Launch> launches;
    for (std::uint32_t i = 0; i < trace.spans.size(); ++i) {
        const Span& kernel = trace.spans[i];
        if (kernel.role != Role::Kernel || kernel.correlation == 0) continue;
        const auto first = std::ranges::lower_bound(calls, kernel.correlation, {}, correlationOf);
        const auto last = std::ranges::upper_bound(calls, kernel.correlation, {}, correlationOf);
        if (first == last) continue;
        // Of calls that have one number the last that began before the kernel.
        const auto behind = std::ranges::upper_bound(first, last, kernel.start, {}, startOf);
        launches.push_back({behind == first ? *first : *(behind - 1), i});
    }
    return launches;
}

const char* nameOf(Tool tool) {
    switch (tool) {
    case Tool::OnnxRuntime:
        return "ONNX Runtime";
    case Tool::PyTorch:
        return "PyTorch";
    case Tool::TensorRt:
        return "TensorRT";
    case Tool::Tvm:
        return "TVM";
    case Tool::Edgewright:
        return "Edgewright";
    case Tool::Unknown:
        break;
    }
    return "a trace";
}

void arrange(Trace& trace) {
    constexpr int MaxOverflow = 64; // tracks of one thread
    double origin = std::numeric_limits<double>::infinity();
    for (const Span& span : trace.spans)
        origin = std::min(origin, span.start);
    for (const CounterPoint& point : trace.counters)
        origin = std::min(origin, point.time);
    for (Span& span : trace.spans)
        span.start -= origin;
    for (CounterPoint& point : trace.counters)
        point.time -= origin;
    std::ranges::stable_sort(trace.counters, {}, &CounterPoint::time);

    const double slack = slackOf(trace.spans);
    std::size_t moved = 0;
    std::vector<Span> now = std::move(trace.spans), kept, left;
    kept.reserve(now.size());
    for (int round = 0; !now.empty(); ++round) {
        std::ranges::sort(now, before);
        left.clear();
        for (std::size_t first = 0; first < now.size();) {
            std::size_t last = first;
            while (last < now.size() && now[last].track == now[first].track)
                ++last;
            const std::size_t leftBefore = left.size();
            if (round < MaxOverflow) nest(now, slack, first, last, kept, left);
            if (left.size() > leftBefore) {
                if (round == 0) moved += left.size() - leftBefore;
                Track next = trace.tracks[now[first].track];
                ++next.overflow;
                const auto index = static_cast<std::uint32_t>(trace.tracks.size());
                trace.tracks.push_back(std::move(next));
                for (std::size_t i = leftBefore; i < left.size(); ++i)
                    left[i].track = index;
            }
            first = last;
        }
        if (round == MaxOverflow) {
            trace.notes.push_back(
                say("{1} spans overlap more than {2} others; they are left out", now.size(), MaxOverflow));
            break;
        }
        now.swap(left);
    }
    if (moved > 0)
        trace.notes.push_back(
            say("{1} spans overlap others of their thread; they are on tracks of their own", moved));
    std::ranges::sort(kept, before);
    trace.spans = std::move(kept);
}

} // namespace edgewright::trace
