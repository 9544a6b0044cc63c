// SPDX-License-Identifier: GPL-3.0-or-later
// The type that is certain of a value that comes from one of two places.
#pragma once

#include "core/ir/tensor_type.h"

namespace edgewright::ops {

// Extents, rank, dtype and kind on which both agree; a side of which nothing is known has no say in dtype and
// kind.
inline ir::TensorType eitherType(const ir::TensorType& a, const ir::TensorType& b) {
    const auto isUnknown = [](const ir::TensorType& type) {
        return type.isTensor() && type.dtype == ir::DataType::Undefined && !type.shape;
    };
    if (a.container != b.container && !isUnknown(a) && !isUnknown(b)) return {};
    ir::TensorType result(a.dtype == ir::DataType::Undefined ? b.dtype : a.dtype);
    result.container = isUnknown(a) ? b.container : a.container;
    if (!a.shape || !b.shape || a.shape->size() != b.shape->size()) return result;
    result.shape.emplace();
    for (std::size_t i = 0; i < a.shape->size(); ++i)
        result.shape->push_back((*a.shape)[i] == (*b.shape)[i] ? (*a.shape)[i] : ir::Dim());
    return result;
}

} // namespace edgewright::ops
