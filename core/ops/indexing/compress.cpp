// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::compress {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferSelected(context));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto condition, operand(context, 1));
    if (condition->dtype() != ir::DataType::Bool) return badInput(say("the condition must be a bool tensor"));
    ASSIGN_OR_RETURN(const auto selected, selectedAxis(context.node(), *in));
    const auto& [source, axis] = selected;
    std::vector<std::vector<std::int64_t>> tables(source.dims().size());
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (std::int64_t at = 0; at < source.dims()[i]; ++at)
            if (i != axis || (at < condition->elements() && ir::elementAsInt64(*condition, at) != 0))
                tables[i].push_back(at);
    return gatherByTables(context, 0, source, tables);
}

// No more than the condition has elements.
std::optional<std::int64_t> largestExtent(const ir::Node& node, Types inputs,
                                          std::span<const ir::Tensor* const>) {
    const auto extent = selectableExtent(node, inputs);
    const auto conditions = inputs.size() > 1 ? inputs[1].elements() : std::nullopt;
    return extent && conditions ? std::min(*extent, *conditions) : extent;
}

} // namespace

extern const Operator entry{
    .name = "Compress",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .largestExtent = largestExtent,
    .since = 9,
};

} // namespace edgewright::ops::compress
