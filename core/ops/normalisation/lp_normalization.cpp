// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/normalisation/normalise_doubles.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/fibres.h"

namespace edgewright::ops::lp_normalization {

namespace {

template <int P, typename T>
void normaliseFibre(const T* in, T* out, std::int64_t extent, std::int64_t stride) {
    double norm = 0;
    for (std::int64_t i = 0; i < extent; ++i) {
        const double x = static_cast<double>(in[i * stride]);
        norm += P == 1 ? std::abs(x) : x * x;
    }
    if (P == 2) norm = std::sqrt(norm);
    // A fibre of zeros stays zero.
    const T factor = norm > 0 ? static_cast<T>(1 / norm) : T(0);
    for (std::int64_t i = 0; i < extent; ++i)
        out[i * stride] = in[i * stride] * factor;
}

Result<void> run(KernelContext& context) {
    const std::int64_t p = context.node().intOr("p", 2);
    if (p != 1 && p != 2) return badInput(say("p is {1} where 1 or 2 is expected", p));
    return runInOwnType(
        context,
        [&]<typename T>(const ir::Dims& dims, std::span<const T> in, std::span<T> out) -> Result<void> {
            ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", -1),
                                                            static_cast<std::int64_t>(dims.size())));
            const Fibres fibres = fibresOf(dims, axis);
            const auto normalise = p == 1 ? normaliseFibre<1, T> : normaliseFibre<2, T>;
            forEachFibre(fibres, [&](std::int64_t first) {
                normalise(in.data() + first, out.data() + first, fibres.extent, fibres.inner);
            });
            return {};
        });
}

} // namespace

extern const Operator entry{
    .name = "LpNormalization",
    .category = Category::Normalisation,
    .infer = inferNormalised<1>,
    .run = run,
    .sinceBfloat16 = 22,
};

} // namespace edgewright::ops::lp_normalization
