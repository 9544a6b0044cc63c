// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that do nothing but move memory, to find how fast it is (after McCalpin's STREAM, 1995).
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Over arrays of `count` floats, a multiple of StreamBlock, each 64-byte aligned and apart from the others;
// `passes` times.
inline constexpr std::int64_t StreamBlock = 128; // floats

struct StreamLoops {
    // Reads all of it: 4 * count bytes a pass. Writes 64 floats to `result`.
    void (*read)(const float* from, std::int64_t count, std::int64_t passes, float* result);
    // to = from: 8 * count bytes a pass.
    void (*copy)(const float* from, float* to, std::int64_t count, std::int64_t passes);
    // to = a + factor * b: 12 * count bytes a pass.
    void (*triad)(const float* a, const float* b, float factor, float* to, std::int64_t count,
                  std::int64_t passes);
};

} // namespace edgewright::kernels
