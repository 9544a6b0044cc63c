// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a model that a matrix array computes: every Conv and Gemm/MatMul as a matrix product.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::cost {

// One layer. A convolution is lowered to M x N x K: M output pixels, N filters, K = kernel * input channels.
// Spatial extents are of the padded input. With groups > 1 the numbers describe one group; `repeat` counts
// them.
struct Layer {
    std::string name;
    std::string op; // "Conv", "Gemm", "MatMul"
    NodeId node;    // in the graph the workload came from
    std::int64_t ifmapH = 1, ifmapW = 1, filterH = 1, filterW = 1;
    std::int64_t channels = 1, filters = 1;
    std::int64_t strideH = 1, strideW = 1;
    std::int64_t dilationH = 1, dilationW = 1;
    std::int64_t outH = 1, outW = 1;
    std::int64_t m = 0, n = 0, k = 0; // of one group
    std::int64_t repeat = 1;          // groups x batch (x heads for batched MatMul)
    std::int64_t macs() const { return m * n * k * repeat; }
};

struct Workload {
    std::vector<Layer> layers;
    Diagnostics skipped; // Conv/Gemm nodes whose shapes are not known
};

// `graph` with inferred types, in its order; looks inside fused groups (`node` is then the group). A
// convolution over one axis gets a height of 1, one over three axes is given as the matrix product it is
// lowered to. A MatMul whose right operand has two axes takes the batch into M.
Workload workloadOf(const ir::Graph& graph);
// SCALE-Sim's conv topology CSV (name, ifmap H, W, filter H, W, channels, filters, stride, trailing comma) or
// GEMM topology (name, M, N, K, trailing comma), told apart by the header's columns. Errors name file and line.
// As in SCALE-Sim: no padding, output extents are rounded up, and a conv layer with "DP" in its name becomes
// one layer per channel.
Result<Workload> readTopology(const std::filesystem::path& file);

} // namespace edgewright::cost
