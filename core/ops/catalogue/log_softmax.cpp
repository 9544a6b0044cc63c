// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runSoftmax(context, [](const float* in, float* out, std::int64_t extent, std::int64_t step) {
        float highest = in[0];
        for (std::int64_t i = 1; i < extent; ++i)
            highest = std::max(highest, in[i * step]);
        float sum = 0;
        for (std::int64_t i = 0; i < extent; ++i)
            sum += std::exp(in[i * step] - highest);
        const float shift = std::log(sum);
        for (std::int64_t i = 0; i < extent; ++i)
            out[i * step] = in[i * step] - highest - shift;
    });
}

} // namespace

extern const Operator log_softmax;
const Operator log_softmax{
    .domain = "",
    .name = "LogSoftmax",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = inferSoftmax,
    .run = run,
};

} // namespace edgewright::ops
