// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/inference/fold.h"

#include "core/base/memory_budget.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/footprint.h"
#include "core/ir/subgraphs.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

class FoldContext final : public KernelContext {
public:
    FoldContext(const ir::Node& node, std::int64_t opset, std::span<const ir::Tensor* const> inputs,
                const RunContext& run, std::int64_t memoryBytes)
        : m_node(node), m_opset(opset), m_inputs(inputs), m_run(run), m_outputs(node.outputs.size()),
          m_memory(memoryBytes) {}

    const ir::Node& node() const override { return m_node; }
    std::int64_t opset() const override { return m_opset; }
    std::size_t inputCount() const override { return m_inputs.size(); }
    const ir::Tensor* input(std::size_t index) const override {
        return index < m_inputs.size() ? m_inputs[index] : nullptr;
    }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        auto tensor = allocate(type, dims);
        if (tensor) setOutput(index, *tensor);
        return tensor;
    }
    void setOutput(std::size_t index, ir::Tensor tensor) override {
        if (index < m_outputs.size()) m_outputs[index] = std::move(tensor);
    }
    bool takesPartsOfInputs() const override { return true; }
    bool wantsOutput(std::size_t index) const override { return m_node.output(index).valid(); }
    bool isConstant(std::size_t) const override { return false; } // runs once: nothing is worth preparing
    std::shared_ptr<void>& state() override { return m_state; }
    Result<std::span<std::byte>> scratch(std::int64_t bytes) override {
        ASSIGN_OR_RETURN(auto tensor, allocate(ir::DataType::UInt8, {bytes}));
        m_scratch.push_back(std::move(tensor));
        return m_scratch.back().mutableBytes();
    }
    Result<ir::Tensor> allocate(ir::DataType type, const ir::Dims& dims) override {
        auto tensor = ir::Tensor::unfilled(type, dims, m_memory.left());
        if (tensor) m_memory.add(ir::elementBytes(*tensor));
        return tensor;
    }
    Result<ir::Tensor> allocatePrepared(ir::DataType type, const ir::Dims& dims) override {
        return allocate(type, dims);
    }
    int threads() const override { return 1; }
    const RunContext& run() const override { return m_run; }
    Result<std::vector<ir::Tensor>> runSubgraph(const ir::Graph&, std::vector<ir::Tensor>) override {
        return unsupported(say("nodes with subgraphs are not folded"));
    }
    std::vector<ir::Tensor> takeOutputs() { return std::move(m_outputs); }

private:
    const ir::Node& m_node;
    std::int64_t m_opset;
    std::span<const ir::Tensor* const> m_inputs;
    const RunContext& m_run;
    std::vector<ir::Tensor> m_outputs;
    std::vector<ir::Tensor> m_scratch;
    std::shared_ptr<void> m_state;
    MemoryBudget m_memory;
};

std::int64_t longest(const std::vector<std::string>& strings) {
    std::size_t most = 0;
    for (const std::string& each : strings)
        most = std::max(most, each.size());
    return static_cast<std::int64_t>(most);
}

// Strings can be of any length, and each element of an output may join one of every input, or repeat an
// attribute. `written`: elements of all outputs; empty when not known: each character may become a string of
// its own.
bool stringsFit(const ir::Node& node, std::span<const ir::Tensor* const> inputs,
                std::span<const ir::TensorType> outputs, std::optional<std::int64_t> written,
                std::int64_t limitBytes) {
    const bool makes =
        std::ranges::find(outputs, ir::DataType::String, &ir::TensorType::dtype) != outputs.end();
    const bool reads = std::ranges::any_of(
        inputs, [](const ir::Tensor* tensor) { return tensor && tensor->dtype() == ir::DataType::String; });
    if (!makes && !reads) return true;
    std::int64_t characters = 0; // of one element
    for (const ir::Attribute& attribute : node.attributes) {
        if (const auto* text = std::get_if<std::string>(&attribute.value))
            characters += static_cast<std::int64_t>(text->size());
        else if (const auto* texts = std::get_if<std::vector<std::string>>(&attribute.value))
            characters += longest(*texts);
        else if (const auto* tensor = std::get_if<ir::Tensor>(&attribute.value))
            characters += longest(tensor->strings());
    }
    std::int64_t read = 0;
    for (const ir::Tensor* tensor : inputs) {
        if (!tensor || tensor->dtype() != ir::DataType::String) continue;
        characters += longest(tensor->strings());
        read += tensor->elements();
    }
    constexpr auto Each = static_cast<std::int64_t>(sizeof(std::string));
    if (written) return characters + Each <= limitBytes / std::max<std::int64_t>(*written, 1);
    return read == 0 || characters + 1 <= limitBytes / Each / read;
}

} // namespace

std::optional<std::vector<ir::Tensor>> fold(const Operator& op, const ir::Node& node, std::int64_t opset,
                                            std::span<const ir::Tensor* const> inputs,
                                            std::span<const ir::TensorType> outputs, const RunContext& run,
                                            const FoldLimits& limits) {
    if (!op.run || isRandom(node) || node.body || ir::hasSubgraph(node)) return std::nullopt;
    const auto isOther = [](const ir::TensorType& type) { return type.container == ir::Container::Other; };
    if (std::ranges::any_of(outputs, isOther))
        return std::nullopt; // scores that stand for maps are no constant
    // A window can be far larger than what it reads and writes, an image than its file.
    if (node.find("kernel_shape") || node.is("ImageDecoder")) return std::nullopt;
    std::int64_t read = 0;
    std::vector<ir::TensorType> inputTypes;
    for (const ir::Tensor* tensor : inputs) {
        inputTypes.push_back(tensor ? tensor->type() : ir::TensorType());
        if (tensor) read += std::min(tensor->elements(), limits.inputElements + 1);
    }
    if (read > limits.inputElements) return std::nullopt;

    std::int64_t written = 0;
    bool typed = true;
    for (const ir::TensorType& type : outputs) {
        const auto elements = type.elements();
        if (!elements || type.dtype == ir::DataType::Undefined)
            typed = false;
        else
            written += std::min(*elements, limits.outputElements + 1);
    }
    // Outputs whose size depends on the elements (NonZero) are tried from small inputs only.
    if (written > limits.outputElements || (!typed && read > limits.outputElements)) return std::nullopt;
    if (typed && op.products)
        if (const auto products = op.products(node, inputTypes, outputs);
            products && macsOf(*products) > limits.macs)
            return std::nullopt;

    if (!stringsFit(node, inputs, outputs, typed ? std::optional(written) : std::nullopt, limits.memoryBytes))
        return std::nullopt;

    FoldContext context(node, opset, inputs, run, limits.memoryBytes);
    if (!op.run(context)) return std::nullopt;
    auto results = context.takeOutputs();
    std::int64_t total = 0;
    for (const ir::Tensor& tensor : results)
        total += std::min(tensor.elements(), limits.outputElements + 1);
    if (total > limits.outputElements) return std::nullopt;
    return results;
}

} // namespace edgewright::ops
