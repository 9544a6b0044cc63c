// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/sensitivity.h"

#include "core/base/propagate.h"
#include "core/exec/lower.h"
#include "core/exec/program.h"
#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/float_reference.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/remedies/rest_of_graph.h"

#include <algorithm>
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

class Measuring {
public:
    Measuring(const Quantized& quantized, std::vector<CodedLayer> layers,
              std::shared_ptr<const ir::Graph> graph, IsolatedLayers isolated,
              const SensitivityOptions& options, const RunContext& run)
        : m_quantized(quantized), m_layers(std::move(layers)), m_graph(std::move(graph)),
          m_isolated(std::move(isolated)), m_options(options), m_run(run),
          m_reference(*m_graph, quantized.folded->opened->model->opsets),
          m_rest(*m_graph, quantized.folded->opened->model->opsets, outputsOf(m_layers)),
          m_alone(m_isolated.graph, m_isolated.opsets) {
        m_captured = m_rest.needed();
        for (const CodedLayer& layer : m_layers)
            m_captured.insert(layer.inputs.begin(), layer.inputs.end());
        const ir::Graph& folded = *quantized.folded->graph;
        for (const CodedLayer& layer : m_layers) {
            LayerSensitivity each;
            each.product = layer.product;
            each.origins = originsOf(folded.node(layer.product));
            each.name = quantized.details.products[layer.index].name;
            each.op = folded.node(layer.product).op;
            m_result.layers.push_back(std::move(each));
        }
    }

    Result<void> add(const LabelledFeeds& sample) {
        exec::RunOptions options = runOptions();
        options.capture.assign(m_captured.begin(), m_captured.end());
        ASSIGN_OR_RETURN(const auto reference, m_reference.run(sample.feeds, options, {m_run.stop, nullptr}));
        if (reference.outputs.empty()) return badInput("the model has no outputs");
        ASSIGN_OR_RETURN(const auto feeds, m_isolated.feeds(*m_quantized.folded, reference.captured));
        ASSIGN_OR_RETURN(const auto alone, m_alone.run(feeds, runOptions(), {m_run.stop, nullptr}));
        const ir::Tensor& wanted = reference.outputs.front();
        const std::int64_t top = topOf(reference.outputs, sample.label.has_value());
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            ASSIGN_OR_RETURN(const auto real, dequantized(alone.outputs[i], m_layers[i].params));
            ASSIGN_OR_RETURN(const auto outputs, m_rest.outputs(i, real, sample.feeds, reference.captured,
                                                                m_options.threads, m_run));
            m_result.layers[i].output.add(outputs.front(), wanted);
            m_result.layers[i].tops.add(sample.label, top, topOf(outputs, sample.label.has_value()));
            report(i + 1);
        }
        ++m_result.samples;
        return {};
    }
    Sensitivity take() { return std::move(m_result); }

private:
    exec::RunOptions runOptions() const {
        exec::RunOptions options;
        options.threads = m_options.threads;
        options.timeNodes = false;
        return options;
    }

    void report(std::size_t layers) const {
        const std::size_t done = m_result.samples * m_layers.size() + layers;
        const std::size_t all = std::max(m_options.expected, m_result.samples + 1) * m_layers.size();
        m_run.report(static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(all));
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
    std::set<ValueId> m_captured;
    Sensitivity m_result;
};

// The first output of the model in integers, against float32 on the same samples.
Result<ErrorSums> outputErrors(const Quantized& quantized, const FloatReference& reference,
                               const NextLabelledFeeds& samples, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto integer, integerOperators(*quantized.typed, run));
    exec::Program program(integer.graph, integer.opsets);
    exec::RunOptions options;
    options.timeNodes = false;
    ErrorSums sums;
    for (const FloatReference::Sample& wanted : reference.samples) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto sample, samples());
        if (!sample) return badInput("there are fewer inputs to compare on than the first time");
        ASSIGN_OR_RETURN(const auto got, program.run(sample->feeds, options, run));
        sums.add(got.outputs.front(), wanted.outputs.front());
    }
    return sums;
}

} // namespace

void Sensitivity::add(const Sensitivity& other) {
    if (layers.empty()) {
        *this = other;
        return;
    }
    for (std::size_t i = 0; i < std::min(layers.size(), other.layers.size()); ++i) {
        layers[i].output.add(other.layers[i].output);
        layers[i].tops.add(other.layers[i].tops);
        layers[i].inFloat.add(other.layers[i].inFloat);
    }
    inIntegers.add(other.inIntegers);
    samples += other.samples;
}

std::optional<std::size_t> Sensitivity::bestInFloat() const {
    if (!knowsGains()) return std::nullopt;
    const auto best = std::ranges::max_element(
        layers, {}, [](const LayerSensitivity& layer) { return layer.inFloat.sqnrDb(); });
    if (best == layers.end() || !(best->inFloat.sqnrDb() - inIntegers.sqnrDb() >= MinGain)) return std::nullopt;
    return static_cast<std::size_t>(best - layers.begin());
}

std::vector<std::size_t> Sensitivity::worstFirst() const {
    std::vector<std::size_t> places(layers.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return layers[i].output.sqnrDb(); });
    return places;
}

std::vector<std::string> Sensitivity::worst(std::size_t count) const {
    std::vector<std::string> names;
    for (const std::size_t i : worstFirst()) {
        if (names.size() >= count) break;
        names.push_back(layers[i].name);
    }
    return names;
}

Result<Sensitivity> sensitivity(const Quantized& quantized, const NextLabelledFeeds& samples,
                                const SensitivityOptions& options, const RunContext& run) {
    ASSIGN_OR_RETURN(auto layers, codedLayers(quantized));
    ASSIGN_OR_RETURN(auto graph, runningGraph(quantized, layers, run));
    ASSIGN_OR_RETURN(auto isolated, isolatedLayers(quantized, layers, IsolatedOutput::Codes, run));
    Measuring measuring(quantized, std::move(layers), std::move(graph), std::move(isolated), options, run);
    std::size_t count = 0;
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto sample, samples());
        if (!sample) break;
        RETURN_IF_ERROR(measuring.add(*sample));
        ++count;
    }
    if (count == 0) return badInput("there are no inputs to compare on");
    return measuring.take();
}

Result<void> addGains(Sensitivity& costs, const Quantized& quantized,
                      const std::function<Result<Quantized>(const std::string&)>& without,
                      const std::function<NextLabelledFeeds()>& samples, const RunContext& run) {
    if (costs.layers.size() < 2) return {};
    const RunContext quiet{run.stop, nullptr};
    ASSIGN_OR_RETURN(const auto reference, floatReference(*quantized.folded, samples(), {}, quiet));
    ASSIGN_OR_RETURN(costs.inIntegers, outputErrors(quantized, reference, samples(), quiet));
    std::uint32_t done = 0;
    for (LayerSensitivity& layer : costs.layers) {
        ASSIGN_OR_RETURN(const Quantized others, without(layer.name));
        ASSIGN_OR_RETURN(layer.inFloat, outputErrors(others, reference, samples(), quiet));
        run.report(++done, static_cast<std::uint32_t>(costs.layers.size()));
    }
    return {};
}

} // namespace edgewright::pipeline
