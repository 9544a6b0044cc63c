// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a fused group on the result of its first operator while that is still in the cache.
#pragma once

#include <cstdint>
#include <limits>

namespace edgewright::ops {

class Epilogue {
public:
    virtual ~Epilogue() = default;
    // The result is first bounded to this; NaN stays.
    float low = -std::numeric_limits<float>::infinity();
    float high = std::numeric_limits<float>::infinity();
    // True if there is more to do than that.
    bool applies = true;
    // `out` is elements [begin, begin + count) of the bounded float32 result in row-major order; they are
    // complete, and overwritten with what becomes of them. Each element once; from several threads at a time.
    virtual void apply(float* out, std::int64_t begin, std::int64_t count) const = 0;
};

} // namespace edgewright::ops
