// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/qdq/real_tensor.h"

#include "core/base/say.h"

#include <algorithm>
#include <string>

namespace edgewright::quant {

Result<ir::Tensor> realTensor(const ir::Tensor& codes, const std::vector<float>& scales,
                              const ir::Tensor* zeroPoints, std::int64_t axis) {
    const ir::Dims& dims = codes.dims();
    const auto rank = static_cast<std::int64_t>(dims.size());
    const std::int64_t place = axis < 0 ? axis + rank : axis;
    const std::int64_t extent = place >= 0 && place < rank ? dims[static_cast<std::size_t>(place)] : 1;
    std::int64_t inner = 1;
    for (std::int64_t i = place + 1; place >= 0 && i < rank; ++i)
        inner *= dims[static_cast<std::size_t>(i)];
    const auto scaleCount = static_cast<std::int64_t>(scales.size());
    const std::int64_t zeroCount = zeroPoints ? zeroPoints->elements() : 1;
    for (const std::int64_t count : {scaleCount, zeroCount})
        if (count != 1 && count != extent)
            return badInput(
                say("codes of {1} channels have {2} scales or zero points; expected one, or one for each",
                    extent, count));
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(codes.elements()));
    for (std::int64_t i = 0; i < codes.elements(); ++i) {
        const std::int64_t channel = i / inner % extent;
        const double zero = zeroPoints ? ir::elementAsDouble(*zeroPoints, zeroCount == 1 ? 0 : channel) : 0;
        const double code = ir::elementAsDouble(codes, i) - zero;
        values.push_back(static_cast<float>(code) *
                         scales[static_cast<std::size_t>(scaleCount == 1 ? 0 : channel)]);
    }
    return ir::Tensor::of<float>(dims, values);
}

} // namespace edgewright::quant
