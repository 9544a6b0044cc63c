// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/normalisation/normalise_doubles.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/operands.h"

#include <array>
#include <cmath>
#include <span>

namespace edgewright::ops {

namespace {

using Doubles = std::span<double>;

// A parameter of any floating type; BadInput unless it has `elements` elements.
Result<Doubles> parameter(KernelContext& context, std::size_t index, std::int64_t elements) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (given->elements() != elements)
        return badInput(
            say("input {1} is {2} where {3} elements are expected", index, given->type().text(), elements));
    auto result = context.scratchOf<double>(elements);
    if (!result) return result;
    for (std::int64_t i = 0; i < elements; ++i)
        (*result)[static_cast<std::size_t>(i)] = ir::elementAsDouble(*given, i);
    return result;
}

// The same, broadcast to `dims`.
Result<Doubles> broadcastParameter(KernelContext& context, std::size_t index, const ir::Dims& dims) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    const auto plan = broadcastPlan(std::array{dims, given->dims()});
    constexpr std::int64_t MaxElements = std::int64_t(1) << 28;
    if (!plan || plan->dims != dims || plan->elements > MaxElements)
        return badInput(say("input {1} is {2}, which does not broadcast to {3}", index, given->type().text(),
                            ir::TensorType(ir::DataType::Float64, dims).text()));
    auto result = context.scratchOf<double>(plan->elements);
    if (!result) return result;
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            (*result)[static_cast<std::size_t>(at + i)] =
                ir::elementAsDouble(*given, offsets[1] + i * plan->inner(1));
    });
    return result;
}

struct Opened {
    const double* in = nullptr;
    double* out = nullptr;
    ir::Dims dims;
    std::int64_t elements = 0;
    double epsilon = 0;
};

Result<Opened> open(KernelContext& context, std::size_t leastRank) {
    ASSIGN_OR_RETURN(const auto in, operandOfType(context, 0, ir::DataType::Float64));
    if (in->dims().size() < leastRank) return badInput(say("the input is {1}", in->type().text()));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float64, in->dims()));
    return Opened{in->as<double>().data(), out.as<double>().data(), in->dims(), in->elements(),
                  static_cast<double>(context.node().floatOr("epsilon", 1e-5f))};
}

struct Statistics {
    double mean = 0;
    double factor = 0; // 1 / sqrt(variance + epsilon)
};

Statistics statisticsOf(const double* row, std::int64_t extent, double epsilon, bool centred = true) {
    Statistics result;
    for (std::int64_t i = 0; centred && i < extent; ++i)
        result.mean += row[i] / static_cast<double>(extent);
    double variance = 0;
    for (std::int64_t i = 0; i < extent; ++i)
        variance += (row[i] - result.mean) * (row[i] - result.mean) / static_cast<double>(extent);
    result.factor = 1 / std::sqrt(variance + epsilon);
    return result;
}

// The extent of one channel's plane.
std::int64_t spaceOf(const ir::Dims& dims) {
    return dims.size() < 2 ? 1 : checkedProduct(std::span(dims).subspan(2)).value_or(0);
}

// Output `index`, one element for each of `values`, as the type that is wanted.
Result<void> write(KernelContext& context, std::size_t index, ir::DataType type, const ir::Dims& dims,
                   const Doubles& values) {
    if (!context.wantsOutput(index)) return {};
    ASSIGN_OR_RETURN(auto out, context.output(index, type, dims));
    if (type != ir::DataType::Float64 && type != ir::DataType::Float32)
        return unsupported(say("statistics of type {1}", ir::dataTypeName(type)));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (type == ir::DataType::Float64)
            out.as<double>()[i] = values[i];
        else
            out.as<float>()[i] = static_cast<float>(values[i]);
    return {};
}

} // namespace

bool isOfDoubles(const KernelContext& context) {
    const ir::Tensor* in = context.input(0);
    return in && in->isTensor() && in->dtype() == ir::DataType::Float64;
}

Result<void> batchNormaliseDoubles(KernelContext& context, bool perElement, bool trains) {
    ASSIGN_OR_RETURN(const auto opened, open(context, 1));
    const ir::Dims& dims = opened.dims;
    std::int64_t channels = dims.size() > 1 ? dims[1] : 1;
    if (perElement && dims.size() > 1) channels = checkedProduct(std::span(dims).subspan(1)).value_or(0);
    std::array<Doubles, 4> given; // scale, shift, mean, variance
    for (std::size_t i = 0; i < given.size(); ++i) {
        ASSIGN_OR_RETURN(given[i], parameter(context, i + 1, channels));
    }
    auto& [scale, shift, mean, variance] = given;
    const std::int64_t batch = dims[0];
    const std::int64_t space = opened.elements == 0 ? 0 : opened.elements / (batch * channels);
    const auto row = [&](std::int64_t n, std::int64_t c) { return (n * channels + c) * space; };
    ASSIGN_OR_RETURN(const auto running, context.scratchOf<double>(2 * channels));
    const Doubles runningMean = running.first(mean.size()), runningVariance = running.last(mean.size());
    std::ranges::copy(mean, runningMean.begin());
    std::ranges::copy(variance, runningVariance.begin());
    ASSIGN_OR_RETURN(const auto gathered, context.scratchOf<double>(trains ? batch * space : 0));
    const double momentum = static_cast<double>(context.node().floatOr("momentum", 0.9f));
    for (std::int64_t c = 0; trains && c < channels; ++c) {
        for (std::int64_t n = 0; n < batch; ++n)
            std::copy_n(opened.in + row(n, c), space, gathered.data() + n * space);
        const Statistics found = statisticsOf(gathered.data(), batch * space, 0);
        const auto at = static_cast<std::size_t>(c);
        mean[at] = found.mean;
        variance[at] = gathered.empty() ? 0 : 1 / (found.factor * found.factor);
        runningMean[at] = runningMean[at] * momentum + mean[at] * (1 - momentum);
        runningVariance[at] = runningVariance[at] * momentum + variance[at] * (1 - momentum);
    }
    const ir::DataType type = context.input(3)->dtype();
    for (std::size_t i = 1; i < context.node().outputs.size(); ++i)
        RETURN_IF_ERROR(write(context, i, type, {channels}, i % 2 == 1 ? runningMean : runningVariance));
    for (std::int64_t n = 0; n < batch; ++n)
        for (std::int64_t c = 0; c < channels; ++c) {
            if (context.run().stopped()) return cancelled();
            const auto at = static_cast<std::size_t>(c);
            const double factor = scale[at] / std::sqrt(variance[at] + opened.epsilon);
            for (std::int64_t i = row(n, c); i < row(n, c) + space; ++i)
                opened.out[i] = (opened.in[i] - mean[at]) * factor + shift[at];
        }
    return {};
}

Result<void> instanceNormaliseDoubles(KernelContext& context) {
    const ir::Tensor* in = context.input(0);
    return groupNormaliseDoubles(context, in->dims().size() < 2 ? 1 : in->dims()[1], true);
}

Result<void> groupNormaliseDoubles(KernelContext& context, std::int64_t groups, bool perChannel) {
    ASSIGN_OR_RETURN(const auto opened, open(context, 2));
    const std::int64_t channels = opened.dims[1];
    ASSIGN_OR_RETURN(const auto scale, parameter(context, 1, perChannel ? channels : groups));
    ASSIGN_OR_RETURN(const auto shift, parameter(context, 2, perChannel ? channels : groups));
    if (opened.elements == 0) return {};
    const std::int64_t space = spaceOf(opened.dims);
    const std::int64_t perGroup = channels / groups;
    const std::int64_t extent = perGroup * space;
    for (std::int64_t row = 0; row < opened.dims[0] * groups; ++row) {
        if (context.run().stopped()) return cancelled();
        const double* from = opened.in + row * extent;
        const Statistics found = statisticsOf(from, extent, opened.epsilon);
        for (std::int64_t i = 0; i < extent; ++i) {
            const std::int64_t group = row % groups;
            const auto at = static_cast<std::size_t>(perChannel ? group * perGroup + i / space : group);
            opened.out[row * extent + i] = (from[i] - found.mean) * found.factor * scale[at] + shift[at];
        }
    }
    return {};
}

namespace {

Result<void> normaliseTail(KernelContext& context, bool centred) {
    ASSIGN_OR_RETURN(const auto opened, open(context, 0));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1),
                                                    static_cast<std::int64_t>(opened.dims.size())));
    const ir::Dims tail(opened.dims.begin() + axis, opened.dims.end());
    ASSIGN_OR_RETURN(const auto scale, broadcastParameter(context, 1, tail));
    Doubles shift; // empty: none
    if (centred && context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(shift, broadcastParameter(context, 2, tail));
    }
    const auto extent = static_cast<std::int64_t>(scale.size());
    const std::int64_t rows =
        checkedProduct(std::span(opened.dims).first(static_cast<std::size_t>(axis))).value_or(0);
    ASSIGN_OR_RETURN(const auto statistics, context.scratchOf<double>(2 * rows));
    const Doubles means = statistics.first(static_cast<std::size_t>(rows)),
                  factors = statistics.last(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row) {
        if (context.run().stopped()) return cancelled();
        const double* from = opened.in + row * extent;
        const Statistics found = statisticsOf(from, extent, opened.epsilon, centred);
        means[static_cast<std::size_t>(row)] = found.mean;
        factors[static_cast<std::size_t>(row)] = found.factor;
        for (std::int64_t i = 0; i < extent; ++i) {
            const auto at = static_cast<std::size_t>(i);
            opened.out[row * extent + i] =
                (from[i] - found.mean) * found.factor * scale[at] + (shift.empty() ? 0.0 : shift[at]);
        }
    }
    if (!centred) return {};
    ir::Dims outer = opened.dims;
    std::fill(outer.begin() + axis, outer.end(), 1);
    const ir::DataType type =
        context.node().intOr("stash_type", 1) == 11 ? ir::DataType::Float64 : ir::DataType::Float32;
    RETURN_IF_ERROR(write(context, 1, type, outer, means));
    return write(context, 2, type, outer, factors);
}

} // namespace

Result<void> layerNormaliseDoubles(KernelContext& context) { return normaliseTail(context, true); }

Result<void> rmsNormaliseDoubles(KernelContext& context) { return normaliseTail(context, false); }

Result<void> runFibresOfDoubles(KernelContext& context, const Fibres& fibres, DoubleFibre body) {
    ASSIGN_OR_RETURN(const auto opened, open(context, 0));
    if (opened.elements == 0) return {};
    for (std::int64_t outer = 0; outer < fibres.outer; ++outer) {
        if (context.run().stopped()) return cancelled();
        const std::int64_t first = outer * fibres.extent * fibres.inner;
        for (std::int64_t inner = first; inner < first + fibres.inner; ++inner)
            body(opened.in + inner, opened.out + inner, fibres.extent, fibres.inner);
    }
    return {};
}

} // namespace edgewright::ops
