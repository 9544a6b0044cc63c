// SPDX-License-Identifier: GPL-3.0-or-later
// The work of an operator, in counts that its time on a processor is proportional to. A processor (processor.h)
// is a time for each of them; a fit (fit.h) finds those from measurements. Nothing but data: records keep it.
#pragma once

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
inline constexpr std::array<std::string_view, FeatureCount> FeatureNames{
    "call", "operand", "member", "stage", "step", "product", "batch", "window", "transform", "pack", "vector",
    "depthwise", "depthwise_plane", "transposed", "integer", "simple", "simple_in_group", "division",
    "function", "function_in_group", "power", "reduce", "normalise", "softmax", "row", "pool", "pooled",
    "copy", "scatter", "index", "interpolate", "quantise", "other", "near_bytes", "far_bytes", "weight_bytes",
    "far_weight_bytes"};
constexpr std::string_view nameOf(Feature feature) { return FeatureNames[static_cast<std::size_t>(feature)]; }

struct Features {
    std::array<double, FeatureCount> counts{};

    double& operator[](Feature feature) { return counts[static_cast<std::size_t>(feature)]; }
    double operator[](Feature feature) const { return counts[static_cast<std::size_t>(feature)]; }
    Features& operator+=(const Features& other) {
        for (std::size_t i = 0; i < FeatureCount; ++i)
            counts[i] += other.counts[i];
        return *this;
    }
};

} // namespace edgewright::cost
