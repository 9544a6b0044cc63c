// SPDX-License-Identifier: GPL-3.0-or-later
// Networks on a driver that runs their kernels on the processor, beside the executor of this machine.
#pragma once

#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/network/network.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/core/gpu/fake_gpu.h"

#include <QtGlobal>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::test {

using gpu::ActionKind;
using ir::GraphBuilder, ir::DataType, ir::Dims, ir::Tensor;

inline const ir::Opsets Opset17{{"", 17}};
using Ints = std::vector<std::int64_t>;

// Numbers that repeat after a prime: 0.1 to 1.1, or around 0.
inline Tensor numbers(const Dims& dims, bool isPositive = false) {
    Tensor tensor = *Tensor::allocate(DataType::Float32, dims);
    std::int64_t i = 0;
    for (float& each : tensor.as<float>())
        each = static_cast<float>((i++ * 37) % 101) / 101.0f + (isPositive ? 0.1f : -0.5f);
    return tensor;
}

// Codes of all their range, in an order that repeats after a prime.
inline Tensor codes(DataType type, const Dims& dims) {
    Tensor tensor = *Tensor::allocate(type, dims);
    int i = 0;
    for (std::byte& each : tensor.mutableBytes())
        each = static_cast<std::byte>((i++ * 37 + 11) % 257 % 256);
    return tensor;
}

inline ir::Graph typed(GraphBuilder& builder, const ir::Opsets& opsets = Opset17) {
    return ops::inferTypes(builder.take(), opsets).graph;
}

inline std::vector<Tensor> inputsOf(const ir::Graph& graph, bool isPositive) {
    std::vector<Tensor> inputs;
    for (const ValueId id : graph.inputs) {
        const ir::TensorType& type = graph.value(id).type;
        inputs.push_back(type.dtype == DataType::Float32 ? numbers(*type.dims(), isPositive)
                                                         : codes(type.dtype, *type.dims()));
    }
    return inputs;
}

inline std::vector<Tensor> expectedOf(const ir::Graph& graph, const std::vector<Tensor>& inputs,
                                      const ir::Opsets& opsets) {
    ir::Feeds feeds;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        feeds[graph.inputs[i]] = inputs[i];
    auto result = exec::run(graph, opsets, feeds, {});
    if (!result) qFatal("%s", result.error().message.c_str());
    return std::move(result->outputs);
}

inline std::set<std::string> usedRules; // of all networks of this program

// Nothing, or how a network on the GPU is not as here. `launches`: so many, 0: any.
inline std::string problemOf(const ir::Graph& graph, const ir::Opsets& opsets = Opset17,
                             std::size_t launches = 0, bool isPositive = false, std::size_t here = 0) {
    auto programs = fakePrograms();
    if (!programs) return programs.error().message;
    auto network = gpu::Network::make(*programs, graph, opsets, nullptr);
    if (!network) return network.error().message;
    std::size_t started = 0;
    for (const gpu::Layer& layer : network->plan().layers) {
        started += layer.launches.size();
        usedRules.insert(layer.rules.begin(), layer.rules.end());
    }
    for (const gpu::Action& each : network->plan().actions)
        if (each.kind == ActionKind::OnHost && here == 0) return "not on the GPU: " + each.reason;
    if (network->plan().count(ActionKind::OnHost) != here) return "not as many operators here";
    if (launches > 0 && started != launches) return std::to_string(started) + " launches";
    const std::vector<Tensor> inputs = inputsOf(graph, isPositive);
    const std::vector<Tensor> expected = expectedOf(graph, inputs, opsets);
    for (int time = 0; time < 2; ++time) {
        const auto found = network->run(inputs);
        if (!found) return found.error().message;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const exec::Difference difference = exec::compare((*found)[i], expected[i]);
            const bool isOfCodes = expected[i].dtype() != DataType::Float32; // exact, then
            if (!difference.sameShape || difference.nonFinite > 0 || difference.relNorm > 1e-5 ||
                difference.maxAbs > 1e-4 || (isOfCodes && !difference.isIdentical))
                return "output " + std::to_string(i) + " is off by " + std::to_string(difference.relNorm);
        }
    }
    return {};
}

// Rules of operators on codes have tests of their own.
inline bool isOfCodes(const gpu::LayerRule& rule) { return std::string_view(rule.name).starts_with("code_"); }

} // namespace edgewright::test
