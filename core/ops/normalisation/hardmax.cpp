// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/normalisation/softmax_fibres.h"

namespace edgewright::ops::hardmax {

namespace {

// Of a fibre whose elements lie `step` apart.
template <typename T>
void hardmaxFibre(const T* in, T* out, std::int64_t extent, std::int64_t step) {
    std::int64_t best = 0; // the first one of equals
    for (std::int64_t i = 1; i < extent; ++i)
        if (in[i * step] > in[best * step]) best = i;
    for (std::int64_t i = 0; i < extent; ++i)
        out[i * step] = i == best ? T(1) : T(0);
}

void hardmaxRows(const float* in, float* out, const Fibres& fibres, std::int64_t first, std::int64_t last) {
    const std::int64_t step = fibres.inner;
    forEachFibre({last - first, fibres.extent, step}, [&](std::int64_t offset) {
        const std::int64_t at = first * fibres.extent * step + offset;
        hardmaxFibre(in + at, out + at, fibres.extent, step);
    });
}

Result<void> run(KernelContext& context) { return runSoftmax(context, hardmaxRows, hardmaxFibre<double>); }

} // namespace

extern const Operator entry{
    .name = "Hardmax",
    .category = Category::Normalisation,
    .infer = inferSoftmax,
    .run = run,
};

} // namespace edgewright::ops::hardmax
