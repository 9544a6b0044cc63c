// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/decoded.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops {

Result<ir::Tensor> decoded(KernelContext& context, std::size_t codes, std::size_t scale, std::size_t zero,
                           std::int64_t directions) {
    ASSIGN_OR_RETURN(const auto given, operand(context, codes));
    const ir::Dims& dims = given->dims();
    const std::int64_t columns = dims.empty() ? 1 : dims.back();
    if (directions > 1 && (dims.empty() || dims[0] != directions))
        return badInput(
            say("input {1} is {2} where {3} directions are expected", codes, given->type().text(), directions));
    ASSIGN_OR_RETURN(const auto scales, operand(context, scale));
    const bool byColumn = columns > 1 && scales->elements() == checkedMul(directions, columns);
    const std::int64_t count = byColumn ? directions * columns : directions;
    ASSIGN_OR_RETURN(const auto factors, scalesOf(context, scale, count));
    ASSIGN_OR_RETURN(const auto zeros, zerosOf(context, zero, count));
    ASSIGN_OR_RETURN(auto floats, context.scratchTensor(ir::DataType::Float32, dims));
    const std::span<float> to = floats.as<float>();
    const std::size_t each = to.size() / static_cast<std::size_t>(std::max<std::int64_t>(directions, 1));
    RETURN_IF_ERROR(withCodeType(given->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        const auto from = given->template as<T>();
        for (std::size_t i = 0; i < to.size(); ++i) {
            const std::size_t direction = i / each;
            const std::size_t at =
                byColumn ? direction * static_cast<std::size_t>(columns) + i % static_cast<std::size_t>(columns)
                         : direction;
            to[i] = factors[at] * static_cast<float>(from[i] - zeros[at]);
        }
        return {};
    }));
    return floats;
}

} // namespace edgewright::ops
