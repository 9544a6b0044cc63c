// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runSoftmax(context, [](const float* in, float* out, std::int64_t extent, std::int64_t step) {
        std::int64_t best = 0; // the first one of equals
        for (std::int64_t i = 1; i < extent; ++i)
            if (in[i * step] > in[best * step]) best = i;
        for (std::int64_t i = 0; i < extent; ++i)
            out[i * step] = i == best ? 1.0f : 0.0f;
    });
}

} // namespace

extern const Operator hardmax;
const Operator hardmax{
    .domain = "",
    .name = "Hardmax",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = inferSoftmax,
    .run = run,
};

} // namespace edgewright::ops
