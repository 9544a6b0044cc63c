// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/product_layers.h"

#include <algorithm>

namespace edgewright::pipeline {

std::vector<NodeId> originsOf(const ir::Node& node) {
    return node.origins.empty() ? std::vector{node.id} : node.origins;
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
