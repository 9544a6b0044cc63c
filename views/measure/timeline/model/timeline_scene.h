// SPDX-License-Identifier: GPL-3.0-or-later
// One or two traces on one time axis: ours and a foreign one. Pure.
#pragma once

#include "core/base/short_labels.h"
#include "views/measure/timeline/model/timeline_model.h"

#include <set>
#include <vector>

namespace edgewright::views {

// A span of a scene.
struct SpanRef {
    std::size_t source = 0;
    std::uint32_t at = SpanIndex::NoPosition; // in its model's index
    bool valid() const { return at != SpanIndex::NoPosition; }
    friend bool operator==(const SpanRef&, const SpanRef&) = default;
    friend auto operator<=>(const SpanRef&, const SpanRef&) = default;
};

// Seconds.
struct TimeRange {
    double from = 0, to = 1;
    double length() const { return to - from; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

struct TimelineScene {
    struct Shown {
        std::shared_ptr<const TimelineModel> model;
        double origin = 0;   // seconds of its trace at which the common axis has 0
        std::size_t run = 0; // that begins there, in TimelineModel::runs()
    };
    // The names of all tracks and spans of the picture.
    struct Names {
        ShortLabels labels;
        std::vector<std::size_t> firstTrack;        // by source: the index of the name of its first track
        std::vector<std::vector<std::uint32_t>> of; // by source, by trace::Span::name: the index
    };
    std::vector<Shown> sources; // from the top
    std::shared_ptr<const Names> names;
    TimelineGraphs graphs;

    // One trace from its beginning; of two, a run each (the typical one), both from 0 on.
    static TimelineScene of(std::vector<std::shared_ptr<const TimelineModel>> models, TimelineGraphs graphs);
    // The axis begins with that run of that source.
    void showRun(std::size_t source, std::size_t run);

    bool empty() const { return sources.empty(); }
    TimeRange all() const;            // that has spans
    TimeRange fit() const;            // what is looked at first: the runs that are compared, else all
    double start(SpanRef span) const; // on the common axis
    double end(SpanRef span) const;
    std::size_t nameOf(SpanRef span) const; // in names->labels
    const TimelineModel& model(SpanRef span) const { return *sources[span.source].model; }

    // Spans of the other sources that hold an operator of this one: of each node the nearest in time.
    std::vector<SpanRef> partnersOf(SpanRef span) const;
    // By source the positions of these nodes, in order: by id of the original or of the fused graph.
    std::vector<std::vector<std::uint32_t>> positionsOf(const std::vector<NodeId>& nodes) const;
    std::set<ops::Category> kinds() const; // that occur
};

} // namespace edgewright::views
