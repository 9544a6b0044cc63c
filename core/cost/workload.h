// SPDX-License-Identifier: GPL-3.0-or-later
// The work of an accelerator for a model or a topology: matrix products for the array, the rest for a vector
// unit, and what neither of them is a model of.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/cost/tiling.h"
#include "core/ir/graph.h"
#include "core/ops/work.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cost {

// The rules by which cycles are counted.
enum class Mode {
    ScaleSim, // as SCALE-Sim v3 reports them: the first fill and the last drain of the SRAMs take no time
    Physical, // no layer is faster than the memory moves its words
};
std::string_view modeName(Mode mode); // "scalesim", "physical"

enum class Unit { Array, Vector };

// One layer. A convolution is lowered to M x N x K: M output pixels, N filters, K = kernel * input channels.
// Spatial extents are of the padded input. With groups > 1 the numbers describe one group; `repeat` counts
// them.
struct Layer {
    std::string name;
    std::string op; // "Conv", "Gemm", "MatMul"
    NodeId node;    // in the graph the workload came from
    Unit unit = Unit::Array;
    std::int64_t ifmapH = 1, ifmapW = 1, filterH = 1, filterW = 1;
    std::int64_t channels = 1, filters = 1;
    std::int64_t strideH = 1, strideW = 1;
    std::int64_t dilationH = 1, dilationW = 1;
    std::int64_t padH = 0, padW = 0; // of ifmapH and ifmapW: zeros that are nowhere in memory
    std::int64_t outH = 1, outW = 1;
    std::int64_t m = 0, n = 0, k = 0; // of one group; 0 on the vector unit
    // A sparse filter keeps the first `kept` of every `of` weights along K, the same ones in all filters. k
    // counts those alone, the extents all.
    std::int64_t kept = 1, of = 1;
    std::int64_t repeat = 1; // groups x batch (x heads for batched MatMul) x executions of the node
    std::int64_t images = 1; // a divisor of repeat: so many of them have the same weights (the batch)
    // A divisor of repeat / images: so many come one after the other and have the same weights, the steps of a
    // recurrence or a loop. Right operands of all layers that a step has, in words: where so many fit the SRAM
    // for filters, weights stay there from step to step.
    std::int64_t steps = 1, stepWords = 0;
    // In a fused group: what it reads (on the vector unit: something of it) comes from another member, what it
    // writes goes to one, and is not in DRAM.
    bool inputsOnChip = false, outputsOnChip = false;
    // On the array: its first weights come while the layer before computes.
    bool weightsComeBefore = false;
    // On the array: operands that stay on chip between layers (residency/residency.h), but not as tiles.
    bool inputsStay = false, weightsStay = false, outputsStay = false;
    // On the array, with outputs that stay on chip: words that layers on the vector unit behind it read from
    // and write to memory while it works, of all repetitions.
    std::int64_t besideRead = 0, besideWritten = 0;
    // On the vector unit: elements worked on, and words to and from memory, of one repetition.
    std::int64_t elements = 0;
    std::int64_t readWords = 0, weightWords = 0, writtenWords = 0;
    std::int64_t sharedWords = 0; // from and to activations that stay on chip between layers
    std::int64_t macs() const { return m * n * k * repeat; }
    std::int64_t rightWords() const { return k * n * (repeat / images / steps); } // of the right operand, once
    bool isSparse() const { return kept < of; }
    std::int64_t denseK() const { return filterH * filterW * channels; }
    // The number of the first `taps` weights along the dense K that are kept, and the place there of the k-th
    // that is.
    std::int64_t keptOf(std::int64_t taps) const {
        return isSparse() ? taps / of * kept + std::min(taps % of, kept) : taps;
    }
    std::int64_t placeOf(std::int64_t keptTap) const {
        return isSparse() ? keptTap / kept * of + keptTap % kept : keptTap;
    }
    friend bool operator==(const Layer&, const Layer&) = default;
};

// The matrix product as SCALE-Sim sees one: an M x K ifmap of one channel under N filters of 1 x K.
Layer productLayer(std::int64_t m, std::int64_t n, std::int64_t k);

// Nodes of one operator that have no cost.
struct Unmodelled {
    std::string op; // with its domain: "com.microsoft.QAttention"
    std::int64_t nodes = 0;
    // Share of the words that all nodes of the model read and write, 0..1. Nothing: it is not known.
    std::optional<double> share = {};
    bool isAtMost = false; // shapes are not all known, or bounds of what the data decide: no run has more
};

enum class Operand { Ifmap, Filter, Ofmap };

// A tensor that layers make and later ones read, all of them once in a run of the network.
struct Activation {
    struct Use {
        std::size_t layer = 0;
        Operand operand = Operand::Ifmap;
        std::int64_t words = 0; // that pass DRAM for it
        std::optional<std::size_t> beside =
            {}; // the layer on the array whose besideRead/Written counts them, too
    };
    ValueId value; // in the graph the workload came from; views of it are the same
    std::int64_t words = 0;
    std::size_t first = 0, last = 0; // layers: it takes room from one to the other
    std::vector<Use> uses = {};
    bool isOutput = false; // of the network
};

struct Workload {
    Mode mode = Mode::ScaleSim;
    std::vector<Layer> layers = {};
    std::vector<Activation> activations =
        {}; // by `first`; none where something reads or writes them that is no layer
    std::vector<Unmodelled> unmodelled = {}; // the largest share first
    ops::Uncounted uncounted = {};           // nodes without MACs in `layers`, which are a lower bound then
    Diagnostics skipped = {};                // products whose shapes are not known or not possible
    Diagnostics notes = {};                  // assumptions: loops of unknown length count as one iteration
    AdoptedTilings tilings = {};             // in place of those that would be chosen, in Mode::Physical
};

// `graph` with inferred types, in its order, with what its nodes hold inside: If, Loop, Scan, functions, fused
// groups (`node` is then the node of `graph`). An operator with several matrix products is a layer for each.
// One of attention has its softmax between them on the vector unit, as in a fused group, and before them a copy
// of what it writes beside its result: keys and values of the past followed by the new ones.
// What has none works element by element on the vector unit, but for what the catalogue calls Compute (Fourier
// transforms, tree ensembles): that is not modelled. In a fused group, what one member hands to the next stays
// on chip. Views and nodes whose results are known beforehand cost nothing.
Workload workloadOf(const ir::Graph& graph);
// SCALE-Sim's conv topology CSV (name, ifmap H, W, filter H, W, channels, filters, stride, trailing comma) or
// GEMM topology (name, M, N, K, trailing comma), told apart by the header's columns. Errors name file and line.
// As in SCALE-Sim: no padding, output extents are rounded up, and a conv layer with "DP" in its name becomes
// one layer per channel. Read with a note are files that SCALE-Sim does not: rows without a trailing comma or
// without values, names in quotes, columns that the header names and SCALE-Sim does not know. A ratio of
// sparsity, N:M, behind the columns leaves the first N of every M weights along K.
enum class Sparsity {
    Kept,   // layers have the weights that the ratio leaves; a note says so
    Ignored // layers are dense, as without SparsitySupport; a note says so
};
Result<Workload> readTopology(const std::filesystem::path& file, Sparsity sparsity = Sparsity::Kept);

} // namespace edgewright::cost
