// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

#include <algorithm>

namespace edgewright::ops::q_linear_global_average_pool {

namespace {

// x, x_scale, x_zero_point, y_scale, y_zero_point. With channels_last the channels are the last axis.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        if (type.shape->size() < 3)
            return badInput(say("the input is {1} where spatial axes are expected", type.text()));
        const std::size_t first = context.node().intOr("channels_last", 0) != 0 ? 1 : 2;
        std::fill_n(type.shape->begin() + static_cast<std::ptrdiff_t>(first), type.shape->size() - 2,
                    ir::Dim(1));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 3, 4));
    ASSIGN_OR_RETURN(const auto range, codeRange(in->dtype()));
    if (in->rank() < 3)
        return badInput(say("the input is {1} where spatial axes are expected", in->type().text()));
    const bool last = context.node().intOr("channels_last", 0) != 0;
    ir::Dims dims = in->dims();
    const std::int64_t channels = last ? dims.back() : dims[1];
    const std::int64_t batch = dims[0];
    std::fill_n(dims.begin() + (last ? 1 : 2), dims.size() - 2, 1);
    const std::int64_t outputs = batch * channels;
    const std::int64_t size = outputs == 0 ? 0 : in->elements() / outputs; // of a plane
    const float scale = x.scale / (y.scale * static_cast<float>(size));
    return withCodeType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
        const T* from = in->template as<T>().data();
        T* to = out.template as<T>().data();
        if constexpr (sizeof(T) == 1)
            if (!last) {
                ASSIGN_OR_RETURN(const auto target,
                                 byteTarget(in->dtype(), y.zero, reinterpret_cast<std::byte*>(to)));
                ASSIGN_OR_RETURN(const auto means, context.scratchOf<float>(outputs));
                const std::uint8_t flip = flipOf(in->dtype());
                const kernels::IntegerTiles& tiles = *kernels::table().integer;
                for (std::int64_t i = 0; i < outputs; ++i) {
                    const auto* plane = reinterpret_cast<const std::uint8_t*>(from) + i * size;
                    const std::int64_t sum = tiles.sumCodes(plane, size, flip) - size * (x.zero + flip);
                    means[static_cast<std::size_t>(i)] = static_cast<float>(sum) * scale;
                }
                tiles.encode(means.data(), outputs, 1, target);
                return {};
            }
        for (std::int64_t i = 0; i < outputs; ++i) {
            const std::int64_t begin = last ? i / channels * size * channels + i % channels : i * size;
            std::int64_t sum = 0;
            for (std::int64_t k = 0; k < size; ++k)
                sum += from[begin + k * (last ? channels : 1)] - x.zero;
            to[i] = static_cast<T>(toCode(static_cast<float>(sum) * scale, y.zero, range));
        }
        return {};
    });
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearGlobalAveragePool",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_global_average_pool
