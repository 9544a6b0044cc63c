// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/int8_model.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/exec/lower.h"
#include "core/exec/program.h"
#include "core/kernels/parallel.h"
#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/remedies/rest_of_graph.h"
#include "core/pipeline/quantization/simulation/simulated_layer.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <numeric>
#include <thread>
#include <unordered_map>

namespace edgewright::pipeline {

namespace {

constexpr int MaxThreads = 8; // each has a program of its own

class Simulation {
public:
    // `typed`: what runs; `given`: whose nodes are told. `placement`: of the codes in all of the model, only
    // those layers; null: only the layers get codes.
    Simulation(const Typed& typed, const ir::Graph& given, const Int8ModelOptions& options,
               std::span<const Int8Accumulator> accumulators, const quant::Placement* placement,
               const RunContext& run)
        : m_graph(*typed.graph), m_given(given), m_opsets(typed.opened->model->opsets), m_options(options),
          m_run(run), m_lowered(exec::lower(m_graph, m_opsets, {}, run).graph),
          m_reference(*m_lowered, m_opsets), m_byWidth(accumulators.size()) {
        for (ProductLayer& layer : productLayers(typed, options.fused)) {
            if (placement && std::ranges::find(placement->nodes, layer.product) == placement->nodes.end())
                continue;
            const std::string& wanted = options.onlyLayer;
            if (!wanted.empty() && m_graph.node(layer.product).label() != wanted &&
                m_given.node(givenProduct(layer)).label() != wanted)
                continue;
            m_layers.emplace_back(m_graph, std::move(layer), options.study);
        }
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const ProductLayer& place = m_layers[i].place();
            m_layerOf[place.product] = i;
            if (place.hasActivation()) m_layerOf[place.activation] = i;
            m_captured.push_back(place.input);
            m_captured.push_back(place.output);
        }
        std::vector<ValueId> tensors;
        for (const SimulatedLayer& layer : m_layers)
            tensors.push_back(layer.place().output);
        for (const Int8Accumulator& each : accumulators)
            m_sums.emplace_back(each, described(placement), tensors, m_graph);
        std::iota(m_byWidth.begin(), m_byWidth.end(), std::size_t(0));
        std::ranges::stable_sort(m_byWidth, std::greater(),
                                 [&](std::size_t i) { return accumulators[i].bits; });
        m_growth.resize(m_layers.size());
        if (!options.sensitivity) return;
        m_rest.emplace(*m_lowered, m_opsets, std::move(tensors));
        m_captured.insert(m_captured.end(), m_rest->needed().begin(), m_rest->needed().end());
    }

    Result<void> checkLayers() const {
        if (!m_layers.empty()) return {};
        return badInput(
            m_options.onlyLayer.empty()
                ? say("the model has no Conv or Gemm with constant weights")
                : say("no Conv or Gemm with constant weights is called '{1}'", m_options.onlyLayer));
    }

    // All of the model in the codes of `quantized`, of which the layers have their ranges.
    Result<void> codeAll(Quantized quantized) {
        m_quantized = std::move(quantized);
        const auto rangeOf = [&](ValueId tensor) -> std::optional<quant::Range> {
            const auto& tensors = m_quantized->details.tensors;
            const auto coded = std::ranges::find(tensors, tensor, &quant::QuantizedTensor::value);
            if (coded != tensors.end()) return coded->range;
            const auto seen = m_quantized->statistics->find(tensor);
            if (seen == m_quantized->statistics->end()) return std::nullopt;
            return seen->second.histogram().seen();
        };
        for (SimulatedLayer& layer : m_layers) {
            const auto input = rangeOf(layer.place().input), output = rangeOf(layer.place().output);
            if (!input || !output)
                return internalError(inQuotes(layer.product().label()) + " was not calibrated");
            layer.setRanges(*input, *output);
        }
        return {};
    }

    Result<void> calibrate(const ir::Feeds& feeds) {
        ASSIGN_OR_RETURN(const auto result, executed(feeds));
        for (SimulatedLayer& layer : m_layers) {
            const ProductLayer& place = layer.place();
            RETURN_IF_ERROR(layer.calibrate(result.captured.at(place.input), result.captured.at(place.output)));
        }
        return {};
    }

    Result<void> add(const LabelledFeeds& sample) {
        ASSIGN_OR_RETURN(const auto reference, executed(sample.feeds));
        prepare();
        m_done = 0;
        // The rest of the graph is one program, which runs once at a time.
        RETURN_IF_ERROR(forAll(m_rest ? 1 : m_threads, m_layers.size(), [&](std::size_t i, std::size_t) {
            return studyLayer(i, sample.feeds, reference);
        }));
        Int8Sums& first = m_sums[m_byWidth.front()];
        ASSIGN_OR_RETURN(const auto widest,
                         inIntegers(sample.feeds, first.accumulator(), nullptr, m_integer.front()));
        first.addWhole(sample, widest, reference);
        report();
        RETURN_IF_ERROR(
            forAll(m_threads, m_byWidth.size() - 1, [&](std::size_t i, std::size_t worker) -> Result<void> {
                Int8Sums& sums = m_sums[m_byWidth[i + 1]];
                ASSIGN_OR_RETURN(const auto whole,
                                 inIntegers(sample.feeds, sums.accumulator(), &widest, m_integer[worker]));
                sums.addWhole(sample, whole, reference);
                return {};
            }));
        ++m_samples;
        return {};
    }

    Int8Runs take() {
        Int8Runs runs;
        for (Int8Sums& sums : m_sums)
            runs.models.push_back(sums.take());
        runs.growth = std::move(m_growth);
        return runs;
    }

private:
    // The product among what the layer was made of.
    NodeId givenProduct(const ProductLayer& layer) const {
        for (const NodeId id : layer.origins)
            if (m_given.contains(id) && quant::canStudy(m_given, m_given.node(id))) return id;
        return layer.origins.front();
    }

    // Products that are no layers.
    std::vector<LeftOut> leftOut(const quant::Placement* placement) const {
        std::vector<LeftOut> left;
        for (const NodeId id : m_graph.order()) {
            const ir::Node& node = m_graph.node(id);
            if (quant::roleOf(node) != quant::Role::Product || m_layerOf.contains(id)) continue;
            std::string reason =
                quant::canStudy(m_graph, node)
                    ? say("it is not quantized")
                    : say("it is no Conv with constant weights, and no Gemm or MatMul with a matrix of them");
            if (placement) {
                const auto told = std::ranges::find(placement->left, id, &quant::LeftInFloat::node);
                if (told != placement->left.end()) reason = told->reason;
                if (std::ranges::find(placement->nodes, id) != placement->nodes.end()) {
                    left.push_back(
                        {node.label(), say("reads and writes codes, with sums in float32: {1}", reason)});
                    continue;
                }
            }
            left.push_back({node.label(), say("stays in float32: {1}", reason)});
        }
        return left;
    }

    Int8Model described(const quant::Placement* placement) const {
        Int8Model model;
        if (m_options.onlyLayer.empty()) model.leftOut = leftOut(placement);
        for (const SimulatedLayer& each : m_layers) {
            const ProductLayer& place = each.place();
            Int8Layer layer;
            layer.node = givenProduct(place);
            layer.origins = place.origins;
            layer.name = each.product().label();
            layer.op = each.product().op;
            if (place.hasActivation()) layer.activation = m_graph.node(place.activation).op;
            model.layers.push_back(std::move(layer));
        }
        return model;
    }

    // One program for each that runs at the same time.
    void prepare() {
        const auto several = std::min<std::size_t>(static_cast<std::size_t>(m_threads), m_byWidth.size());
        while (m_integer.size() < several)
            m_integer.emplace_back(m_quantized ? *m_quantized->typed->graph : m_graph, m_opsets);
    }

    // Calls each(i, worker) for every i, so many at the same time, and reports each as a step. The first error
    // in the order of i.
    template <typename Each>
    Result<void> forAll(int threads, std::size_t count, const Each& each) {
        std::vector<Result<void>> results(count);
        kernels::parallelFor(threads, static_cast<std::int64_t>(count), [&](std::int64_t i, int worker) {
            Result<void>& result = results[static_cast<std::size_t>(i)];
            try {
                result = each(static_cast<std::size_t>(i), static_cast<std::size_t>(worker));
            } catch (const std::bad_alloc&) {
                result = unsupported(say("there is not enough memory to run the model in integers"));
            }
            report();
        });
        for (Result<void>& result : results)
            RETURN_IF_ERROR(std::move(result));
        return {};
    }

    // One more step of the sample at hand.
    void report() {
        const std::size_t done = ++m_done;
        const std::size_t each = m_layers.size() + m_sums.size();
        const std::size_t all = std::max(m_options.expected, m_samples + 1) * each;
        m_run.report(static_cast<std::uint32_t>(m_samples * each + done), static_cast<std::uint32_t>(all));
    }

    Result<exec::RunResult> executed(const ir::Feeds& feeds) {
        exec::RunOptions options;
        options.capture = m_captured;
        return m_reference.run(feeds, options, {m_run.stop, nullptr});
    }

    // With the layer's FP32 input. Where no sum leaves an accumulator, it gives what the widest one gives.
    Result<void> studyLayer(std::size_t i, const ir::Feeds& feeds, const exec::RunResult& reference) {
        const SimulatedLayer& layer = m_layers[i];
        const RunContext quiet{m_run.stop, nullptr};
        ASSIGN_OR_RETURN(auto floats, layer.reference(reference.captured.at(layer.place().input), quiet));
        const Int8Accumulator widest = m_sums[m_byWidth.front()].accumulator();
        ASSIGN_OR_RETURN(const auto studied, layer.study(floats, widest, quiet));
        if (m_growth[i].terms == 0 || studied.bitGrowth.measuredBits > m_growth[i].measuredBits)
            m_growth[i] = studied.bitGrowth;
        for (Int8Sums& sums : m_sums) {
            quant::IntegerOutput output{studied.dequantized, studied.accumulatorBitsNeeded, studied.overflows};
            const Int8Accumulator accumulator = sums.accumulator();
            if (accumulator != widest && studied.accumulatorBitsNeeded > accumulator.bits) {
                ASSIGN_OR_RETURN(output, layer.inIntegers(floats, accumulator, quiet));
            }
            sums.addLayer(i, studied, output, floats.output);
            if (!m_rest) continue;
            ASSIGN_OR_RETURN(const auto outputs,
                             m_rest->outputs(i, output.dequantized, feeds, reference.captured, 1, m_run));
            sums.addAlone(i, outputs, reference.outputs);
        }
        return {};
    }

    // The whole graph with all of the layers in integers. Up to the first layer of which sums leave this
    // accumulator, all is as with the widest one.
    Result<WholeRun> inIntegers(const ir::Feeds& feeds, Int8Accumulator accumulator, const WholeRun* widest,
                                exec::Program& program) const {
        const auto fits = [&](const WholeRun::Sums& sums) { return sums.bitsNeeded <= accumulator.bits; };
        if (widest && std::ranges::all_of(widest->sums, fits)) return *widest;
        bool isSame = widest != nullptr;
        WholeRun whole;
        whole.sums.resize(m_layers.size());
        exec::RunOptions options;
        for (const SimulatedLayer& layer : m_layers)
            options.capture.push_back(layer.place().output);
        using Replaced = Result<std::vector<ir::Tensor>>;
        options.replace = [&](const ir::Node& node,
                              std::span<const ir::Tensor* const> inputs) -> std::optional<Replaced> {
            const auto found = m_layerOf.find(node.id);
            if (found == m_layerOf.end()) return std::nullopt;
            const SimulatedLayer& layer = m_layers[found->second];
            if (node.id == layer.place().activation) // the product's codes have its limits already
                return Replaced(std::vector<ir::Tensor>{*inputs.front()});
            WholeRun::Sums& sums = whole.sums[found->second];
            isSame = isSame && fits(widest->sums[found->second]);
            if (isSame) {
                sums = widest->sums[found->second];
                return Replaced(std::vector<ir::Tensor>{widest->tensors.at(layer.place().output)});
            }
            auto output = layer.inIntegers(*inputs.front(), accumulator, {m_run.stop, nullptr});
            if (!output) return Replaced(std::move(output).error());
            sums = {output->accumulatorBitsNeeded, output->overflows};
            return Replaced(std::vector<ir::Tensor>{std::move(output->dequantized)});
        };
        ASSIGN_OR_RETURN(auto result, program.run(feeds, options, {m_run.stop, nullptr}));
        whole.tensors = std::move(result.captured);
        whole.outputs = std::move(result.outputs);
        return whole;
    }

    const ir::Graph& m_graph;
    const ir::Graph& m_given;
    const ir::Opsets& m_opsets;
    const Int8ModelOptions& m_options;
    const RunContext& m_run;
    const std::shared_ptr<const ir::Graph> m_lowered; // has the nodes and values of m_graph
    std::optional<Quantized> m_quantized;             // see codeAll(): its graph is that of m_integer
    exec::Program m_reference;
    const int m_threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, MaxThreads);
    std::vector<exec::Program> m_integer; // by worker; see prepare()
    std::optional<RestOfGraph> m_rest;    // with `sensitivity`
    std::vector<SimulatedLayer> m_layers;
    std::unordered_map<NodeId, std::size_t> m_layerOf; // of products and activations
    std::vector<ValueId> m_captured;
    std::vector<Int8Sums> m_sums;
    std::vector<std::size_t> m_byWidth; // places in m_sums, the widest accumulator first
    std::vector<quant::BitGrowth> m_growth;
    std::size_t m_samples = 0;
    std::atomic<std::size_t> m_done = 0; // steps of the sample at hand
};

struct SimulatedModel {
    std::shared_ptr<const Typed> model;
    std::optional<quant::Placement> placement; // of codes in all of it; empty: only the layers get codes
};

Result<SimulatedModel> simulatedModel(const Typed& typed, const QuantizeOptions& coding,
                                      const Int8ModelOptions& options, const RunContext& run) {
    if (!options.fused) return SimulatedModel{std::make_shared<const Typed>(typed), {}};
    SimulatedModel made;
    if (options.onlyLayer.empty() && !firstOnCodes(*typed.graph) &&
        quant::bitsOf(coding.codes.activationScheme.type) >= 8) {
        auto folded = foldedModel(typed, true, quant::leastOpset(coding.codes), run);
        if (!folded && folded.error().code != ErrorCode::Unsupported) return std::move(folded).error();
        if (folded) {
            made.model = *std::move(folded);
            const auto open = withOpenDimensions(*made.model, run);
            auto placement = quant::placementOf(*open->graph);
            if (placement.nodes.empty()) return quant::nothingToQuantize(*open->graph, placement.left);
            if (std::ranges::any_of(productLayers(*made.model, true), [&](const ProductLayer& layer) {
                    return std::ranges::find(placement.nodes, layer.product) != placement.nodes.end();
                }))
                made.placement = std::move(placement);
        }
    }
    if (!made.placement) {
        ASSIGN_OR_RETURN(made.model, foldedModel(typed, true, 0, run));
    }
    return made;
}

} // namespace

Result<Int8Runs> int8Runs(const Typed& typed, const NextFeeds& calibration, const NextLabelledFeeds& samples,
                          const Int8ModelOptions& options, std::span<const Int8Accumulator> accumulators,
                          const RunContext& run) {
    if (accumulators.empty()) return badInput(say("there is no accumulator to simulate"));
    QuantizeOptions coding = quantizeOptions({options.study, 1}, {});
    ASSIGN_OR_RETURN(const auto simulated, simulatedModel(typed, coding, options, run));
    coding.folds = false; // it is folded
    const quant::Placement* placement = simulated.placement ? &*simulated.placement : nullptr;
    Simulation simulation(*simulated.model, *typed.graph, options, accumulators, placement, run);
    RETURN_IF_ERROR(simulation.checkLayers());
    const auto forEach = [&](const auto& next, const auto& use) -> Result<void> {
        for (std::size_t count = 0;; ++count) {
            if (run.stopped()) return cancelled();
            ASSIGN_OR_RETURN(const auto each, next());
            if (!each && count == 0) return badInput(say("no inputs to calibrate or to compare with"));
            if (!each) return {};
            RETURN_IF_ERROR(use(*each));
        }
    };
    if (placement) {
        ASSIGN_OR_RETURN(auto made, quantize(*simulated.model, calibration, coding, run));
        RETURN_IF_ERROR(simulation.codeAll(std::move(made)));
    } else {
        RETURN_IF_ERROR(
            forEach(calibration, [&](const ir::Feeds& feeds) { return simulation.calibrate(feeds); }));
    }
    RETURN_IF_ERROR(forEach(samples, [&](const LabelledFeeds& sample) { return simulation.add(sample); }));
    return simulation.take();
}

Result<Int8Model> int8Model(const Typed& typed, const NextFeeds& calibration, const NextLabelledFeeds& samples,
                            const Int8ModelOptions& options, const RunContext& run) {
    const std::array one{Int8Accumulator{options.study.accumulatorBits, options.study.overflow}};
    ASSIGN_OR_RETURN(auto runs, int8Runs(typed, calibration, samples, options, one, run));
    return std::move(runs.models.front());
}

} // namespace edgewright::pipeline
