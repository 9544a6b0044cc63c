// SPDX-License-Identifier: GPL-3.0-or-later
// Requantizing the 32-bit sums of an integer product.
#pragma once

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/integer_tiles.h"
#include "core/ops/quantization/codes.h"

#include <optional>
#include <vector>

namespace edgewright::ops {

// Codes of float32(sum) * multiplier: input scale * weight scale / output scale, rounded to float32 after each
// step.
struct Requantization {
    std::vector<float> multipliers; // one, or one per output channel or column
    ir::DataType type = ir::DataType::UInt8;
    std::int32_t zero = 0;
};

// Codes with this zero point at `codes`. Unsupported unless the type has 8 bits, BadInput unless the zero point
// is a code of it.
inline Result<kernels::IntegerTarget> byteTarget(ir::DataType type, std::int32_t zero, std::byte* codes) {
    if (type != ir::DataType::Int8 && type != ir::DataType::UInt8)
        return unsupported(say("codes of type {1} are not supported here", ir::dataTypeName(type)));
    ASSIGN_OR_RETURN(const auto range, codeRange(type));
    if (zero < range.low || zero > range.high)
        return badInput(say("zero point {1} is no {2}", zero, ir::dataTypeName(type)));
    kernels::IntegerTarget target;
    target.codes = reinterpret_cast<std::uint8_t*>(codes);
    target.low = static_cast<float>(range.low - zero);
    target.high = static_cast<float>(range.high - zero);
    target.zero = zero;
    return target;
}

// Output 0, for codes or for the sums themselves (int32, or float32 of which they fill the elements at first).
struct SumOutput {
    ir::Tensor tensor;
    kernels::IntegerTarget target;

    static Result<SumOutput> make(KernelContext& context, const ir::Dims& dims,
                                  const std::optional<Requantization>& codes,
                                  ir::DataType sums = ir::DataType::Int32) {
        ASSIGN_OR_RETURN(auto tensor, context.output(0, codes ? codes->type : sums, dims));
        SumOutput result{std::move(tensor), {}};
        std::byte* bytes = result.tensor.mutableBytes().data();
        if (codes) {
            ASSIGN_OR_RETURN(result.target, byteTarget(codes->type, codes->zero, bytes));
        } else {
            result.target.sums = reinterpret_cast<std::int32_t*>(bytes);
        }
        return result;
    }
};

// The target from element `at` on.
inline kernels::IntegerTarget advanced(kernels::IntegerTarget target, std::int64_t at) {
    if (target.codes) target.codes += at;
    if (target.sums) target.sums += at;
    return target;
}

} // namespace edgewright::ops
