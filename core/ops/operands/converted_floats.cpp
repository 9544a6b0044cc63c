// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/converted_floats.h"

#include "core/base/propagate.h"
#include "core/ops/operands/floats.h"

#include <algorithm>

namespace edgewright::ops {

template <>
Result<ir::Tensor> elementsAs<float>(KernelContext& context, const ir::Tensor& tensor) {
    return asFloat32(context, tensor);
}

template <>
Result<ir::Tensor> elementsAs<double>(KernelContext& context, const ir::Tensor& tensor) {
    if (tensor.dtype() == ir::DataType::Float64) return tensor;
    auto result = context.scratchTensor(ir::DataType::Float64, tensor.dims());
    if (!result) return result;
    const auto out = result->as<double>();
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = ir::elementAsDouble(tensor, static_cast<std::int64_t>(i));
    return result;
}

template <typename T>
Result<ConvertedOutput<T>> ConvertedOutput<T>::make(KernelContext& context, std::size_t index,
                                                    ir::DataType type, const ir::Dims& dims) {
    ConvertedOutput output;
    ASSIGN_OR_RETURN(auto out, context.output(index, type, dims));
    output.m_out = output.m_work = std::move(out);
    if (type == ir::dataTypeOf<T>()) return output;
    ASSIGN_OR_RETURN(output.m_work, context.scratchTensor(ir::dataTypeOf<T>(), dims));
    return output;
}

template <typename T>
void ConvertedOutput<T>::finish() {
    if (m_out.dtype() == m_work.dtype()) return;
    const auto store = [&](auto to, auto convert) { std::ranges::transform(data(), to.begin(), convert); };
    const auto narrow = [](T value) { return static_cast<float>(value); };
    if (m_out.dtype() == ir::DataType::Float64)
        store(m_out.as<double>(), [](T value) { return static_cast<double>(value); });
    else if (m_out.dtype() == ir::DataType::Float32)
        store(m_out.as<float>(), narrow);
    else if (m_out.dtype() == ir::DataType::Float16)
        store(m_out.as<std::uint16_t>(), [&](T value) { return ir::floatToHalf(narrow(value)); });
    else
        store(m_out.as<std::uint16_t>(), [&](T value) { return ir::floatToBfloat16(narrow(value)); });
}

template class ConvertedOutput<float>;
template class ConvertedOutput<double>;

} // namespace edgewright::ops
