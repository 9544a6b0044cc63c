// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/axes.h"
#include "core/ops/fibres.h"
#include "core/ops/normalise.h"

namespace edgewright::ops {

namespace {

Result<void> infer(InferContext& context) { return inferNormalised(context, 1); }

Result<void> run(KernelContext& context) {
    const std::int64_t p = context.node().intOr("p", 2);
    if (p != 1 && p != 2) return badInput("p is " + std::to_string(p) + " where 1 or 2 is expected");
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const auto axis = normaliseAxis(context.node().intOr("axis", -1), opened->input.rank());
    if (!axis) return axis.error();
    const Fibres fibres = fibresOf(opened->input.dims(), *axis);
    const float* in = opened->in().data();
    float* out = opened->output.data().data();
    forEachFibre(fibres, [&](std::int64_t first) {
        const std::int64_t end = first + fibres.extent * fibres.inner;
        double norm = 0;
        for (std::int64_t i = first; i < end; i += fibres.inner) {
            const double x = static_cast<double>(in[i]);
            norm += p == 1 ? std::abs(x) : x * x;
        }
        if (p == 2) norm = std::sqrt(norm);
        // A fibre of zeros stays zero.
        const float factor = norm > 0 ? static_cast<float>(1 / norm) : 0.0f;
        for (std::int64_t i = first; i < end; i += fibres.inner)
            out[i] = in[i] * factor;
    });
    opened->output.finish();
    return {};
}

} // namespace

extern const Operator lp_normalization;
const Operator lp_normalization{
    .domain = "",
    .name = "LpNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
