// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of 8-bit codes.
#pragma once

#include "core/ir/tensor.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace edgewright::test {

using ir::Dims;
using ir::Tensor;

inline Tensor bytes(Dims dims, std::vector<std::uint8_t> values) { return Tensor::of(std::move(dims), values); }
inline Tensor chars(Dims dims, std::vector<std::int8_t> values) { return Tensor::of(std::move(dims), values); }
inline Tensor floats(Dims dims, std::vector<float> values) { return Tensor::of(std::move(dims), values); }

template <typename T>
std::vector<T> elements(const Tensor& tensor) {
    const auto span = tensor.as<T>();
    return {span.begin(), span.end()};
}

// 8-bit codes from a small generator.
template <typename T>
Tensor noise(Dims dims, std::uint32_t seed) {
    auto tensor = Tensor::allocate(ir::dataTypeOf<T>(), std::move(dims));
    for (T& element : tensor->template as<T>()) {
        seed = seed * 1664525u + 1013904223u;
        element = static_cast<T>(seed >> 24);
    }
    return std::move(tensor).value();
}

inline Tensor codes(bool isSigned, Dims dims, const std::vector<int>& values) {
    return isSigned ? chars(std::move(dims), {values.begin(), values.end()})
                    : bytes(std::move(dims), {values.begin(), values.end()});
}

} // namespace edgewright::test
