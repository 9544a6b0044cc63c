// SPDX-License-Identifier: GPL-3.0-or-later
// Operators over any number of inputs that broadcast together: Max, Min, Sum, Mean.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/elementwise/elementwise.h"

#include <algorithm>

namespace edgewright::ops {

// Accumulates f over all inputs in order, then finish(sum, count); all of one type. Halves are accumulated as
// float.
template <typename F, typename Finish>
Result<void> runVariadic(KernelContext& context, F f, Finish finish) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    const ir::DataType type = first->dtype();
    ir::Dims dims = first->dims();
    std::vector<ir::Tensor> inputs;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        if (in->dtype() != type)
            return badInput("inputs are " + first->type().text() + " and " + in->type().text() +
                            " where one element type is expected");
        ASSIGN_OR_RETURN(dims, broadcastDims(dims, in->dims()));
        ASSIGN_OR_RETURN(auto values, isHalf(type) ? asFloat32(context, *in) : Result<ir::Tensor>(*in));
        inputs.push_back(std::move(values));
    }
    const ir::DataType computed = isHalf(type) ? ir::DataType::Float32 : type;
    return withElementType(computed, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        // The output may lie over an input that is read later, so the sum grows in memory of its own.
        ASSIGN_OR_RETURN(auto work, context.scratchTensor(computed, dims));
        T* sum = work.template as<T>().data();
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{dims, inputs[i].dims()}));
            const T* in = inputs[i].as<T>().data();
            if (i == 0)
                applyBinary(plan, sum, in, sum, [](T, T b) { return b; });
            else
                applyBinary(plan, sum, in, sum, [&](T a, T b) { return static_cast<T>(f(a, b)); });
        }
        for (T& element : work.template as<T>())
            element = static_cast<T>(finish(element, inputs.size()));
        if (isHalf(type)) {
            ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, dims));
            std::ranges::copy(work.template as<float>(), out.data().begin());
            out.finish();
            return {};
        }
        ASSIGN_OR_RETURN(auto out, context.output(0, type, dims));
        std::ranges::copy(work.template as<T>(), out.template as<T>().begin());
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
