// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/normalise.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

Result<void> infer(InferContext& context) {
    if (context.node().intOr("size", 0) < 1) return badInput("size is missing or below 1");
    return inferNormalised(context, 2);
}

Result<void> run(KernelContext& context) {
    auto opened = openNormalised(context);
    if (!opened) return std::move(opened).error();
    const ir::Dims& dims = opened->input.dims();
    const std::int64_t size = context.node().intOr("size", 0);
    if (dims.size() < 2 || size < 1) return badInput("the input is " + opened->input.type().text());
    const float alpha = context.node().floatOr("alpha", 0.0001f) / static_cast<float>(size);
    const float beta = context.node().floatOr("beta", 0.75f);
    const float bias = context.node().floatOr("bias", 1.0f);
    const auto in = opened->in();
    const auto out = opened->output.data();
    if (in.empty()) return {};
    const std::int64_t channels = dims[1];
    const std::int64_t space = static_cast<std::int64_t>(in.size()) / (dims[0] * channels);
    // Channels [c - floor((size - 1) / 2), c + ceil((size - 1) / 2)].
    const std::int64_t before = std::min(channels, (size - 1) / 2);
    const std::int64_t after = std::min(channels, size - 1 - (size - 1) / 2);
    std::vector<float> squares(static_cast<std::size_t>(space));
    for (std::int64_t n = 0; n < dims[0]; ++n)
        for (std::int64_t c = 0; c < channels; ++c) {
            std::ranges::fill(squares, 0.0f);
            for (std::int64_t k = std::max<std::int64_t>(0, c - before); k <= std::min(channels - 1, c + after);
                 ++k) {
                const float* plane = in.data() + (n * channels + k) * space;
                for (std::int64_t i = 0; i < space; ++i)
                    squares[static_cast<std::size_t>(i)] += plane[i] * plane[i];
            }
            const std::int64_t at = (n * channels + c) * space;
            for (std::int64_t i = 0; i < space; ++i)
                out[static_cast<std::size_t>(at + i)] =
                    in[static_cast<std::size_t>(at + i)] /
                    std::pow(bias + alpha * squares[static_cast<std::size_t>(i)], beta);
        }
    opened->output.finish();
    return {};
}

} // namespace

extern const Operator lrn;
const Operator lrn{
    .domain = "",
    .name = "LRN",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
