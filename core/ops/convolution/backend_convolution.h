// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution as a back end computes it: prepared once, kept with its node.
#pragma once

#include "core/kernels/backend.h"
#include "core/ops/convolution/convolve.h"

#include <memory>

namespace edgewright::ops {

class PreparedBackend {
public:
    // The weights must be constant. Also made when the back end leaves this shape to the program's own kernel.
    PreparedBackend(const kernels::Backend& backend, const Convolution& conv, int threads);

    bool declined() const { return m_prepared == nullptr; }
    bool fits(const kernels::Backend& backend, const Convolution& conv, int threads) const;
    Result<void> run(const Convolution& conv, KernelContext& context) const;

private:
    const kernels::Backend& m_backend;
    Geometry m_geometry;
    std::int64_t m_batch;
    const float* m_weight;
    bool m_bias;
    int m_threads;
    std::unique_ptr<void, void (*)(void*)> m_prepared;
};

} // namespace edgewright::ops
