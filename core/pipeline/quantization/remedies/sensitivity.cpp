// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/sensitivity.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/lower.h"
#include "core/exec/program.h"
#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/float_reference.h"
#include "core/pipeline/quantization/remedies/rest_of_graph.h"
#include "core/pipeline/quantization/told_apart.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace edgewright::pipeline {

namespace {

// The folded graph as it runs, each product and its activation in one kernel.
Result<std::shared_ptr<const ir::Graph>>
runningGraph(const Quantized& quantized, const std::vector<CodedLayer>& layers, const RunContext& run) {
    const ir::Opsets& opsets = quantized.folded->opened->model->opsets;
    fusion::Options options;
    for (const fusion::Rule* rule : fusion::rules())
        options.without.emplace(rule->name);
    for (const CodedLayer& layer : layers)
        if (layer.hasActivation()) options.userGroups.push_back({layer.product, layer.activation});
    ASSIGN_OR_RETURN(const auto fused, fusion::fuse(*quantized.folded->graph, opsets, options, run));
    return exec::lower(fused.graph, opsets, {}, run).graph;
}

// Passes over the samples, told as one.
class SensitivitySteps {
public:
    // `each`: steps of a sample.
    SensitivitySteps(const RunContext& run, std::size_t each) : m_run(run), m_each(each) {}
    // `samples`: as many as there are, as far as is known.
    void done(std::size_t samples) {
        m_run.report(static_cast<std::uint32_t>(++m_done), static_cast<std::uint32_t>(m_each * samples));
    }

private:
    const RunContext& m_run;
    const std::size_t m_each;
    std::size_t m_done = 0;
};

std::vector<LayerSensitivity> layersOf(const Quantized& quantized, const std::vector<CodedLayer>& layers) {
    const ir::Graph& folded = *quantized.folded->graph;
    std::vector<LayerSensitivity> rows;
    for (const CodedLayer& layer : layers) {
        LayerSensitivity each;
        each.product = layer.product;
        each.origins = originsOf(folded.node(layer.product));
        each.name = quantized.details.products[layer.index].name;
        each.op = folded.node(layer.product).op;
        rows.push_back(std::move(each));
    }
    return rows;
}

ChangeSums outputSums(const Quantized& quantized) {
    const ir::Graph& folded = *quantized.folded->graph;
    return {folded, folded.outputs.size()};
}

// Each layer alone in integers.
class CostPass {
public:
    CostPass(const Quantized& quantized, std::vector<CodedLayer> layers, std::shared_ptr<const ir::Graph> graph,
             IsolatedLayers isolated, const SensitivityOptions& options, const RunContext& run)
        : m_quantized(quantized), m_layers(std::move(layers)), m_graph(std::move(graph)),
          m_isolated(std::move(isolated)), m_options(options), m_run(run),
          m_reference(*m_graph, quantized.folded->opened->model->opsets),
          m_rest(*m_graph, quantized.folded->opened->model->opsets, outputsOf(m_layers)),
          m_alone(m_isolated.graph, m_isolated.opsets), m_sums(m_layers.size(), outputSums(quantized)) {
        m_captured = m_rest.needed();
        for (const CodedLayer& layer : m_layers)
            m_captured.insert(layer.inputs.begin(), layer.inputs.end());
    }

    // The sample in float32.
    Result<exec::RunResult> add(const LabelledFeeds& sample, Sensitivity& costs, SensitivitySteps& steps) {
        exec::RunOptions options = runOptions();
        options.capture.assign(m_captured.begin(), m_captured.end());
        ASSIGN_OR_RETURN(auto reference, m_reference.run(sample.feeds, options, {m_run.stop, nullptr}));
        if (reference.outputs.empty()) return badInput(say("the model has no outputs"));
        ASSIGN_OR_RETURN(const auto feeds, m_isolated.feeds(*m_quantized.folded, reference.captured));
        ASSIGN_OR_RETURN(const auto alone, m_alone.run(feeds, runOptions(), {m_run.stop, nullptr}));
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            ASSIGN_OR_RETURN(const auto real, dequantized(alone.outputs[i], m_layers[i].params));
            ASSIGN_OR_RETURN(const auto outputs, m_rest.outputs(i, real, sample.feeds, reference.captured,
                                                                m_options.threads, m_run));
            m_sums[i].add(sample.label, reference.outputs, outputs);
            steps.done(std::max(m_options.expected, costs.samples + 1));
        }
        ++costs.samples;
        return reference;
    }

    void take(Sensitivity& costs) const {
        for (std::size_t i = 0; i < m_sums.size(); ++i)
            costs.layers[i].alone = m_sums[i].change();
    }

private:
    exec::RunOptions runOptions() const {
        exec::RunOptions options;
        options.threads = m_options.threads;
        return options;
    }

    static std::vector<ValueId> outputsOf(const std::vector<CodedLayer>& layers) {
        std::vector<ValueId> outputs;
        for (const CodedLayer& layer : layers)
            outputs.push_back(layer.output);
        return outputs;
    }

    const Quantized& m_quantized;
    const std::vector<CodedLayer> m_layers;
    const std::shared_ptr<const ir::Graph> m_graph;
    const IsolatedLayers m_isolated;
    const SensitivityOptions& m_options;
    const RunContext& m_run;
    exec::Program m_reference;
    RestOfGraph m_rest;
    exec::Program m_alone;
    std::vector<ChangeSums> m_sums; // by layer
    std::set<ValueId> m_captured;
};

// Adds the costs; float32 on the samples, where the gains need that.
Result<FloatReference> addCosts(Sensitivity& costs, const Quantized& quantized, std::vector<CodedLayer> layers,
                                const NextLabelledFeeds& samples, const SensitivityOptions& options,
                                SensitivitySteps& steps, const RunContext& run) {
    ASSIGN_OR_RETURN(auto graph, runningGraph(quantized, layers, run));
    ASSIGN_OR_RETURN(auto isolated, isolatedLayers(quantized, layers, IsolatedOutput::Codes, run));
    CostPass pass(quantized, std::move(layers), std::move(graph), std::move(isolated), options, run);
    FloatReference reference;
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(auto sample, samples());
        if (!sample) break;
        ASSIGN_OR_RETURN(auto wanted, pass.add(*sample, costs, steps));
        if (!options.without) continue;
        RETURN_IF_ERROR(reference.add({std::move(sample->name), sample->label, std::move(wanted.outputs), {}}));
    }
    if (costs.samples == 0) return badInput(say("there are no inputs to compare on"));
    pass.take(costs);
    return reference;
}

// The model in integers, against float32 on the same samples.
Result<ModelChange> changeOf(const Quantized& quantized, const FloatReference& reference,
                             const NextLabelledFeeds& samples, SensitivitySteps& steps, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto integer, integerOperators(*quantized.typed, run));
    exec::Program program(integer.graph, integer.opsets);
    exec::RunOptions options;
    ChangeSums sums = outputSums(quantized);
    for (const FloatReference::Sample& wanted : reference.samples) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto sample, samples());
        if (!sample) return badInput(say("there are fewer inputs to compare on than the first time"));
        ASSIGN_OR_RETURN(const auto got, program.run(sample->feeds, options, run));
        sums.add(wanted.label, wanted.outputs, got.outputs, wanted.name);
        steps.done(reference.samples.size());
    }
    return sums.change();
}

} // namespace

bool Sensitivity::gains(const LayerSensitivity& layer) const {
    return knowsGains() && gainOf(layer) >= MinGain && sqnrLead(layer.inFloat, inIntegers).isAboveZero();
}

std::optional<std::size_t> Sensitivity::bestInFloat() const {
    for (const std::size_t place : bestFirst())
        if (gains(layers[place])) return place;
    return std::nullopt;
}

std::vector<std::size_t> Sensitivity::bestFirst() const {
    std::vector<std::size_t> places(layers.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    if (knowsGains())
        std::ranges::stable_sort(places, std::greater(),
                                 [&](std::size_t i) { return layers[i].inFloat.outputSqnrDb(); });
    return places;
}

Result<Sensitivity> sensitivity(const Quantized& quantized, const std::function<NextLabelledFeeds()>& samples,
                                const SensitivityOptions& options, const RunContext& run) {
    ASSIGN_OR_RETURN(auto layers, codedLayers(quantized));
    const RunContext quiet{run.stop, nullptr};
    Sensitivity found;
    found.layers = layersOf(quantized, layers);
    const bool gains = options.without && layers.size() > 1;
    SensitivitySteps steps(run, (options.costs ? layers.size() : 0) + (gains ? layers.size() + 1 : 0));
    FloatReference reference;
    if (options.costs) {
        ASSIGN_OR_RETURN(reference,
                         addCosts(found, quantized, std::move(layers), samples(), options, steps, quiet));
    } else {
        ASSIGN_OR_RETURN(reference, floatReference(*quantized.folded, samples(), {}, quiet));
        found.samples = reference.samples.size();
    }
    if (!gains) return found;
    ASSIGN_OR_RETURN(found.inIntegers, changeOf(quantized, reference, samples(), steps, quiet));
    for (LayerSensitivity& layer : found.layers) {
        ASSIGN_OR_RETURN(const Quantized others, options.without(layer.name));
        ASSIGN_OR_RETURN(layer.inFloat, changeOf(others, reference, samples(), steps, quiet));
    }
    return found;
}

} // namespace edgewright::pipeline
