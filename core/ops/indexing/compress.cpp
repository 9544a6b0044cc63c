// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::compress {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype);
    if (!context.node().find("axis")) {
        type.shape = std::vector<ir::Dim>(1);
    } else if (in->shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(in->shape->size())));
        type.shape = in->shape;
        (*type.shape)[static_cast<std::size_t>(axis)] = ir::Dim();
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto condition, operand(context, 1));
    if (condition->dtype() != ir::DataType::Bool) return badInput("the condition must be a bool tensor");
    const bool flat = !context.node().find("axis");
    const ir::Tensor source = flat ? in->reshaped({in->elements()}) : *in;
    ASSIGN_OR_RETURN(const auto normal,
                     normaliseAxis(flat ? 0 : context.node().intOr("axis", 0), source.rank()));
    const auto axis = static_cast<std::size_t>(normal);
    std::vector<std::vector<std::int64_t>> tables(source.dims().size());
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (std::int64_t at = 0; at < source.dims()[i]; ++at)
            if (i != axis || (at < condition->elements() && ir::elementAsInt64(*condition, at) != 0))
                tables[i].push_back(at);
    return gatherByTables(context, 0, source, tables);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Compress",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .since = 9,
};

} // namespace edgewright::ops::compress
