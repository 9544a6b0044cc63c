// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/generated_node.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/compare.h"
#include "core/exec/node_context.h"
#include "core/exec/tolerance.h"

#include <cstdio>
#include <cstring>

namespace edgewright::exec {

namespace {

std::string numberText(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", number);
    return text;
}

} // namespace

Result<void> GeneratedNode::run(NodeContext& context, const kernels::GeneratedKernel& kernel,
                                const std::function<Result<void>()>& own) {
    if (m_kernel != &kernel) *this = {}; // another choice for this run
    m_kernel = &kernel;
    RETURN_IF_ERROR(takeOperands(context));
    RETURN_IF_ERROR(prepare(context));
    if (!m_isChecked) return check(context, own);
    ASSIGN_OR_RETURN(ir::Tensor result, context.output(0, ir::DataType::Float32, m_dims));
    const auto output = result.as<float>();
    if (!overlapsOperand(output)) return compute(context, output.data());
    // Tiles overlap: an element that is written over an operand would be read as that.
    ASSIGN_OR_RETURN(const auto beside, context.scratch(static_cast<std::int64_t>(output.size_bytes())));
    RETURN_IF_ERROR(compute(context, reinterpret_cast<float*>(beside.data())));
    std::memcpy(output.data(), beside.data(), output.size_bytes());
    return {};
}

Result<void> GeneratedNode::takeOperands(const NodeContext& context) {
    const auto inputs = context.inputs();
    m_operands.assign(static_cast<std::size_t>(m_kernel->operands), nullptr);
    for (std::size_t i = 0; i < m_operands.size(); ++i) {
        const std::int64_t floats = m_kernel->operandFloats[i];
        if (floats == 0) continue;
        const ir::Tensor* const tensor = i < inputs.size() ? inputs[i] : nullptr;
        if (!tensor || !tensor->isTensor() || tensor->dtype() != ir::DataType::Float32 ||
            tensor->elements() != floats)
            return badInput(say("the generated kernel is of other shapes: its operand {1} has {2} elements in "
                                "float32",
                                i, floats));
        if (m_kernel->packedOperand == static_cast<std::int64_t>(i) && !context.isConstant(i))
            return badInput(say("the generated kernel packs operand {1}, which is no constant", i));
        m_operands[i] = tensor->as<float>().data();
    }
    return {};
}

// Once for all runs, as long as the constant stays where it is.
Result<void> GeneratedNode::prepare(NodeContext& context) {
    if (m_kernel->packedFloats == 0) return {};
    const float* const source = m_operands[static_cast<std::size_t>(m_kernel->packedOperand)];
    if (m_source == source && m_packed.hasData()) return {};
    m_packed = {};
    ASSIGN_OR_RETURN(m_packed, context.allocatePrepared(ir::DataType::Float32, {m_kernel->packedFloats}));
    m_kernel->pack(m_operands.data(), m_packed.as<float>().data());
    m_source = source;
    return {};
}

Result<void> GeneratedNode::compute(NodeContext& context, float* output) const {
    std::span<std::byte> copy;
    if (m_kernel->copyFloats > 0) {
        ASSIGN_OR_RETURN(copy,
                         context.scratch(m_kernel->copyFloats * static_cast<std::int64_t>(sizeof(float))));
    }
    const float* const packed = m_packed.hasData() ? m_packed.as<float>().data() : nullptr;
    kernels::runGenerated(*m_kernel, m_operands.data(), packed, reinterpret_cast<float*>(copy.data()), output,
                          context.runThreads());
    return {};
}

// The generated one first: the own kernel may write over its operands.
Result<void> GeneratedNode::check(NodeContext& context, const std::function<Result<void>()>& own) {
    const std::int64_t bytes = m_kernel->outputFloats * static_cast<std::int64_t>(sizeof(float));
    ASSIGN_OR_RETURN(const auto beside, context.scratch(bytes));
    RETURN_IF_ERROR(compute(context, reinterpret_cast<float*>(beside.data())));
    RETURN_IF_ERROR(own());
    ir::Tensor& result = context.results().at(0).tensor;
    if (!result.isTensor() || result.dtype() != ir::DataType::Float32 ||
        result.elements() != m_kernel->outputFloats)
        return badInput(say("the generated kernel is of other shapes: its result has {1} elements in float32",
                            m_kernel->outputFloats));
    const ir::Tensor generated = ir::Tensor::over(ir::DataType::Float32, result.dims(), nullptr,
                                                  beside.first(static_cast<std::size_t>(bytes)));
    const Difference difference = compare(generated, result);
    if (!agrees(difference, ir::DataType::Float32, Tolerance{}))
        return badInput(
            say("the generated kernel is refused: its result differs from that of the program's own "
                "kernel by {1} of its norm, {2} at most in an element",
                numberText(difference.relNorm), numberText(difference.maxAbs)));
    std::memcpy(result.mutableBytes().data(), beside.data(), static_cast<std::size_t>(bytes)); // as in all runs
    m_dims = result.dims();
    m_isChecked = true;
    return {};
}

bool GeneratedNode::overlapsOperand(std::span<const float> output) const {
    const std::less<const float*> before;
    for (std::size_t i = 0; i < m_operands.size(); ++i) {
        const float* const operand = m_operands[i];
        if (operand && before(operand, output.data() + output.size()) &&
            before(output.data(), operand + m_kernel->operandFloats[i]))
            return true;
    }
    return false;
}

} // namespace edgewright::exec
