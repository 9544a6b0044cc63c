// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/execution.h"

#include "core/memory/liveness.h"

namespace edgewright::cli {

Result<Execution> prepare(Console& console, const ExecutionArguments& arguments) {
    auto opened = pipeline::open(arguments.model.model, console.run());
    if (!opened) return std::move(opened).error();
    auto files = readFeeds((*opened)->model->graph, arguments.feeds);
    if (!files) return std::move(files).error();

    Execution execution;
    ops::Bindings bindings = arguments.model.bindings();
    bindings.insert(files->bindings.begin(), files->bindings.end());
    // Tensors for every input leave nothing to assume, not even where one symbol has two extents.
    const bool assume = files->tensors.size() < (*opened)->model->graph.inputs.size();
    execution.typed = pipeline::type(*opened, bindings, assume, console.run());
    for (const auto& [symbol, extent] : execution.typed->assumed)
        console.note("note: dimension '" + symbol + "' is open; taken as " + std::to_string(extent));
    if (arguments.fuse) {
        auto history = pipeline::fuse(*execution.typed, {}, console.run());
        if (!history) return std::move(history).error();
        execution.history = std::move(*history);
    }
    if (arguments.arena) {
        const auto plan = pipeline::plan(execution.graph(), {}, "greedy_by_size", console.run());
        if (!plan) return plan.error();
        execution.arena = memory::arenaPlan((*plan)->liveness, (*plan)->solution);
    }
    auto feeds = feedsFor(*execution.typed->graph, *files, arguments.seed, arguments.feeds.image);
    if (!feeds) return std::move(feeds).error();
    execution.feeds = std::move(*feeds);
    execution.expected = std::move(files->expected);
    return execution;
}

} // namespace edgewright::cli
