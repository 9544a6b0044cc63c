// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/reduce.h"

#include <cmath>
#include <limits>

namespace edgewright::ops::reduce_log_sum_exp {

namespace {

// log(sum(e^x)) = m + log(sum(e^(x - m))), m the maximum: nothing overflows.
void logSumExp(const Reduction& reduction, const float* in, float* out) {
    const auto outputs = static_cast<std::size_t>(reduction.outputs);
    std::vector<float> highest(outputs, -std::numeric_limits<float>::infinity());
    std::vector<double> sum(outputs, 0.0);
    const auto eachElement = [&](auto visit) {
        const std::int64_t step = reduction.plan.inner(1);
        forEachRun(reduction.plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
                visit(in[at + i], static_cast<std::size_t>(offsets[1] + i * step));
        });
    };
    eachElement([&](float x, std::size_t o) { highest[o] = x > highest[o] ? x : highest[o]; });
    for (float& each : highest)
        if (!std::isfinite(each)) each = 0.0f; // nothing to shift by
    eachElement([&](float x, std::size_t o) {
        sum[o] += std::exp(static_cast<double>(x) - static_cast<double>(highest[o]));
    });
    for (std::size_t o = 0; o < outputs; ++o)
        out[o] = static_cast<float>(static_cast<double>(highest[o]) + std::log(sum[o]));
}

Result<void> run(KernelContext& context) {
    const auto in = floatOperand(context, 0);
    if (!in) return in.error();
    const auto values = asFloat32(**in);
    if (!values) return values.error();
    const auto reduction = reductionOf(context, values->dims());
    if (!reduction) return reduction.error();
    auto out = FloatOutput::make(context, 0, (*in)->dtype(), reduction->outDims);
    if (!out) return std::move(out).error();
    logSumExp(*reduction, values->as<float>().data(), out->data().data());
    out->finish();
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ReduceLogSumExp",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferReduction,
    .run = run,
};

} // namespace edgewright::ops::reduce_log_sum_exp
