// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::reverse_sequence {

namespace {

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto lengths = knownInts(context, 1);
    const std::int64_t batch = context.node().intOr("batch_axis", 1);
    const std::int64_t time = context.node().intOr("time_axis", 0);
    if (in->rank() < 2 || batch < 0 || time < 0 || batch > 1 || time > 1 || batch == time)
        return badInput(say("batch_axis and time_axis must be 0 and 1 in either order, on at least two axes"));
    const ir::Dims& dims = in->dims();
    const std::int64_t batches = dims[static_cast<std::size_t>(batch)];
    const std::int64_t steps = dims[static_cast<std::size_t>(time)];
    if (!lengths || static_cast<std::int64_t>(lengths->size()) != batches)
        return badInput(say("sequence_lens must have one entry per batch"));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, in->dtype(), dims));
    const std::int64_t block = rowMajorStrides(dims)[1];
    const auto place = [&](std::int64_t b, std::int64_t t) {
        return (batch == 0 ? b * steps + t : t * batches + b) * block;
    };
    for (std::int64_t b = 0; b < batches; ++b) {
        const std::int64_t length = (*lengths)[static_cast<std::size_t>(b)];
        if (length < 0 || length > steps)
            return badInput(say("a sequence of length {1} among {2} steps", length, steps));
        for (std::int64_t t = 0; t < steps; ++t)
            sink.copy(place(b, t), *in, place(b, t < length ? length - 1 - t : t), block);
    }
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "ReverseSequence",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = inferSame,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::reverse_sequence
