// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/tensor_type.h"

#include "core/base/checked.h"

namespace edgewright::ir {

std::string Dim::text() const {
    if (known()) return std::to_string(m_value);
    return m_symbol.empty() ? "?" : m_symbol;
}

std::optional<std::size_t> TensorType::rank() const {
    if (!shape) return std::nullopt;
    return shape->size();
}

std::optional<Dims> TensorType::dims() const {
    if (!shape) return std::nullopt;
    Dims result;
    for (const Dim& dim : *shape) {
        if (!dim.known()) return std::nullopt;
        result.push_back(dim.value());
    }
    return result;
}

std::optional<std::int64_t> TensorType::elements() const {
    const auto extents = isTensor() ? dims() : std::nullopt;
    if (!extents) return std::nullopt;
    return checkedProduct(*extents);
}

std::optional<std::int64_t> TensorType::bytes() const {
    const auto count = elements();
    if (!count || dtype == DataType::Undefined) return std::nullopt;
    return byteCount(dtype, *count);
}

TensorType TensorType::sequenceOf(TensorType element) {
    element.container = Container::Sequence;
    return element;
}

TensorType TensorType::withDtype(DataType type) const {
    TensorType result = *this;
    result.dtype = type;
    return result;
}

std::string TensorType::text() const {
    if (!isTensor()) {
        TensorType element = *this;
        element.container = Container::Tensor;
        switch (container) {
        case Container::Sequence:
            return "sequence(" + element.text() + ")";
        case Container::Optional:
            return "optional(" + element.text() + ")";
        case Container::OptionalSequence:
            return "optional(sequence(" + element.text() + "))";
        default:
            return "map, sparse or nested value";
        }
    }
    std::string result(dataTypeName(dtype));
    if (!shape) return result + "[...]";
    result += '[';
    for (std::size_t i = 0; i < shape->size(); ++i) {
        if (i) result += ',';
        result += (*shape)[i].text();
    }
    return result + ']';
}

std::optional<std::int64_t> byteCount(DataType type, std::int64_t elements) {
    const auto bits = checkedMul(elements, bitWidth(type));
    if (!bits) return std::nullopt;
    return ceilDiv(*bits, 8);
}

} // namespace edgewright::ir
