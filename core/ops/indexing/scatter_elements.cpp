// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/indexing/indices.h"
#include "core/ops/indexing/scatter_blocks.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"

#include <array>
#include <span>
#include <string_view>

namespace edgewright::ops::scatter_elements {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    context.setOutput(0, *data);
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto data, operand(context, 0));
    ASSIGN_OR_RETURN(const auto indices, operand(context, 1));
    ASSIGN_OR_RETURN(const auto updates, operand(context, 2));
    ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0), data->rank()));
    if (updates->dims() != indices->dims())
        return badInput("updates are " + updates->type().text() + " where indices are " +
                        indices->type().text());
    ASSIGN_OR_RETURN(auto places,
                     elementPlaces(context, data->dims(), *indices, static_cast<std::size_t>(axis)));
    return scatterInto(context, *data, *updates, {std::move(places), 1});
}

// Scatter is the name before opset 11.
constexpr Operator entryOf(std::string_view name, std::int64_t since) {
    return {.name = name,
            .category = Category::DataMovement,
            .infer = infer,
            .run = run,
            .since = since};
}
constexpr std::array Rows{entryOf("Scatter", 9), entryOf("ScatterElements", 11)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::scatter_elements
