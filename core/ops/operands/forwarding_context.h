// SPDX-License-Identifier: GPL-3.0-or-later
// A context around another one, for an operator that runs inside an operator: what is not overridden is the
// other's. Epilogues are not passed on: they belong to what the outer operator writes.
#pragma once

#include "core/ops/operator.h"

#include <utility>

namespace edgewright::ops {

class ForwardingContext : public KernelContext {
public:
    explicit ForwardingContext(KernelContext& outer) : m_outer(outer) {}

    const ir::Node& node() const override { return m_outer.node(); }
    std::int64_t opset() const override { return m_outer.opset(); }
    std::size_t inputCount() const override { return m_outer.inputCount(); }
    const ir::Tensor* input(std::size_t index) const override { return m_outer.input(index); }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        return m_outer.output(index, type, dims);
    }
    void setOutput(std::size_t index, ir::Tensor tensor) override {
        m_outer.setOutput(index, std::move(tensor));
    }
    bool wantsOutput(std::size_t index) const override { return m_outer.wantsOutput(index); }
    bool isConstant(std::size_t index) const override { return m_outer.isConstant(index); }
    std::shared_ptr<void>& state() override { return m_outer.state(); }
    Result<std::span<std::byte>> scratch(std::int64_t bytes) override { return m_outer.scratch(bytes); }
    Result<ir::Tensor> allocate(ir::DataType type, const ir::Dims& dims) override {
        return m_outer.allocate(type, dims);
    }
    Result<ir::Tensor> allocatePrepared(ir::DataType type, const ir::Dims& dims) override {
        return m_outer.allocatePrepared(type, dims);
    }
    const kernels::Backend* backend() const override { return m_outer.backend(); }
    kernels::ConvolutionAlgorithm convolutionAlgorithm() const override {
        return m_outer.convolutionAlgorithm();
    }
    const kernels::KernelParameters& parameters() const override { return m_outer.parameters(); }
    int threads() const override { return m_outer.threads(); }
    const RunContext& run() const override { return m_outer.run(); }
    Result<std::vector<ir::Tensor>> runSubgraph(const ir::Graph& graph,
                                                std::vector<ir::Tensor> inputs) override {
        return m_outer.runSubgraph(graph, std::move(inputs));
    }

protected:
    KernelContext& outer() const { return m_outer; }

private:
    KernelContext& m_outer;
};

} // namespace edgewright::ops
