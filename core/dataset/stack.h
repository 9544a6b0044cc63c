// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor that holds many values of one input, one behind the other.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstddef>

namespace edgewright::dataset {

class Stack {
public:
    // `type`: of the input, every extent known. `tensor` has its extents, with one axis more in front, with a
    // longer first axis (a multiple), or without a first axis of 1. Float64 becomes the float32 of an input.
    // BadInput that says what both are.
    static Result<Stack> of(ir::Tensor tensor, const ir::TensorType& type);

    std::size_t count() const { return m_count; }
    Result<ir::Tensor> item(std::size_t index) const; // a copy, in the shape of the input

private:
    ir::Tensor m_tensor;
    ir::DataType m_wanted = ir::DataType::Undefined;
    ir::Dims m_dims; // of the input
    std::size_t m_count = 0;
};

} // namespace edgewright::dataset
