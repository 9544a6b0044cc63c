// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/layers/ending.h"

#include "core/base/propagate.h"
#include "core/exec/fused/elementwise_member.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

using exec::ElementwiseMember;
using kernels::Binary;
using kernels::Unary;

class Finder {
public:
    Finder(const ir::Graph& body, const ir::Connections& links, const ir::Node& node, std::int64_t opset,
           Takes takes, const std::function<bool(ValueId)>& isThere,
           const std::function<Result<BufferPart>(ValueId)>& partOf)
        : m_body(body), m_links(links), m_opset(opset), m_takes(takes), m_isThere(isThere), m_partOf(partOf) {
        m_found.result = node.output(0);
        // The third input of convolutions and products is their own bias.
        m_hasBias = takes == Takes::Function || node.hasInput(2);
        m_hasResidual = takes == Takes::Function;
    }

    Result<FoundEnding> find() && {
        while (!m_body.isOutput(m_found.result) && m_found.ending.function < 0) {
            const auto readers = m_links.consumers(m_found.result);
            if (readers.size() == 2 && takeGate(m_body.node(readers[0]), m_body.node(readers[1]))) break;
            if (readers.size() != 1) break;
            ASSIGN_OR_RETURN(const bool isTaken, take(m_body.node(readers[0])));
            if (!isTaken) break;
        }
        return std::move(m_found);
    }

private:
    std::optional<ElementwiseMember> memberOf(const ir::Node& node) const {
        return exec::elementwiseMember(node, m_opset, [&](std::size_t input) -> const ir::Tensor* {
            return node.hasInput(input) ? m_body.value(node.input(input)).known() : nullptr;
        });
    }
    void absorb(const ir::Node& node) {
        m_found.absorbed.push_back(node.id);
        m_found.result = node.output(0);
    }
    void endWith(Unary function, float alpha, float beta) {
        m_found.ending.function = static_cast<int>(function);
        m_found.ending.alpha = alpha;
        m_found.ending.beta = beta;
    }

    Result<bool> take(const ir::Node& node) {
        const auto member = memberOf(node);
        if (!member || member->biased) return false;
        if (member->copies) {
            absorb(node);
            return true;
        }
        const auto& instruction = member->instruction;
        if (!instruction.binary) {
            endWith(instruction.unary, instruction.alpha, instruction.beta);
            absorb(node);
            return true;
        }
        if (instruction.pair != Binary::Add || node.input(0) == node.input(1)) return false;
        return takeSum(node, node.input(0) == m_found.result ? node.input(1) : node.input(0));
    }

    Result<bool> takeSum(const ir::Node& node, ValueId other) {
        const auto dims = m_body.value(other).type.dims(), result = m_body.value(m_found.result).type.dims();
        const auto after = m_body.value(node.output(0)).type.dims();
        if (!dims || !result || after != result || !m_isThere(other) ||
            m_body.value(other).type.dtype != ir::DataType::Float32)
            return false;
        Operand* into = nullptr;
        if (!m_hasBias && !m_hasResidual && isOfChannels(*dims, *result)) {
            into = &m_found.ending.bias;
            m_hasBias = true;
        } else if (!m_hasResidual && *dims == *result) {
            into = &m_found.ending.residual;
            m_hasResidual = true;
        }
        if (!into) return false;
        ASSIGN_OR_RETURN(const BufferPart found, m_partOf(other));
        *into = found;
        absorb(node);
        return true;
    }

    // One number for each channel, repeated along all other axes.
    bool isOfChannels(const ir::Dims& dims, const ir::Dims& result) const {
        const std::size_t axis = m_takes == Takes::OfAxis1 ? 1 : result.size() - 1;
        if (axis >= result.size() || dims.size() > result.size()) return false;
        const std::size_t missing = result.size() - dims.size();
        for (std::size_t i = 0; i < result.size(); ++i) {
            const std::int64_t extent = i < missing ? 1 : dims[i - missing];
            if (extent != (i == axis ? result[i] : 1)) return false;
        }
        return true;
    }

    // x sigmoid(x) and x hardsigmoid(x).
    bool takeGate(const ir::Node& first, const ir::Node& second) {
        const auto gate = memberOf(first), times = memberOf(second);
        if (!gate || !times || gate->biased || gate->instruction.binary || gate->copies) return false;
        if (!times->instruction.binary || times->instruction.pair != Binary::Mul) return false;
        const ValueId gated = first.output(0);
        const bool isOfBoth = (second.input(0) == gated && second.input(1) == m_found.result) ||
                              (second.input(1) == gated && second.input(0) == m_found.result);
        if (!isOfBoth || m_body.isOutput(gated) || m_links.consumers(gated).size() != 1) return false;
        const auto& function = gate->instruction;
        if (function.unary == Unary::Sigmoid)
            endWith(Unary::Silu, 1, 0);
        else if (function.unary == Unary::HardSigmoid && function.beta == 0.5f && function.alpha > 0.16666f &&
                 function.alpha < 0.16667f)
            endWith(Unary::HardSwish, 0, 0);
        else
            return false;
        absorb(first);
        absorb(second);
        return true;
    }

    const ir::Graph& m_body;
    const ir::Connections& m_links;
    std::int64_t m_opset;
    Takes m_takes;
    const std::function<bool(ValueId)>& m_isThere;
    const std::function<Result<BufferPart>(ValueId)>& m_partOf;
    FoundEnding m_found;
    bool m_hasBias = false, m_hasResidual = false;
};

} // namespace

Result<FoundEnding> endingOf(const ir::Graph& body, const ir::Connections& links, const ir::Node& node,
                             std::int64_t opset, Takes takes, const std::function<bool(ValueId)>& isThere,
                             const std::function<Result<BufferPart>(ValueId)>& partOf) {
    return Finder(body, links, node, opset, takes, isThere, partOf).find();
}

} // namespace edgewright::gpu
