// SPDX-License-Identifier: GPL-3.0-or-later
// Biases of a quantized model, changed one layer after the other, and the means of output channels that the
// changes follow from.
#pragma once

#include "core/ir/graph.h"
#include "core/pipeline/quantization/coded_layers.h"

#include <string>
#include <vector>

namespace edgewright::pipeline {

// The mean of each output channel of a product, over samples and positions.
class ChannelMeans {
public:
    // `output`: float32, of that product.
    void add(const ir::Node& product, const ir::Tensor& output);
    std::vector<double> means() const; // empty before anything was added

private:
    std::vector<double> m_sums;
    double m_count = 0; // elements of one channel
};

// a - b, of the shorter one's length.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b);
double meanMagnitude(const std::vector<double>& values); // 0 for none

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
