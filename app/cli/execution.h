// SPDX-License-Identifier: GPL-3.0-or-later
// A model made ready to run: bound, typed, perhaps fused, perhaps with an arena, with its inputs.
#pragma once

#include "app/cli/feed_files.h"
#include "app/cli/model_arguments.h"
#include "core/ir/arena_plan.h"

#include <optional>

namespace edgewright::cli {

struct ExecutionArguments {
    ModelArguments model;
    FeedArguments feeds;
    std::uint64_t seed = 1;
    bool fuse = false;
    bool arena = false;
};

struct Execution {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history; // null unless fused
    std::optional<ir::ArenaPlan> arena;
    exec::Feeds feeds;
    std::map<std::size_t, ir::Tensor> expected; // outputs that the data has, by index

    const ir::Graph& graph() const { return history ? history->graph : *typed->graph; }
    const ir::Opsets& opsets() const { return typed->opened->model->opsets; }
};

Result<Execution> prepare(Console& console, const ExecutionArguments& arguments);

} // namespace edgewright::cli
