// SPDX-License-Identifier: GPL-3.0-or-later
// Stands before a kernel (core/gpu/sources) when it is compiled for the processor, in place of device.cu and of
// all that the compiler for GPUs knows without a header.
#pragma once

#include "tests/core/gpu/emulator/half.h"
#include "tests/core/gpu/emulator/thread.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#define KERNEL static void
#define FUNCTION static inline
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define threadIdx (edgewright::emulator::here.thread)
#define blockIdx (edgewright::emulator::here.block)
#define blockDim (edgewright::emulator::here.blockSize)
#define gridDim (edgewright::emulator::here.gridSize)

struct alignas(16) float4 {
    float x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

using Half = unsigned short;
using std::max;
using std::min;

inline void __syncthreads() { edgewright::emulator::waitForBlock(); }
inline float __shfl_xor_sync(unsigned, float value, int distance) {
    float all[32];
    edgewright::emulator::exchange(&value, sizeof value, all);
    return all[edgewright::emulator::here.lane ^ static_cast<unsigned>(distance)];
}
inline float __int_as_float(int bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
// Rounded by itself, never as part of another operation.
__attribute__((noinline)) static float __fmul_rn(float a, float b) { return a * b; }
__attribute__((noinline)) static float __fadd_rn(float a, float b) { return a + b; }
inline unsigned tensorFloat(float value) {
    unsigned bits;
    std::memcpy(&bits, &value, sizeof bits);
    return (bits + 0x1000U) & ~0x1fffU;
}
inline float rsqrtf(float value) { return 1.0f / std::sqrt(value); }

FUNCTION float widened(Half bits) { return edgewright::emulator::valueOfHalf(bits); }
FUNCTION Half narrowed(float value) { return edgewright::emulator::halfOf(value); }

inline void copyInBackground(void* shared, const void* global, bool isThere) {
    edgewright::emulator::copyLater(shared, global, 16, isThere);
}
inline void endGroupOfCopies() { edgewright::emulator::endGroup(); }
template <int groups>
void waitForCopies() {
    edgewright::emulator::finishGroups(groups);
}

inline void loadMatrices(unsigned (&into)[4], const void* row) {
    const void* rows[32];
    edgewright::emulator::exchange(&row, sizeof row, rows);
    const unsigned lane = edgewright::emulator::here.lane;
    for (unsigned i = 0; i < 4; ++i)
        std::memcpy(&into[i], static_cast<const char*>(rows[i * 8 + lane / 4]) + lane % 4 * 4, 4);
}

// Fragments of a lane, as device.cu says, as bytes.
struct Fragments {
    unsigned char a[16], b[8];
};

// The byte of row (column) `row` of a (b) at `byte` of 32, in the fragments of all lanes.
inline const unsigned char* byteOfA(const Fragments* all, unsigned row, unsigned byte) {
    const unsigned part = row / 8 + byte / 16 * 2;
    return &all[row % 8 * 4 + byte % 16 / 4].a[part * 4 + byte % 4];
}
inline const unsigned char* byteOfB(const Fragments* all, unsigned column, unsigned byte) {
    return &all[column * 4 + byte % 16 / 4].b[byte / 16 * 4 + byte % 4];
}

template <class Sum, unsigned bytes, class Value>
void multiply(Sum (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2], Value value) {
    Fragments mine, all[32];
    std::memcpy(mine.a, a, sizeof mine.a);
    std::memcpy(mine.b, b, sizeof mine.b);
    edgewright::emulator::exchange(&mine, sizeof mine, all);
    const unsigned lane = edgewright::emulator::here.lane;
    for (unsigned i = 0; i < 4; ++i)
        for (unsigned byte = 0; byte < 32; byte += bytes)
            sum[i] += value(byteOfA(all, lane / 4 + i / 2 * 8, byte)) *
                      value(byteOfB(all, lane % 4 * 2 + i % 2, byte));
}
inline void multiplyOnTensorCores(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    multiply<float, 2>(sum, a, b, [](const unsigned char* at) {
        Half bits;
        std::memcpy(&bits, at, sizeof bits);
        return widened(bits);
    });
}
// Tensor cores read no more than the bits of TF32.
inline void multiplyTensorFloats(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    multiply<float, 4>(sum, a, b, [](const unsigned char* at) {
        unsigned bits;
        std::memcpy(&bits, at, sizeof bits);
        return __int_as_float(static_cast<int>(bits & ~0x1fffU));
    });
}
inline void multiplyOnTensorCores(int (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    multiply<int, 1>(sum, a, b,
                     [](const unsigned char* at) { return static_cast<int>(static_cast<signed char>(*at)); });
}

namespace edgewright::emulator {

template <class... Arguments, std::size_t... at>
void callWith(void (*kernel)(Arguments...), void** arguments, std::index_sequence<at...>) {
    kernel(*static_cast<std::remove_const_t<Arguments>*>(arguments[at])...);
}
template <class... Arguments>
void callWith(void (*kernel)(Arguments...), void** arguments) {
    callWith(kernel, arguments, std::index_sequence_for<Arguments...>());
}

} // namespace edgewright::emulator
