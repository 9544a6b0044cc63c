// SPDX-License-Identifier: GPL-3.0-or-later
// A computation as a perfect nest of loops, without an order of them: every output element is a sum of products
// of two operands, then an epilogue.
//
//   out[o(s)] = clip(scale * sum over r of a[x(s, r)] * b[y(s, r)] + sum over i of scale(i) *
//   addend(i)[z(i)(s)])
//
// s are the spatial axes, r the reduction axes; indices are affine in them. Elements are float32.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::loopnest {

struct Axis {
    std::string name;
    std::int64_t extent = 1;
    bool isReduction = false;
};

// offset + sum of coefficients[axis] * value of the axis
struct Affine {
    std::int64_t offset = 0;
    std::vector<std::int64_t> coefficients; // by axis

    bool isConstant() const;
    std::int64_t least(std::span<const Axis> axes) const;
    std::int64_t largest(std::span<const Axis> axes) const;
};

// One row-major tensor, and the element of it that an iteration reads or writes. An index outside of the
// extents reads 0: padding.
struct Access {
    std::string name;              // a name of C
    std::size_t place = 0;         // input of the node; of no meaning for the output
    bool isConstant = false;       // the same in every run: a weight
    ir::Dims dims = {};            // at least one
    std::vector<Affine> indices{}; // by dimension

    bool dependsOn(std::size_t axis) const;
    bool isPadded(std::size_t dimension, std::span<const Axis> axes) const;
    bool isPadded(std::span<const Axis> axes) const;
    std::int64_t elements() const;
    // The same as an index into the elements in their order.
    Affine linear() const;
};

// Added to every sum: a bias, or a whole tensor. Depends on spatial axes alone.
struct Addend {
    Access access;
    float scale = 1;
};

struct Epilogue {
    float scale = 1; // of the sum
    std::vector<Addend> addends = {};
    std::optional<float> low = {}, high = {};
};

// Never changed once it is made. Each spatial axis is in the output, and different points of them write
// different elements.
struct Computation {
    std::vector<Axis> axes;
    Access left, right; // the factors
    Access output;
    Epilogue epilogue = {};

    std::vector<std::size_t> spatial() const, reduction() const; // places in `axes`
    std::int64_t iterations() const;                             // multiply-accumulates
    std::size_t operands() const; // how many inputs of the node there are places for
    std::string text() const;     // "y[n,oc] += x[n,ic] * w[oc,ic]", and the extents
};

// Axes of extent 1 are dropped, and neighbours that every tensor goes through in one stride are one axis: those
// of the pixels of a convolution of 1 x 1, say.
Computation simplified(Computation computation);

// The computation of a graph that is one node with inferred types, or a fused group of one: Conv over one to
// three axes, MatMul, Gemm, then a bias, another tensor that is added, Relu or Clip. Unsupported, saying why,
// for all else. Not simplified.
Result<Computation> computationOf(const ir::Graph& graph);

// By the definition, in float64 and rounded at the end. `operands` by place.
std::vector<float> evaluated(const Computation& computation, std::span<const std::span<const float>> operands);
// At about so many points of the spatial axes, spread evenly: elements of the output and their values.
std::vector<std::pair<std::int64_t, float>> evaluatedSome(const Computation& computation,
                                                          std::span<const std::span<const float>> operands,
                                                          std::int64_t points);

} // namespace edgewright::loopnest
