// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a product by output channel.
#pragma once

#include "core/ir/graph.h"
#include "core/quant/arithmetic/params.h"

#include <cstddef>
#include <vector>

namespace edgewright::pipeline {

struct ChannelWidths {
    std::vector<double> largest; // magnitudes; empty: there are none
    std::vector<double> norms;   // square roots of the sums of squares
    std::size_t depth = 0;       // weights of one channel
};

ChannelWidths channelWidths(const ir::Node& product, const ir::Tensor& weights);

// The upper one of the two in the middle; 0 of nothing.
double medianOf(std::vector<double> values);

// The SQNR of dequantized weights against the weights; `params`: one, or one for each channel. Infinity
// where there are none.
double weightSqnrDb(const ir::Node& product, const ir::Tensor& weights,
                    const std::vector<quant::Params>& params, quant::Codes codes,
                    const quant::Rounder& rounder = quant::Rounder());

} // namespace edgewright::pipeline
