// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ops/normalisation/normalise_doubles.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/broadcast.h"

#include <array>

namespace edgewright::ops::mean_variance_normalization {

namespace {

// The axes that are averaged over: an attribute since opset 9, before it followed from across_channels.
std::vector<std::int64_t> axesOf(const KernelContext& context) {
    if (context.opset() >= 9) {
        auto axes = context.node().ints("axes");
        return axes.empty() ? std::vector<std::int64_t>{0, 2, 3} : axes;
    }
    if (context.node().intOr("across_channels", 0) != 0) return {1, 2, 3};
    return {2, 3};
}

template <typename T>
Result<void> normalise(KernelContext& context, const ir::Dims& dims, std::span<const T> in, std::span<T> out) {
    ASSIGN_OR_RETURN(const auto axes, normaliseAxes(axesOf(context), static_cast<std::int64_t>(dims.size())));
    const bool divides = context.opset() >= 9 || context.node().intOr("normalize_variance", 1) != 0;
    ir::Dims kept = dims;
    for (const std::int64_t axis : axes)
        kept[static_cast<std::size_t>(axis)] = 1;
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{dims, kept}));
    const std::size_t groups = static_cast<std::size_t>(checkedProduct(kept).value_or(0));
    if (groups == 0 || plan.elements == 0) return {};
    const double count = static_cast<double>(plan.elements) / static_cast<double>(groups);
    ASSIGN_OR_RETURN(const auto statistics, context.scratchOf<double>(2 * static_cast<std::int64_t>(groups)));
    std::ranges::fill(statistics, 0.0);
    const auto mean = statistics.first(groups), deviation = statistics.last(groups);
    const auto eachElement = [&](auto visit) {
        forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
                visit(static_cast<std::size_t>(at + i),
                      static_cast<std::size_t>(offsets[1] + i * plan.inner(1)));
        });
    };
    eachElement([&](std::size_t i, std::size_t group) { mean[group] += static_cast<double>(in[i]) / count; });
    eachElement([&](std::size_t i, std::size_t group) {
        const double distance = static_cast<double>(in[i]) - mean[group];
        deviation[group] += distance * distance / count;
    });
    // The standard's function body adds this to the deviation, not to the variance.
    for (double& each : deviation)
        each = std::sqrt(each) + 1e-9;
    eachElement([&](std::size_t i, std::size_t group) {
        out[i] =
            static_cast<T>((static_cast<double>(in[i]) - mean[group]) / (divides ? deviation[group] : 1.0));
    });
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
    .name = "MeanVarianceNormalization",
    .category = Category::Normalisation,
    .infer = inferNormalised<1>,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::mean_variance_normalization
