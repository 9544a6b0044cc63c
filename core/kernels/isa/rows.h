// SPDX-License-Identifier: GPL-3.0-or-later
// Sums, scales and rearrangements of rows: the part of ElementwiseKernels that is not one function of each
// element.
#pragma once

#include "core/kernels/elementwise.h"
#include "core/kernels/isa/functions.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

float sum(const float* in, std::int64_t n);
float sumOfSquares(const float* in, float minus, std::int64_t n);
float maximum(const float* in, std::int64_t n);
float dot(const float* a, const float* b, std::int64_t n);
float expMinus(const float* in, float minus, float* out, std::int64_t n);
void scaleShift(const float* in, float scale, float shift, float* out, std::int64_t n);
void multiplyAdd(float factor, const float* in, float* out, std::int64_t n);
void normalise(const float* in, float minus, float factor, const float* scale, const float* shift,
               std::int64_t step, float* out, std::int64_t n);
void transpose(const float* in, std::int64_t inStride, float* out, std::int64_t outStride, std::int64_t rows,
               std::int64_t columns);
void gather(const float* in, const std::int32_t* index, float* out, std::int64_t n);
void blend(const float* in, const std::int32_t* first, const float* firstWeight, const std::int32_t* second,
           const float* secondWeight, float* __restrict out, std::int64_t n);

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
