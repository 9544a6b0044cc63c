// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/int8_model.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace edgewright::pipeline {

namespace {

struct ErrorSums {
    double signal = 0, noise = 0, maxAbs = 0;

    void add(std::span<const float> actual, std::span<const float> reference) {
        for (std::size_t i = 0; i < std::min(actual.size(), reference.size()); ++i) {
            const double expected = static_cast<double>(reference[i]);
            const double error = static_cast<double>(actual[i]) - expected;
            signal += expected * expected;
            noise += error * error;
            maxAbs = std::max(maxAbs, std::abs(error));
        }
    }
    double sqnrDb() const {
        if (noise == 0) return std::numeric_limits<double>::infinity();
        return 10 * std::log10(signal / noise);
    }
};

using Ranges = std::unordered_map<ValueId, quant::Range>;

class Simulation {
public:
    Simulation(const Typed& typed, const Int8ModelOptions& options, const RunContext& run)
        : m_graph(*typed.graph), m_opsets(typed.opened->model->opsets), m_options(options), m_run(run) {
        for (const NodeId id : m_graph.order()) {
            const ir::Node& node = m_graph.node(id);
            if (!quant::canStudy(m_graph, node)) continue;
            if (!options.onlyLayer.empty() && node.label() != options.onlyLayer) continue;
            m_layers.push_back(id);
        }
    }

    Result<Int8Model> simulate(std::span<const exec::Feeds> calibration, std::span<const exec::Feeds> samples) {
        if (m_layers.empty())
            return badInput(m_options.onlyLayer.empty() ? "the model has no Conv or Gemm with constant weights"
                                                        : "no Conv or Gemm with constant weights is called '" +
                                                              m_options.onlyLayer + "'");
        RETURN_IF_ERROR(calibrate(calibration));
        Int8Model model;
        model.samples = samples.size();
        model.layers.resize(m_layers.size());
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const ir::Node& node = m_graph.node(m_layers[i]);
            model.layers[i].node = node.id;
            model.layers[i].name = node.label();
            model.layers[i].op = node.op;
        }
        std::vector<ErrorSums> own(m_layers.size()), alone(m_layers.size()), outputs(m_graph.outputs.size());
        std::size_t agreed = 0;
        for (const exec::Feeds& feeds : samples) {
            ASSIGN_OR_RETURN(auto reference, executed(feeds, true));
            RETURN_IF_ERROR(studyLayers(reference, model, own));
            ASSIGN_OR_RETURN(const auto simulated, replaced(feeds, m_layers));
            for (std::size_t i = 0; i < outputs.size(); ++i)
                addOutput(outputs[i], simulated.outputs[i], reference.outputs[i]);
            agreed += sameTop(simulated.outputs.front(), reference.outputs.front());
            if (m_options.sensitivity) {
                for (std::size_t i = 0; i < m_layers.size(); ++i) {
                    ASSIGN_OR_RETURN(const auto one, replaced(feeds, {m_layers[i]}));
                    addOutput(alone[i], one.outputs.front(), reference.outputs.front());
                }
            }
        }
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            model.layers[i].sqnrDb = own[i].sqnrDb();
            model.layers[i].maxAbsError = own[i].maxAbs;
            model.layers[i].withinOneStep /= static_cast<double>(samples.size());
            model.layers[i].outputSqnrDb = alone[i].sqnrDb();
        }
        for (std::size_t i = 0; i < outputs.size(); ++i)
            model.outputs.push_back(
                {m_graph.value(m_graph.outputs[i]).name, outputs[i].sqnrDb(), outputs[i].maxAbs});
        model.top1Agreement = static_cast<double>(agreed) / static_cast<double>(samples.size());
        return model;
    }

private:
    ValueId inputOf(NodeId layer) const { return m_graph.node(layer).input(0); }
    ValueId outputOf(NodeId layer) const { return m_graph.node(layer).output(0); }

    Result<exec::RunResult> executed(const exec::Feeds& feeds, bool capture) const {
        exec::RunOptions options;
        if (capture)
            for (const NodeId layer : m_layers) {
                options.capture.push_back(inputOf(layer));
                options.capture.push_back(outputOf(layer));
            }
        return exec::run(m_graph, m_opsets, feeds, options, m_run);
    }

    Result<void> calibrate(std::span<const exec::Feeds> calibration) {
        for (const exec::Feeds& feeds : calibration) {
            ASSIGN_OR_RETURN(auto result, executed(feeds, true));
            for (const auto& [value, tensor] : result.captured) {
                ASSIGN_OR_RETURN(auto floats, ir::toFloat32(tensor));
                const quant::Range seen = quant::rangeOf(std::as_const(floats).as<float>());
                auto [it, fresh] = m_ranges.emplace(value, seen);
                if (fresh) continue;
                it->second.low = std::min(it->second.low, seen.low);
                it->second.high = std::max(it->second.high, seen.high);
            }
        }
        return {};
    }

    Result<quant::LayerStudy> study(NodeId layer, const ir::Tensor& input) const {
        quant::StudyOptions options = m_options.study;
        options.inputRange = m_ranges.at(inputOf(layer));
        options.outputRange = m_ranges.at(outputOf(layer));
        return quant::studyLayer(m_graph, layer, input, options, m_run);
    }

    Result<void> studyLayers(const exec::RunResult& reference, Int8Model& model,
                             std::vector<ErrorSums>& sums) const {
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            ASSIGN_OR_RETURN(const auto studied,
                             study(m_layers[i], reference.captured.at(inputOf(m_layers[i]))));
            Int8Layer& layer = model.layers[i];
            layer.macs = studied.macs;
            layer.accumulatorBitsNeeded = std::max(layer.accumulatorBitsNeeded, studied.accumulatorBitsNeeded);
            layer.overflows += studied.overflows;
            layer.withinOneStep += studied.withinOneStep;
            sums[i].add(studied.dequantized.as<float>(), studied.reference.as<float>());
            m_run.report(static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(m_layers.size()));
        }
        return {};
    }

    Result<exec::RunResult> replaced(const exec::Feeds& feeds, const std::vector<NodeId>& layers) const {
        exec::RunOptions options;
        options.replace =
            [&](const ir::Node& node,
                std::span<const ir::Tensor* const> inputs) -> std::optional<Result<std::vector<ir::Tensor>>> {
            if (std::ranges::find(layers, node.id) == layers.end()) return std::nullopt;
            auto studied = study(node.id, *inputs.front());
            if (!studied) return Result<std::vector<ir::Tensor>>(std::move(studied).error());
            return Result<std::vector<ir::Tensor>>(std::vector<ir::Tensor>{std::move(studied->dequantized)});
        };
        return exec::run(m_graph, m_opsets, feeds, options, m_run);
    }

    static void addOutput(ErrorSums& sums, const ir::Tensor& actual, const ir::Tensor& reference) {
        const auto a = ir::toFloat32(actual);
        const auto b = ir::toFloat32(reference);
        if (a && b) sums.add(a->as<float>(), b->as<float>());
    }

    static bool sameTop(const ir::Tensor& actual, const ir::Tensor& reference) {
        const auto a = ir::toFloat32(actual);
        const auto b = ir::toFloat32(reference);
        if (!a || !b || a->elements() == 0) return true;
        const auto top = [](std::span<const float> values) {
            return std::ranges::max_element(values) - values.begin();
        };
        return top(a->as<float>()) == top(b->as<float>());
    }

    const ir::Graph& m_graph;
    const ir::Opsets& m_opsets;
    const Int8ModelOptions& m_options;
    const RunContext& m_run;
    std::vector<NodeId> m_layers;
    Ranges m_ranges;
};

} // namespace

Result<Int8Model> int8Model(const Typed& typed, std::span<const exec::Feeds> calibration,
                            std::span<const exec::Feeds> samples, const Int8ModelOptions& options,
                            const RunContext& run) {
    if (calibration.empty() || samples.empty()) return badInput("no inputs to calibrate or to compare with");
    return Simulation(typed, options, run).simulate(calibration, samples);
}

} // namespace edgewright::pipeline
