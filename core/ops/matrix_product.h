// SPDX-License-Identifier: GPL-3.0-or-later
// The multiplications of an operator, as matrix products: its multiply-accumulates are counted on them, and the
// cost model lays them out on an array. Operator::products gives them.
#pragma once

#include "core/base/result.h"
#include "core/ir/node.h"
#include "core/ir/tensor_type.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::ops {

using Types = std::span<const ir::TensorType>; // by position; an omitted one is Undefined without a shape

inline constexpr std::int64_t UncountableMacs = std::numeric_limits<std::int64_t>::max(); // beyond 64 bits

// [m, k] times [k, n], `count` times with operands of their own.
struct MatrixProduct {
    // A convolution over one or two axes, whose windows overlap: m = high.out * wide.out,
    // k = high.filter * wide.filter * channels. Extents in elements, `in` with padding, of which
    // `pad` elements are made up.
    struct Windows {
        struct Axis {
            std::int64_t in = 1, filter = 1, out = 1, stride = 1, dilation = 1, pad = 0;
        };
        Axis high, wide;
        std::int64_t channels = 1; // of one group
    };

    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t count = 1;   // batch, groups, heads, directions, steps
    std::int64_t sharing = 1; // so many of them have the same right matrix: the batch of a convolution,
                              // heads of queries with one of keys
    std::int64_t steps = 1;   // so many of them come one after the other with the same right matrix: of a
                              // recurrence
    const char* part = "";    // which of the operator's products: "scores", "recurrence"
    std::optional<Windows> windows = {}; // nothing: the rows of the left matrix share no elements

    std::int64_t macs() const; // or UncountableMacs
};

using MatrixProducts = std::vector<MatrixProduct>;

std::int64_t macsOf(std::span<const MatrixProduct> products); // or UncountableMacs

// The extents of a type; BadInput while they are not known.
Result<ir::Dims> extentsOf(Types types, std::size_t index);

// a[..., m, k] times b[..., k, n] with NumPy's rules. A right operand of two axes takes the batch into m.
Result<MatrixProduct> numpyProduct(ir::Dims a, ir::Dims b);
// Filters w[o, c / group, ...] over x[batch, c, ...] to y[batch, o, ...]: a product for each group and batch
// entry.
Result<MatrixProduct> convolutionProduct(const ir::Node& node, const ir::Dims& x, const ir::Dims& w,
                                         const ir::Dims& y);

// Operator::products of those that multiply input `Left` by input `Right`.
Result<MatrixProducts> matrixProducts(Types inputs, std::size_t left, std::size_t right);
template <std::size_t Left, std::size_t Right>
Result<MatrixProducts> matrixProducts(const ir::Node&, Types inputs, Types) {
    return matrixProducts(inputs, Left, Right);
}

// The same of matrices, after the node's transA and transB.
Result<MatrixProducts> gemmProducts(const ir::Node& node, Types inputs, std::size_t left, std::size_t right);
template <std::size_t Left, std::size_t Right>
Result<MatrixProducts> gemmProducts(const ir::Node& node, Types inputs, Types) {
    return gemmProducts(node, inputs, Left, Right);
}

Result<MatrixProducts> convolutionProducts(const ir::Node& node, Types inputs, Types outputs, std::size_t input,
                                           std::size_t weight);
template <std::size_t Input, std::size_t Weight>
Result<MatrixProducts> convolutionProducts(const ir::Node& node, Types inputs, Types outputs) {
    return convolutionProducts(node, inputs, outputs, Input, Weight);
}

} // namespace edgewright::ops
