// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"

namespace edgewright::ops::instance_normalization {

namespace {

Result<void> run(KernelContext& context) {
    if (isOfDoubles(context)) return instanceNormaliseDoubles(context);
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const ir::Dims& dims = opened.input.dims();
    if (dims.size() < 2) return badInput(say("the input is {1}", opened.input.type().text()));
    const std::int64_t channels = dims[1];
    ASSIGN_OR_RETURN(const auto scale, parameter(context, 1, channels, "scale"));
    ASSIGN_OR_RETURN(const auto shift, parameter(context, 2, channels, "B"));
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    const auto in = opened.in();
    const auto out = opened.output.data();
    if (in.empty()) return {};
    const std::size_t planes = static_cast<std::size_t>(dims[0] * channels);
    const std::size_t space = in.size() / planes;
    const auto normalise = kernels::table().elementwise->normalise;
    const auto done = forEachRow(
        context, static_cast<std::int64_t>(planes), static_cast<std::int64_t>(space), [&](std::int64_t plane) {
            const auto at = static_cast<std::size_t>(plane) * space;
            const auto from = in.subspan(at, space);
            const Moments moments = momentsOf(from);
            normalise(from.data(), static_cast<float>(moments.mean),
                      static_cast<float>(1 / std::sqrt(moments.variance + epsilon)),
                      scale.as<float>().data() + plane % channels, shift.as<float>().data() + plane % channels,
                      0, out.data() + at, static_cast<std::int64_t>(space));
        });
    if (!done) return done;
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "InstanceNormalization",
    .category = Category::Normalisation,
    .infer = inferNormalised<2>,
    .run = run,
    .since = 6,
    .sinceBfloat16 = 22,
};

} // namespace edgewright::ops::instance_normalization
