// SPDX-License-Identifier: GPL-3.0-or-later
// The beginning of every generated source.
#pragma once

namespace edgewright::loopnest {

// The records of core/kernels/generated_kernel.h, and vectors of so many floats.
constexpr const char* Prelude = R"(typedef __INT64_TYPE__ i64;
typedef __UINT64_TYPE__ u64;
struct kernel {
    i64 operands, output_floats, packed_floats, copy_floats, copy_tasks, tasks;
    const i64* operand_floats;
    i64 packed_operand;
    void (*pack)(const float* const*, float*);
    void (*copy)(const float* const*, float*, i64, i64);
    void (*run)(const float* const*, const float*, const float*, float*, i64, i64);
};
struct table { i64 version, count; const struct kernel* kernels; };
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define INLINE static inline __attribute__((always_inline, unused))
)";

// `left`: elements that are there. A vector in memory need not be aligned.
constexpr const char* Vectors = R"(typedef float v# __attribute__((vector_size(4 * #)));
typedef float u# __attribute__((vector_size(4 * #), aligned(4), may_alias));
typedef int m# __attribute__((vector_size(4 * #)));
INLINE v# splat#(float x) { v# y; for (int l = 0; l < #; ++l) y[l] = x; return y; }
INLINE v# load#(const float* from, i64 stride, i64 left) {
    if (stride == 1 && left >= #) return *(const u#*)from;
    v# y = splat#(0);
    for (int l = 0; l < #; ++l) if (l < left) y[l] = from[l * stride];
    return y;
}
INLINE void store#(float* to, v# y, i64 stride, i64 left) {
    if (stride == 1 && left >= #) { *(u#*)to = y; return; }
    for (int l = 0; l < #; ++l) if (l < left) to[l * stride] = y[l];
}
INLINE v# least#(v# x, float low) {
    const v# bound = splat#(low);
    const m# below = x < bound;
    return (v#)((~below & (m#)x) | (below & (m#)bound));
}
INLINE v# most#(v# x, float high) {
    const v# bound = splat#(high);
    const m# above = x > bound;
    return (v#)((~above & (m#)x) | (above & (m#)bound));
}
)";
// The same with one lane.
constexpr const char* Scalars = R"(typedef float v1;
INLINE v1 splat1(float x) { return x; }
INLINE v1 load1(const float* from, i64 stride, i64 left) { return *from; }
INLINE void store1(float* to, v1 y, i64 stride, i64 left) { *to = y; }
INLINE v1 least1(v1 x, float low) { return x < low ? low : x; }
INLINE v1 most1(v1 x, float high) { return x > high ? high : x; }
)";

} // namespace edgewright::loopnest
