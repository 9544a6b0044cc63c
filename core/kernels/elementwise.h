// SPDX-License-Identifier: GPL-3.0-or-later
// Functions over runs of floats: activations, arithmetic, sums.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Functions of one float, with the meaning of the ONNX operator of that name; `alpha` and `beta` are its
// attributes. Clip: alpha is the lower and beta the upper bound. Silu is x * sigmoid(alpha x), Square x * x,
// GeluErf and GeluTanh the two forms of Gelu.
enum class Unary : std::uint8_t {
    Abs,
    Neg,
    Relu,
    LeakyRelu,
    Clip,
    Sigmoid,
    HardSigmoid,
    HardSwish,
    Silu,
    Tanh,
    Elu,
    Exp,
    Log,
    Sqrt,
    Reciprocal,
    Square,
    Cube,
    Erf,
    GeluErf,
    GeluTanh,
    Softplus,
    Mish,
    Floor,
    Ceil,
    Count
};
// PRelu: b is the slope.
enum class Binary : std::uint8_t { Add, Sub, Mul, Div, Min, Max, PRelu, Count };

struct ElementwiseKernels {
    // out[i] = f(in[i]); `in` and `out` are the same or do not overlap. Relative error at most 4e-7 (absolute
    // where the result is below 1); NaN gives NaN, infinities give the limit.
    void (*unary[static_cast<int>(Unary::Count)])(const float* in, float* out, std::int64_t n, float alpha,
                                                  float beta);
    // out[i] = f(a[i * aStep], b[i * bStep]) with steps of 0 or 1; `out` may be `a` or `b`.
    void (*binary[static_cast<int>(Binary::Count)])(const float* a, std::int64_t aStep, const float* b,
                                                    std::int64_t bStep, float* out, std::int64_t n);
    float (*sum)(const float* in, std::int64_t n);
    float (*sumOfSquares)(const float* in, float minus, std::int64_t n); // of in[i] - minus
    float (*maximum)(const float* in, std::int64_t n);                   // NaN when one is NaN; n >= 1
    float (*dot)(const float* a, const float* b, std::int64_t n);
    float (*expMinus)(const float* in, float minus, float* out,
                      std::int64_t n); // out = exp(in - minus); their sum
    void (*scaleShift)(const float* in, float scale, float shift, float* out,
                       std::int64_t n);                                             // in * scale + shift
    void (*multiplyAdd)(float factor, const float* in, float* out, std::int64_t n); // out += factor * in
    // out[i] = (in[i] - minus) * factor * scale[i * step] + shift[i * step]; `step` is 0 or 1, `shift` may be
    // null.
    void (*normalise)(const float* in, float minus, float factor, const float* scale, const float* shift,
                      std::int64_t step, float* out, std::int64_t n);
    // Transposes elements of 4 bytes: out[j * outStride + i] = in[i * inStride + j] for i < rows, j < columns.
    void (*transpose)(const float* in, std::int64_t inStride, float* out, std::int64_t outStride,
                      std::int64_t rows, std::int64_t columns);
    void (*gather)(const float* in, const std::int32_t* index, float* out,
                   std::int64_t n); // out[i] = in[index[i]]
    // out[i] = in[first[i]] * firstWeight[i] + in[second[i]] * secondWeight[i]
    void (*blend)(const float* in, const std::int32_t* first, const float* firstWeight,
                  const std::int32_t* second, const float* secondWeight, float* out, std::int64_t n);
};

} // namespace edgewright::kernels
