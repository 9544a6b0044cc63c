// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs and outputs of any floating type for kernels that compute in float or double.
#pragma once

#include "core/ops/operator.h"

#include <span>

namespace edgewright::ops {

// `tensor` with elements of T: itself, or converted in scratch memory.
template <typename T>
Result<ir::Tensor> elementsAs(KernelContext& context, const ir::Tensor& tensor);

// Output `index`, of any floating type, of a kernel that computes in T: float or double.
template <typename T>
class ConvertedOutput {
public:
    static Result<ConvertedOutput> make(KernelContext& context, std::size_t index, ir::DataType type,
                                        const ir::Dims& dims);
    std::span<T> data() { return m_work.as<T>(); }
    // Converts into the output's own type. Call once everything is written.
    void finish();

private:
    ir::Tensor m_work; // the output itself when that is of T
    ir::Tensor m_out;
};

} // namespace edgewright::ops
