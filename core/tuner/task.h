// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a network that are tuned: its distinct kernels with something to choose, each counted as often
// as it occurs.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"
#include "core/ops/matrix_product.h"
#include "core/ops/parameter_space.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct Task {
    std::string key;           // exec::kernelKey
    std::string label;         // of the first node, for people
    std::vector<NodeId> nodes; // of the given graph, that run it: at least one
    // The kernel alone: operands that are no constants are its inputs.
    std::shared_ptr<const ir::Graph> graph;
    ir::Opsets opsets;
    std::string kind = {}; // the operator that is tuned: tasks of one kind can reach similar speeds
    ops::ParameterSpace space = {};
    double macs = 0, bytes = 0; // of one call: multiply-accumulates; operands and results, each once
    // Winograd's takes a quarter of the products; where it can, the roof is that much further up.
    bool canSaveProducts = false;
    ops::MatrixProducts products = {}; // that its multiply-accumulates are
    bool isInteger = false;            // of 8-bit codes; else of float32

    double weight() const { return static_cast<double>(nodes.size()); }
};

// The node with its operands, constants as they are, the others as inputs.
std::shared_ptr<const ir::Graph> aloneGraph(const ir::Graph& graph, const ir::Node& node);

// In the order of the graph, which has inferred types (ops::inferTypes). Kernels inside of loops and branches
// are left out, and those whose shapes are not known. With more than one thread, their number for a kernel is
// one of its parameters.
std::vector<Task> tasksOf(const ir::Graph& graph, const ir::Opsets& opsets, int threads = 1);
// The error for a graph without any.
Error nothingToTune();

} // namespace edgewright::tuner
