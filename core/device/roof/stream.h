// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that threads go through again and again, each its own.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <vector>

namespace edgewright::device {

enum class Access { Read, Copy, Triad };

class Stream {
public:
    // OutOfMemory where `bytesPerThread` of each thread are not to be had. Touches all of them.
    static Result<Stream> make(int threads, std::int64_t bytesPerThread);

    // Every thread goes through its first `bytes` (a multiple of WorkingSetUnit), all arrays together, so
    // often.
    void run(Access access, std::int64_t bytes, std::int64_t passes);
    int threads() const { return static_cast<int>(m_memory.size()); }

private:
    std::vector<ir::Tensor> m_memory; // by worker
};

// As many passes as take about so long, at least one.
std::int64_t passesFor(Stream& stream, Access access, std::int64_t bytes, double seconds);

} // namespace edgewright::device
