// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/strategies/strategies.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/program.h"
#include "core/onnx/export.h"
#include "core/pipeline/quantization/channel_widths.h"
#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/float_reference.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

std::string withRemedy(const std::string& name, const Strategy& strategy) {
    switch (strategy.remedy) {
    case Remedy::None:
        break;
    case Remedy::Equalize:
        return say("{1}, equalized", name);
    case Remedy::CorrectBias:
        return say("{1}, biases corrected", name);
    case Remedy::FloatLayers:
        if (strategy.floatLayers == 0) return say("{1}, no layer that gains in float32", name);
        return sayCount(strategy.floatLayers, "{2}, {1} layer in float32", "{2}, {1} layers in float32", name);
    }
    return name;
}

} // namespace

std::string weightsName(quant::Granularity weights) {
    return weights == quant::Granularity::PerChannel ? say("per channel") : say("per tensor");
}

std::string activationsName(bool symmetric) {
    return symmetric ? say("symmetric int8") : say("asymmetric uint8");
}

std::string methodTitle(const std::string& method) {
    const std::string english = quant::rangeMethodTitle(method), shown = translated("Setting", english);
    return shown == english ? quant::rangeMethodTitle(method, '-') : shown;
}

std::string Strategy::name() const {
    return withRemedy(
        say("{1}, {2}, {3}", weightsName(weights), activationsName(symmetric), methodTitle(method)), *this);
}

QuantizeOptions Strategy::options(const QuantizeOptions& base) const {
    QuantizeOptions options = base;
    options.codes.weights = weights;
    quant::Scheme& scheme = options.codes.activationScheme;
    scheme.type = symmetric ? quant::CodeType::Int8 : quant::CodeType::UInt8;
    scheme.symmetric = symmetric;
    scheme.limits = quant::usualLimits(scheme.type, symmetric);
    options.method = method;
    return options;
}

std::string betweenText(const LatencyHere& latency) {
    if (!latency.interval) return {};
    return say("{1} to {2}", table::secondsText(latency.interval->low / 1e3),
               table::secondsText(latency.interval->high / 1e3));
}

std::vector<Strategy> strategyMatrix() {
    std::vector<Strategy> strategies;
    for (const auto weights : {quant::Granularity::PerTensor, quant::Granularity::PerChannel})
        for (const bool symmetric : {false, true})
            for (const quant::RangeMethod* method : quant::rangeMethods())
                strategies.push_back({weights, symmetric, std::string(method->name)});
    return strategies;
}

namespace {

// Constant weights of a product; null: there are none.
const ir::Tensor* constantWeights(const ir::Graph& graph, const ir::Node& product) {
    return product.hasInput(1) ? graph.value(product.input(1)).known() : nullptr;
}

class Comparing {
public:
    Comparing(const Calibration& calibration, const std::function<NextLabelledFeeds()>& samples,
              const StrategyOptions& options, const RunContext& run)
        : m_calibration(calibration), m_samples(samples), m_options(options), m_run(run) {}

    Result<StrategyComparison> compare() {
        RETURN_IF_ERROR(prepare());
        m_result.wanted = m_options.strategies.size();
        for (const Strategy& strategy : m_options.strategies) {
            auto row = rowOfStrategy(strategy);
            if (!row && row.error().code == ErrorCode::Cancelled) return std::move(row).error();
            if (!row) return std::move(row).error().within(strategy.name());
            m_result.rows.push_back(*std::move(row));
            if (m_options.finished) m_options.finished(m_result);
        }
        return std::move(m_result);
    }

private:
    // Float32, and what is the same for all strategies.
    Result<void> prepare() {
        Strategy first = m_options.strategies.front();
        first.remedy = Remedy::None;
        ASSIGN_OR_RETURN(const auto plain, quantized(m_calibration, first.options(m_options.base), m_run));
        ASSIGN_OR_RETURN(const auto layers, codedLayers(plain));
        std::vector<ValueId> outputs;
        for (const CodedLayer& layer : layers)
            outputs.push_back(layer.output);
        ASSIGN_OR_RETURN(m_reference, floatReference(*m_calibration.folded, m_samples(), outputs, m_run));
        m_result.samples = m_reference.samples.size();
        m_result.layerSamples = m_reference.withTensors;
        m_result.mixed = plain.details.mixed;
        m_result.unlike = m_calibration.unlike;
        countActivations(plain);
        findSpread(plain);
        return {};
    }

    void countActivations(const Quantized& plain) {
        for (const quant::QuantizedTensor& tensor : plain.details.tensors) {
            const auto seen = plain.statistics->find(tensor.value);
            if (seen == plain.statistics->end() || seen->second.histogram().finite() == 0) continue;
            ++m_result.activations;
            m_result.neverNegative += seen->second.histogram().seen().low >= 0;
        }
    }

    void findSpread(const Quantized& plain) {
        const ir::Graph& graph = *plain.folded->graph;
        for (const quant::QuantizedProduct& product : plain.details.products) {
            const ir::Node& node = graph.node(product.node);
            const ir::Tensor* weights = constantWeights(graph, node);
            if (!weights) continue;
            const std::vector<double> largest = channelWidths(node, *weights).largest;
            const double median = medianOf(largest);
            if (largest.size() < 2 || median == 0) continue;
            const auto widest = std::ranges::max_element(largest);
            if (m_result.widest && *widest / median <= m_result.widest->ratio) continue;
            m_result.widest =
                ChannelSpread{product.node, product.name, static_cast<std::size_t>(widest - largest.begin()),
                              *widest / median};
        }
    }

    Result<NextFeeds> calibrationInputs() const {
        if (!m_options.calibrationInputs) return badInput(say("a remedy needs the inputs of the calibration"));
        return m_options.calibrationInputs();
    }

    // strategy.floatLayers becomes as many as gain.
    Result<Quantized> quantizedBy(Strategy& strategy) {
        QuantizeOptions options = strategy.options(m_options.base);
        const RunContext quiet{m_run.stop, nullptr};
        if (strategy.remedy == Remedy::Equalize) {
            if (!m_equalized) {
                ASSIGN_OR_RETURN(const auto inputs, calibrationInputs());
                ASSIGN_OR_RETURN(auto equalized, equalizeCalibrated(m_calibration, inputs,
                                                                    m_options.equalization, options, quiet));
                m_equalized = std::move(equalized.calibration);
            }
            options.folds = false; // it is folded
            return quantized(*m_equalized, options, quiet);
        }
        ASSIGN_OR_RETURN(auto plain, quantized(m_calibration, options, quiet));
        if (strategy.remedy == Remedy::CorrectBias) {
            RETURN_IF_ERROR(calibrationInputs());
            ASSIGN_OR_RETURN(auto corrected,
                             correctBias(plain, m_options.calibrationInputs, m_options.biasErrors, quiet));
            return std::move(corrected.quantized);
        }
        if (strategy.remedy == Remedy::FloatLayers) {
            ASSIGN_OR_RETURN(const auto chosen, layersForFloat(m_calibration, options, plain,
                                                               strategy.floatLayers, m_samples, quiet));
            options.inFloat.insert(chosen.names.begin(), chosen.names.end());
            strategy.floatLayers = chosen.names.size();
            return quantized(m_calibration, options, quiet);
        }
        return plain;
    }

    static std::vector<quant::Range> rangesOfTensors(const std::vector<quant::QuantizedTensor>& tensors) {
        std::vector<quant::Range> ranges;
        for (const quant::QuantizedTensor& tensor : tensors)
            ranges.push_back(tensor.range);
        return ranges;
    }

    // The row of the same model: one whose method chose the same ranges. Null: there is none.
    const StrategyRow* rowWith(const Strategy& strategy, const std::vector<quant::Range>& ranges) const {
        if (strategy.remedy != Remedy::None) return nullptr;
        for (std::size_t i = 0; i < m_result.rows.size(); ++i) {
            Strategy known = m_result.rows[i].strategy;
            known.method = strategy.method;
            if (known == strategy && m_ranges[i] == ranges) return &m_result.rows[i];
        }
        return nullptr;
    }

    Result<StrategyRow> rowOfStrategy(const Strategy& strategy) {
        Strategy made = strategy;
        ASSIGN_OR_RETURN(const auto quantized, quantizedBy(made));
        m_ranges.push_back(rangesOfTensors(quantized.details.tensors));
        if (const StrategyRow* same = rowWith(strategy, m_ranges.back())) {
            StrategyRow row = *same;
            row.strategy = row.made = strategy;
            report(m_reference.samples.size());
            return row;
        }
        ASSIGN_OR_RETURN(const auto layers, codedLayers(quantized));
        CodedErrors errors(quantized, layers);
        StrategyRow row;
        row.strategy = strategy;
        row.made = made;
        row.weightBytesBefore = quantized.details.weightBytesBefore;
        row.weightBytesAfter = quantized.details.weightBytesAfter;
        const ir::Model& model = *quantized.typed->opened->model;
        ASSIGN_OR_RETURN(
            row.fileBytes,
            onnx::exportedBytes(model, *withOpenDimensions(*quantized.typed, m_run)->graph, model.opsets));
        ASSIGN_OR_RETURN(row.change, changeBy(quantized, errors, strategy.remedy != Remedy::Equalize));
        addLayers(row, quantized, layers, errors);
        if (m_options.latency) {
            ASSIGN_OR_RETURN(row.latency, m_options.latency(*quantized.typed, {m_run.stop, nullptr}));
        }
        return row;
    }

    // The model in integers on all samples; `errors` gets those of the layers where they can be compared.
    Result<ModelChange> changeBy(const Quantized& quantized, CodedErrors& errors, bool comparesLayers) {
        ASSIGN_OR_RETURN(const auto integer, integerOperators(*quantized.typed, {m_run.stop, nullptr}));
        exec::Program program(integer.graph, integer.opsets);
        exec::RunOptions running;
        const ir::Graph& folded = *m_calibration.folded->graph;
        ChangeSums sums(folded, folded.outputs.size());
        const NextLabelledFeeds samples = m_samples();
        for (std::size_t i = 0; i < m_reference.samples.size(); ++i) {
            const FloatReference::Sample& wanted = m_reference.samples[i];
            if (m_run.stopped()) return cancelled();
            ASSIGN_OR_RETURN(const auto sample, samples());
            if (!sample) return badInput(say("there are fewer inputs to compare on than the first time"));
            running.capture.clear();
            if (comparesLayers && !wanted.tensors.empty()) running.capture = errors.codes();
            ASSIGN_OR_RETURN(const auto got, program.run(sample->feeds, running, {m_run.stop, nullptr}));
            sums.add(wanted.label, wanted.outputs, got.outputs, wanted.name);
            if (!running.capture.empty()) {
                RETURN_IF_ERROR(errors.add(got.captured, wanted.tensors));
            }
            report(i + 1);
        }
        return sums.change();
    }

    void addLayers(StrategyRow& row, const Quantized& quantized, const std::vector<CodedLayer>& layers,
                   const CodedErrors& errors) const {
        const ir::Graph& graph = *quantized.folded->graph;
        const quant::QdqOptions& codes = m_options.base.codes;
        std::vector<double> decibels;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const quant::QuantizedProduct& product = quantized.details.products[layers[i].index];
            const ir::Node& node = graph.node(product.node);
            StrategyLayer layer{product.node, product.name, {}, {}};
            const ir::Tensor* weights = constantWeights(graph, node);
            if (weights && !product.weights.empty())
                layer.weightSqnrDb =
                    weightSqnrDb(node, *weights, product.weights, quant::codesOf(codes.weightScheme),
                                 quant::Rounder(codes.rounding, codes.roundingSeed));
            if (errors.at(i).elements() > 0) layer.sqnrDb = errors.at(i).sqnrDb();
            if (layer.sqnrDb) {
                decibels.push_back(*layer.sqnrDb);
                if (!row.worstLayer || *layer.sqnrDb < *row.layers[*row.worstLayer].sqnrDb) row.worstLayer = i;
            }
            row.layers.push_back(std::move(layer));
        }
        if (!decibels.empty()) row.meanLayerSqnrDb = meanDecibels(decibels);
    }

    // `done`: samples of the row at hand.
    void report(std::size_t done) const {
        const std::size_t each = m_reference.samples.size();
        m_run.report(static_cast<std::uint32_t>(m_result.rows.size() * each + done),
                     static_cast<std::uint32_t>(m_options.strategies.size() * each));
    }

    const Calibration& m_calibration;
    const std::function<NextLabelledFeeds()>& m_samples;
    const StrategyOptions& m_options;
    const RunContext& m_run;
    FloatReference m_reference;
    std::optional<Calibration> m_equalized;
    std::vector<std::vector<quant::Range>> m_ranges; // by row: of its tensors
    StrategyComparison m_result;
};

} // namespace

Result<StrategyComparison> compareStrategies(const Calibration& calibration,
                                             const std::function<NextLabelledFeeds()>& samples,
                                             const StrategyOptions& options, const RunContext& run) {
    if (options.strategies.empty()) return badInput(say("there is no strategy to compare"));
    return Comparing(calibration, samples, options, run).compare();
}

} // namespace edgewright::pipeline
