// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/quantize.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/exec/program.h"
#include "core/fusion/rule.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

namespace edgewright::pipeline {

namespace {

// That read or write codes; QLinear... and QGemm are ONNX Runtime's, too.
bool isOnCodes(const ir::Node& node) {
    constexpr std::array<std::string_view, 10> Others{
        "QuantizeLinear",     "DequantizeLinear",     "DynamicQuantizeLinear",
        "ConvInteger",        "MatMulInteger",        "QGemm",
        "QAttention",         "MatMulIntegerToFloat", "DynamicQuantizeMatMul",
        "DynamicQuantizeLSTM"};
    return node.op.starts_with("QLinear") || std::ranges::find(Others, node.op) != Others.end();
}

// What quantized nodes read and write, whichever of them stay in float32 later.
std::vector<ValueId> calibratedTensors(const ir::Graph& graph, const quant::Placement& placement) {
    std::set<ValueId> tensors;
    for (const NodeId id : placement.nodes) {
        const ir::Node& node = graph.node(id);
        for (const auto* values : {&node.inputs, &node.outputs})
            for (const ValueId value : *values)
                if (value.valid() && graph.value(value).type.dtype == ir::DataType::Float32 &&
                    graph.value(value).type.isTensor() && !graph.value(value).known())
                    tensors.insert(value);
    }
    return {tensors.begin(), tensors.end()};
}

Result<void> checkFinite(const ir::Graph& graph, const ir::Feeds& feeds) {
    for (const ValueId input : graph.inputs) {
        const auto feed = feeds.find(input);
        if (feed == feeds.end() || !feed->second.isTensor() || feed->second.dtype() != ir::DataType::Float32)
            continue;
        const auto values = feed->second.as<float>();
        const auto bad = std::ranges::find_if(values, [](float value) { return !std::isfinite(value); });
        if (bad == values.end()) continue;
        const std::string name = inQuotes(graph.value(input).name);
        const auto element = bad - values.begin();
        return badInput(
            std::isnan(*bad)
                ? say("tensor {1}: element {2} is not a number; expected finite values", name, element)
                : say("tensor {1}: element {2} is infinite; expected finite values", name, element));
    }
    return {};
}

// Takes in one sample's range of each input.
class InputRanges {
public:
    void add(const ir::Graph& graph, const ir::Feeds& feeds, const std::string& sample) {
        m_seen.resize(graph.inputs.size());
        for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
            const auto feed = feeds.find(graph.inputs[i]);
            if (feed == feeds.end() || !feed->second.isTensor() ||
                feed->second.dtype() != ir::DataType::Float32)
                continue;
            double largest = 0;
            for (const float value : feed->second.as<float>())
                largest = std::max(largest, std::abs(static_cast<double>(value)));
            if (largest == 0) continue; // nothing but zeros, which every scale has
            UnlikeInputs& seen = m_seen[i];
            seen.input = graph.value(graph.inputs[i]).name;
            if (largest > seen.widestValue) std::tie(seen.widest, seen.widestValue) = std::tie(sample, largest);
            if (seen.narrowest.empty() || largest < seen.narrowestValue)
                std::tie(seen.narrowest, seen.narrowestValue) = std::tie(sample, largest);
        }
    }

    std::optional<UnlikeInputs> unlike() const {
        std::optional<UnlikeInputs> found;
        for (const UnlikeInputs& each : m_seen)
            if (!each.narrowest.empty() && each.ratio() >= UnlikeInputs::Ratio &&
                (!found || each.ratio() > found->ratio()))
                found = each;
        return found;
    }

private:
    std::vector<UnlikeInputs> m_seen; // by input of the graph
};

// `nameOf`: what errors call an input.
Result<Calibration> calibrateOn(const Typed& typed, const NextFeeds& inputs,
                                const std::function<std::string(std::size_t)>& nameOf,
                                const QuantizeOptions& options, const RunContext& run) {
    if (const std::string already = quantizedAlreadyText(*typed.graph); !already.empty())
        return badInput(say("{1}; expected one in float32", already));
    Calibration calibration;
    calibration.given = typed.graph;
    ASSIGN_OR_RETURN(calibration.folded,
                     foldedModel(typed, options.folds, quant::leastOpset(options.codes), run));
    const auto open = withOpenDimensions(*calibration.folded, run);
    const ir::Graph& graph = *open->graph;
    const quant::Placement placement = quant::placementOf(graph);
    if (placement.nodes.empty()) return quant::nothingToQuantize(graph, placement.left);

    exec::Program program(*calibration.folded->graph, calibration.folded->opened->model->opsets);
    exec::RunOptions running;
    running.capture = calibratedTensors(graph, placement);
    auto statistics = std::make_shared<CalibrationStatistics>();
    InputRanges inputRanges;
    for (;; ++calibration.samples) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto feeds, inputs());
        if (!feeds) break;
        const auto which = [&](Error error) {
            return error.code == ErrorCode::Cancelled ? error
                                                      : std::move(error).within(nameOf(calibration.samples));
        };
        if (auto finite = checkFinite(graph, *feeds); !finite) return which(std::move(finite).error());
        inputRanges.add(graph, *feeds, nameOf(calibration.samples));
        auto result = program.run(*feeds, running, {run.stop, nullptr});
        if (!result) return which(std::move(result).error());
        for (const auto& [value, tensor] : result->captured)
            (*statistics)[value].add(tensor.as<float>());
    }
    if (calibration.samples == 0) return badInput(say("there are no inputs to calibrate on"));
    calibration.statistics = std::move(statistics);
    calibration.unlike = inputRanges.unlike();
    return calibration;
}

// The ranges of all tensors that need one.
Result<std::map<ValueId, quant::Range>> rangesOf(const ir::Graph& graph, const std::vector<ValueId>& tensors,
                                                 const CalibrationStatistics& statistics,
                                                 const QuantizeOptions& options, const RunContext& run) {
    const quant::RangeMethod* method = quant::findRangeMethod(options.method);
    if (!method) {
        std::string names;
        for (const quant::RangeMethod* each : quant::rangeMethods())
            names += (names.empty() ? "" : ", ") + std::string(each->name);
        return badInput(say("there is no method {1} to choose ranges; expected one of {2}",
                            inQuotes(options.method), names));
    }
    const quant::RangeOptions choosing = rangeOptions(options);
    std::map<ValueId, quant::Range> ranges;
    for (const ValueId tensor : tensors) {
        if (run.stopped()) return cancelled();
        const std::string& name = graph.value(tensor).name;
        const auto known = statistics.find(tensor);
        if (known == statistics.end()) return badInput(say("tensor {1} was not calibrated", inQuotes(name)));
        const quant::Histogram& seen = known->second.histogram();
        if (seen.finite() == 0 && known->second.elements() > 0)
            return badInput(
                say("tensor {1}: none of its {2} values was finite", inQuotes(name), known->second.elements()));
        ranges.emplace(tensor, method->range(known->second, choosing));
    }
    return ranges;
}

} // namespace

std::string UnlikeInputs::text() const {
    return say(
        "{1} reaches {2} in {3} and {4} in {5}, {6} times less: codes that hold the one leave few steps to "
        "the other",
        input, table::significant(widestValue, 3), widest, table::significant(narrowestValue, 3), narrowest,
        table::fixed(ratio(), 0));
}

const ir::Node* firstOnCodes(const ir::Graph& graph) {
    const auto found =
        std::ranges::find_if(graph.order(), [&](NodeId id) { return isOnCodes(graph.node(id)); });
    return found == graph.order().end() ? nullptr : &graph.node(*found);
}

std::string quantizedAlreadyText(const ir::Graph& graph) {
    const ir::Node* first = firstOnCodes(graph);
    return first ? say("the model is quantized already: {1} is {2}", inQuotes(first->label()), first->op)
                 : std::string();
}

NextFeeds feedsOf(const dataset::SampleSet& samples, const RunContext& run) {
    return [&samples, run, next = std::size_t(0)]() mutable -> Result<std::optional<ir::Feeds>> {
        run.report(static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(samples.count()));
        if (next == samples.count()) return std::optional<ir::Feeds>();
        ASSIGN_OR_RETURN(auto feeds, samples.feeds(next++, run));
        return std::optional(std::move(feeds));
    };
}

quant::RangeOptions rangeOptions(const QuantizeOptions& options) {
    quant::RangeOptions ranges = options.ranges;
    const quant::Codes codes = quant::codesOf(options.codes.activationScheme);
    ranges.symmetric = options.codes.activationScheme.symmetric;
    ranges.codes = codes.highest - codes.lowest + 1;
    return ranges;
}

Result<Calibration> calibrate(const Typed& typed, const NextFeeds& inputs, const QuantizeOptions& options,
                              const RunContext& run) {
    return calibrateOn(
        typed, inputs, [](std::size_t index) { return say("input {1}", index); }, options, run);
}

Result<Calibration> calibrate(const Typed& typed, const dataset::SampleSet& inputs,
                              const QuantizeOptions& options, const RunContext& run) {
    return calibrateOn(
        typed, feedsOf(inputs, run), [&](std::size_t index) { return inputs.name(index); }, options, run);
}

Result<Quantized> quantized(const Calibration& calibration, const QuantizeOptions& options,
                            const RunContext& run) {
    Quantized made;
    made.folded = calibration.folded;
    made.statistics = calibration.statistics;
    made.samples = calibration.samples;
    const std::int64_t opset = made.folded->opened->model->opset(), least = quant::leastOpset(options.codes);
    if (opset < least)
        return badInput(say("the model was calibrated at opset {1}, and these codes need {2}; expected a "
                            "calibration for such codes",
                            opset, least));
    const auto open = withOpenDimensions(*made.folded, run);
    const ir::Graph& graph = *open->graph;
    const quant::Placement placement = quant::placementOf(graph, options.inFloat);
    if (placement.nodes.empty()) return quant::nothingToQuantize(graph, placement.left);
    ASSIGN_OR_RETURN(const auto ranges,
                     rangesOf(graph, placement.toCalibrate(graph), *made.statistics, options, run));
    ASSIGN_OR_RETURN(made.details, quant::insertQdq(graph, placement, ranges, options.codes));
    std::vector<NodeId> coded;
    for (const quant::QuantizedProduct& product : made.details.products)
        if (!product.weights.empty()) coded.push_back(product.node);
    made.kept = keptWeights(*calibration.given, graph, coded, made.details.left, made.details.graph);
    made.details.weightBytesAfter += bytesBesideCodes(made.kept);
    made.typed =
        withGraph(*made.folded, std::move(made.details.graph), made.folded->opened->model->opsets, run);
    made.details.graph = {};
    return made;
}

Result<Quantized> quantize(const Typed& typed, const NextFeeds& inputs, const QuantizeOptions& options,
                           const RunContext& run) {
    ASSIGN_OR_RETURN(const Calibration calibration, calibrate(typed, inputs, options, run));
    return quantized(calibration, options, run);
}

Result<Quantized> quantize(const Typed& typed, const dataset::SampleSet& inputs, const QuantizeOptions& options,
                           const RunContext& run) {
    ASSIGN_OR_RETURN(const Calibration calibration, calibrate(typed, inputs, options, run));
    return quantized(calibration, options, run);
}

Result<fusion::History> integerOperators(const Typed& quantized, const RunContext& run) {
    constexpr std::array<std::string_view, 5> Wanted{"qdq_transposed_to_conv", "qdq_to_integer",
                                                     "qdq_to_integer_codes", "qdq_moves_codes",
                                                     "eliminate_unused"};
    fusion::Options options;
    for (const fusion::Rule* rule : fusion::rules())
        if (std::ranges::find(Wanted, rule->name) == Wanted.end()) options.without.emplace(rule->name);
    return fusion::fuse(*quantized.graph, quantized.opened->model->opsets, options, run);
}

Result<QuantizedAtRunTime> quantizeAtRunTime(const Typed& typed, const quant::DynamicOptions& options,
                                             bool folds, const NextLabelledFeeds& samples,
                                             const RunContext& run) {
    QuantizedAtRunTime made;
    ASSIGN_OR_RETURN(made.folded, foldedModel(typed, folds, quant::DynamicOpset, run));
    const ir::Opsets& opsets = made.folded->opened->model->opsets;
    const auto open = withOpenDimensions(*made.folded, run);
    ASSIGN_OR_RETURN(made.details, quant::quantizeDynamically(*open->graph, options));
    made.kept =
        keptWeights(*typed.graph, *open->graph, made.details.products, made.details.left, made.details.graph);
    made.details.weightBytesAfter += bytesBesideCodes(made.kept);
    made.typed = withGraph(*made.folded, std::exchange(made.details.graph, {}), opsets, run);
    ASSIGN_OR_RETURN(made.change, modelChange(*typed.graph, typed.opened->model->opsets, *made.typed->graph,
                                              opsets, samples, run));
    return made;
}

} // namespace edgewright::pipeline
