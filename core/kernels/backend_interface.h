// SPDX-License-Identifier: GPL-3.0-or-later
// A back end for convolutions, as the executor knows it: a table of functions, found in a module that is loaded
// when somebody asks for it. Plain data and plain functions: nothing of the C++ library and no exception
// crosses this line.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Goes up with every change of this file. A module with another number is refused.
constexpr std::uint32_t BackendVersion = 1;

struct BackendAxis {
    std::int64_t in, out, kernel, stride, dilation; // at least 1
    std::int64_t
        padBegin; // zeros before the input; how many follow it is what `out` needs, and may be negative
};

// A float32 convolution of row-major tensors without gaps: input [batch, inChannels, in...], output [batch,
// outChannels, out...], weights [outChannels, inChannels / groups, kernel...]. Every product of extents fits 63
// bits.
struct BackendConvolution {
    BackendAxis axes[3]; // depth, height, width; missing leading ones have extent 1
    std::int64_t batch, inChannels, outChannels, groups;
    const float* weights;
    std::int32_t bias;    // whether there is one
    std::int32_t threads; // to use, at least 1
};

// Services of the program for a back end while it runs.
struct BackendHost {
    // out[j * outStride + i] = in[i * inStride + j] for i < rows, j < columns.
    void (*transpose)(const float* in, std::int64_t inStride, float* out, std::int64_t outStride,
                      std::int64_t rows, std::int64_t columns);
    // out = in + shift; `in` may be `out`.
    void (*shift)(const float* in, float shift, float* out, std::int64_t n);
    // out = in bounded to [low, high]; NaN stays. `in` may be `out`.
    void (*clip)(const float* in, float* out, std::int64_t n, float low, float high);
    // call(body, task, worker) for every task in [0, tasks), from up to `threads` threads.
    void (*parallel)(int threads, std::int64_t tasks, void (*call)(const void*, std::int64_t, int),
                     const void* body);
};

struct BackendCall {
    const BackendHost* host;
    const float* input;
    const float* bias; // [outChannels], or null as was said
    float* output;
    void* scratch;   // scratchBytes() bytes, 64-byte aligned
    float low, high; // of the result, infinite for no bound; NaN stays
    // When not null: to be called once for every element of the bounded result, in stretches [begin, begin +
    // count) of the row-major output while they are in the cache, from several threads at a time if that is of
    // use. It overwrites them with what follows the convolution.
    void (*finish)(const void* self, float* out, std::int64_t begin, std::int64_t count);
    const void* self;
    // When not null: nonzero once the caller wants no more; what is left may be left out then.
    std::int32_t (*stopped)(const void* context);
    const void* context;
};

struct BackendTable {
    std::uint32_t version; // BackendVersion
    const char* library;   // what computes, with its version
    // Null when the back end has no way to compute this, or none that is expected to be quicker than the
    // program's own (which `always` != 0 leaves out of account). `shape` need not outlive the call, its weights
    // may be gone as well.
    void* (*prepare)(const BackendConvolution* shape, std::int32_t always);
    const char* (*describe)(const void* prepared); // how it will be computed; lives as long as `prepared`
    std::int64_t (*scratchBytes)(const void* prepared);
    // Null when done, else what went wrong, valid until this thread's next call. One call at a time for each
    // `prepared`. Everything large that it needs is in the scratch.
    const char* (*run)(void* prepared, const BackendCall* call);
    void (*release)(void* prepared);
};

// The export of a module: const BackendTable* edgewright_backend().
using BackendEntry = const BackendTable* (*)();
constexpr char BackendEntryName[] = "edgewright_backend";

} // namespace edgewright::kernels
