// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph to a verified plan of its memory: order, lifetimes, offsets.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/memory/packing/planner.h"
#include "core/memory/plan_verify.h"
#include "core/memory/scheduler.h"
#include "core/pipeline/memory/execution_graph.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::pipeline {

struct PlanOptions {
    memory::LivenessOptions liveness;
    // Plan what operators need for themselves, too, as one run measures it (measureScratch). A graph that
    // does not run is planned without, and MemoryPlan::liveness.skipped says why.
    bool measureScratch = false;
    std::string planner{memory::DefaultPlanner};
    std::string scheduler = "as_given"; // the order in which the graph is to run
    double seconds = 10;                // for order and plan together, at most half of them for the order
    std::uint64_t seed = 1;
    memory::Prunings prunings = {}; // of both searches
    // Bytes: a search ends with the first plan that fits, or once it is proven that none does.
    std::optional<std::int64_t> capacity = {};
    // Called with each better plan on the thread that searches.
    std::function<void(const memory::Solution&)> improved = {};
};

// One step of an anytime search.
struct Improvement {
    double seconds = 0; // since the planner began
    std::int64_t peak = 0;
};

// The solution of a planner for a problem.
struct Packing {
    memory::Solution solution;
    memory::Verdict verdict;
    double seconds = 0;
    std::vector<Improvement> improvements; // the first plan included
};
// Solves and judges. BadInput for an unknown planner or a problem that is none.
Result<Packing> pack(const memory::Problem& problem, const std::string& planner,
                     const memory::PlannerOptions& options, const RunContext& run = {});

// The same for the problem of `liveness`, which `graph` has with `options`. Parts leave gaps, which are harder
// to fill: where the plan is above its bound, half of the time is for one without parts, and `liveness` becomes
// that one's if its arena is smaller.
Result<Packing> packGraph(const ir::Graph& graph, const memory::LivenessOptions& options,
                          memory::Liveness& liveness, const std::string& planner,
                          const memory::PlannerOptions& search, const RunContext& run = {});

// In which order a graph is to run.
struct Ordering {
    std::string scheduler;
    memory::Schedule schedule;              // its peak counts sizes without alignment, parts on their own
    std::int64_t givenPeak = 0;             // of the order as given
    std::shared_ptr<const ir::Graph> graph; // in that order
    double seconds = 0;
};
// Never an order whose packing problem has a larger bound than the one as given. `graph` is lowered.
Result<Ordering> orderOf(const std::shared_ptr<const ir::Graph>& graph, const memory::LivenessOptions& options,
                         const std::string& scheduler, double seconds, const RunContext& run = {},
                         const memory::Prunings& prunings = {});

// A verified plan for one graph.
struct MemoryPlan {
    ExecutionGraph execution;  // what runs, in the order of the model
    memory::Liveness liveness; // of graph(), with the packing problem
    memory::Solution solution;
    std::string planner;
    std::int64_t lowerBound = 0; // of every plan's peak: the most live bytes
    // Bytes of the buffers side by side: values that share one count once. Without sharing, too, it is the
    // baseline of MemoryStudy.
    std::int64_t sum = 0;
    std::vector<std::int64_t> liveBytes; // by step, with what the alignment leaves free between buffers
    std::int64_t peakStep = 0;           // first step with the most live bytes
    double seconds = 0;                  // of the planner
    Ordering ordering;
    memory::Verdict verdict; // legal
    std::vector<Improvement> improvements;

    // The graph that the plan is for, and that runs in its arena: lowered, in the order chosen. Values and
    // nodes that the given graph has keep their ids.
    const ir::Graph& graph() const { return *ordering.graph; }
};
// `opsets` are those that hold in `graph`. Internal error when the judge finds the plan illegal.
Result<std::shared_ptr<const MemoryPlan>> plan(const ir::Graph& graph, const ir::Opsets& opsets,
                                               const PlanOptions& options, const RunContext& run = {});

// The elements that are alive at the peak step, of a buffer those of its widest tensor, and their bytes. What
// has no tensors (scratch, what runs inside of nodes) counts nowhere.
struct ElementsAtPeak {
    double count = 0, bytes = 0;
    double bytesEach() const { return count > 0 ? bytes / count : 0; }
};
ElementsAtPeak elementsAtPeak(const MemoryPlan& plan);

// Free bytes below the peak in the step with the most live bytes; what the plan says itself where it comes from
// an allocator that runs along.
std::int64_t fragmentationOf(const memory::Problem& problem, const memory::Solution& solution);
// Blocks asked for: by a runtime that allocates while it runs, else the one arena (none without any byte).
std::int64_t allocationsOf(const memory::Solution& solution);

// The certainty that a plan is the smallest of its order: one rule for every page and the command line.
enum class Proof {
    Optimal,        // by the search, or because the peak is no larger than a proven bound
    OfPart,         // the same, but of a part of the tensors: of others no size is known
    StoppedAtLimit, // the search would have decided it, but its time was up
    None,           // the planner looks for good plans only
};

// Bytes that no plan needs less than. `lowerBound`: of the packing problem (MemoryPlan::lowerBound).
std::int64_t provenBound(std::int64_t lowerBound, const memory::Solution& solution);
// `isWhole`: of the liveness that was planned.
Proof proofOf(std::string_view planner, std::int64_t lowerBound, const memory::Solution& solution,
              bool isWhole = true);

inline std::int64_t provenBound(const MemoryPlan& plan) { return provenBound(plan.lowerBound, plan.solution); }
inline Proof proofOf(const MemoryPlan& plan) {
    return proofOf(plan.planner, plan.lowerBound, plan.solution, plan.liveness.isWhole());
}

} // namespace edgewright::pipeline
