// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/folded_model.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/fusion/rule.h"
#include "core/fusion/upgrade/upgrade.h"

#include <algorithm>

namespace edgewright::pipeline {

std::shared_ptr<const Typed> withGraph(const Typed& typed, ir::Graph graph, ir::Opsets opsets,
                                       const RunContext& run) {
    auto model = std::make_shared<ir::Model>(*typed.opened->model);
    model->graph = std::move(graph);
    model->opsets = std::move(opsets);
    auto opened = std::make_shared<Opened>(*typed.opened);
    opened->model = std::move(model);
    return type(std::move(opened), typed.bindings, true, run);
}

std::shared_ptr<const Typed> withOpenDimensions(const Typed& typed, const RunContext& run) {
    return typed.bindings.empty() ? std::make_shared<const Typed>(typed) : type(typed.opened, {}, false, run);
}

Result<std::shared_ptr<const Typed>> foldedModel(const Typed& typed, bool folds, std::int64_t leastOpset,
                                                 const RunContext& run) {
    const auto open = withOpenDimensions(typed, run);
    fusion::Upgraded raised{*open->graph, typed.opened->model->opsets, {}};
    const auto raise = [&]() -> Result<void> {
        if (ir::opsetOf(raised.opsets) >= leastOpset) return {};
        ASSIGN_OR_RETURN(raised, fusion::upgradeOpset(raised.graph, raised.opsets, leastOpset, run));
        return {};
    };
    RETURN_IF_ERROR(raise()); // before, so that rules take away what it adds
    fusion::Options options;
    for (const fusion::Rule* rule : fusion::rules())
        if (!folds || rule->groups || rule->changesQuantizedValues) options.without.emplace(rule->name);
    options.opsetLimit = std::max(ir::opsetOf(raised.opsets), leastOpset);
    ASSIGN_OR_RETURN(auto history, fusion::fuse(raised.graph, raised.opsets, options, run));
    raised.graph = std::move(history.graph);
    raised.opsets = std::move(history.opsets);
    RETURN_IF_ERROR(raise()); // what kept it down may be gone
    if (ir::opsetOf(raised.opsets) < leastOpset) {
        const std::string text =
            say("the model stays at opset {1}, and its codes need {2}", ir::opsetOf(raised.opsets), leastOpset);
        return unsupported(
            raised.diagnostics.empty() ? text : say("{1}: {2}", text, raised.diagnostics.front().message));
    }
    return withGraph(typed, std::move(raised.graph), std::move(raised.opsets), run);
}

std::vector<ProductLayer> productLayers(const Typed& typed, bool withActivations) {
    const ir::Graph& graph = *typed.graph;
    const ir::Connections connections(graph);
    const fusion::GraphView view{graph, connections, typed.opened->model->opsets};
    std::vector<ProductLayer> layers;
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (node.body || !quant::canStudy(graph, node)) continue; // a body computes more than its product
        ProductLayer layer;
        layer.product = id;
        layer.input = node.input(0);
        layer.output = node.output(0);
        layer.origins = originsOf(node);
        const ir::Node* reader = withActivations ? view.onlyConsumer(layer.output) : nullptr;
        if (reader && fusion::isClip(*reader) && reader->input(0) == layer.output)
            if (const auto bounds = fusion::boundsOf(view, *reader); bounds && bounds->low <= bounds->high) {
                layer.activation = reader->id;
                layer.bounds = *bounds;
                layer.output = reader->output(0);
                std::ranges::copy(originsOf(*reader), std::back_inserter(layer.origins));
                std::ranges::sort(layer.origins);
            }
        layers.push_back(std::move(layer));
    }
    return layers;
}

} // namespace edgewright::pipeline
