// SPDX-License-Identifier: GPL-3.0-or-later
// A trace ready to be drawn, searched and joined to the graph. Immutable; built on any thread.
#pragma once

#include "views/measure/timeline/model/memory_curve.h"
#include "views/measure/timeline/model/span_index.h"
#include "views/measure/timeline/model/timeline_source.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::views {

// One thread, or what overlaps on it.
struct TimelineTrack {
    QString name;
    std::uint32_t firstRow = 0, rows = 0; // of SpanIndex::rows()
    std::size_t spans = 0;
    double busy = 0; // seconds that its first row ran
};

// One inference of a profile that has several.
struct TimelineRun {
    double start = 0, end = 0; // seconds, from its first matched operator to its last
    double seconds() const { return end - start; }
};

// A call on the host and what it started on a device: positions in the index.
struct TimelineLaunch {
    std::uint32_t call = 0, kernel = 0;
};

// Spans of one name that belong to an operator but to no node of the graph.
struct UnmatchedSpans {
    std::string name;
    bool ambiguous = false; // the name fits several nodes
    std::size_t count = 0;
    double seconds = 0; // of all of them
};

class TimelineModel {
public:
    // Some 60 bytes a span. An error only when stopped.
    static Result<std::shared_ptr<const TimelineModel>>
    build(TimelineSource source, const TimelineGraphs& graphs, const RunContext& run = {});

    const TimelineSource& source() const { return m_source; }
    const trace::Trace& trace() const { return *m_source.trace; }
    const SpanIndex& index() const { return m_index; }
    const MemoryCurve& memory() const { return m_memory; }
    const std::vector<TimelineTrack>& tracks() const { return m_tracks; } // that have spans
    double end() const { return m_index.end(); }
    std::size_t trackOf(std::uint32_t at) const; // index in tracks()

    // By position in the index.
    const trace::Span& span(std::uint32_t at) const { return trace().spans[m_index.span(at)]; }
    const std::string& name(std::uint32_t at) const { return trace().nameOf(span(at)); }
    // The part of the name that people read: without the endings that ONNX Runtime gives its kernels.
    std::string_view label(std::uint32_t at) const;
    const std::string& op(std::uint32_t at) const { return trace().names[span(at).op]; } // may be empty
    double seconds(std::uint32_t at) const { return m_index.end(at) - m_index.start(at); }
    // As the trace was matched; ids of the graph that ran.
    std::span<const NodeId> nodes(std::uint32_t at) const;
    trace::By matchedBy(std::uint32_t at) const;
    std::vector<NodeId> origins(std::uint32_t at, const TimelineGraphs& graphs) const; // of the original graph

    // Positions whose span is, or holds, the node: by id of the original graph and of the fused one. By start.
    // Kernels of a device alone, if there are some.
    std::span<const std::uint32_t> positionsOf(NodeId node) const;
    // Launches whose call begins within [from, to], by that.
    std::span<const TimelineLaunch> launchesWithin(double from, double to) const;
    // Inferences by time; empty where nothing matches. The whole trace where nodes were matched by order in one
    // pass.
    const std::vector<TimelineRun>& runs() const { return m_runs; }
    std::size_t typicalRun() const; // whose time is nearest to the median; needs a run
    const std::vector<UnmatchedSpans>& unmatched() const { return m_unmatched; } // the longest first

private:
    TimelineModel() = default;
    void findTracks();
    void findNodes(const TimelineGraphs& graphs);
    void findLaunches();
    void findRuns();
    void findPasses();
    void findUnmatched();

    TimelineSource m_source;
    SpanIndex m_index;
    MemoryCurve m_memory;
    std::vector<TimelineTrack> m_tracks;
    std::vector<std::pair<NodeId, std::uint32_t>> m_places; // node, first of its entries in m_byNode
    std::vector<std::uint32_t> m_byNode;
    std::vector<TimelineLaunch> m_launches; // by start of the call
    std::vector<TimelineRun> m_runs;
    std::vector<UnmatchedSpans> m_unmatched;
};

} // namespace edgewright::views
