// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/value_trace.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/quant/arithmetic/accumulator.h"
#include "core/quant/arithmetic/conv_shape.h"
#include "core/quant/arithmetic/reference.h"
#include "core/quant/layer/in_layer.h"
#include "core/quant/layer/layer_codes.h"
#include "core/quant/layer/layer_operands.h"
#include "core/quant/layer/one_output.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::quant {

namespace {

constexpr std::int64_t MaxTerms = std::int64_t(1) << 22;
constexpr std::int64_t TermStretch = 1 << 14; // terms between two looks at run.stopped()

// The accumulator and the exact sum beside it, over all additions of one output.
class TracedSum {
public:
    TracedSum(ValueTrace& trace, const ConvArguments& arguments)
        : m_trace(trace), m_accumulator(arguments.accumulatorBits, arguments.overflow) {}

    bool add(std::int64_t term) { // whether the width was left
        const std::int64_t wanted = m_accumulator.value() + term;
        m_accumulator.add(term);
        m_exact += term;
        m_trace.low = std::min(m_trace.low, m_exact);
        m_trace.high = std::max(m_trace.high, m_exact);
        const bool overflows = !m_accumulator.holds(wanted, wanted);
        m_trace.overflows += overflows;
        return overflows;
    }
    std::int64_t exact() const { return m_exact; }
    std::int32_t held() const { return m_accumulator.value(); }

private:
    ValueTrace& m_trace;
    Accumulator m_accumulator;
    std::int64_t m_exact = 0;
};

// Adds a term: where terms go in pairs the first of two waits for the second.
void addTerm(ValueTrace& trace, TracedSum& sum, TraceTerm term, std::size_t terms) {
    const bool waits = trace.pairs && trace.terms.size() % 2 == 0 && trace.terms.size() + 1 < terms;
    if (!waits && trace.pairs && trace.terms.size() % 2 == 1) {
        const std::int64_t pair = trace.terms.back().product + term.product;
        const std::int64_t held = std::clamp<std::int64_t>(pair, -32768, 32767);
        term.saturates = held != pair;
        trace.saturatedAway += held - pair;
        term.overflows = sum.add(held);
    } else if (!waits) {
        term.overflows = sum.add(term.product);
    }
    term.exact = sum.exact();
    term.held = sum.held();
    trace.terms.push_back(term);
}

Result<void> sumUp(ValueTrace& trace, const OneOutput& one, const ConvArguments& all, const RunContext& run) {
    const std::int64_t taps = static_cast<std::int64_t>(one.padding.size());
    const std::int32_t xZero = trace.pairs ? 0 : all.xZero, wZero = trace.pairs ? 0 : one.wZero;
    TracedSum sum(trace, all);
    trace.terms.reserve(one.x.size());
    for (std::int64_t tap = 0; tap < taps; ++tap)
        for (std::int64_t in = 0; in < trace.inputChannels; ++in) {
            if (trace.terms.size() % TermStretch == 0) {
                if (run.stopped()) return cancelled();
                run.report(static_cast<std::uint32_t>(trace.terms.size()),
                           static_cast<std::uint32_t>(one.x.size()));
            }
            const auto at = static_cast<std::size_t>(in * taps + tap);
            TraceTerm term;
            term.x = one.x[at];
            term.w = one.w[at];
            term.xCode = one.xCodes[at];
            term.wCode = one.wCodes[at];
            term.padding = one.padding[static_cast<std::size_t>(tap)] != 0;
            term.product = static_cast<std::int64_t>(term.xCode - xZero) * (term.wCode - wZero);
            if (trace.pairs) // (x - a)(w - b) = x w - a w - b x + a b
                trace.correction += std::int64_t(all.xZero) * one.wZero - std::int64_t(all.xZero) * term.wCode -
                                    std::int64_t(one.wZero) * term.xCode;
            addTerm(trace, sum, term, one.x.size());
        }
    if (trace.pairs) trace.correctionOverflows = sum.add(trace.correction);
    trace.correctedExact = sum.exact();
    trace.correctedHeld = sum.held();
    trace.hasBias = !one.bias.empty();
    if (trace.hasBias) {
        trace.bias = one.bias.front();
        trace.biasCode = one.biasCodes.front();
        trace.biasOverflows = sum.add(trace.biasCode);
    }
    trace.exact = sum.exact();
    trace.held = sum.held();
    trace.bitsNeeded = signedBits(trace.low, trace.high);
    return {};
}

ErrorParts partsOf(const ValueTrace& trace) {
    const double xScale = static_cast<double>(trace.input.scale),
                 wScale = static_cast<double>(trace.weight.scale);
    const double step = static_cast<double>(trace.output.scale), scale = xScale * wScale;
    const RequantizeSteps& steps = trace.requantize;
    ErrorParts parts;
    for (const TraceTerm& term : trace.terms) {
        const double x = static_cast<double>(term.x), w = static_cast<double>(term.w);
        const double codedX = xScale * (term.xCode - trace.input.zeroPoint);
        const double codedW = wScale * (term.wCode - trace.weight.zeroPoint);
        parts.input += (codedX - x) * w;
        parts.weights += codedX * (codedW - w);
    }
    parts.bias = trace.hasBias ? scale * trace.biasCode - static_cast<double>(trace.bias) : 0;
    parts.pairs = scale * static_cast<double>(trace.saturatedAway);
    parts.overflow = scale * static_cast<double>(trace.held - trace.exact);
    // Scales at the ends of float32: what has no product is all rounding.
    const double product = std::isfinite(steps.product) ? steps.product : scale * trace.held / step;
    parts.multiplier = step * product - scale * trace.held;
    parts.rounding = step * (static_cast<double>(steps.rounded) - product);
    // An activation clamps the reference, too.
    parts.clamp = step * static_cast<double>(steps.clamped - steps.rounded) -
                  (static_cast<double>(trace.reference) - static_cast<double>(trace.sum));
    parts.float32 = trace.total() - parts.sum();
    return parts;
}

// What does not depend on any number but the sizes.
void locate(ValueTrace& trace, const LayerOperands& operands, const ConvSizes& sizes) {
    const ConvShape& shape = operands.shape;
    trace.outputDims = operands.outputDims;
    trace.coordinates = coordinatesOf(trace.element, operands.outputDims);
    trace.image = trace.element / (shape.outChannels * sizes.outputPositions);
    trace.channel = trace.element / sizes.outputPositions % shape.outChannels;
    trace.inputChannels = shape.inChannels / shape.groups;
    trace.firstInputChannel = trace.channel / (shape.outChannels / shape.groups) * trace.inputChannels;
    trace.kernel = shape.kernel;
    trace.dilations = shape.dilations;
    const auto position = coordinatesOf(trace.element % sizes.outputPositions, shape.output);
    for (std::size_t axis = 0; axis < position.size(); ++axis)
        trace.origin.push_back(position[axis] * shape.strides[axis] - shape.padsBegin[axis]);
}

// `trace` says which layer it is of. `range`: of the layer's output.
Result<ValueTrace> traceOne(ValueTrace trace, const LayerOperands& operands, Range range,
                            const RunContext& run) {
    ASSIGN_OR_RETURN(const auto sizes, checkConvShape(operands.shape));
    if (trace.element < 0 || trace.element >= sizes.outputs)
        return badInput(say("element {1} of an output of {2} elements", trace.element, sizes.outputs));
    if (sizes.depth > MaxTerms)
        return unsupported(
            say("one output is a sum of {1} terms, expected at most {2}", sizes.depth, MaxTerms));
    ASSIGN_OR_RETURN(const auto codes, layerCodes(operands, trace.options, range, run));
    const ConvArguments all = codes.arguments(operands.shape, trace.options);
    locate(trace, operands, sizes);
    const OneOutput one = oneOutput(trace, operands, sizes, all);
    trace.input = codes.input;
    trace.weight = {one.wScale, one.wZero};
    trace.output = codes.output;
    trace.pairs = addsInPairs(all);
    ASSIGN_OR_RETURN(const auto computed, convOneOutput(one, all, run));
    RETURN_IF_ERROR(convReference(one.shape, one.x, one.w, one.bias, std::span(&trace.sum, 1), run));
    if (!std::isfinite(trace.sum))
        return badInput(say("the FP32 output is NaN or infinite; there is no error to measure"));
    trace.reference = trace.options.limits
                          ? std::clamp(trace.sum, trace.options.limits->low, trace.options.limits->high)
                          : trace.sum;

    RETURN_IF_ERROR(sumUp(trace, one, all, run));
    const Requantizer requantizer(all.requantize, all.xScale, one.wScale, all.yScale, all.yZero, all.yMin,
                                  all.yMax, all.rounder);
    if (trace.held != computed.accumulators.front() || requantizer(trace.held) != computed.y.front())
        return internalError("the steps end at " + std::to_string(trace.held) +
                             ", the accumulator of the integer kernel at " +
                             std::to_string(computed.accumulators.front()));
    trace.requantize = requantizer.steps(trace.held, static_cast<std::uint64_t>(trace.element));
    trace.code = trace.requantize.code;
    trace.dequantized = dequantize(trace.code, trace.output);
    trace.error = partsOf(trace);
    return trace;
}

} // namespace

std::vector<std::int64_t> ValueTrace::tapOf(std::size_t term) const {
    return coordinatesOf(positionOf(term), kernel);
}

Result<ValueTrace> traceValue(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                              const StudyOptions& options, std::int64_t output, const RunContext& run) {
    // Without a range that of all outputs is found.
    ASSIGN_OR_RETURN(const auto reference, options.outputRange ? layerWithoutOutput(graph, node, input)
                                                               : layerReference(graph, node, input, run));
    return traceValue(reference, options, output, run);
}

Result<ValueTrace> traceValue(const LayerReference& reference, const StudyOptions& options, std::int64_t output,
                              const RunContext& run) {
    return inLayer(reference.name, [&] {
        ValueTrace trace;
        trace.node = reference.node;
        trace.name = reference.name;
        trace.op = reference.op;
        trace.options = options;
        trace.element = output;
        Range range = options.outputRange ? *options.outputRange : rangeOf(reference.output.as<float>());
        if (options.limits && !options.outputRange)
            range = {std::clamp(range.low, options.limits->low, options.limits->high),
                     std::clamp(range.high, options.limits->low, options.limits->high)};
        return traceOne(std::move(trace), reference.operands, range, run);
    });
}

} // namespace edgewright::quant
