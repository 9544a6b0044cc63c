// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/integer_scale.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace edgewright::dataset {

namespace {

constexpr double MaxHalf = 65504;

double largestOf(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    return largest;
}

} // namespace

Result<ir::Tensor> ScaleArrays::numbersOf(const ir::Tensor& stored, ir::DataType wanted) const {
    if (!stored.isTensor()) return stored;
    if (wanted == ir::DataType::Float32 && stored.dtype() == ir::DataType::Float64)
        return ir::toFloat32(stored);
    if (!given() || !IntegerScale::applies(stored.dtype(), wanted)) return stored;
    ASSIGN_OR_RETURN(const IntegerScale scaled,
                     IntegerScale::of(*this, stored.type(), ir::TensorType(wanted, stored.dims())));
    return scaled.applied(stored);
}

bool IntegerScale::applies(ir::DataType stored, ir::DataType wanted) {
    const bool isStored = stored == ir::DataType::UInt8 || stored == ir::DataType::Int8 ||
                          stored == ir::DataType::UInt16 || stored == ir::DataType::Int16;
    return isStored && (wanted == ir::DataType::Float32 || wanted == ir::DataType::Float16);
}

Result<IntegerScale::Numbers> IntegerScale::numbersIn(const ir::Tensor& tensor, const ir::Dims& dims) {
    const auto misfit = [&] {
        return badInput(
            say("is {1}; expected one number, or one for each index along one axis of the input, as in "
                "[3,1,1] for the channels of [1,3,32,32]",
                tensor.type().text()));
    };
    if (!tensor.isTensor() || tensor.elements() < 1 || tensor.rank() > static_cast<std::int64_t>(dims.size()))
        return misfit();
    Numbers numbers;
    const std::size_t skipped = dims.size() - tensor.dims().size();
    std::size_t behind = 1;
    for (std::size_t axis = tensor.dims().size(); axis-- > 0;) {
        const std::int64_t extent = tensor.dims()[axis], wanted = dims[skipped + axis];
        if (extent != 1) {
            if (extent != wanted || extent != tensor.elements()) return misfit();
            numbers.inner = behind;
        }
        behind *= static_cast<std::size_t>(wanted);
    }
    ASSIGN_OR_RETURN(const auto floats, tensor.dtype() == ir::DataType::Float64 ? Result<ir::Tensor>(tensor)
                                                                                : ir::toFloat32(tensor));
    for (std::int64_t i = 0; i < floats.elements(); ++i) {
        numbers.values.push_back(ir::elementAsDouble(floats, i));
        if (!std::isfinite(numbers.values.back()))
            return badInput(say("holds a number that is not finite, at {1}; expected finite ones", i));
    }
    return numbers;
}

Result<IntegerScale> IntegerScale::of(const ScaleArrays& arrays, const ir::TensorType& stored,
                                      const ir::TensorType& input) {
    IntegerScale made;
    made.m_wanted = input.dtype;
    const auto read = [&](const std::optional<ir::Tensor>& tensor, const char* name,
                          double otherwise) -> Result<Numbers> {
        if (!tensor) return Numbers{{otherwise}, 1};
        auto numbers = numbersIn(*tensor, *input.dims());
        if (!numbers) return std::move(numbers).error().within(say("array {1}", inQuotes(name)));
        return numbers;
    };
    ASSIGN_OR_RETURN(made.m_scale, read(arrays.scale, "scale", 1));
    ASSIGN_OR_RETURN(made.m_offset, read(arrays.offset, "offset", 0));
    if (std::ranges::find(made.m_scale.values, 0.0) != made.m_scale.values.end())
        return badInput(say("array 'scale' holds a 0; expected other numbers"));
    const double limit = input.dtype == ir::DataType::Float16 ? MaxHalf : std::numeric_limits<float>::max();
    const double reach = std::ldexp(largestOf(made.m_scale.values), ir::bitWidth(stored.dtype)) +
                         largestOf(made.m_offset.values);
    if (!(reach <= limit))
        return badInput(say("arrays 'scale' and 'offset' make numbers of {1} that {2} cannot hold",
                            stored.text(), input.text()));
    return made;
}

Result<ir::Tensor> IntegerScale::applied(const ir::Tensor& stored) const {
    auto made = ir::Tensor::unfilled(m_wanted, stored.dims());
    if (!made) return made;
    const auto count = static_cast<std::size_t>(stored.elements());
    for (std::size_t i = 0; i < count; ++i) {
        const double number =
            ir::elementAsDouble(stored, static_cast<std::int64_t>(i)) * m_scale.at(i) + m_offset.at(i);
        const auto value = static_cast<float>(number);
        if (m_wanted == ir::DataType::Float16)
            made->as<std::uint16_t>()[i] = ir::floatToHalf(value);
        else
            made->as<float>()[i] = value;
    }
    return made;
}

} // namespace edgewright::dataset
