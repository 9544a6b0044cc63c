// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

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
    const std::int64_t plane = outputs == 0 ? 0 : in->elements() / outputs;
    const float scale = x.scale / (y.scale * static_cast<float>(plane));
    const bool bytes = ir::bitWidth(in->dtype()) == 8;
    return withCodeType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
        const T* from = in->template as<T>().data();
        for (std::int64_t i = 0; i < outputs; ++i) {
            const std::int64_t begin = last ? i / channels * plane * channels + i % channels : i * plane;
            std::int64_t sum = 0;
            if (bytes && !last) {
                // As unsigned codes: signed ones are moved by 128.
                const std::uint8_t moved = flipOf(in->dtype());
                sum = kernels::table().integer->sumCodes(reinterpret_cast<const std::uint8_t*>(from) + begin,
                                                         plane, moved) -
                      plane * (x.zero + moved);
            } else {
                for (std::int64_t k = 0; k < plane; ++k)
                    sum += from[begin + k * (last ? channels : 1)] - x.zero;
            }
            out.template as<T>()[static_cast<std::size_t>(i)] =
                static_cast<T>(toCode(static_cast<float>(sum) * scale, y.zero, range));
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
