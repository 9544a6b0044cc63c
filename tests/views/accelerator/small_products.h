// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products with an activation among them, costed by the physical rules.
#pragma once

#include "core/cost/systolic.h"
#include "core/pipeline/study.h"

namespace edgewright::test {

inline cost::Layer product(const char* name, int node, std::int64_t m, std::int64_t n, std::int64_t k) {
    cost::Layer layer = cost::productLayer(m, n, k);
    layer.name = name;
    layer.op = "MatMul";
    layer.node = NodeId(node);
    return layer;
}

inline cost::Layer relu() {
    cost::Layer layer;
    layer.name = "relu";
    layer.op = "Relu";
    layer.node = NodeId(5);
    layer.unit = cost::Unit::Vector;
    layer.elements = layer.readWords = layer.writtenWords = 500;
    return layer;
}

// Null where the layers cannot be costed.
inline std::shared_ptr<pipeline::Analysis>
costed(std::vector<cost::Layer> layers, const cost::Accelerator& array, const cost::Tilings& tilings = {}) {
    cost::Workload workload;
    workload.mode = cost::Mode::Physical;
    workload.layers = std::move(layers);
    if (!tilings.empty()) workload.tilings[cost::tiledPart(array)] = tilings; // for it
    auto report = cost::estimate(workload, array);
    if (!report) return nullptr;
    auto costs = std::make_shared<pipeline::Costs>();
    costs->report = *std::move(report);
    auto analysis = std::make_shared<pipeline::Analysis>();
    analysis->opened = std::make_shared<pipeline::Opened>();
    analysis->costs = costs;
    return analysis;
}

} // namespace edgewright::test
