// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/fused_kernel.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/fused/elementwise_member.h"
#include "core/ir/order.h"
#include "core/kernels/parallel.h"
#include "core/ops/operands/epilogue.h"
#include "core/ops/operands/forwarding_context.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace edgewright::exec {

namespace {

using TapeSource = ElementwiseTape::Source;

// Broadcast of itself: every extent known, and as many elements as the result has.
bool hasShape(const ir::TensorType& type, const ir::Dims& dims) {
    return type.dtype == ir::DataType::Float32 && type.isTensor() && type.dims() == dims;
}

} // namespace

// What the anchor sees: its own node, operands looked up in the group, its result as the group's.
class AnchorContext final : public ops::ForwardingContext, public ops::Epilogue {
public:
    AnchorContext(FusedKernel& kernel, ops::KernelContext& group) : ForwardingContext(group), m_kernel(kernel) {
        low = kernel.m_low;
        high = kernel.m_high;
        applies = kernel.m_tape.has_value();
    }

    const ir::Node& node() const override { return *m_kernel.m_anchor; }
    std::int64_t opset() const override { return m_kernel.m_anchorOpset; }
    std::size_t inputCount() const override { return m_kernel.m_anchorOperands.size(); }
    const ir::Tensor* input(std::size_t index) const override {
        return index < inputCount() ? m_kernel.m_anchorOperands[index].of(outer()) : nullptr;
    }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        auto tensor = outer().output(index, type, dims);
        if (tensor) RETURN_IF_ERROR(m_kernel.start(outer(), dims));
        m_out = tensor ? *tensor : ir::Tensor();
        return tensor;
    }
    void setOutput(std::size_t index,
                   ir::Tensor tensor) override { // an anchor that hands over a tensor: copied
        auto made = output(index, tensor.dtype(), tensor.dims());
        if (made && !tensor.bytes().empty())
            std::memcpy(made->mutableBytes().data(), tensor.bytes().data(), tensor.bytes().size());
    }
    bool wantsOutput(std::size_t index) const override { return index == 0; }
    bool isConstant(std::size_t index) const override {
        return index < inputCount() && input(index) && m_kernel.m_anchorOperands[index].isConstant(outer());
    }
    std::shared_ptr<void>& state() override { return m_kernel.m_anchorState; }
    const ops::Epilogue* epilogue() const override {
        return m_kernel.m_anchorOp->takesEpilogue ? this : nullptr;
    }

    void apply(float* out, std::int64_t begin, std::int64_t count) const override {
        m_kernel.m_tape->run(m_kernel.m_walk, m_kernel.m_tensorData, out, begin, count);
    }
    ir::Tensor& result() { return m_out; }

private:
    FusedKernel& m_kernel;
    ir::Tensor m_out;
};

std::unique_ptr<FusedKernel> FusedKernel::make(const ir::Node& group, const ir::Opsets& opsets) {
    if (!group.body || group.domain != ir::FusedDomain || group.body->outputs.size() != 1) return nullptr;
    const ir::Graph& body = *group.body;
    const auto dims = body.value(body.outputs[0]).type.dims();
    if (!dims || !hasShape(body.value(body.outputs[0]).type, *dims)) return nullptr;

    auto kernel = std::make_unique<FusedKernel>();
    kernel->m_body = group.body;
    std::unordered_map<ValueId, TapeSource> made; // results of the members so far
    const auto operandOf = [&](ValueId id) -> std::optional<GroupOperand> {
        GroupOperand operand;
        const auto prepared = std::ranges::find_if(
            kernel->m_prepared, [&](const PreparedOperand& each) { return each.node->output(0) == id; });
        const auto input = std::ranges::find(body.inputs, id);
        if (input != body.inputs.end())
            operand.input = static_cast<std::size_t>(input - body.inputs.begin());
        else if (id.valid() && body.value(id).known())
            operand.constant = body.value(id).known();
        else if (prepared != kernel->m_prepared.end() && id.valid())
            operand.constant = &prepared->result;
        else if (id.valid())
            return std::nullopt;
        return operand;
    };
    const auto tensorOf = [&](ValueId id) -> std::optional<TapeSource> {
        if (const auto found = made.find(id); found != made.end()) return found->second;
        const auto operand = operandOf(id);
        if (!operand || !id.valid() || body.value(id).type.dtype != ir::DataType::Float32) return std::nullopt;
        kernel->m_tensors.push_back(*operand);
        const TapeSource source{TapeSource::Kind::Tensor, kernel->m_tensors.size() - 1};
        made.emplace(id, source);
        return source;
    };

    std::vector<ElementwiseTape::Instruction> instructions;
    for (const NodeId nodeId : ir::executionOrder(body).nodes) {
        const ir::Node& node = body.node(nodeId);
        if (node.outputs.empty() || !node.output(0).valid()) return nullptr;
        const bool known = body.value(node.output(0)).known() != nullptr;
        if (known) continue;
        const std::int64_t opset = ir::opsetOf(opsets, node.domain);
        const auto member = elementwiseMember(node, opset, [&](std::size_t index) {
            const ValueId id = node.input(index);
            return id.valid() ? body.value(id).known() : nullptr;
        });
        if (const ops::Operator* op = ops::find(node.domain, node.op);
            op && node.is("DequantizeLinear") && !kernel->m_anchor && instructions.empty()) {
            PreparedOperand prepared{&node, op, opset, {}, {}, {}};
            for (const ValueId id : node.inputs) {
                const auto operand = operandOf(id);
                if (!operand) return nullptr;
                prepared.operands.push_back(*operand);
            }
            kernel->m_prepared.push_back(std::move(prepared));
            continue;
        }
        if (!hasShape(body.value(node.output(0)).type, *dims)) return nullptr;
        if (isChannelScale(body, node, opset, *dims)) {
            const auto a = tensorOf(node.input(0));
            ChannelScale scale;
            for (std::size_t i = 0; i < scale.parameters.size(); ++i) {
                const auto operand = operandOf(node.input(i + 1));
                if (!operand) return nullptr;
                scale.parameters[i] = *operand;
            }
            if (!a) return nullptr;
            scale.epsilon = static_cast<double>(node.floatOr("epsilon", 1e-5f));
            scale.tensor = kernel->m_tensors.size();
            kernel->m_tensors.resize(scale.tensor + 2);
            kernel->m_channelRank = dims->size() - 1;
            kernel->m_scales.push_back(std::move(scale));
            ElementwiseTape::Instruction instruction;
            instruction.binary = true;
            instruction.pair = kernels::Binary::Mul;
            instruction.a = *a;
            instruction.b = {TapeSource::Kind::Tensor, kernel->m_tensors.size() - 2};
            instructions.push_back(instruction);
            instruction.pair = kernels::Binary::Add;
            instruction.a = {TapeSource::Kind::Instruction, instructions.size() - 1};
            instruction.b = {TapeSource::Kind::Tensor, kernel->m_tensors.size() - 1};
            made[node.output(0)] = {TapeSource::Kind::Instruction, instructions.size()};
            instructions.push_back(instruction);
            continue;
        }
        if (!member) {
            const ops::Operator* op = ops::find(node.domain, node.op);
            if (kernel->m_anchor || !op || !op->run || node.body || !instructions.empty()) return nullptr;
            kernel->m_anchor = &node;
            kernel->m_anchorOp = op;
            kernel->m_anchorOpset = opset;
            for (const ValueId id : node.inputs) {
                const auto operand = operandOf(id);
                if (!operand || (id.valid() && body.value(id).type.elements() == 0)) return nullptr;
                kernel->m_anchorOperands.push_back(*operand);
            }
            made[node.output(0)] = {TapeSource::Kind::Output, 0};
            continue;
        }
        const auto a = tensorOf(node.input(member->a));
        if (!a) return nullptr;
        if (member->copies) {
            if (node.output(0) == body.outputs[0]) return nullptr;
            made[node.output(0)] = *a;
            continue;
        }
        ElementwiseTape::Instruction instruction = member->instruction;
        instruction.a = *a;
        if (member->biased) {
            const auto bias = tensorOf(node.input(member->b));
            if (!bias) return nullptr;
            ElementwiseTape::Instruction sum;
            sum.binary = true;
            sum.a = *a;
            sum.b = *bias;
            instruction.a = {TapeSource::Kind::Instruction, instructions.size()};
            instructions.push_back(sum);
        }
        if (instruction.binary) {
            const auto b = tensorOf(node.input(member->b));
            if (!b) return nullptr;
            instruction.b = *b;
        }
        made[node.output(0)] = {TapeSource::Kind::Instruction, instructions.size()};
        instructions.push_back(instruction);
    }
    const auto last = made.find(body.outputs[0]);
    if (last == made.end()) return nullptr;
    if (instructions.empty()) { // an anchor alone with what it reads prepared
        const bool whole = kernel->m_anchor && last->second == TapeSource{TapeSource::Kind::Output, 0};
        return whole && !kernel->m_prepared.empty() ? std::move(kernel) : nullptr;
    }
    if (last->second != TapeSource{TapeSource::Kind::Instruction, instructions.size() - 1}) return nullptr;
    instructions = composed(std::move(instructions));
    if (kernel->m_anchorOp && kernel->m_anchorOp->takesEpilogue) kernel->takeBounds(instructions);
    if (instructions.empty()) return kernel;
    kernel->m_tape = ElementwiseTape::make(std::move(instructions), kernel->m_tensors.size());
    return kernel->m_tape ? std::move(kernel) : nullptr;
}

// A Relu or Clip of the anchor's result that nothing else reads costs nothing: the anchor bounds what it
// writes.
void FusedKernel::takeBounds(std::vector<ElementwiseTape::Instruction>& instructions) {
    const ElementwiseTape::Instruction first = instructions.front();
    const TapeSource output{TapeSource::Kind::Output, 0};
    const bool relu = !first.binary && first.unary == kernels::Unary::Relu;
    const bool clip = !first.binary && first.unary == kernels::Unary::Clip && first.alpha <= first.beta;
    if (first.a != output || (!relu && !clip)) return;
    for (std::size_t i = 1; i < instructions.size(); ++i)
        if (instructions[i].a == output || (instructions[i].binary && instructions[i].b == output)) return;
    m_low = relu ? 0.0f : first.alpha;
    if (clip) m_high = first.beta;
    instructions.erase(instructions.begin());
    for (ElementwiseTape::Instruction& each : instructions)
        for (TapeSource* source : {&each.a, &each.b})
            if (source->kind == TapeSource::Kind::Instruction)
                *source =
                    source->index == 0 ? output : TapeSource{TapeSource::Kind::Instruction, source->index - 1};
}

// The tensors of the tape for a result of shape `dims`.
Result<void> FusedKernel::start(const ops::KernelContext& context, const ir::Dims& dims) {
    if (!m_tape) return {};
    std::vector<ir::Dims> tensorDims;
    m_tensorData.clear();
    for (ChannelScale& scale : m_scales)
        RETURN_IF_ERROR(scale.update(context));
    auto scale = m_scales.begin();
    for (std::size_t t = 0; t < m_tensors.size(); ++t) {
        if (scale != m_scales.end() && t == scale->tensor) {
            ir::Dims channels(m_channelRank, 1);
            channels[0] = static_cast<std::int64_t>(scale->factors.size());
            tensorDims.insert(tensorDims.end(), 2, channels);
            m_tensorData.push_back(scale->factors.data());
            m_tensorData.push_back(scale->offsets.data());
            ++scale;
            ++t;
            continue;
        }
        const ir::Tensor* tensor = m_tensors[t].of(context);
        if (!tensor || tensor->dtype() != ir::DataType::Float32 || !tensor->isTensor())
            return badInput(say("an operand of this group is not float32"));
        tensorDims.push_back(tensor->dims());
        m_tensorData.push_back(tensor->as<float>().data());
    }
    if (m_walk.dims == dims && m_tensorDims == tensorDims && !m_walk.axes.empty()) return {};
    auto walk = m_tape->walk(dims, tensorDims);
    if (!walk) return badInput(say("an operand of this group does not broadcast to the shape of its result"));
    m_walk = *std::move(walk);
    m_tensorDims = std::move(tensorDims);
    return {};
}

bool FusedKernel::fits(const std::function<bool(std::size_t input)>& isConstant) const {
    return std::ranges::all_of(m_prepared, [&](const PreparedOperand& each) {
        return std::ranges::all_of(each.operands, [&](const GroupOperand& operand) {
            return !operand.input || isConstant(*operand.input);
        });
    });
}

Result<void> FusedKernel::run(ops::KernelContext& context) {
    constexpr std::int64_t Share = std::int64_t(1) << 15,
                           Vector = 64; // elements of a task, and that it has at least
    for (PreparedOperand& each : m_prepared) {
        ASSIGN_OR_RETURN(const auto changed, each.update(context));
        if (changed) m_anchorState.reset(); // it was made of what this replaces
    }
    if (m_anchor) {
        AnchorContext anchor(*this, context);
        if (auto ran = m_anchorOp->run(anchor); !ran) return std::move(ran).error().within(m_anchor->op);
        if (anchor.epilogue() || !m_tape) return {};
        const auto out = anchor.result().as<float>();
        const auto count = static_cast<std::int64_t>(out.size());
        const int threads = kernels::usefulThreads(context.threads(), count, count);
        const std::int64_t share = kernels::evenPiece(threads, count, Share, Vector);
        kernels::parallelFor(threads, (count + share - 1) / share, [&](std::int64_t task, int) {
            const std::int64_t begin = task * share;
            anchor.apply(out.data() + begin, begin, std::min(share, count - begin));
        });
        return {};
    }
    const auto dims = m_body->value(m_body->outputs[0]).type.dims();
    RETURN_IF_ERROR(start(context, *dims));
    ASSIGN_OR_RETURN(auto tensor, context.output(0, ir::DataType::Float32, *dims));
    const auto out = tensor.as<float>();
    const auto count = static_cast<std::int64_t>(out.size());
    const int threads = kernels::usefulThreads(context.threads(), count, count);
    const std::int64_t share = kernels::evenPiece(threads, count, Share, Vector);
    kernels::parallelFor(threads, (count + share - 1) / share, [&](std::int64_t task, int) {
        const std::int64_t begin = task * share;
        m_tape->run(m_walk, m_tensorData, out.data() + begin, begin, std::min(share, count - begin));
    });
    return {};
}

} // namespace edgewright::exec
