// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/training/class_loss.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::softmax_cross_entropy_loss {

namespace {

// Output 1, when wanted: log softmax of the scores over axis 1.
Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferClassLoss(context));
    context.setOutput(1, *context.input(0));
    return {};
}

void logSoftmax(const ClassScores& shape, const float* in, float* out) {
    for (std::int64_t i = 0; i < shape.inner; ++i) {
        float most = in[i];
        for (std::int64_t c = 1; c < shape.classes; ++c)
            most = std::max(most, in[c * shape.inner + i]);
        double sum = 0;
        for (std::int64_t c = 0; c < shape.classes; ++c)
            sum += static_cast<double>(std::exp(in[c * shape.inner + i] - most));
        const auto logSum = static_cast<float>(std::log(sum));
        for (std::int64_t c = 0; c < shape.classes; ++c)
            out[c * shape.inner + i] = in[c * shape.inner + i] - most - logSum;
    }
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto scores, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto labels, operand(context, 1));
    ASSIGN_OR_RETURN(const auto shape, classScores(*scores, *labels));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *scores));
    ASSIGN_OR_RETURN(auto found, context.scratchTensor(ir::DataType::Float32, values.dims()));
    const auto logs = found.as<float>();
    if (!logs.empty()) {
        const std::int64_t each = shape.classes * shape.inner;
        parallelFor(usefulThreads(context.threads(), values.elements() * 8, shape.batch), shape.batch,
                    [&](std::int64_t n, int) {
                        if (!context.run().stopped())
                            logSoftmax(shape, values.as<float>().data() + n * each, logs.data() + n * each);
                    });
        if (context.run().stopped()) return cancelled();
    }
    RETURN_IF_ERROR(runClassLoss(context, shape, logs, *labels));
    if (!context.wantsOutput(1)) return {};
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 1, scores->dtype(), values.dims()));
    std::ranges::copy(logs, out.data().begin());
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SoftmaxCrossEntropyLoss",
    .category = Category::Pooling,
    .infer = infer,
    .run = run,
    .since = 12,
};

} // namespace edgewright::ops::softmax_cross_entropy_loss
