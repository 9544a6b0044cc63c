// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::trilu {

namespace {

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::Dims& dims = in->dims();
    if (dims.size() < 2)
        return badInput(say("input {1} is {2} where a matrix is expected", 0, in->type().text()));
    const bool upper = context.node().intOr("upper", 1) != 0;
    const auto given = knownInts(context, 1);
    if (given && given->size() != 1) return badInput(say("k must be one integer"));
    const std::int64_t rows = dims[dims.size() - 2];
    const std::int64_t columns = dims.back();
    // Beyond the matrix one diagonal is like another.
    const std::int64_t k = std::clamp(given ? given->front() : 0, -rows - 1, columns + 1);
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in->dtype(), dims));
    for (std::int64_t at = 0; at < sink.elements(); at += columns) {
        const std::int64_t row = at / columns % rows;
        const std::int64_t split = std::clamp<std::int64_t>(upper ? row + k : row + k + 1, 0, columns);
        if (upper) {
            sink.fill(at, nullptr, split);
            sink.copy(at + split, *in, at + split, columns - split);
        } else {
            sink.copy(at, *in, at, split);
            sink.fill(at + split, nullptr, columns - split);
        }
    }
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "Trilu",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = inferSame,
    .run = run,
    .since = 14,
};

} // namespace edgewright::ops::trilu
