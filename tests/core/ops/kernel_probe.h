// SPDX-License-Identifier: GPL-3.0-or-later
// Infers and runs one operator on given tensors, without graph or executor.
//
//   const auto out = Probe("Conv", 13).attribute("strides", Ints{2, 2}).input(x).input(w).run();
//   QVERIFY2(out, out.text());
//   out[0] is the first output.
//
// run() also checks that what the kernel produced is what inference announced.
#pragma once

#include "core/ops/operator.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace edgewright::test {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;

struct Outcome {
    std::vector<ir::Tensor> outputs;
    std::vector<ir::TensorType> types;           // as inferred
    std::map<std::size_t, ir::Tensor> announced; // elements that inference already knew
    std::optional<Error> error;

    explicit operator bool() const { return !error; }
    const ir::Tensor& operator[](std::size_t index) const { return outputs.at(index); }
    const char* text() const { return error ? error->message.c_str() : "no error"; }
};

class Probe {
public:
    Probe(std::string op, std::int64_t opset, std::string domain = {}) : m_opset(opset) {
        m_node.op = std::move(op);
        m_node.domain = std::move(domain);
        outputs(1);
    }
    Probe& attribute(const std::string& name, ir::AttributeValue value) {
        m_node.set(name, std::move(value));
        return *this;
    }
    // `known`: inference may see the elements, as of a constant.
    Probe& input(ir::Tensor tensor, bool known = true) {
        m_node.inputs.push_back(ValueId(m_inputs.size()));
        m_inputs.push_back({tensor.type(), std::move(tensor), known});
        return *this;
    }
    Probe& omitted() {
        m_node.inputs.push_back(ValueId());
        m_inputs.emplace_back();
        return *this;
    }
    // For inference only: an input of which just the type is known.
    Probe& typed(ir::TensorType type) {
        m_node.inputs.push_back(ValueId(m_inputs.size()));
        m_inputs.push_back({std::move(type), {}, false});
        return *this;
    }
    Probe& outputs(std::size_t count) {
        m_node.outputs.clear();
        for (std::size_t i = 0; i < count; ++i)
            m_node.outputs.push_back(ValueId(1000 + i));
        return *this;
    }
    Probe& threads(int count) {
        m_threads = count;
        return *this;
    }
    Probe& algorithm(kernels::ConvolutionAlgorithm algorithm) {
        m_algorithm = algorithm;
        return *this;
    }
    const ir::Node& node() const { return m_node; }

    Outcome infer() const {
        Outcome outcome;
        const ops::Operator* op = ops::find(m_node.domain, m_node.op);
        if (!op || !op->infer) {
            outcome.error = internalError("no such operator: " + m_node.op);
            return outcome;
        }
        outcome.types.resize(m_node.outputs.size());
        InferSide side(*this, outcome);
        if (auto done = op->infer(side); !done) outcome.error = done.error();
        return outcome;
    }

    Outcome run() const {
        Outcome outcome = infer();
        if (outcome.error) return outcome;
        const ops::Operator* op = ops::find(m_node.domain, m_node.op);
        if (!op->run) {
            outcome.error = internalError("operator cannot run: " + m_node.op);
            return outcome;
        }
        outcome.outputs.resize(m_node.outputs.size());
        KernelSide side(*this, outcome);
        if (auto done = op->run(side); !done) {
            outcome.error = done.error();
            return outcome;
        }
        for (std::size_t i = 0; i < outcome.outputs.size(); ++i)
            if (outcome.outputs[i].hasData() && !agrees(outcome.types[i], outcome.outputs[i].type()))
                outcome.error =
                    internalError("output " + std::to_string(i) + " is " + outcome.outputs[i].type().text() +
                                  " but inference announced " + outcome.types[i].text());
        return outcome;
    }

private:
    struct Operand {
        ir::TensorType type;
        std::optional<ir::Tensor> tensor;
        bool known = false;
    };

    class InferSide final : public ops::InferContext {
    public:
        InferSide(const Probe& probe, Outcome& outcome) : m_probe(probe), m_outcome(outcome) {}
        const ir::Node& node() const override { return m_probe.m_node; }
        std::int64_t opset() const override { return m_probe.m_opset; }
        const ir::TensorType* input(std::size_t index) const override {
            return node().hasInput(index) ? &m_probe.m_inputs[index].type : nullptr;
        }
        const ir::Tensor* value(std::size_t index) const override {
            if (!node().hasInput(index) || !m_probe.m_inputs[index].known) return nullptr;
            return &*m_probe.m_inputs[index].tensor;
        }
        void setOutput(std::size_t index, ir::TensorType type) override {
            if (index < m_outcome.types.size()) m_outcome.types[index] = std::move(type);
        }
        void setValue(std::size_t index, ir::Tensor tensor) override {
            setOutput(index, tensor.type());
            if (index < m_outcome.types.size()) m_outcome.announced[index] = std::move(tensor);
        }
        std::optional<std::vector<ir::Dim>> extents(std::size_t index) const override {
            const ir::Tensor* known = value(index);
            if (!known || known->rank() > 1 || !ir::isInteger(known->dtype())) return std::nullopt;
            const auto elements = ir::toInt64s(*known);
            return std::vector<ir::Dim>(elements.begin(), elements.end());
        }
        void setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim>) override {
            setOutput(index, std::move(type));
        }
        Result<std::vector<ir::TensorType>> inferSubgraph(const ir::Graph&,
                                                          std::span<const ir::TensorType>) override {
            return unsupported("the probe knows no subgraphs");
        }

    private:
        const Probe& m_probe;
        Outcome& m_outcome;
    };

    class KernelSide final : public ops::KernelContext {
        // Kernels must write every element: whatever they leave out shows.
        static constexpr std::byte Unwritten{0xa5};

    public:
        KernelSide(const Probe& probe, Outcome& outcome) : m_probe(probe), m_outcome(outcome) {}
        const ir::Node& node() const override { return m_probe.m_node; }
        std::int64_t opset() const override { return m_probe.m_opset; }
        std::size_t inputCount() const override { return node().inputs.size(); }
        const ir::Tensor* input(std::size_t index) const override {
            if (!node().hasInput(index) || !m_probe.m_inputs[index].tensor) return nullptr;
            return &*m_probe.m_inputs[index].tensor;
        }
        Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
            auto tensor = allocate(type, dims);
            if (tensor) setOutput(index, *tensor);
            return tensor;
        }
        void setOutput(std::size_t index, ir::Tensor tensor) override {
            if (index < m_outcome.outputs.size()) m_outcome.outputs[index] = std::move(tensor);
        }
        bool wantsOutput(std::size_t index) const override { return node().output(index).valid(); }
        bool isConstant(std::size_t index) const override {
            return node().hasInput(index) && m_probe.m_inputs[index].known;
        }
        std::shared_ptr<void>& state() override { return m_state; }
        Result<std::span<std::byte>> scratch(std::int64_t bytes) override {
            auto tensor = ir::Tensor::allocate(ir::DataType::UInt8, {bytes});
            if (!tensor) return std::move(tensor).error();
            std::ranges::fill(tensor->mutableBytes(), Unwritten);
            m_scratch.push_back(std::move(tensor).value());
            return m_scratch.back().mutableBytes();
        }
        Result<ir::Tensor> allocate(ir::DataType type, const ir::Dims& dims) override {
            auto tensor = ir::Tensor::allocate(type, dims);
            if (tensor) std::ranges::fill(tensor->mutableBytes(), Unwritten);
            return tensor;
        }
        Result<ir::Tensor> allocatePrepared(ir::DataType type, const ir::Dims& dims) override {
            return allocate(type, dims);
        }
        int threads() const override { return m_probe.m_threads; }
        kernels::ConvolutionAlgorithm convolutionAlgorithm() const override { return m_probe.m_algorithm; }
        const RunContext& run() const override { return m_run; }
        Result<std::vector<ir::Tensor>> runSubgraph(const ir::Graph&, std::vector<ir::Tensor>) override {
            return unsupported("the probe knows no subgraphs");
        }

    private:
        const Probe& m_probe;
        Outcome& m_outcome;
        RunContext m_run;
        std::shared_ptr<void> m_state;
        std::vector<ir::Tensor> m_scratch;
    };

    static bool agrees(const ir::TensorType& announced, const ir::TensorType& actual) {
        if (announced.dtype != ir::DataType::Undefined && announced.dtype != actual.dtype) return false;
        if (!announced.shape || !actual.shape) return true; // actual: of an empty sequence
        if (announced.shape->size() != actual.shape->size()) return false;
        for (std::size_t i = 0; i < actual.shape->size(); ++i)
            if ((*announced.shape)[i].known() && !((*announced.shape)[i] == (*actual.shape)[i])) return false;
        return true;
    }

    ir::Node m_node;
    std::int64_t m_opset = 1;
    int m_threads = 1;
    kernels::ConvolutionAlgorithm m_algorithm = kernels::ConvolutionAlgorithm::Automatic;
    std::vector<Operand> m_inputs;
};

// Reproducible float32 elements in [-1, 1).
inline ir::Tensor randomTensor(std::mt19937& engine, ir::Dims dims) {
    auto tensor = ir::Tensor::allocate(ir::DataType::Float32, std::move(dims));
    for (float& element : tensor->as<float>())
        element = static_cast<float>(engine() >> 8) / static_cast<float>(1u << 23) - 1.0f;
    return std::move(tensor).value();
}

inline std::int64_t product(const Ints& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t(1), std::multiplies<>());
}

// Coordinates of a flat index.
inline Ints unflatten(std::int64_t index, const Ints& extents) {
    Ints at(extents.size());
    for (std::size_t i = extents.size(); i-- > 0;) {
        at[i] = index % extents[i];
        index /= extents[i];
    }
    return at;
}

} // namespace edgewright::test
