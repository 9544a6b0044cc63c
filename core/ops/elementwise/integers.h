// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise operators that integers alone have.
#pragma once

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"

#include <algorithm>

namespace edgewright::ops {

// BadInput naming the operator's expectation when input `index` is not of integer type.
inline Result<void> expectInteger(const KernelContext& context, std::size_t index) {
    ASSIGN_OR_RETURN(const auto in, operand(context, index));
    if (ir::isInteger(in->dtype())) return {};
    return badInput(say("input {1} is {2} where an integer tensor is expected", index, in->type().text()));
}

// BadInput when an integer input holds a zero: nothing can be divided by it.
inline Result<void> expectNonZero(const KernelContext& context, std::size_t index) {
    ASSIGN_OR_RETURN(const auto in, operand(context, index));
    if (!ir::isInteger(in->dtype())) return {};
    return withElementType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        if (std::ranges::find(in->template as<T>(), T(0)) != in->template as<T>().end())
            return badInput(say("an integer is divided by 0"));
        return {};
    });
}

// As runBinary; `f` is only ever called with integers.
template <typename F>
Result<void> runIntegerBinary(KernelContext& context, F f) {
    RETURN_IF_ERROR(expectInteger(context, 0));
    return runBinary(context, [&]<typename T>(T a, T b) -> T {
        if constexpr (std::is_integral_v<T>)
            return f(a, b);
        else
            return a;
    });
}

} // namespace edgewright::ops
