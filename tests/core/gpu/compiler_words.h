// SPDX-License-Identifier: GPL-3.0-or-later
// The words that NVRTC knows without a header, for Clang, as far as kernels use them.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))

// Registers of a thread: threadIdx.x and so on.
#define EDGEWRIGHT_PART(part, reg)                                                                             \
    struct {                                                                                                   \
        __device__ __forceinline__ operator unsigned() const { return __nvvm_read_ptx_sreg_##reg##_##part(); } \
    } part
#define EDGEWRIGHT_REGISTER(name, reg)                                                                         \
    struct name##_type {                                                                                       \
        EDGEWRIGHT_PART(x, reg);                                                                               \
        EDGEWRIGHT_PART(y, reg);                                                                               \
        EDGEWRIGHT_PART(z, reg);                                                                               \
    };                                                                                                         \
    extern const __device__ name##_type name
EDGEWRIGHT_REGISTER(threadIdx, tid);
EDGEWRIGHT_REGISTER(blockIdx, ctaid);
EDGEWRIGHT_REGISTER(blockDim, ntid);
EDGEWRIGHT_REGISTER(gridDim, nctaid);

struct __align__(16) float4 {
    float x, y, z, w;
};
__device__ __forceinline__ float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
__device__ __forceinline__ float __int_as_float(int bits) { return __builtin_bit_cast(float, bits); }
__device__ __forceinline__ float __shfl_xor_sync(unsigned mask, float value, int distance) {
    return __nvvm_shfl_sync_bfly_f32(mask, value, distance, 31);
}
__device__ __forceinline__ float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
__device__ __forceinline__ float __fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
__device__ __forceinline__ float __fadd_rn(float a, float b) { return __nvvm_add_rn_f(a, b); }
__device__ __forceinline__ int max(int a, int b) { return a > b ? a : b; }
__device__ __forceinline__ int min(int a, int b) { return a < b ? a : b; }
__device__ __forceinline__ long long min(long long a, long long b) { return a < b ? a : b; }
extern "C" __device__ float expf(float);
extern "C" __device__ float erff(float);
extern "C" __device__ float fabsf(float);
extern "C" __device__ float tanhf(float);
extern "C" __device__ float expm1f(float);
extern "C" __device__ float logf(float);
extern "C" __device__ float log1pf(float);
extern "C" __device__ float sqrtf(float);
extern "C" __device__ float floorf(float);
extern "C" __device__ float ceilf(float);
extern "C" __device__ float rsqrtf(float);
extern "C" __device__ float rintf(float);
