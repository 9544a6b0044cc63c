// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's view of the run: one node's inputs, and where its outputs go.
#pragma once

#include "core/exec/frame.h"
#include "core/ops/operator.h"

namespace edgewright::exec {

class NodeContext final : public ops::KernelContext {
public:
    NodeContext(Frame& frame, const ir::Node& node, Schedule::Step& step);
    ~NodeContext() override;
    NodeContext(const NodeContext&) = delete;
    NodeContext& operator=(const NodeContext&) = delete;

    const ir::Node& node() const override { return m_node; }
    std::int64_t opset() const override { return m_step.opset; }
    std::size_t inputCount() const override { return m_inputs.size(); }
    const ir::Tensor* input(std::size_t index) const override {
        return index < m_inputs.size() ? m_inputs[index] : nullptr;
    }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override;
    void setOutput(std::size_t index, ir::Tensor tensor) override;
    bool wantsOutput(std::size_t index) const override { return m_node.output(index).valid(); }
    bool isConstant(std::size_t index) const override { return m_frame.isConstant(m_node.input(index)); }
    std::shared_ptr<void>& state() override { return m_step.state; }
    Result<std::span<std::byte>> scratch(std::int64_t bytes) override;
    Result<ir::Tensor> allocate(ir::DataType type, const ir::Dims& dims) override;
    Result<ir::Tensor> allocatePrepared(ir::DataType type, const ir::Dims& dims) override {
        return m_frame.session().storage.allocatePrepared(type, dims);
    }
    int threads() const override { return m_threads; }
    const kernels::KernelParameters& parameters() const override { return *m_parameters; }
    const kernels::Backend* backend() const override { return m_frame.session().backend; }
    kernels::ConvolutionAlgorithm convolutionAlgorithm() const override {
        const kernels::ConvolutionAlgorithm tuned = m_parameters->algorithm;
        return tuned != kernels::ConvolutionAlgorithm::Automatic ? tuned : m_frame.session().options.algorithm;
    }
    const RunContext& run() const override { return m_frame.session().context; }
    Result<std::vector<ir::Tensor>> runSubgraph(const ir::Graph& graph,
                                                std::vector<ir::Tensor> inputs) override;

    std::span<const ir::Tensor* const> inputs() const { return m_inputs; }
    int runThreads() const { return m_frame.session().options.threads; } // whatever was tuned
    // That the options choose for these shapes; null: none. BadInput where it was not loaded.
    Result<const kernels::GeneratedKernel*> generated() const;
    // The results of the kernel; empty tensors (dtype Undefined) where it made nothing.
    std::vector<Block>& results() { return m_results; }

private:
    const std::string& key() const;
    const kernels::KernelParameters& chosen() const;
    bool isScratch(const ir::Tensor& tensor) const;

    Frame& m_frame;
    const ir::Node& m_node;
    Schedule::Step& m_step;
    std::vector<Storage::Scratch> m_scratch;
    std::vector<Block>
        m_reusable; // element-wise: inputs over which a result of their type and shape may be written
    std::vector<const ir::Tensor*> m_inputs;
    std::vector<Block> m_results;
    const kernels::KernelParameters* m_parameters;
    int m_threads;
    std::int64_t m_subgraphRuns = 0;
};

} // namespace edgewright::exec
