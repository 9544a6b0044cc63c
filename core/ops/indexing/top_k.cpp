// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <numeric>

namespace edgewright::ops::top_k {

namespace {

// k: an attribute in opset 1, a one-element input from 10 on.
template <typename Context>
IntList countOf(const Context& context) {
    return intList(context, "k", 1);
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1),
                                                        static_cast<std::int64_t>(type.shape->size())));
        ir::Dim& dim = (*type.shape)[static_cast<std::size_t>(axis)];
        const IntList count = countOf(context);
        if (count.values && (count.values->size() != 1 || count.values->front() < 0 ||
                             (dim.known() && count.values->front() > dim.value())))
            return badInput(say("k does not fit an axis of extent {1}", dim.text()));
        const auto symbol = count.values ? std::nullopt : context.extents(1);
        if (count.values)
            dim = ir::Dim(count.values->front());
        else
            dim = symbol && symbol->size() == 1 ? symbol->front() : ir::Dim();
    }
    ir::TensorType indices = type;
    indices.dtype = ir::DataType::Int64;
    context.setOutput(0, std::move(type));
    context.setOutput(1, std::move(indices));
    return {};
}

// Larger (or smaller) first, equal elements in their order. A NaN counts as the largest number, so that the
// order is total.
template <typename T>
bool before(T a, T b, bool largest) {
    if constexpr (std::is_floating_point_v<T>)
        if (a != a || b != b) return largest ? a != a && b == b : a == a && b != b;
    return largest ? a > b : a < b;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(context.node().intOr("axis", -1), in->rank()));
    const auto axis = static_cast<std::size_t>(normal);
    const std::int64_t extent = in->dims()[axis];
    const IntList count = countOf(context);
    if (!count.values || count.values->size() != 1 || count.values->front() < 0 ||
        count.values->front() > extent)
        return badInput(say("k is missing or does not fit an axis of extent {1}", extent));
    const std::int64_t k = count.values->front();
    const bool largest = context.node().intOr("largest", 1) != 0;
    ir::Dims dims = in->dims();
    dims[axis] = k;
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in->dtype(), dims));
    ASSIGN_OR_RETURN(auto indices, context.output(1, ir::DataType::Int64, dims));
    ASSIGN_OR_RETURN(auto values, isHalf(in->dtype()) ? asFloat32(context, *in) : Result<ir::Tensor>(*in));
    const std::int64_t inner = rowMajorStrides(in->dims())[axis];
    const std::int64_t lines = sink.elements() == 0 ? 0 : in->elements() / extent;
    return withElementType(values.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        const auto elements = values.template as<T>();
        auto places = indices.as<std::int64_t>();
        ASSIGN_OR_RETURN(const std::span<std::int64_t> order, context.scratchOf<std::int64_t>(extent));
        for (std::int64_t line = 0; line < lines; ++line) {
            if (context.run().stopped()) return cancelled();
            const std::int64_t base = line / inner * extent * inner + line % inner;
            std::iota(order.begin(), order.end(), std::int64_t(0));
            std::partial_sort(order.begin(), order.begin() + k, order.end(),
                              [&](std::int64_t a, std::int64_t b) {
                                  const T left = elements[static_cast<std::size_t>(base + a * inner)];
                                  const T right = elements[static_cast<std::size_t>(base + b * inner)];
                                  if (before(left, right, largest)) return true;
                                  return !before(right, left, largest) && a < b;
                              });
            const std::int64_t to = line / inner * k * inner + line % inner;
            for (std::int64_t i = 0; i < k; ++i) {
                const std::int64_t from = order[static_cast<std::size_t>(i)];
                places[static_cast<std::size_t>(to + i * inner)] = from;
                sink.copy(to + i * inner, *in, base + from * inner);
            }
        }
        return sink.finish();
    });
}

} // namespace

extern const Operator entry{
    .name = "TopK",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::top_k
