// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_network.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <utility>

namespace edgewright::pipeline {

namespace {

// Tells the products in integers from those in float32, by the operators that integers have.
Result<void> countProducts(const Quantized& made, QuantizedNetwork& into, const RunContext& run) {
    ASSIGN_OR_RETURN(const fusion::History integer, integerOperators(*made.typed, run));
    const auto inFloat = [&](const std::string& name, const std::string& reason) {
        if (into.whyInFloat.empty()) into.whyInFloat = say("{1} computes in float32 because {2}", name, reason);
    };
    for (const quant::QuantizedProduct& each : made.details.products) {
        ++into.products;
        std::vector<NodeId> left = integer.descendantsOf(each.node);
        std::erase_if(left, [&](NodeId id) {
            return !integer.graph.contains(id) || quant::roleOf(integer.graph.node(id)) != quant::Role::Product;
        });
        if (left.empty()) {
            ++into.integerProducts;
            continue;
        }
        const auto refusal = std::ranges::find_if(integer.refusals, [&](const fusion::Refusal& refused) {
            return std::ranges::find(refused.nodes, left.front()) != refused.nodes.end();
        });
        inFloat(each.name,
                refusal == integer.refusals.end() ? say("no integer operator covers it") : refusal->reason);
    }
    const ir::Graph& folded = *made.folded->graph;
    for (const quant::LeftInFloat& each : made.details.left) {
        if (!folded.contains(each.node) || quant::roleOf(folded.node(each.node)) != quant::Role::Product)
            continue;
        ++into.products;
        inFloat(folded.node(each.node).label(), each.reason);
    }
    return {};
}

} // namespace

std::vector<NodeId> QuantizedNetwork::originsOf(const ir::Node& node) const {
    std::vector<NodeId> origins = ir::originsOf(node);
    // What is not of the model has ids above all of it.
    std::erase_if(origins, [this](NodeId each) { return !model->graph->contains(each); });
    return origins;
}

Result<std::shared_ptr<const QuantizedNetwork>> quantizedNetwork(std::shared_ptr<const Typed> typed,
                                                                 const Int8Options& int8,
                                                                 const QuantizationSettings& quantization,
                                                                 const RunContext& run) {
    ASSIGN_OR_RETURN(const auto calibrated, calibratedModel(typed, int8, quantization, run));
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(const Improved improved,
                     quantizeImproved(*typed, calibrated->calibration, *calibrated->inputs,
                                      *calibrated->samples, improveOptions(int8, quantization), quiet));
    const Quantized& made = improved.quantized;
    auto network = std::make_shared<QuantizedNetwork>();
    ASSIGN_OR_RETURN(network->history, fuse(*made.typed, {}, quiet));
    network->model = std::move(typed);
    {
        const InEnglish english; // it is kept in records
        network->source = calibrated->source.title();
    }
    network->samples = made.samples;
    network->isRandom = calibrated->source.isRandom();
    RETURN_IF_ERROR(countProducts(made, *network, quiet));
    return std::shared_ptr<const QuantizedNetwork>(std::move(network));
}

} // namespace edgewright::pipeline
