// SPDX-License-Identifier: GPL-3.0-or-later
// The work of one run of a graph: every node that does something, those of subgraphs, functions and fused
// groups included. The one walk behind every count of multiply-accumulates and the cost model.
#pragma once

#include "core/ops/matrix_product.h"
#include "core/ops/operator.h"

#include <map>
#include <span>
#include <string>

namespace edgewright::ops {

// The place of a tensor while a node runs.
enum class Place {
    Memory,
    Constant, // known before the run: a weight
    Group,    // made by one member of a fused group for another
};

struct NodeWork {
    const ir::Node* node = nullptr; // lives as long as the graph that was walked
    NodeId top;                     // the node of that graph that `node` is, or that holds it
    const Operator* op = nullptr;   // null: unknown
    std::int64_t times = 1;         // executions in one run of the graph
    std::vector<ir::TensorType> inputs = {}, outputs = {};  // by position
    std::vector<Place> inputPlaces = {}, outputPlaces = {}; // by position
    // By position, in the graph that was walked; of none where the tensor is inside a node of it.
    std::vector<ValueId> inputValues = {}, outputValues = {};
    MatrixProducts products = {};      // of one execution
    std::optional<Error> problem = {}; // why the products of an operator that has some are not known

    std::int64_t macs() const; // of all executions; or UncountableMacs
};

// Nodes by operator (operatorName) whose multiply-accumulates no sum has: the operator is unknown, or the
// shapes of its products are. A sum beside any of them is a lower bound, and is shown as one.
using Uncounted = std::map<std::string, std::int64_t>;
// "1 node of com.microsoft.QMoE, 2 nodes of MatMul"; of many operators the first few, and the rest as a number.
std::string uncountedText(const Uncounted& uncounted);

struct Work {
    std::vector<NodeWork> nodes; // in the order of the graphs
    Uncounted uncounted;         // those of both branches, where the data decide between them
    std::vector<NodeId>
        openLoops;             // nodes of the graph that hold a loop of unknown length, taken as one iteration
    std::int64_t macs() const; // or UncountableMacs
};

// The work of a graph with inferred types. Left out: nodes whose results are known beforehand. Of an If only
// one branch is taken: the one that its condition chooses, or, where the data decide, the one with more to
// multiply.
Work workOf(const ir::Graph& graph);
Work workOf(const ir::Graph& graph, const ir::Node& node);

// A constant as a node reads it; of a value that is none, nothing.
struct ConstantSize {
    std::int64_t parameters = 0, bytes = 0;
};
ConstantSize constantSizeOf(const ir::Graph& graph, ValueId value);

// The sums of several nodes of a graph: of a module, or of what somebody has chosen.
struct Sums {
    std::map<std::string, std::int64_t> operators; // nodes by operator
    std::int64_t nodes = 0;
    double macs = 0;
    Uncounted uncounted;                          // that `macs` lacks
    std::int64_t parameters = 0, weightBytes = 0; // a constant that several read counts once
    std::int64_t activationBytes = 0;             // of what they write, as far as its size is known
};
// Nodes that the graph has not are left out.
Sums sumsOf(const ir::Graph& graph, std::span<const NodeId> nodes);

// Multiply-accumulates of a node of `graph`, what it holds included, as far as they are known
// (Work::uncounted).
std::int64_t macsOf(const ir::Graph& graph, const ir::Node& node);
// Inputs and outputs of `node`, weights included, each once; of what has no full shape nothing.
std::int64_t bytesOf(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::ops
