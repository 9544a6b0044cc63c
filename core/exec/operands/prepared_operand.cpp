// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/operands/prepared_operand.h"

#include "core/ops/operands/forwarding_context.h"

namespace edgewright::exec {

namespace {

// The result is memory of its own, which stays from run to run.
class PreparedContext final : public ops::ForwardingContext {
public:
    PreparedContext(PreparedOperand& operand, ops::KernelContext& group)
        : ForwardingContext(group), m_operand(operand) {}

    const ir::Node& node() const override { return *m_operand.node; }
    std::int64_t opset() const override { return m_operand.opset; }
    std::size_t inputCount() const override { return m_operand.operands.size(); }
    const ir::Tensor* input(std::size_t index) const override {
        return index < inputCount() ? m_operand.operands[index].of(outer()) : nullptr;
    }
    Result<ir::Tensor> output(std::size_t, ir::DataType type, const ir::Dims& dims) override {
        auto tensor = allocatePrepared(type, dims);
        if (tensor) m_operand.result = *tensor;
        return tensor;
    }
    void setOutput(std::size_t, ir::Tensor tensor) override { m_operand.result = std::move(tensor); }
    bool wantsOutput(std::size_t index) const override { return index == 0; }
    bool isConstant(std::size_t) const override { return true; }
    std::shared_ptr<void>& state() override { return m_state; }

private:
    PreparedOperand& m_operand;
    std::shared_ptr<void> m_state;
};

} // namespace

Result<bool> PreparedOperand::update(ops::KernelContext& group) {
    std::vector<const void*> now;
    for (const GroupOperand& each : operands) {
        const ir::Tensor* tensor = each.of(group);
        now.push_back(tensor ? tensor->bytes().data() : nullptr);
    }
    if (result.hasData() && now == sources) return false;
    result = {};
    PreparedContext context(*this, group);
    if (auto ran = op->run(context); !ran) return std::move(ran).error().within(node->op);
    sources = std::move(now);
    return true;
}

} // namespace edgewright::exec
