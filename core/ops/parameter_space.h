// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of kernels that are worth trying for a node: the space that a tuner searches without a
// compiler (after the templates of Chen et al., "Learning to Optimize Tensor Programs", NeurIPS 2018).
// Operator::parameters gives it; whatever a point of it says, the result is right.
#pragma once

#include "core/kernels/kernel_parameters.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace edgewright::ops {

struct NodeWork;

struct ParameterAxis {
    std::string_view key; // of kernels::ParameterFields
    // The first one is the kernel's own rule: 0, or of an algorithm the one that it takes.
    std::vector<std::int64_t> values;
};

struct ParameterSpace {
    std::vector<ParameterAxis> axes;      // empty: nothing can be chosen
    kernels::KernelParameters usual = {}; // the point of the first values
    // False for points with a parameter that nobody reads: they are copies of others. Null: all are read.
    bool (*reads)(const kernels::KernelParameters&) = nullptr;
};

// 0, then `first`, doubled until `last` is passed, and three times `first`, doubled likewise; in order.
std::vector<std::int64_t> fromTo(std::int64_t first, std::int64_t last);

// Tile and blocks of a product of m x k by k x n in float32.
void addProductAxes(ParameterSpace& space, std::int64_t m, std::int64_t n, std::int64_t k);

ParameterSpace convolutionParameters(const NodeWork& work);
ParameterSpace productParameters(const NodeWork& work); // of MatMul and Gemm

} // namespace edgewright::ops
