// SPDX-License-Identifier: GPL-3.0-or-later
// Stands before each kernel, behind device.cu: what several of them use.

// Four numbers of a row of which `left` are there, the others 0; `isWhole`: the rows are aligned to 16 bytes.
FUNCTION float4 fourOf(const float* at, int left, bool isWhole) {
    if (isWhole && left >= 4) return *reinterpret_cast<const float4*>(at);
    float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (left > 0) four.x = at[0];
    if (left > 1) four.y = at[1];
    if (left > 2) four.z = at[2];
    if (left > 3) four.w = at[3];
    return four;
}
FUNCTION void storeFour(float* at, float4 four, int left, bool isWhole) {
    if (isWhole && left >= 4) {
        *reinterpret_cast<float4*>(at) = four;
        return;
    }
    if (left > 0) at[0] = four.x;
    if (left > 1) at[1] = four.y;
    if (left > 2) at[2] = four.z;
    if (left > 3) at[3] = four.w;
}

// 1 / (1 + e^-x).
FUNCTION float logistic(float x) { return 1.0f / (1.0f + expf(-x)); }
FUNCTION float softplus(float x) { return (x > 0.0f ? x : 0.0f) + log1pf(expf(-fabsf(x))); }
FUNCTION float bounded(float x, float low, float high) {
    x = x < low ? low : x; // NaN stays
    return x > high ? high : x;
}

// The function of that number in kernels::Unary (core/kernels/elementwise.h); of -1 the number itself.
FUNCTION float functionOf(int function, float x, float alpha, float beta) {
    switch (function) {
    case 0: return fabsf(x);
    case 1: return -x;
    case 2: return x < 0.0f ? 0.0f : x;
    case 3: return x < 0.0f ? alpha * x : x;
    case 4: return bounded(x, alpha, beta);
    case 5: return logistic(x);
    case 6: return bounded(alpha * x + beta, 0.0f, 1.0f);
    case 7: return x * bounded(x / 6.0f + 0.5f, 0.0f, 1.0f);
    case 8: return x * logistic(alpha * x);
    case 9: return tanhf(x);
    case 10: return x < 0.0f ? alpha * expm1f(x) : x;
    case 11: return expf(x);
    case 12: return logf(x);
    case 13: return sqrtf(x);
    case 14: return 1.0f / x;
    case 15: return x * x;
    case 16: return x * x * x;
    case 17: return erff(x);
    case 18: return 0.5f * x * (1.0f + erff(x * 0.70710678118654752f));
    case 19: return 0.5f * x * (1.0f + tanhf(0.79788456080286536f * (x + 0.044715f * x * x * x)));
    case 20: return softplus(x);
    case 21: return x * tanhf(softplus(x));
    case 22: return floorf(x);
    case 23: return ceilf(x);
    }
    return x;
}
// That of two numbers, in kernels::Binary; of -1 the first one.
FUNCTION float pairOf(int pair, float a, float b) {
    switch (pair) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return a / b;
    case 4: return b < a || b != b ? b : a;
    case 5: return b > a || b != b ? b : a;
    case 6: return a < 0.0f ? b * a : a;
    }
    return a;
}

// A result that goes on while it is in a register: `bias` of its channel and `residual` of its element are added where
// they are, then comes a function.
FUNCTION float finished(float sum, int function, float alpha, float beta, const float* bias, int channel,
                        const float* residual, long long element) {
    if (bias) sum += bias[channel];
    if (residual) sum += residual[element];
    return functionOf(function, sum, alpha, beta);
}

// Numbers of 8 bits, with a sign or without: the bits.
typedef unsigned char Code;
typedef signed char SignedCode;

// A sum of products of codes, less what their zero points add to it: the terms of its channel, and a factor of the channel times
// the sum of the other side's codes. It wraps around.
FUNCTION int wholeSum(int sum, const int* terms, const int* factors, const int* sums, int channel, int place) {
    unsigned whole = (unsigned)sum;
    if (terms) whole += (unsigned)terms[channel];
    if (factors) whole -= (unsigned)factors[channel] * (unsigned)sums[place];
    return (int)whole;
}

// The code of a number that is divided by its scale: within bounds that are less the zero point, rounded, of two as near to the
// even one, plus the zero point. What is no number becomes the lowest code.
FUNCTION Code codeOf(float value, float low, float high, int zero) {
    value = value > low ? value : low;
    value = value < high ? value : high;
    return (Code)((int)rintf(value) + zero);
}
FUNCTION void storeSum(Code* to, int sum, float scale, float low, float high, int zero) {
    *to = codeOf((float)sum * scale, low, high, zero);
}
FUNCTION void storeSum(int* to, int sum, float, float, float, int) { *to = sum; }
FUNCTION void storeSum(float* to, int sum, float scale, float, float, int) { *to = (float)sum * scale; }

FUNCTION float sumOfWarp(float value) {
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, distance);
    return value;
}

// The sum over a block of whole warps, at most 32, for all of its threads.
FUNCTION float sumOfBlock(float value) {
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    value = sumOfWarp(value);
    __syncthreads(); // the sums of the call before have been read
    if (lane == 0) sums[warp] = value;
    __syncthreads();
    return sumOfWarp(lane < warps ? sums[lane] : 0.0f);
}
