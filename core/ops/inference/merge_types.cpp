// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/inference/merge_types.h"

namespace edgewright::ops {

MergedType mergeTypes(const ir::TensorType& declared, const ir::TensorType& inferred) {
    MergedType merged{inferred, false};
    const bool unknown = inferred.isTensor() && inferred.dtype == ir::DataType::Undefined && !inferred.shape;
    const bool undeclared = declared.isTensor() && declared.dtype == ir::DataType::Undefined && !declared.shape;
    if (unknown) {
        merged.type.container = declared.container;
    } else if (inferred.container != declared.container && !undeclared) {
        merged.contradiction = true;
        return merged;
    }
    if (inferred.dtype == ir::DataType::Undefined)
        merged.type.dtype = declared.dtype;
    else if (declared.dtype != ir::DataType::Undefined && declared.dtype != inferred.dtype)
        merged.contradiction = true;

    if (!declared.shape) return merged;
    if (!inferred.shape) {
        merged.type.shape = declared.shape;
        return merged;
    }
    if (declared.shape->size() != inferred.shape->size()) {
        merged.contradiction = true;
        return merged;
    }
    for (std::size_t i = 0; i < declared.shape->size(); ++i) {
        const ir::Dim& wanted = (*declared.shape)[i];
        ir::Dim& dim = (*merged.type.shape)[i];
        if (dim.known()) {
            if (wanted.known() && wanted != dim) merged.contradiction = true;
        } else if (wanted.known() || dim.symbol().empty()) {
            dim = wanted;
        }
    }
    return merged;
}

} // namespace edgewright::ops
