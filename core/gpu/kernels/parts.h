// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the declarations of several kernels share.
#pragma once

#include "core/gpu/kernel.h"

#include <initializer_list>
#include <limits>

namespace edgewright::gpu {

// As far as 64 bits count; workOf() refuses far fewer.
inline std::int64_t productOf(std::initializer_list<std::int64_t> factors) {
    std::int64_t product = 1;
    for (const std::int64_t each : factors)
        if (__builtin_mul_overflow(product, each, &product)) return std::numeric_limits<std::int64_t>::max();
    return product;
}

constexpr std::uint32_t piecesOf(std::int64_t count, std::int64_t size) {
    const std::int64_t pieces = (count + size - 1) / size;
    return pieces > 0xffffffffLL ? 0xffffffffU : static_cast<std::uint32_t>(pieces);
}

inline Operand whole(std::int64_t number) { return static_cast<std::int32_t>(number); }
inline Operand part(std::size_t buffer, std::int64_t offset = 0) { return BufferPart{buffer, offset}; }

// Read and written once at least.
inline double bytesOfAll(const Work& work) {
    double bytes = 0;
    for (const Buffer& each : work.buffers)
        if (each.fill != Fill::Scratch) bytes += static_cast<double>(bytesOf(each.type) * each.count);
    return bytes;
}

// "BM" and others, by name; those of the kernel that are no macros of a source are harmless there.
inline Values defined(std::initializer_list<std::pair<std::string_view, int>> values) {
    Values defines;
    for (const auto& [name, value] : values)
        defines.emplace_back(name, std::to_string(value));
    return defines;
}

// Values of kernels::Unary, as functionOf() of sources/common.cu counts them.
constexpr int ReluFunction = 2, ClipFunction = 4;

// The parameters of gemm_tensor: what a block and a warp compute, and tiles in shared memory.
inline std::vector<Parameter> tensorTiles() {
    return {{"BM", 128, {64, 128}},
            {"BN", 128, {64, 128}},
            {"WM", 64, {32, 64}},
            {"WN", 32, {32, 64}},
            {"STAGES", 3, {2, 3}}};
}

constexpr int RowThreads = 256; // of kernels of rows and elements, unless told

} // namespace edgewright::gpu
