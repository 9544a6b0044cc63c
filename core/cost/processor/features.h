// SPDX-License-Identifier: GPL-3.0-or-later
// The work of an operator, in counts that its time on a processor is proportional to. A processor (processor.h)
// is a time for each of them; a fit (fit.h) finds those from measurements.
#pragma once

#include "core/ir/graph.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace edgewright::cost {

enum class Feature {
    Call,            // operators that a runtime starts: a fused group is one
    Operand,         // tensors that those are given and hand over
    Member,          // operators of a group that runs as one kernel
    Stage,           // operators of a group that run one by one, views included
    Step,            // steps of recurrences, and turns of loops
    Product,         // MACs of matrix products and convolutions, extents rounded up to whole tiles
    Batch,           // single products, of each head and group
    Window,          // elements that a convolution by im2col gathers from its input
    Transform,       // tiles of a convolution by Winograd that are transformed, of each channel in and out
    Pack,            // elements of right matrices brought into panels
    Vector,          // MACs of products with one row or one column
    Depthwise,       // MACs of depthwise convolutions
    DepthwisePlane,  // elements that those write
    Transposed,      // MACs of transposed convolutions
    Integer,         // MACs on 8-bit codes
    Simple,          // elements of additions, comparisons, ReLU, ...
    SimpleInGroup,   // the same inside of a group
    Division,        // elements of divisions and roots
    Function,        // of exp, tanh, sigmoid, erf, ...
    FunctionInGroup, // the same inside of a group, and of the gates of recurrences
    Power,           // of Pow
    Reduce,          // elements that are summed up, compared, ...
    Normalise,       // elements of layer, instance and group norms
    Softmax,         // of softmax, those of attention included
    Row,             // rows of softmax and norms: what each begins and ends with
    Pool,            // elements under pooling windows
    Pooled,          // elements that pooling writes
    Copy,            // elements moved in runs: Concat, Slice, Transpose of outer axes, ...
    Scatter,         // elements moved one by one: Transpose, Resize to the nearest, ...
    Index,           // elements moved to or from where another tensor says
    Interpolate,     // elements that a Resize computes
    Quantise,        // codes made or read
    Other,           // elements of operators that are none of these
    NearBytes,       // read and written, of tensors that fit a core's own cache
    FarBytes,        // of larger ones
    WeightBytes,     // constants read, of those that fit a core's own cache
    FarWeightBytes,  // of larger ones
    Count
};
inline constexpr std::size_t FeatureCount = static_cast<std::size_t>(Feature::Count);
std::string_view nameOf(Feature feature); // "depthwise_plane"

struct Features {
    std::array<double, FeatureCount> counts{};

    double& operator[](Feature feature) { return counts[static_cast<std::size_t>(feature)]; }
    double operator[](Feature feature) const { return counts[static_cast<std::size_t>(feature)]; }
    Features& operator+=(const Features& other);
};

// The sizes of a processor that decide how things count.
struct Blocking {
    std::int64_t rows = 14, columns = 32;           // of a tile of a matrix product
    std::int64_t nearBytes = std::int64_t(1) << 20; // of a tensor that a core's own cache holds
};

// The features of one run of `node` by our kernels, which choose an algorithm for each convolution
// (ops/convolution); types must have been inferred. Zero for what only views. Of loops whose length is not
// known one turn counts.
Features featuresOf(const ir::Graph& graph, const ir::Node& node, const Blocking& blocking = {});

} // namespace edgewright::cost
