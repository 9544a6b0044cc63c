// SPDX-License-Identifier: GPL-3.0-or-later
// What is certain of a value that comes from one of two places.
#pragma once

#include "core/ir/tensor_type.h"

namespace edgewright::ops {

// Extents, rank and dtype on which both agree.
inline ir::TensorType eitherType(const ir::TensorType& a, const ir::TensorType& b) {
    ir::TensorType result(a.dtype == ir::DataType::Undefined ? b.dtype : a.dtype);
    if (!a.shape || !b.shape || a.shape->size() != b.shape->size()) return result;
    result.shape.emplace();
    for (std::size_t i = 0; i < a.shape->size(); ++i)
        result.shape->push_back((*a.shape)[i] == (*b.shape)[i] ? (*a.shape)[i] : ir::Dim());
    return result;
}

} // namespace edgewright::ops
