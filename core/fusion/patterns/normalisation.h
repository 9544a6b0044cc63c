// SPDX-License-Identifier: GPL-3.0-or-later
// Normalisations that are spelled out, in the many ways that exporters write them:
//
//   x -> ReduceMean -> Sub(x, .) = d      d -> Pow(2) or Mul(d, d) -> ReduceMean = variance
//   d / Sqrt(variance + epsilon)          [ -> Mul(scale) [ -> Add(shift) ] ]
//
// without the mean it is the root mean square. Types may be widened by casts on the way.
#pragma once

#include "core/fusion/rule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::fusion {

struct Normalised {
    ValueId x;
    bool centred = false;           // the mean is taken off
    std::vector<std::int64_t> axes; // sorted
    std::vector<std::int64_t> dims; // extents of x on those axes; empty when one is not known
    std::size_t rank = 0;           // of x
    double epsilon = 0;
    ValueId scale;             // invalid: none
    ValueId shift;             // invalid: none
    std::vector<NodeId> nodes; // last first
    // The reason why it is no operator after all: "the variance is divided by n - 1". Empty: nothing is in the
    // way.
    std::string obstacle;
    bool trailing() const {
        return !axes.empty() && static_cast<std::size_t>(axes.front()) + axes.size() == rank;
    }
};

// The normalisation whose division (or multiplication by the inverse) is `core`, with the scale and shift that
// follow it and that nothing else reads.
std::optional<Normalised> normalisedAt(const GraphView& view, const ir::Node& core);

// A constant that is broadcast to a tensor of `rank` axes, as a tensor over `axes` alone with these extents.
// Empty when it varies along another axis, does not fit, or would hold more than `most` elements.
std::optional<ir::Tensor> expandedOver(const ir::Tensor& constant, std::size_t rank,
                                       const std::vector<std::int64_t>& axes,
                                       const std::vector<std::int64_t>& dims, std::int64_t most = 1 << 20);
std::optional<ir::Tensor> filledTensor(ir::DataType type, const ir::Dims& dims, double value);

} // namespace edgewright::fusion
