// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of ConstantFill and GivenTensorFill, experimental operators that models converted from Caffe2 hold.
#pragma once

#include "core/base/checked.h"
#include "core/ops/operands/axes.h"

namespace edgewright::ops {

// The attribute `shape`; with an input instead its shape, or its elements where input_as_shape asks for that,
// followed by extra_shape. Empty when not known yet.
template <typename Context>
Result<std::optional<ir::Dims>> filledShape(const Context& context, std::optional<ir::Dims> inputShape) {
    const ir::Node& node = context.node();
    std::optional<ir::Dims> dims = node.ints("shape");
    if (node.hasInput(0)) {
        dims = node.intOr("input_as_shape", 0) != 0 ? knownInts(context, 0) : std::move(inputShape);
        const auto extra = node.ints("extra_shape");
        if (dims) dims->insert(dims->end(), extra.begin(), extra.end());
    }
    if (dims && !checkedProduct(*dims)) return badInput("the shape has a negative extent or too many elements");
    return dims;
}

} // namespace edgewright::ops
