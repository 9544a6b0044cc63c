// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group of reductions along the last axes and element-wise operators as one kernel: some rows at a time
// go through all of it while they are in the first-level cache.
#pragma once

#include "core/exec/fused/row_program.h"
#include "core/ops/operator.h"

#include <memory>

namespace edgewright::exec {

class RowKernel {
public:
    // Null when the group must run member by member.
    static std::unique_ptr<RowKernel> make(const ir::Node& group, const ir::Opsets& opsets);

    // True if it is an operator on rows that such a group can have.
    static bool mayJoin(const ir::Node& node);

    // True if the operands are those that the kernel was made for.
    bool fits(const ops::KernelContext& context) const;
    // `context` is that of the group, which fits.
    Result<void> run(ops::KernelContext& context) const;

private:
    std::shared_ptr<const ir::Graph> m_body; // has the constants
    RowProgram m_program;
};

} // namespace edgewright::exec
