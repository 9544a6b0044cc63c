// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::tile {

namespace {

const ir::Tensor* elementsOf(const InferContext& context, std::size_t input) { return context.value(input); }
const ir::Tensor* elementsOf(const KernelContext& context, std::size_t input) {
    return input < context.inputCount() ? context.input(input) : nullptr;
}

// Opset 1 gives counts in the type of the tiled tensor, which may be floating.
template <typename Context>
std::optional<std::vector<std::int64_t>> wholeNumbers(const Context& context, std::size_t input) {
    const ir::Tensor* tensor = elementsOf(context, input);
    if (context.opset() >= 6 || !tensor || !tensor->hasData() || !ir::isFloating(tensor->dtype()) ||
        tensor->elements() != 1)
        return knownInts(context, input);
    return std::vector<std::int64_t>{ir::elementAsInt64(*tensor, 0)};
}

// One count per axis. In opset 1 the inputs are instead a scalar count and a scalar axis.
template <typename Context>
Result<std::optional<std::vector<std::int64_t>>> repeatsOf(const Context& context, std::size_t rank) {
    auto repeats = wholeNumbers(context, 1);
    if (!repeats) return std::optional<std::vector<std::int64_t>>();
    if (context.opset() < 6) {
        const auto axis = wholeNumbers(context, 2);
        if (!axis) return std::optional<std::vector<std::int64_t>>();
        if (repeats->size() != 1 || axis->size() != 1)
            return badInput(say("tiles and axis must be one number each"));
        ASSIGN_OR_RETURN(const auto normal, normaliseAxis(axis->front(), static_cast<std::int64_t>(rank)));
        std::vector<std::int64_t> all(rank, 1);
        all[static_cast<std::size_t>(normal)] = repeats->front();
        repeats = std::move(all);
    }
    if (repeats->size() != rank)
        return badInput(say("repeats has {1} entries where the input has {2} axes", repeats->size(), rank));
    for (const std::int64_t repeat : *repeats)
        if (repeat < 0) return badInput(say("repeats holds {1} where at least 0 is expected", repeat));
    return repeats;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        const std::size_t rank = type.shape->size();
        ASSIGN_OR_RETURN(const auto repeats, repeatsOf(context, rank));
        std::vector<ir::Dim> counts(rank);
        if (repeats)
            counts = toShape(*repeats);
        else if (const auto extents = context.extents(1);
                 extents && context.opset() >= 6 && extents->size() == rank)
            counts = *extents;
        for (std::size_t i = 0; i < rank; ++i)
            (*type.shape)[i] = multiplyDims((*type.shape)[i], counts[i]);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto repeats, repeatsOf(context, in->dims().size()));
    if (!repeats) return badInput(say("repeats are missing"));
    const auto from = rowMajorStrides(in->dims());
    ir::Dims dims;
    ir::Dims extents; // each axis twice: repetitions, which go nowhere, and the axis itself
    std::vector<std::int64_t> strides;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::int64_t extent = in->dims()[i];
        const auto product = checkedMul(extent, (*repeats)[i]);
        if (!product) return badInput(say("repeats holds {1}", (*repeats)[i]));
        dims.push_back(*product);
        extents.insert(extents.end(), {(*repeats)[i], extent});
        strides.insert(strides.end(), {0, from[i]});
    }
    return gatherByStrides(context, 0, *in, dims, extents, strides);
}

} // namespace

extern const Operator entry{
    .name = "Tile",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::tile
