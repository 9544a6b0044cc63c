// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"

namespace edgewright::ops::group_normalization {

namespace {

Result<void> infer(InferContext& context) {
    const std::int64_t groups = context.node().intOr("num_groups", 0);
    if (groups < 1) return badInput(say("num_groups is {1}", groups));
    RETURN_IF_ERROR(inferNormalised(context, 2));
    const ir::TensorType& x = *context.input(0);
    if (x.shape && (*x.shape)[1].known() && (*x.shape)[1].value() % groups != 0)
        return badInput(say("{1} channels do not divide into {2} groups", (*x.shape)[1].text(), groups));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    const ir::Dims dims = x->dims();
    const std::int64_t groups = context.node().intOr("num_groups", 0);
    if (dims.size() < 2 || groups < 1 || dims[1] % groups != 0)
        return badInput(say("the input is {1} with {2} groups", x->type().text(), groups));
    const std::int64_t channels = dims[1];
    const std::int64_t perGroup = channels / groups;
    // One scale per group in opset 18, one per channel since 21.
    const bool perChannel = context.opset() >= 21;
    if (isOfDoubles(context)) return groupNormaliseDoubles(context, groups, perChannel);
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    ASSIGN_OR_RETURN(const auto scale, parameter(context, 1, perChannel ? channels : groups, "scale"));
    ASSIGN_OR_RETURN(const auto shift, parameter(context, 2, perChannel ? channels : groups, "bias"));
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened.in();
    const auto out = opened.output.data();
    if (in.empty()) return {};
    const std::size_t space = in.size() / static_cast<std::size_t>(dims[0] * channels);
    const std::size_t extent = space * static_cast<std::size_t>(perGroup);
    const auto normalise = kernels::table().elementwise->normalise;
    const auto each = static_cast<std::int64_t>(space);
    const auto done =
        forEachRow(context, dims[0] * groups, static_cast<std::int64_t>(extent), [&](std::int64_t row) {
            const std::size_t at = static_cast<std::size_t>(row) * extent;
            const Moments moments = momentsOf(in.subspan(at, extent));
            const auto factor = static_cast<float>(1 / std::sqrt(moments.variance + epsilon));
            const std::int64_t group = row % groups;
            for (std::int64_t i = 0; i < perGroup; ++i) {
                const std::int64_t c = perChannel ? group * perGroup + i : group;
                normalise(in.data() + at + i * each, static_cast<float>(moments.mean), factor,
                          scale.as<float>().data() + c, shift.as<float>().data() + c, 0,
                          out.data() + at + i * each, each);
            }
        });
    if (!done) return done;
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "GroupNormalization",
    .category = Category::Normalisation,
    .infer = infer,
    .run = run,
    .since = 18,
};

} // namespace edgewright::ops::group_normalization
