// SPDX-License-Identifier: GPL-3.0-or-later
// A fused group that runs as one kernel: at most one operator that is not element-wise, whose result goes
// through the element-wise ones while it is hot, or a chain of element-wise operators in one pass.
#pragma once

#include "core/exec/fused/channel_scale.h"
#include "core/exec/fused/elementwise_tape.h"
#include "core/exec/operands/prepared_operand.h"
#include "core/ops/operator.h"

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace edgewright::exec {

class FusedKernel {
public:
    // Null when the group must run member by member: several operators that are not element-wise, results that
    // are not float32, element-wise members on tensors of another shape than the result, or types that are not
    // known.
    static std::unique_ptr<FusedKernel> make(const ir::Node& group, const ir::Opsets& opsets);

    // True if what the kernel prepares once is constant; `isConstant` says it of an input of the group.
    bool fits(const std::function<bool(std::size_t input)>& isConstant) const;
    // `context` is that of the group, which fits.
    Result<void> run(ops::KernelContext& context);
    // Lets go of all that the anchor keeps from run to run; it is made again when it runs.
    void forget() { m_anchorState.reset(); }

private:
    friend class AnchorContext;
    void takeBounds(std::vector<ElementwiseTape::Instruction>& instructions);
    Result<void> start(const ops::KernelContext& context, const ir::Dims& dims);

    std::shared_ptr<const ir::Graph> m_body;
    const ir::Node* m_anchor = nullptr; // the operator that is not element-wise, if any
    const ops::Operator* m_anchorOp = nullptr;
    std::int64_t m_anchorOpset = 1;
    std::vector<GroupOperand> m_anchorOperands;
    std::optional<ElementwiseTape> m_tape;
    std::vector<GroupOperand> m_tensors; // of the tape
    std::vector<ChannelScale> m_scales;
    std::deque<PreparedOperand> m_prepared; // operands point at their results
    std::size_t m_channelRank = 0;          // axes of the result from the channels on
    float m_low = -std::numeric_limits<float>::infinity();
    float m_high = std::numeric_limits<float>::infinity();

    // State of the last run.
    std::shared_ptr<void> m_anchorState;
    ElementwiseTape::Walk m_walk;
    std::vector<ir::Dims> m_tensorDims;
    std::vector<const float*> m_tensorData;
};

} // namespace edgewright::exec
