// SPDX-License-Identifier: GPL-3.0-or-later
// Every planner over every order of one graph. What the cells of a column have in common is made once: the
// graph that runs, and its orders.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/pipeline/memory/memory_plan.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// Sets options.scratch: bytes by node of the top graph, from one run on seeded inputs with one thread and this
// program's own kernels. They depend on the instruction set of this machine. Where the graph does not run, a
// warning in `notes` says why, and nothing is set. The only error is that the caller stopped it.
Result<void> measureScratch(const ir::Graph& graph, const ir::Opsets& opsets, memory::LivenessOptions& options,
                            Diagnostics& notes, const RunContext& run = {});

// A graph made ready for any order and any planner.
struct PlanSubject {
    ExecutionGraph execution;
    memory::LivenessOptions sharing; // of execution.graph(): with its bodies, and what its operators need
    Diagnostics notMeasured;         // why what operators need is not known, where it was asked for
};
// Takes `liveness` and `measureScratch` from the options. `opsets` are those that hold in `graph`.
Result<std::shared_ptr<const PlanSubject>> planSubject(const ir::Graph& graph, const ir::Opsets& opsets,
                                                       const PlanOptions& options, const RunContext& run = {});

// It in one order.
struct OrderedSubject {
    std::shared_ptr<const PlanSubject> subject;
    Ordering ordering;
    memory::Liveness liveness;   // of ordering.graph
    std::int64_t lowerBound = 0; // bytes, of the packing problem, alignment included
};
// Takes `scheduler`, `seconds` (half of them), `prunings` and `capacity` from the options.
Result<std::shared_ptr<const OrderedSubject>> orderSubject(std::shared_ptr<const PlanSubject> subject,
                                                           const PlanOptions& options,
                                                           const RunContext& run = {});

// One cell of the table: a planner on an order, judged. The verdict may be that the plan is illegal. Takes the
// rest of the options; the seconds that the order took count.
Result<std::shared_ptr<const MemoryPlan>> planCell(const OrderedSubject& ordered, const PlanOptions& options,
                                                   const RunContext& run = {});

struct PlanCell {
    std::string planner, scheduler;
    friend bool operator==(const PlanCell&, const PlanCell&) = default;
};
// All of them: the one of the options first, then its order with the other planners, then the other orders,
// each in the sequence of the catalogues.
std::vector<PlanCell> planCells(const PlanOptions& options);

struct PlannedCell {
    enum class State { Waiting, Running, Done, Failed };
    PlanCell what;
    State state = State::Waiting;
    std::shared_ptr<const MemoryPlan> plan = {}; // once it is done
    std::string error = {};                      // why it failed
    bool isOpen() const { return state == State::Waiting || state == State::Running; }
    friend bool operator==(const PlannedCell&, const PlannedCell&) = default;
};
// The table as far as it was computed.
struct PlanTable {
    std::vector<PlannedCell> cells;                                         // as planCells() says
    std::map<std::string, std::shared_ptr<const OrderedSubject>> ordered{}; // by scheduler, once it is made
};
// With the plan that was made with these options.
PlanTable begunTable(std::shared_ptr<const MemoryPlan> first, const PlanOptions& options);
// The cells that are neither done nor failed, two at a time; `graph` and `options` are those of begunTable().
// `changed` is called when a cell begins or ends, by one thread after the other. Fails with what makes the
// graph ready, or Cancelled.
Result<std::shared_ptr<const PlanTable>>
everyPlan(const ir::Graph& graph, const ir::Opsets& opsets, const PlanOptions& options, PlanTable table,
          const std::function<void(std::shared_ptr<const PlanTable>)>& changed, const RunContext& run = {});

} // namespace edgewright::pipeline
