// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/execution.h"

#include "core/base/propagate.h"

namespace edgewright::cli {

namespace {

void noteInputs(const Console& console, const ir::Graph& graph, const FeedFiles& files,
                const ExecutionArguments& arguments) {
    if (arguments.feeds.image.any() && files.images.empty())
        console.note("note: no input is an image; --mean, --std, --pixel-scale, --layout, --channels and --fit "
                     "have no effect");
    if (files.tensors.empty() && files.images.empty()) return;
    for (const ValueId id : graph.inputs)
        if (const std::string& name = graph.value(id).name; !files.gives(name))
            console.note("note: no file gives input '" + name + "'; its values are random (--seed " +
                         std::to_string(arguments.seed) + ")");
}

} // namespace

Result<Execution> prepare(Console& console, const ExecutionArguments& arguments) {
    const std::string& file = arguments.model.model;
    arguments.model.bindings(); // may throw, and had better do so at once
    ASSIGN_OR_RETURN(auto opened, pipeline::open(file, console.run(), arguments.model.memory.openingBytes()));
    ASSIGN_OR_RETURN(
        auto files, readFeeds(opened->model->graph, arguments.feeds, file, arguments.model.memory.dataBytes()));
    noteInputs(console, opened->model->graph, files, arguments);

    Execution execution;
    // Tensors for every input leave nothing to assume, not even where one symbol has two extents.
    const bool assume = files.tensors.size() < opened->model->graph.inputs.size();
    ASSIGN_OR_RETURN(execution.typed, typeWith(console, opened, arguments.model, assume, files.bindings));
    if (arguments.fuse) {
        auto history = pipeline::fuse(*execution.typed, {}, console.run());
        if (!history) return std::move(history).error().within(file);
        execution.history = std::move(*history);
    }
    if (arguments.arena) {
        const pipeline::PlanOptions options = arguments.search.options();
        auto plan = pipeline::plan(execution.givenGraph(), execution.opsets(), options, console.run());
        if (!plan) return std::move(plan).error().within(file);
        if (options.measureScratch) console.list((*plan)->liveness.skipped);
        execution.plan = std::move(*plan);
        execution.arena = memory::arenaPlan(execution.plan->liveness, execution.plan->solution);
    }
    ASSIGN_OR_RETURN(execution.feeds, feedsFor(*execution.typed->graph, files, arguments.seed,
                                               arguments.feeds.image, console.run()));
    execution.expected = std::move(files.expected);
    return execution;
}

} // namespace edgewright::cli
