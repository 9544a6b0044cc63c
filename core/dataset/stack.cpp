// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/stack.h"

#include "core/base/propagate.h"

#include <cstring>

namespace edgewright::dataset {

namespace {

// How many values of an input with the extents `wanted` the extents `dims` hold; 0: they are no stack of them.
std::int64_t countIn(const ir::Dims& dims, const ir::Dims& wanted) {
    if (dims == wanted) return 1;
    if (dims.size() == wanted.size() + 1 && std::equal(wanted.begin(), wanted.end(), dims.begin() + 1))
        return dims.front();
    if (dims.size() == wanted.size() && wanted.front() > 0 && dims.front() % wanted.front() == 0 &&
        std::equal(wanted.begin() + 1, wanted.end(), dims.begin() + 1))
        return dims.front() / wanted.front();
    if (dims.size() + 1 == wanted.size() && wanted.front() == 1 &&
        std::equal(dims.begin(), dims.end(), wanted.begin() + 1))
        return 1;
    return 0;
}

} // namespace

Result<Stack> Stack::of(ir::Tensor tensor, const ir::TensorType& type) {
    const auto dims = type.dims();
    const auto elements = type.elements();
    if (!type.isTensor() || !dims || !elements || *elements == 0)
        return badInput("the model's input is " + type.text() + "; expected a tensor with known extents");
    const bool narrows = type.dtype == ir::DataType::Float32 && tensor.dtype() == ir::DataType::Float64;
    const std::int64_t count = tensor.isTensor() ? countIn(tensor.dims(), *dims) : 0;
    if (count < 1 || !(narrows || tensor.dtype() == type.dtype) || ir::bitWidth(tensor.dtype()) < 8 ||
        !tensor.hasData())
        return badInput("holds " + tensor.type().text() + "; the model's input is " + type.text() +
                        ", of which a stack has one axis more, or a longer first axis");
    Stack stack;
    stack.m_tensor = std::move(tensor);
    stack.m_wanted = type.dtype;
    stack.m_dims = *dims;
    stack.m_count = static_cast<std::size_t>(count);
    return stack;
}

Result<ir::Tensor> Stack::item(std::size_t index) const {
    auto copied = ir::Tensor::unfilled(m_tensor.dtype(), m_dims);
    if (!copied) return copied;
    const auto bytes = copied->mutableBytes();
    std::memcpy(bytes.data(), m_tensor.bytes().data() + index * bytes.size(), bytes.size());
    return m_wanted == copied->dtype() ? std::move(copied) : ir::toFloat32(*copied);
}

} // namespace edgewright::dataset
