// SPDX-License-Identifier: GPL-3.0-or-later
// The one rule that chooses the algorithm of a convolution in float32.
#pragma once

#include "core/base/ids.h"
#include "core/kernels/convolution_algorithm.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::ir {
class Graph;
struct Node;
struct TensorType;
} // namespace edgewright::ir

namespace edgewright::ops {

template <typename T>
struct ConvolutionOf;

// The algorithm that runs, never Automatic. `wanted` does where it can. Automatic: a depthwise convolution is
// direct; a 1 x 1 at stride 1 is direct to at most 16 channels, and where that has the least estimated time,
// with pixels or with channels of output in the vectors, else im2col; of any other that one runs that has the
// least estimated time (algorithm_choice.cpp), Winograd only with constant weights, which it prepares. Follows
// from extents and the instruction set, not from elements, threads or clocks. `conv` is what
// ConvolutionReduction makes of it (reduced.h).
kernels::ConvolutionAlgorithm algorithmFor(const ConvolutionOf<float>& conv,
                                           kernels::ConvolutionAlgorithm wanted, bool constantWeights);

struct AlgorithmChoice {
    kernels::ConvolutionAlgorithm algorithm = kernels::ConvolutionAlgorithm::Automatic;
    std::string
        reason; // "the least estimated time: direct 1.25, im2col 0.95, winograd 0.41 million vector products"
};
AlgorithmChoice chooseAlgorithm(const ConvolutionOf<float>& conv, kernels::ConvolutionAlgorithm wanted,
                                bool constantWeights);

// The algorithm that runs for a Conv of this graph; empty for other nodes and where shapes are not known.
std::optional<AlgorithmChoice>
algorithmOf(const ir::Graph& graph, const ir::Node& node,
            kernels::ConvolutionAlgorithm wanted = kernels::ConvolutionAlgorithm::Automatic);

// The same for a Conv on an input and a weight of these types.
std::optional<AlgorithmChoice>
algorithmOf(const ir::Node& node, const ir::TensorType& input, const ir::TensorType& weight,
            bool constantWeights,
            kernels::ConvolutionAlgorithm wanted = kernels::ConvolutionAlgorithm::Automatic);

struct ConvolutionChoice {
    NodeId node;       // of the graph: the Conv or the group that has it
    std::string label; // of the Conv
    AlgorithmChoice choice;
};
// The choices for every Conv whose shapes are known, those in fused groups included, in the order of the graph.
std::vector<ConvolutionChoice>
algorithmsOf(const ir::Graph& graph,
             kernels::ConvolutionAlgorithm wanted = kernels::ConvolutionAlgorithm::Automatic);

} // namespace edgewright::ops
