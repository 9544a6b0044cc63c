// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of each output channel of a product, over samples and positions.
#pragma once

#include "core/ir/graph.h"

#include <cstddef>
#include <vector>

namespace edgewright::pipeline {

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

} // namespace edgewright::pipeline
