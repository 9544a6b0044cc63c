// SPDX-License-Identifier: GPL-3.0-or-later
// Operators over any number of inputs that broadcast together: Max, Min, Sum, Mean.
#pragma once

#include "core/ops/elementwise/elementwise.h"

#include <algorithm>

namespace edgewright::ops {

// Accumulates f over all inputs in order, then finish(sum, count); all of one type. Halves are accumulated as
// float.
template <typename F, typename Finish>
Result<void> runVariadic(KernelContext& context, F f, Finish finish) {
    const auto first = operand(context, 0);
    if (!first) return first.error();
    const ir::DataType type = (*first)->dtype();
    ir::Dims dims = (*first)->dims();
    std::vector<ir::Tensor> inputs;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const auto in = operand(context, i);
        if (!in) return in.error();
        if ((*in)->dtype() != type)
            return badInput("inputs are " + (*first)->type().text() + " and " + (*in)->type().text() +
                            " where one element type is expected");
        auto joined = broadcastDims(dims, (*in)->dims());
        if (!joined) return std::move(joined).error();
        dims = *std::move(joined);
        auto values = isHalf(type) ? asFloat32(**in) : Result<ir::Tensor>(**in);
        if (!values) return std::move(values).error();
        inputs.push_back(*std::move(values));
    }
    const ir::DataType computed = isHalf(type) ? ir::DataType::Float32 : type;
    return withElementType(computed, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        // The output may lie over an input that is read later, so the sum grows in memory of its own.
        auto work = ir::Tensor::allocate(computed, dims);
        if (!work) return std::move(work).error();
        T* sum = work->template as<T>().data();
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto plan = broadcastPlan(std::array{dims, inputs[i].dims()});
            if (!plan) return plan.error();
            const T* in = inputs[i].as<T>().data();
            if (i == 0)
                applyBinary(*plan, sum, in, sum, [](T, T b) { return b; });
            else
                applyBinary(*plan, sum, in, sum, [&](T a, T b) { return static_cast<T>(f(a, b)); });
        }
        for (T& element : work->template as<T>())
            element = static_cast<T>(finish(element, inputs.size()));
        if (isHalf(type)) {
            auto out = FloatOutput::make(context, 0, type, dims);
            if (!out) return std::move(out).error();
            std::ranges::copy(work->template as<float>(), out->data().begin());
            out->finish();
            return {};
        }
        auto out = context.output(0, type, dims);
        if (!out) return std::move(out).error();
        std::ranges::copy(work->template as<T>(), out->template as<T>().begin());
        return {};
    });
}

template <typename F>
Result<void> runVariadic(KernelContext& context, F f) {
    return runVariadic(context, f, [](auto value, std::size_t) { return value; });
}

// The same, where two float32 inputs, the usual case, have a vector kernel.
template <typename F>
Result<void> runVariadic(KernelContext& context, kernels::Binary function, F f) {
    const auto usual = [&](std::size_t index) {
        const ir::Tensor* in = context.input(index);
        return in && in->dtype() == ir::DataType::Float32;
    };
    if (context.inputCount() != 2 || !usual(0) || !usual(1)) return runVariadic(context, f);
    return runBinary(context, function, f);
}

} // namespace edgewright::ops
