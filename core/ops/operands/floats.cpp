// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/floats.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::ops {

Result<ir::Tensor> asFloat32(KernelContext& context, const ir::Tensor& tensor) {
    const ir::DataType type = tensor.dtype();
    if (type == ir::DataType::Float32) return tensor;
    const bool numeric =
        ir::isFloating(type) || ir::isSmallFloat(type) || ir::isInteger(type) || type == ir::DataType::Bool;
    if (!numeric || !tensor.hasData())
        return unsupported(say("cannot read {1} as float32", tensor.type().text()));
    auto result = context.scratchTensor(ir::DataType::Float32, tensor.dims());
    if (!result) return result;
    const auto out = result->as<float>();
    if (type == ir::DataType::Float16)
        std::ranges::transform(tensor.as<std::uint16_t>(), out.begin(), ir::halfToFloat);
    else if (type == ir::DataType::BFloat16)
        std::ranges::transform(tensor.as<std::uint16_t>(), out.begin(), ir::bfloat16ToFloat);
    else
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<float>(ir::elementAsDouble(tensor, static_cast<std::int64_t>(i)));
    return result;
}

Result<FloatOutput> FloatOutput::make(KernelContext& context, std::size_t index, ir::DataType type,
                                      const ir::Dims& dims) {
    if (!ir::isFloating(type))
        return unsupported(say("an output of type {1} is not computed in float32", ir::dataTypeName(type)));
    FloatOutput output;
    ASSIGN_OR_RETURN(output.m_out, context.output(index, type, dims));
    if (type == ir::DataType::Float32) {
        output.m_work = output.m_out;
        return output;
    }
    ASSIGN_OR_RETURN(output.m_work, context.scratchTensor(ir::DataType::Float32, dims));
    return output;
}

void FloatOutput::finish() {
    const auto in = data();
    switch (m_out.dtype()) {
    case ir::DataType::Float16: {
        auto out = m_out.as<std::uint16_t>();
        for (std::size_t i = 0; i < in.size(); ++i)
            out[i] = ir::floatToHalf(in[i]);
        break;
    }
    case ir::DataType::BFloat16: {
        auto out = m_out.as<std::uint16_t>();
        for (std::size_t i = 0; i < in.size(); ++i)
            out[i] = ir::floatToBfloat16(in[i]);
        break;
    }
    case ir::DataType::Float64: {
        auto out = m_out.as<double>();
        for (std::size_t i = 0; i < in.size(); ++i)
            out[i] = static_cast<double>(in[i]);
        break;
    }
    default:
        break;
    }
}

} // namespace edgewright::ops
