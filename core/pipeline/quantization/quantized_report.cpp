// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/quantized_report.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/program.h"
#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/layer_reason.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

bool multipliesCodes(const ir::Graph& integer, ValueId codes) {
    for (const NodeId id : integer.order()) {
        const ir::Node& node = integer.node(id);
        if (node.output(0) == codes) return !node.is("QuantizeLinear");
    }
    return false;
}

class Reporting {
public:
    Reporting(const Quantized& quantized, std::vector<CodedLayer> layers, fusion::History integer,
              IsolatedLayers isolated, const RunContext& run)
        : m_quantized(quantized), m_layers(std::move(layers)), m_integer(std::move(integer)),
          m_isolated(std::move(isolated)), m_run(run),
          m_floatProgram(*quantized.folded->graph, quantized.folded->opened->model->opsets),
          m_integerProgram(m_integer.graph, m_integer.opsets),
          m_isolatedProgram(m_isolated.graph, m_isolated.opsets), m_whole(quantized, m_layers),
          m_alone(m_layers.size()), m_seen(m_layers.size()),
          m_change(*quantized.folded->graph, quantized.folded->graph->outputs.size()) {
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            m_alone[i].setStep(static_cast<double>(m_layers[i].params.scale));
    }

    Result<void> add(const LabelledFeeds& sample) {
        ASSIGN_OR_RETURN(const auto reference, runFloat(sample.feeds));
        RETURN_IF_ERROR(addAlone(reference));
        exec::RunOptions options;
        options.capture = m_whole.codes();
        ASSIGN_OR_RETURN(const auto integer,
                         m_integerProgram.run(sample.feeds, options, {m_run.stop, nullptr}));
        RETURN_IF_ERROR(m_whole.add(integer.captured, reference.captured));
        m_change.add(sample.label, reference.outputs, integer.outputs, sample.name);
        const bool isLabelled = sample.label.has_value();
        m_tops.push_back({sample.name, sample.label, topOf(reference.outputs, isLabelled),
                          topOf(integer.outputs, isLabelled)});
        return {};
    }

    QuantizedReport report() const {
        QuantizedReport report;
        report.tops = m_tops;
        ModelChange change = m_change.change();
        report.outputs = std::move(change.outputs);
        report.counts = change.tops;
        report.samples = std::move(change.samples);
        report.bytesBefore = m_quantized.details.weightBytesBefore;
        report.bytesAfter = m_quantized.details.weightBytesAfter;
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            report.layers.push_back(layerAt(i));
        return report;
    }

private:
    const std::string& nameOf(std::size_t layer) const {
        return m_quantized.details.products[m_layers[layer].index].name;
    }

    Result<exec::RunResult> runFloat(const ir::Feeds& feeds) {
        exec::RunOptions options;
        for (const CodedLayer& layer : m_layers) {
            options.capture.insert(options.capture.end(), layer.inputs.begin(), layer.inputs.end());
            options.capture.push_back(layer.output);
        }
        return m_floatProgram.run(feeds, options, {m_run.stop, nullptr});
    }

    Result<void> addAlone(const exec::RunResult& reference) {
        ASSIGN_OR_RETURN(const auto feeds, m_isolated.feeds(*m_quantized.folded, reference.captured));
        exec::RunOptions options;
        ASSIGN_OR_RETURN(const auto alone, m_isolatedProgram.run(feeds, options, {m_run.stop, nullptr}));
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            ASSIGN_OR_RETURN(const auto real, dequantized(alone.outputs[i], m_layers[i].params));
            const ir::Tensor& wanted = reference.captured.at(m_layers[i].output);
            m_alone[i].add(real, wanted);
            see(m_layers[i], real, wanted, reference.captured, m_seen[i]);
        }
        return {};
    }

    // `real`: the numbers that the codes stand for, as many as `output` has.
    static void see(const CodedLayer& layer, const ir::Tensor& real, const ir::Tensor& output,
                    const std::unordered_map<ValueId, ir::Tensor>& values, LayerSeen& seen) {
        const float margin = layer.params.scale / 2;
        const auto coded = real.as<float>(), wanted = output.as<float>();
        for (std::size_t i = 0; i < std::min(coded.size(), wanted.size()); ++i) {
            const double error = static_cast<double>(coded[i]) - static_cast<double>(wanted[i]);
            const bool isOutside =
                wanted[i] < layer.covered.low - margin || wanted[i] > layer.covered.high + margin;
            seen.errorSquares += error * error;
            if (!isOutside) continue;
            ++seen.outside;
            seen.outsideSquares += error * error;
        }
        seen.outputs += output.elements();
        if (layer.inputs.empty()) return;
        const ir::Tensor& input = values.at(layer.inputs.front());
        for (const float value : input.as<float>())
            seen.inputSquares += static_cast<double>(value) * static_cast<double>(value);
        seen.inputs += input.elements();
    }

    QuantizedLayer layerAt(std::size_t i) const {
        const ir::Graph& folded = *m_quantized.folded->graph;
        const CodedLayer& place = m_layers[i];
        const ir::Node& product = folded.node(place.product);
        QuantizedLayer layer;
        layer.product = place.product;
        layer.origins = originsOf(product);
        layer.name = nameOf(i);
        layer.op = product.op;
        if (place.hasActivation()) {
            const ir::Node& activation = folded.node(place.activation);
            layer.activation = activation.op;
            std::ranges::copy(originsOf(activation), std::back_inserter(layer.origins));
            std::ranges::sort(layer.origins);
        }
        layer.output = place.params;
        layer.weightScales = m_quantized.details.products[place.index].weights.size();
        layer.accumulatorBits = worstSumBits(m_quantized, place);
        layer.inIntegers = multipliesCodes(m_integer.graph, place.codes);
        layer.sqnrDb = m_whole.at(i).sqnrDb();
        layer.spread = m_whole.at(i).spread();
        layer.cosine = m_whole.at(i).cosine();
        layer.maxAbsError = m_whole.at(i).maxAbsError();
        layer.meanAbsError = m_whole.at(i).meanAbsError();
        layer.withinOneStep = m_whole.at(i).withinOneStep();
        layer.localSqnrDb = m_alone[i].sqnrDb();
        layer.localWithinOneStep = m_alone[i].withinOneStep();
        layer.localSpread = m_alone[i].spread();
        if (layer.withinOneStep < EnoughWithinOneStep)
            layer.reason = layerReason(m_quantized, place, layer, m_seen[i]);
        return layer;
    }

    const Quantized& m_quantized;
    const std::vector<CodedLayer> m_layers;
    const fusion::History m_integer;
    const IsolatedLayers m_isolated;
    const RunContext& m_run;
    exec::Program m_floatProgram, m_integerProgram, m_isolatedProgram;
    CodedErrors m_whole;
    std::vector<ErrorSums> m_alone;
    std::vector<LayerSeen> m_seen;
    ChangeSums m_change;
    std::vector<Int8Sample> m_tops;
};

} // namespace

Result<QuantizedReport> quantizedReport(const Quantized& quantized, const NextLabelledFeeds& samples,
                                        std::size_t expected, const RunContext& run) {
    ASSIGN_OR_RETURN(auto layers, codedLayers(quantized));
    ASSIGN_OR_RETURN(auto integer, integerOperators(*quantized.typed, run));
    ASSIGN_OR_RETURN(auto isolated, isolatedLayers(quantized, layers, IsolatedOutput::Codes, run));
    Reporting reporting(quantized, std::move(layers), std::move(integer), std::move(isolated), run);
    std::uint32_t done = 0;
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto sample, samples());
        if (!sample) break;
        RETURN_IF_ERROR(reporting.add(*sample));
        ++done;
        run.report(done, std::max(done, static_cast<std::uint32_t>(expected)));
    }
    if (done == 0) return badInput(say("there are no inputs to compare on"));
    return reporting.report();
}

} // namespace edgewright::pipeline
