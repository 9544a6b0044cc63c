// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/fibres.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::tensor_scatter {

namespace {

Result<std::int64_t> axisOf(const ir::Node& node, std::size_t rank) {
    const auto axis = normaliseAxis(node.intOr("axis", -2), static_cast<std::int64_t>(rank));
    if (axis && *axis == 0) return badInput(say("the axis is 0, which is the batch"));
    return axis;
}

// Known extents of cache and update agree but on the axis, where the update is not longer.
Result<void> checkShapes(const ir::Node& node, const ir::TensorType& cache, const ir::TensorType& update) {
    if (!cache.shape || !update.shape) return {};
    ASSIGN_OR_RETURN(const auto axis, axisOf(node, cache.shape->size()));
    bool fits = cache.shape->size() == update.shape->size();
    for (std::size_t i = 0; fits && i < cache.shape->size(); ++i) {
        const ir::Dim& have = (*cache.shape)[i];
        const ir::Dim& given = (*update.shape)[i];
        if (!have.known() || !given.known()) continue;
        fits = static_cast<std::int64_t>(i) == axis ? given.value() <= have.value()
                                                    : given.value() == have.value();
    }
    if (fits) return {};
    return badInput(say("the cache is {1}, which does not hold an update of {2}", cache.text(), update.text()));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto cache, operand(context, 0));
    ASSIGN_OR_RETURN(const auto update, operand(context, 1));
    RETURN_IF_ERROR(checkShapes(context.node(), *cache, *update));
    context.setOutput(0, *cache);
    return {};
}

// Where the update begins on the axis, for each batch entry; empty when nothing is said, which is at 0.
Result<std::vector<std::int64_t>> positions(const KernelContext& context, std::int64_t batch,
                                            std::int64_t highest) {
    if (!context.node().hasInput(2)) return std::vector<std::int64_t>();
    auto indices = knownInts(context, 2);
    if (!indices || static_cast<std::int64_t>(indices->size()) != batch)
        return badInput(say("write_indices does not hold {1} integers", batch));
    for (const std::int64_t index : *indices)
        if (index < 0 || index > highest)
            return badInput(say("write index {1} is outside [0, {2}]", index, highest));
    return *std::move(indices);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto cache, operand(context, 0));
    ASSIGN_OR_RETURN(const auto update, operand(context, 1));
    const ir::Node& node = context.node();
    if (cache->dtype() != update->dtype())
        return badInput(
            say("the cache is {1} where the update is {2}", cache->type().text(), update->type().text()));
    RETURN_IF_ERROR(checkShapes(node, cache->type(), update->type()));
    ASSIGN_OR_RETURN(const auto axis, axisOf(node, cache->dims().size()));
    const std::string mode = node.stringOr("mode", "linear");
    const bool circular = mode == "circular";
    if (!circular && mode != "linear")
        return badInput(say("mode is '{1}' where 'linear' or 'circular' is expected", mode));
    const Fibres to = fibresOf(cache->dims(), axis);
    const Fibres from = fibresOf(update->dims(), axis);
    const std::int64_t batch = cache->dims()[0];
    ASSIGN_OR_RETURN(const auto begins,
                     positions(context, batch, circular ? to.extent - 1 : to.extent - from.extent));
    ASSIGN_OR_RETURN(auto out, ElementSink::make(context, 0, cache->dtype(), cache->dims()));
    out.copy(0, *cache, 0, cache->elements());
    const std::int64_t perEntry = update->elements() == 0 ? 0 : from.outer / batch;
    for (std::int64_t line = 0; line < batch * perEntry; ++line) {
        const std::int64_t begin = begins.empty() ? 0 : begins[static_cast<std::size_t>(line / perEntry)];
        for (std::int64_t i = 0; i < from.extent; ++i) {
            const std::int64_t at = (begin + i) % to.extent;
            out.copy((line * to.extent + at) * to.inner, *update, (line * from.extent + i) * from.inner,
                     from.inner);
        }
    }
    return out.finish();
}

} // namespace

extern const Operator entry{
    .name = "TensorScatter",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 24,
};

} // namespace edgewright::ops::tensor_scatter
