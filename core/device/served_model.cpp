// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/served_model.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/exec/lower.h"
#include "core/ir/feeds/feeds.h"
#include "core/pipeline/study.h"

namespace edgewright::device {

namespace {

// Extents for a batch of so many requests: the first one of each input.
Result<ir::Bindings> bindingsFor(const scenario::Model& model, const ir::Graph& graph, std::int64_t size) {
    ir::Bindings bindings;
    if (model.batching.maxSize == 1) return bindings; // as the model has it
    for (const ValueId id : graph.inputs) {
        const ir::Value& input = graph.value(id);
        const auto& shape = input.type.shape;
        if (!shape || shape->empty() || shape->front().known())
            return badInput(
                say("model {1} cannot run in batches: the first extent of its input {2} is fixed; expected one "
                    "that is open, or a largest batch of 1",
                    inQuotes(model.name), inQuotes(input.name)));
        const std::string& symbol = shape->front().symbol();
        bindings[symbol.empty() ? input.name + "#0" : symbol] = size;
    }
    return bindings;
}

Result<serve::SizedGraph> sizedGraph(const scenario::Model& model,
                                     const std::shared_ptr<const pipeline::Opened>& opened, std::int64_t size,
                                     ir::Opsets& opsets, const RunContext& run) {
    ASSIGN_OR_RETURN(const ir::Bindings bindings, bindingsFor(model, opened->model->graph, size));
    const auto typed = pipeline::type(opened, bindings, true, run);
    ASSIGN_OR_RETURN(const auto history, pipeline::fuse(*typed, {}, run));
    opsets = history->opsets;
    serve::SizedGraph sized{
        .size = size, .graph = exec::lower(history->graph, opsets, {}, run).graph, .feeds = {}};
    if (run.stopped()) return cancelled();
    ASSIGN_OR_RETURN(sized.feeds, ir::seededFeeds(*sized.graph, 1, run));
    return sized;
}

} // namespace

Result<serve::ServedModel> servedModel(const scenario::Model& model, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto opened, pipeline::open(model.file, run));
    serve::ServedModel served;
    for (const std::int64_t size : serve::batchSizes(model.batching)) {
        auto sized = sizedGraph(model, opened, size, served.opsets, run);
        if (!sized) return std::move(sized).error().within(model.file.string());
        served.sizes.push_back(*std::move(sized));
    }
    return served;
}

Result<std::vector<serve::ServedModel>> servedModels(const scenario::Scenario& scenario,
                                                     const RunContext& run) {
    std::vector<serve::ServedModel> all;
    for (const scenario::Model& each : scenario.models) {
        ASSIGN_OR_RETURN(auto served, servedModel(each, run));
        all.push_back(std::move(served));
    }
    return all;
}

} // namespace edgewright::device
