// SPDX-License-Identifier: GPL-3.0-or-later
// Float32 in and out of kernels whose tensors may be float16, bfloat16 or float64.
#pragma once

#include "core/ops/operator.h"

#include <span>

namespace edgewright::ops {

// The tensor as float32: itself when it already is, else converted in scratch memory. Integers convert too.
Result<ir::Tensor> asFloat32(KernelContext& context, const ir::Tensor& tensor);

// The number that the type holds in place of a float32.
inline float roundedTo(float value, ir::DataType type) {
    if (type == ir::DataType::Float16) return ir::halfToFloat(ir::floatToHalf(value));
    if (type == ir::DataType::BFloat16) return ir::bfloat16ToFloat(ir::floatToBfloat16(value));
    return value;
}

// Output `index` of a kernel that computes in float32.
class FloatOutput {
public:
    static Result<FloatOutput> make(KernelContext& context, std::size_t index, ir::DataType type,
                                    const ir::Dims& dims);
    std::span<float> data() { return m_work.as<float>(); }
    // Rounds into the output's own type. Call once everything is written.
    void finish();

private:
    ir::Tensor m_work; // the output itself when that is float32
    ir::Tensor m_out;
};

} // namespace edgewright::ops
