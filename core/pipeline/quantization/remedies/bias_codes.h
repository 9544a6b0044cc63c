// SPDX-License-Identifier: GPL-3.0-or-later
// Biases of a quantized model, changed one layer after the other.
#pragma once

#include "core/pipeline/quantization/coded_layers.h"

#include <string>
#include <vector>

namespace edgewright::pipeline {

class BiasCodes {
public:
    explicit BiasCodes(const Quantized& quantized);

    // Takes `shift`, by output channel, off what the layer's product writes, as far as codes can say it. Why
    // not; empty: done. `added`: whether it had no bias before.
    std::string correct(const CodedLayer& layer, const std::vector<double>& shift, bool& added);

    const ir::Graph& graph() const { return m_graph; } // with pairs, in execution order
    Quantized take(const RunContext& run);

private:
    std::string change(const CodedLayer& layer, const std::vector<double>& shift);
    std::string addBias(const CodedLayer& layer, const std::vector<double>& shift, bool& added);
    std::string unique(const std::string& name) const;
    ValueId addConstant(const std::string& name, ir::Tensor tensor);

    const Quantized& m_quantized;
    ir::Graph m_graph;
    const ir::Connections m_connections;
    std::int64_t m_addedBytes = 0;
};

} // namespace edgewright::pipeline
