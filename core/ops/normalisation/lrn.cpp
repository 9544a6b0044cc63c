// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/normalisation/normalise_doubles.h"

#include <algorithm>

namespace edgewright::ops::lrn {

namespace {

Result<void> infer(InferContext& context) {
    if (context.node().intOr("size", 0) < 1) return badInput(say("size is missing or below 1"));
    return inferNormalised(context, 2);
}

// T is the type that everything is computed in.
template <typename T>
Result<void> normalise(KernelContext& context, const ir::Dims& dims, std::span<const T> in, std::span<T> out) {
    const ir::Node& node = context.node();
    const std::int64_t size = node.intOr("size", 0);
    if (dims.size() < 2 || size < 1)
        return badInput(say("the input has {1} axes where at least 2 are expected", dims.size()));
    const T alpha = static_cast<T>(node.floatOr("alpha", 0.0001f)) / static_cast<T>(size);
    const T beta = static_cast<T>(node.floatOr("beta", 0.75f));
    const T bias = static_cast<T>(node.floatOr("bias", 1.0f));
    if (in.empty()) return {};
    const std::int64_t channels = dims[1];
    const std::int64_t space = static_cast<std::int64_t>(in.size()) / (dims[0] * channels);
    // Channels [c - floor((size - 1) / 2), c + ceil((size - 1) / 2)].
    const std::int64_t before = std::min(channels, (size - 1) / 2);
    const std::int64_t after = std::min(channels, size - 1 - (size - 1) / 2);
    ASSIGN_OR_RETURN(const std::span<T> squares, context.scratchOf<T>(space));
    for (std::int64_t n = 0; n < dims[0]; ++n)
        for (std::int64_t c = 0; c < channels; ++c) {
            std::ranges::fill(squares, T(0));
            for (std::int64_t k = std::max<std::int64_t>(0, c - before); k <= std::min(channels - 1, c + after);
                 ++k) {
                const T* plane = in.data() + (n * channels + k) * space;
                for (std::int64_t i = 0; i < space; ++i)
                    squares[static_cast<std::size_t>(i)] += plane[i] * plane[i];
            }
            const std::int64_t at = (n * channels + c) * space;
            for (std::int64_t i = 0; i < space; ++i)
                out[static_cast<std::size_t>(at + i)] =
                    in[static_cast<std::size_t>(at + i)] /
                    std::pow(bias + alpha * squares[static_cast<std::size_t>(i)], beta);
        }
    return {};
}

Result<void> run(KernelContext& context) {
    return runInOwnType(context,
                        [&]<typename T>(const ir::Dims& dims, std::span<const T> in, std::span<T> out) {
                            return normalise(context, dims, in, out);
                        });
}

} // namespace

extern const Operator entry{
    .name = "LRN",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::lrn
