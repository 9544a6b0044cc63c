// SPDX-License-Identifier: GPL-3.0-or-later
// A node that a generated kernel computes (kernels/generated_kernel.h) in place of the program's own one. The
// first run has both, and the results are compared.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "core/kernels/generated_kernel.h"

#include <functional>
#include <vector>

namespace edgewright::exec {

class NodeContext;

class GeneratedNode {
public:
    // Leaves the result in the context. `own`: does the same by the program's own kernel. BadInput where the
    // kernel is of other operands, or where its result differs from that of `own` by more than rounding.
    Result<void> run(NodeContext& context, const kernels::GeneratedKernel& kernel,
                     const std::function<Result<void>()>& own);

private:
    Result<void> takeOperands(const NodeContext& context);
    Result<void> prepare(NodeContext& context);
    Result<void> compute(NodeContext& context, float* output) const;
    Result<void> check(NodeContext& context, const std::function<Result<void>()>& own);
    bool overlapsOperand(std::span<const float> output) const;

    const kernels::GeneratedKernel* m_kernel = nullptr;
    std::vector<const float*> m_operands; // of this run; null: not read
    ir::Tensor m_packed;
    const float* m_source = nullptr; // what was packed
    ir::Dims m_dims;                 // of the result
    bool m_isChecked = false;
};

} // namespace edgewright::exec
