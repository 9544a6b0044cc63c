// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/stacking.h"
#include "core/ops/sequence/sequences.h"

#include <algorithm>

namespace edgewright::ops::split_to_sequence {

namespace {

// A list that says how a tensor without elements is cut could otherwise ask for any number of items.
constexpr std::int64_t MaxItems = std::int64_t(1) << 22;

struct Cut {
    std::vector<std::int64_t> lengths; // of the items along the axis
    bool keepAxis = true;
};

// Input 1 is omitted (items of length 1), one length for all but the last item, or the length of each.
Result<Cut> cutOf(const ir::Node& node, const ir::Tensor* split, std::int64_t extent) {
    Cut cut;
    cut.keepAxis = split || node.intOr("keepdims", 1) != 0;
    if (split && (!ir::isInteger(split->dtype()) || split->rank() > 1 || !split->hasData()))
        return badInput(say("split is {1} where one integer or a list is expected", split->type().text()));
    if (split && split->rank() == 1) {
        if (split->elements() > MaxItems) return badInput(say("the split has too many items"));
        cut.lengths = ir::toInt64s(*split);
        std::int64_t left = extent;
        for (const std::int64_t length : cut.lengths) {
            if (length < 0 || length > left) left = -1;
            if (left < 0) break;
            left -= length;
        }
        if (left != 0) return badInput(say("the lengths in split do not add up to the extent {1}", extent));
        return cut;
    }
    const std::int64_t length = split ? ir::elementAsInt64(*split, 0) : 1;
    if (length < 1) return badInput(say("split is {1} where a length is expected", length));
    if (ceilDiv(extent, length) > MaxItems)
        return badInput(say("the split would make {1} items, more than the limit of {2}",
                            ceilDiv(extent, length), MaxItems));
    for (std::int64_t at = 0; at < extent; at += cut.lengths.back())
        cut.lengths.push_back(std::min(length, extent - at));
    return cut;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType item = *in;
    if (item.shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(item.shape->size())));
        ir::Dim& dim = (*item.shape)[static_cast<std::size_t>(axis)];
        const bool given = context.input(1) != nullptr;
        if (given && context.value(1) && dim.known()) {
            ASSIGN_OR_RETURN(const auto cut, cutOf(context.node(), context.value(1), dim.value()));
            const auto& lengths = cut.lengths;
            const bool equal =
                !lengths.empty() && std::ranges::count(lengths, lengths.front()) == std::ssize(lengths);
            dim = equal ? ir::Dim(lengths.front()) : ir::Dim();
        } else {
            dim = given ? ir::Dim() : ir::Dim(1);
        }
        if (!given && context.node().intOr("keepdims", 1) == 0) item.shape->erase(item.shape->begin() + axis);
    }
    context.setOutput(0, ir::TensorType::sequenceOf(std::move(item)));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), in->rank()));
    const auto along = static_cast<std::size_t>(axis);
    const ir::Tensor* split = context.inputCount() > 1 ? context.input(1) : nullptr;
    ASSIGN_OR_RETURN(const auto cut, cutOf(context.node(), split, in->dims()[along]));
    std::vector<ir::Tensor> items;
    items.reserve(cut.lengths.size());
    std::int64_t at = 0;
    for (const std::int64_t length : cut.lengths) {
        if (context.run().stopped()) return cancelled();
        ASSIGN_OR_RETURN(auto item, cut.keepAxis ? sliceRange(context, *in, along, at, length)
                                                 : sliceAt(context, *in, along, at));
        items.push_back(std::move(item));
        at += length;
    }
    context.setOutput(0, ir::Tensor::ofItems(ir::Container::Sequence, in->dtype(), std::move(items)));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SplitToSequence",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::split_to_sequence
