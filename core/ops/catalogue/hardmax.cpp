// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops {

namespace {

void hardmaxRows(const float* in, float* out, const Fibres& fibres, std::int64_t first, std::int64_t last) {
    const std::int64_t step = fibres.inner;
    forEachFibre({last - first, fibres.extent, step}, [&](std::int64_t offset) {
        const std::int64_t at = first * fibres.extent * step + offset;
        std::int64_t best = 0; // the first one of equals
        for (std::int64_t i = 1; i < fibres.extent; ++i)
            if (in[at + i * step] > in[at + best * step]) best = i;
        for (std::int64_t i = 0; i < fibres.extent; ++i)
            out[at + i * step] = i == best ? 1.0f : 0.0f;
    });
}

Result<void> run(KernelContext& context) { return runSoftmax(context, hardmaxRows); }

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
