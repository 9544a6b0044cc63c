// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/node_context.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/kernel_key.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace edgewright::exec {

NodeContext::NodeContext(Frame& frame, const ir::Node& node, Schedule::Step& step)
    : m_frame(frame), m_node(node), m_step(step), m_inputs(std::exchange(step.inputs, {})),
      m_results(std::exchange(step.results, {})) {
    m_results.resize(node.outputs.size());
    // Asked before the kernel runs, which may hold copies of its inputs.
    for (const ValueId id : node.inputs)
        if (const Block* block = step.inPlace ? frame.reusable(id) : nullptr) m_reusable.push_back(*block);
    m_inputs.reserve(node.inputs.size());
    for (const ValueId id : node.inputs)
        m_inputs.push_back(id.valid() ? frame.find(id) : nullptr);
    while (!m_inputs.empty() && !m_inputs.back())
        m_inputs.pop_back();
    m_parameters = &chosen();
    m_threads = frame.session().options.threads;
    if (m_parameters->threads > 0)
        m_threads = static_cast<int>(std::min<std::int64_t>(m_threads, m_parameters->threads));
}

NodeContext::~NodeContext() {
    m_inputs.clear();
    m_results.clear();
    m_step.inputs = std::move(m_inputs);
    m_step.results = std::move(m_results);
}

// Of its shapes when it first ran.
const std::string& NodeContext::key() const {
    if (m_step.key.empty())
        m_step.key = kernelKey(m_node, [this](std::size_t index) {
            const ir::Tensor* const tensor = input(index);
            return tensor ? KeyOperand{tensor->type(), isConstant(index)} : KeyOperand{};
        });
    return m_step.key;
}

// Other shapes run as well, perhaps not as fast.
const kernels::KernelParameters& NodeContext::chosen() const {
    const RunOptions& options = m_frame.session().options;
    if (options.tuned.empty()) return options.parameters;
    const auto found = std::ranges::lower_bound(options.tuned, key(), {}, &kernels::TunedKernel::key);
    return found != options.tuned.end() && found->key == key() ? found->parameters : options.parameters;
}

Result<const kernels::GeneratedKernel*> NodeContext::generated() const {
    const RunOptions& options = m_frame.session().options;
    if (options.generated.empty() || !m_frame.isTop()) return nullptr;
    const auto found = std::ranges::lower_bound(options.generated, key(), {}, &kernels::GeneratedChoice::key);
    if (found == options.generated.end() || found->key != key()) return nullptr;
    if (options.loaded)
        if (const auto loaded = options.loaded->find(found->object); loaded != options.loaded->end())
            return loaded->second;
    return badInput(say("its generated kernel is not loaded: {1}", found->object));
}

bool NodeContext::isScratch(const ir::Tensor& tensor) const {
    const std::less_equal<const std::byte*> notBehind;
    return std::ranges::any_of(m_scratch, [&](const Storage::Scratch& each) {
        const auto own = each.bytes;
        const auto other = tensor.bytes();
        return !other.empty() && notBehind(own.data(), other.data()) &&
               notBehind(other.data() + other.size(), own.data() + own.size());
    });
}

Result<std::span<std::byte>> NodeContext::scratch(std::int64_t bytes) {
    ASSIGN_OR_RETURN(auto scratch, m_frame.session().storage.allocateScratch(bytes));
    m_scratch.push_back(std::move(scratch));
    return m_scratch.back().bytes;
}

Result<ir::Tensor> NodeContext::allocate(ir::DataType type, const ir::Dims& dims) {
    ASSIGN_OR_RETURN(auto block, m_frame.session().storage.allocate(type, dims));
    return std::move(block.tensor);
}

Result<ir::Tensor> NodeContext::output(std::size_t index, ir::DataType type, const ir::Dims& dims) {
    if (index >= m_results.size()) m_results.resize(index + 1);
    Storage& storage = m_frame.session().storage;
    auto slot = storage.takeSlot(m_frame.plan(), m_node.output(index), type, dims);
    if (slot) {
        m_results[index] = {*slot, {}};
        return *std::move(slot);
    }
    if (auto slice = m_frame.sliceOf(m_node.output(index), type, dims)) {
        m_results[index] = {*slice, {}};
        return *std::move(slice);
    } else if (index == 0) {
        for (const Block& block : m_reusable) {
            if (block.tensor.dtype() != type || block.tensor.dims() != dims) continue;
            m_results[index] = block;
            return block.tensor;
        }
    }
    ASSIGN_OR_RETURN(m_results[index], storage.allocate(type, dims));
    return m_results[index].tensor;
}

void NodeContext::setOutput(std::size_t index, ir::Tensor tensor) {
    assert(!isScratch(tensor)); // which ends with the kernel
    if (index >= m_results.size()) m_results.resize(index + 1);
    m_results[index] = {std::move(tensor), {}};
}

Result<std::vector<ir::Tensor>> NodeContext::runSubgraph(const ir::Graph& graph,
                                                         std::vector<ir::Tensor> inputs) {
    if (++m_subgraphRuns > m_frame.session().options.loopTripLimit)
        return badInput(say("runs its body more often than the limit of {1} times",
                            m_frame.session().options.loopTripLimit));
    return runInner(m_frame, m_node, graph, std::move(inputs));
}

} // namespace edgewright::exec
