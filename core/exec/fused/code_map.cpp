// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/code_map.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"
#include "core/ops/operands/forwarding_context.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <unordered_map>

namespace edgewright::exec {

namespace {

constexpr std::int64_t Codes = 256;

bool isCode(ir::DataType type) { return type == ir::DataType::UInt8 || type == ir::DataType::Int8; }

// A member on all codes at once.
class MemberContext final : public ops::ForwardingContext {
public:
    MemberContext(ops::KernelContext& group, const ir::Node& node, std::int64_t opset,
                  std::vector<const ir::Tensor*> inputs)
        : ForwardingContext(group), m_node(node), m_opset(opset), m_inputs(std::move(inputs)) {}

    const ir::Node& node() const override { return m_node; }
    std::int64_t opset() const override { return m_opset; }
    std::size_t inputCount() const override { return m_inputs.size(); }
    const ir::Tensor* input(std::size_t index) const override {
        return index < m_inputs.size() ? m_inputs[index] : nullptr;
    }
    // Memory of this table alone, which goes with it: nothing of it grows with the data, or is counted.
    Result<ir::Tensor> allocate(ir::DataType type, const ir::Dims& dims) override {
        return ir::Tensor::unfilled(type, dims);
    }
    Result<std::span<std::byte>> scratch(std::int64_t bytes) override {
        ASSIGN_OR_RETURN(auto memory, allocate(ir::DataType::UInt8, {bytes}));
        m_scratch.push_back(memory);
        return memory.mutableBytes();
    }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        auto tensor = allocate(type, dims);
        if (tensor && index == 0) m_result = *tensor;
        return tensor;
    }
    void setOutput(std::size_t index, ir::Tensor tensor) override {
        if (index == 0) m_result = std::move(tensor);
    }
    bool wantsOutput(std::size_t index) const override { return index == 0; }
    bool isConstant(std::size_t) const override { return false; }
    std::shared_ptr<void>& state() override { return m_state; }
    const ir::Tensor& result() const { return m_result; }

private:
    const ir::Node& m_node;
    std::int64_t m_opset;
    std::vector<const ir::Tensor*> m_inputs;
    ir::Tensor m_result;
    std::vector<ir::Tensor> m_scratch;
    std::shared_ptr<void> m_state;
};

} // namespace

bool CodeMap::mayJoin(const ir::Node& node) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    if (!op || !op->run || node.body || op->takesContainers || op->dataDependentShape) return false;
    if (op->randomness != ops::Randomness::None || node.outputs.size() != 1 || !node.output(0).valid())
        return false;
    // Others have parameters of single channels or features as attributes.
    if (op->isUnofficial || (!node.domain.empty() && node.domain != "com.microsoft")) return false;
    const bool each = op->category == ops::Category::ElementWise || op->category == ops::Category::Activation ||
                      op->category == ops::Category::Quantization;
    return each && (op->pattern == ops::Pattern::ElementWise || op->pattern == ops::Pattern::Broadcast);
}

bool CodeMap::isSource(const ir::Value& value) {
    return value.type.isTensor() && isCode(value.type.dtype) && value.type.shape && !value.known() &&
           value.type.elements() != 1;
}

std::unique_ptr<CodeMap> CodeMap::make(const ir::Node& group, const ir::Opsets& opsets) {
    if (!group.body || group.domain != ir::FusedDomain) return nullptr;
    const ir::Graph& body = *group.body;
    if (body.inputs.size() != 1 || body.outputs.size() != 1 || body.nodeCount() < 2) return nullptr;
    const ValueId source = body.inputs[0];
    if (!source.valid() || !isSource(body.value(source))) return nullptr;
    const ir::DataType type = body.value(body.outputs[0]).type.dtype;
    if (body.outputs[0] == source || (!isCode(type) && type != ir::DataType::Float32)) return nullptr;

    const std::size_t rank = body.value(source).type.shape->size();
    auto map = std::make_unique<CodeMap>();
    std::vector<ValueId> made{source};
    for (const NodeId id : ir::executionOrder(body).nodes) {
        const ir::Node& node = body.node(id);
        if (!mayJoin(node)) return nullptr;
        bool reads = false; // what depends on the code
        for (const ValueId input : node.inputs) {
            if (!input.valid()) continue;
            if (std::ranges::find(made, input) != made.end()) {
                reads = true;
                continue;
            }
            const ir::Tensor* known = body.value(input).known();
            if (!known || !known->isTensor() || known->elements() != 1 ||
                static_cast<std::size_t>(known->rank()) > rank)
                return nullptr;
        }
        if (!reads) return nullptr;
        made.push_back(node.output(0));
        map->m_members.push_back({&node, ops::find(node.domain, node.op), ir::opsetOf(opsets, node.domain)});
    }
    if (map->m_members.size() != body.nodeCount() || body.outputs[0] != made.back()) return nullptr;
    map->m_body = group.body;
    map->m_source = body.value(source).type.dtype;
    map->m_type = type;
    return map;
}

// The members on all codes, in the order of their bits, of as many axes as the input has: slopes may have as
// many.
Result<void> CodeMap::fill(ops::KernelContext& context) {
    ir::Dims dims(std::max<std::size_t>(m_body->value(m_body->inputs[0]).type.shape->size(), 1), 1);
    dims.back() = Codes;
    ASSIGN_OR_RETURN(auto codes, ir::Tensor::unfilled(m_source, dims));
    for (std::size_t i = 0; i < codes.bytes().size(); ++i)
        codes.mutableBytes()[i] = static_cast<std::byte>(i);
    std::unordered_map<ValueId, ir::Tensor> made{{m_body->inputs[0], codes}};
    for (const Member& member : m_members) {
        std::vector<const ir::Tensor*> inputs;
        for (const ValueId id : member.node->inputs) {
            const auto found = made.find(id);
            inputs.push_back(found != made.end() ? &found->second
                             : id.valid()        ? m_body->value(id).known()
                                                 : nullptr);
        }
        while (!inputs.empty() && !inputs.back())
            inputs.pop_back();
        MemberContext inner(context, *member.node, member.opset, std::move(inputs));
        if (auto ran = member.op->run(inner); !ran) return std::move(ran).error().within(member.node->op);
        if (inner.result().elements() != Codes)
            return badInput(
                say("{1} makes {2} of {3} elements", member.node->op, inner.result().type().text(), Codes));
        made.insert_or_assign(member.node->output(0), inner.result());
    }
    const ir::Tensor& result = made.at(m_body->outputs[0]);
    if (result.dtype() != m_type) return badInput(say("the result of this group is {1}", result.type().text()));
    if (keepsWidth())
        std::memcpy(m_codes.data(), result.bytes().data(), m_codes.size());
    else
        std::ranges::copy(result.as<float>(), m_floats.begin());
    m_filled = true;
    return {};
}

Result<void> CodeMap::run(ops::KernelContext& context) {
    constexpr std::int64_t Share = std::int64_t(1) << 15; // elements of a task
    const ir::Tensor* in = context.input(0);
    if (!in || !in->isTensor() || in->dtype() != m_source)
        return badInput(say("input {1} of this group is not what its type says", 0));
    if (!m_filled) RETURN_IF_ERROR(fill(context));
    ASSIGN_OR_RETURN(auto out, context.output(0, m_type, in->dims()));
    const auto* const from = reinterpret_cast<const std::uint8_t*>(in->bytes().data());
    const std::int64_t count = in->elements();
    const int threads = kernels::usefulThreads(context.threads(), count / 16, count);
    const std::int64_t share =
        threads == 1 ? std::max<std::int64_t>(count, 1) : kernels::evenPiece(threads, count, Share, 64);
    auto* const codes = reinterpret_cast<std::uint8_t*>(out.mutableBytes().data());
    float* const floats = keepsWidth() ? nullptr : out.as<float>().data();
    kernels::parallelFor(threads, (count + share - 1) / share, [&](std::int64_t task, int) {
        const std::int64_t begin = task * share, end = std::min(count, begin + share);
        if (!floats) {
            kernels::table().integer->lookUp(from + begin, end - begin, m_codes.data(), codes + begin);
            return;
        }
        for (std::int64_t i = begin; i < end; ++i)
            floats[i] = m_floats[from[i]];
    });
    return {};
}

} // namespace edgewright::exec
