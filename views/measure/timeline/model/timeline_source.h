// SPDX-License-Identifier: GPL-3.0-or-later
// The source of a timeline: a trace, which nodes its spans were, and how many bytes were alive when. Pure,
// for any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/device/record/record.h"
#include "core/fusion/fuse.h"
#include "core/pipeline/memory/memory_plan.h"
#include "core/trace/match.h"
#include "core/trace/trace.h"

#include <QString>

#include <filesystem>
#include <memory>
#include <vector>

namespace edgewright::views {

// Bytes alive from `time` on, until the next sample.
struct MemorySample {
    double time = 0; // seconds, of the trace
    std::int64_t bytes = 0;
    friend bool operator==(const MemorySample&, const MemorySample&) = default;
};

struct TimelineSource {
    QString title; // "fusion, 2 threads", "ONNX Runtime"
    std::shared_ptr<const trace::Trace> trace;
    std::shared_ptr<const trace::Matches> matches; // null: no span is a node
    // By span the nodes of the original graph that it stands for; empty: those that its nodes stand for now. A
    // record knows them although it was fused in another way than the graph is now.
    std::vector<std::vector<NodeId>> origins = {};
    std::vector<MemorySample> memory = {}; // by time; empty: not known
};

// The graphs that node ids refer to.
struct TimelineGraphs {
    std::shared_ptr<const ir::Graph> original;        // null: there is no model
    std::shared_ptr<const fusion::History> fusion;    // null: nothing was fused
    const ir::Node* node(NodeId id) const;            // in either graph; null: in neither
    std::vector<NodeId> originsOf(NodeId node) const; // that it stands for in the original graph
};

// The operators of one variant. `plan`: of the graph that the variant runs, for the bytes alive at the start of
// each operator; null: not known.
TimelineSource recordSource(const device::VariantRecord& variant, const pipeline::MemoryPlan* plan = nullptr);
// The profile of another tool, matched to the original graph (null: not matched). Bytes are those of its
// counters, where it has some.
Result<TimelineSource> profileSource(const std::filesystem::path& file, const ir::Graph* original,
                                     const RunContext& run = {});
TimelineSource traceSource(std::shared_ptr<const trace::Trace> trace, const ir::Graph* original, QString title);

// The plan's live bytes at the start of each operator that is a step of it.
std::vector<MemorySample> memoryCurve(const device::VariantRecord& variant, const pipeline::MemoryPlan& plan);

} // namespace edgewright::views
