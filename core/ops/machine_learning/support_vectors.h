// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of support vector machines.
#pragma once

#include "core/ops/operator.h"

#include <span>

namespace edgewright::ops {

struct VectorKernel {
    enum class Kind { Linear, Polynomial, RadialBasis, Sigmoid };
    Kind kind = Kind::Linear;
    double gamma = 0, offset = 0, degree = 0;
    // Both vectors have the same length.
    double operator()(std::span<const double> x, std::span<const double> y) const;
};

// Attributes kernel_type and kernel_params (gamma, coef0, degree).
Result<VectorKernel> vectorKernelOf(const ir::Node& node);

// Vectors in one list, each of `length` numbers; BadInput when the list does not divide into `count`.
struct VectorList {
    std::vector<double> values;
    std::size_t length = 0;
    std::span<const double> at(std::size_t index) const {
        return std::span(values).subspan(index * length, length);
    }
};
Result<VectorList> vectorList(const ir::Node& node, const std::string& attribute, std::size_t count);

// Operator::heldNumbers.
HeldNumbers supportVectorNumbers(const ir::Node& node);

// Operator::products: every row of input 0 with every vector (of a radial basis, the product in the distance),
// and `scores` weighted sums of the kernels.
Result<MatrixProducts> vectorProducts(Types inputs, std::int64_t vectors, std::int64_t scores);

} // namespace edgewright::ops
