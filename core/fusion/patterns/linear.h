// SPDX-License-Identifier: GPL-3.0-or-later
// Linear operators with constant weights, and what it takes to let them absorb y -> scale * y + shift per
// channel.
#pragma once

#include "core/fusion/rule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace edgewright::fusion {

// y'[c] = scale[c] * y[c] + shift[c] for each output channel c.
struct Affine {
    std::vector<double> scale;
    std::vector<double> shift;
};

// Conv, ConvTranspose, Gemm or MatMul with constant weights (and bias).
struct Linear {
    const ir::Node* node;
    const ir::Tensor* weights;
    std::vector<double> bias;  // per channel; empty when there is none; beta of Gemm is included
    std::int64_t channels = 0; // of the output
    std::size_t rank = 0;      // of the output
    std::size_t axis = 0;      // of the channels in the output
};

struct Obstacle {
    std::string reason;
    ValueId tensor;
};

bool isLinear(const ir::Node& node); // by operator alone
// The reason why the linear operator, whose result has `rank` axes, cannot be given a bias: a MatMul must
// become a Gemm for it.
std::optional<Obstacle> whyNoBias(const GraphView& view, const ir::Node& node, std::size_t rank);

// The weights have elements, so that no count of channels is larger than theirs.
std::variant<Linear, Obstacle> asLinear(const GraphView& view, const ir::Node& node);

// The effect of an inference BatchNormalization on the channels of what `linear`, beside it, writes or reads.
std::variant<Affine, Obstacle> affineOf(const GraphView& view, const ir::Node& norm, std::int64_t channels,
                                        const ir::Node& linear);

// One linear operator that computes affine(linear(x)) and writes `output`, which `follower` wrote until now.
// Conv:          W'[o,...] = scale[o] * W[o,...]        b'[o] = scale[o] * b[o] + shift[o]
// ConvTranspose: the same with o = group * (C / groups) + j for W[i, j, ...]
// Gemm, MatMul:  columns instead of rows; a MatMul that gets a shift becomes a Gemm.
std::variant<ir::Patch, Obstacle> absorb(const GraphView& view, const Linear& linear, const Affine& affine,
                                         const ir::Node& follower);

} // namespace edgewright::fusion
