// SPDX-License-Identifier: GPL-3.0-or-later
// A model made ready to run: bound, typed, perhaps fused, perhaps with an arena, with its inputs.
#pragma once

#include "app/cli/arguments/feed_files.h"
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/arguments/plan_arguments.h"
#include "core/ir/arena_plan.h"

#include <optional>

namespace edgewright::cli {

struct ExecutionArguments {
    ModelArguments model;
    FeedArguments feeds;
    std::uint64_t seed = 1;
    bool fuse = false;
    bool arena = false;
    PlannerArguments search; // of the arena
};

struct Execution {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;   // null unless fused
    std::shared_ptr<const pipeline::MemoryPlan> plan; // null without arena
    std::optional<ir::ArenaPlan> arena;
    ir::Feeds feeds;
    std::map<std::size_t, ir::Tensor> expected; // outputs that the data has, by index

    // As given, and as it runs: lowered and in the order of the plan, where there is one.
    const ir::Graph& givenGraph() const { return history ? history->graph : *typed->graph; }
    const ir::Graph& graph() const { return plan ? plan->graph() : givenGraph(); }
    const ir::Opsets& opsets() const { return history ? history->opsets : typed->opened->model->opsets; }
};

Result<Execution> prepare(Console& console, const ExecutionArguments& arguments);

} // namespace edgewright::cli
