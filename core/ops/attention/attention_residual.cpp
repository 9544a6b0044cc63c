// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_residual.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/broadcast.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops {

RowMoments normaliseRow(std::span<const float> in, std::span<const float> scale, std::span<const float> shift,
                        bool centred, double epsilon, std::span<float> out) {
    double mean = 0;
    double squares = 0;
    if (centred) {
        const Moments moments = momentsOf(in);
        mean = moments.mean;
        squares = moments.variance;
    } else {
        for (const float x : in)
            squares += static_cast<double>(x) * static_cast<double>(x);
        squares /= static_cast<double>(std::max<std::size_t>(in.size(), 1));
    }
    const RowMoments row{static_cast<float>(mean), static_cast<float>(1 / std::sqrt(squares + epsilon))};
    for (std::size_t i = 0; i < in.size(); ++i)
        out[i] = (in[i] - row.mean) * row.inverse * scale[i];
    if (!shift.empty())
        for (std::size_t i = 0; i < in.size(); ++i)
            out[i] += shift[i];
    return row;
}

Result<void> inferResidual(InferContext& context) {
    RETURN_IF_ERROR(operand(context, 1));
    RETURN_IF_ERROR(inferNormalised(context, 1));
    const ir::TensorType x = *context.input(0);
    ir::TensorType statistic(ir::DataType::Float32);
    statistic.shape = x.shape;
    if (statistic.shape) statistic.shape->back() = ir::Dim(1);
    const std::array types{x, statistic, statistic, x};
    for (std::size_t i = 0; i < std::min(types.size(), context.node().outputs.size()); ++i)
        context.setOutput(i, types[i]);
    return {};
}

namespace {

// to += the tensor at input `index`, broadcast.
Result<void> addBroadcast(KernelContext& context, std::size_t index, const ir::Dims& dims,
                          std::span<float> to) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *given));
    const auto plan = broadcastPlan(std::array{dims, values.dims()});
    if (!plan || plan->dims != dims)
        return badInput(say("input {1} is {2}, which does not broadcast to {3}", index, given->type().text(),
                            ir::TensorType(ir::DataType::Float32, dims).text()));
    const float* from = values.as<float>().data();
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        const std::int64_t step = plan->inner(1);
        for (std::int64_t i = 0; i < length; ++i)
            to[static_cast<std::size_t>(at + i)] += from[offsets[1] + i * step];
    });
    return {};
}

} // namespace

Result<void> runResidual(KernelContext& context, const ResidualNode& node) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    const ir::Dims& dims = given->dims();
    if (dims.empty()) return badInput(say("the input is a scalar"));
    ASSIGN_OR_RETURN(const auto x, asFloat32(context, *given));
    ASSIGN_OR_RETURN(const auto scale, parameter(context, node.scale, dims.back(), say("the scale")));
    ir::Tensor shift;
    if (node.shift && context.node().hasInput(*node.shift)) {
        ASSIGN_OR_RETURN(shift, parameter(context, *node.shift, dims.back(), say("the shift")));
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), dims));
    std::optional<FloatOutput> sumOutput;
    ir::Tensor held;
    if (context.wantsOutput(3)) {
        ASSIGN_OR_RETURN(sumOutput, FloatOutput::make(context, 3, given->dtype(), dims));
    } else {
        ASSIGN_OR_RETURN(held, context.scratchTensor(ir::DataType::Float32, dims));
    }
    const std::span<float> sum = sumOutput ? sumOutput->data() : held.as<float>();
    std::ranges::copy(x.as<float>(), sum.begin());
    RETURN_IF_ERROR(addBroadcast(context, 1, dims, sum));
    if (context.node().hasInput(node.bias)) RETURN_IF_ERROR(addBroadcast(context, node.bias, dims, sum));
    ir::Dims rows = dims;
    rows.back() = 1;
    std::array<ir::Tensor, 2> statistics;
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        if (!context.wantsOutput(i + 1)) continue;
        ASSIGN_OR_RETURN(statistics[i], context.output(i + 1, ir::DataType::Float32, rows));
    }
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", node.epsilon));
    const auto width = static_cast<std::size_t>(dims.back());
    const std::span<const float> offsets =
        shift.hasData() ? std::as_const(shift).as<float>() : std::span<const float>();
    for (std::size_t at = 0, row = 0; at < sum.size(); at += width, ++row) {
        const RowMoments moments = normaliseRow(sum.subspan(at, width), scale.as<float>(), offsets,
                                                node.centred, epsilon, out.data().subspan(at, width));
        if (statistics[0].hasData()) statistics[0].as<float>()[row] = moments.mean;
        if (statistics[1].hasData()) statistics[1].as<float>()[row] = moments.inverse;
    }
    out.finish();
    if (sumOutput) sumOutput->finish();
    return {};
}

} // namespace edgewright::ops
