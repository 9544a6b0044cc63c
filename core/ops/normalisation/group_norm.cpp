// SPDX-License-Identifier: GPL-3.0-or-later
// Group normalisation with channels last, perhaps followed by x * sigmoid(x).
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/operands/unary_kernel.h"

#include <cmath>

namespace edgewright::ops::group_norm {

namespace {

Result<void> infer(InferContext& context) {
    const std::int64_t groups = context.node().intOr("groups", 0);
    if (groups < 1) return badInput(say("groups is {1}", groups));
    RETURN_IF_ERROR(inferNormalised(context, 2));
    const auto& x = *context.input(0);
    if (!x.shape) return {};
    const bool last = context.node().intOr("channels_last", 1) != 0;
    const ir::Dim& channels = last ? x.shape->back() : (*x.shape)[1];
    if (channels.known() && channels.value() % groups != 0)
        return badInput(say("{1} channels do not divide into {2} groups", channels.text(), groups));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const ir::Dims& dims = opened.input.dims();
    const std::int64_t groups = context.node().intOr("groups", 0);
    const bool last = context.node().intOr("channels_last", 1) != 0;
    if (dims.size() < 2 || groups < 1) return badInput(say("the input is {1}", opened.input.type().text()));
    const std::int64_t channels = last ? dims.back() : dims[1];
    if (channels % groups != 0)
        return badInput(say("{1} channels do not divide into {2} groups", channels, groups));
    ASSIGN_OR_RETURN(const auto scale, parameter(context, 1, channels, "gamma"));
    ASSIGN_OR_RETURN(const auto shift, parameter(context, 2, channels, "beta"));
    const auto in = opened.in();
    const auto out = opened.output.data();
    if (in.empty()) return {};
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const std::int64_t space = opened.input.elements() / (dims[0] * channels);
    const std::int64_t perGroup = channels / groups;
    ASSIGN_OR_RETURN(const auto members, context.scratchOf<float>(perGroup * space));
    for (std::int64_t at = 0; at < dims[0] * groups; ++at) {
        if (context.run().stopped()) return cancelled();
        const std::int64_t batch = at / groups;
        const std::int64_t first = at % groups * perGroup;
        const auto place = [&](std::int64_t channel, std::int64_t i) {
            return static_cast<std::size_t>(last ? (batch * space + i) * channels + channel
                                                 : (batch * channels + channel) * space + i);
        };
        std::size_t next = 0;
        for (std::int64_t c = first; c < first + perGroup; ++c)
            for (std::int64_t i = 0; i < space; ++i)
                (members)[next++] = in[place(c, i)];
        const Moments moments = momentsOf(members);
        const double inverse = 1 / std::sqrt(moments.variance + epsilon);
        for (std::int64_t c = first; c < first + perGroup; ++c) {
            const auto channel = static_cast<std::size_t>(c);
            for (std::int64_t i = 0; i < space; ++i) {
                const double normal = (static_cast<double>(in[place(c, i)]) - moments.mean) * inverse;
                out[place(c, i)] =
                    static_cast<float>(normal) * scale.as<float>()[channel] + shift.as<float>()[channel];
            }
        }
    }
    if (context.node().intOr("activation", 0) == 1) applyUnary(kernels::Unary::Silu, out, 1);
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "GroupNorm",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::group_norm
